import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import ts from 'typescript'
import { pagesOf, read } from './pages.ts'

/** Words that hide who does what, each with what to write instead. In prose: messages, comments, names of tests, pages. */
const prose: Record<string, string> = {
  anew: 'again',
  lately: 'recently',
  'of today': 'current',
  somebody: 'a user, another user, a person',
  whoever: 'the caller, the writer, every user',
}

/** In tests and benchmarks these occur in older prose. */
const proseOfProgram: Record<string, string> = {
  ...prose,
  'asked for': 'requested, read, needed',
  told: 'reported, shown, sent',
}

/** Participles say nothing of a value: its name is a noun of the domain. */
const names: Record<string, string> = {
  asked: 'request, query, params',
  deed: 'action',
  deeds: 'actions',
  former: 'previous',
  kept: 'stored, cached, files',
  told: 'report, message, output',
}
const endings = /(?:Asked|Kept|Told)$/

/** The same for variables, parameters, functions and types; a property may have such a name on the wire, or where it is stored. */
const declared: Record<string, string> = {
  found: 'match, list, stored',
  known: 'cached, existing, names',
  made: 'created, result, validities',
  said: 'output, message, sentence',
  say: 'phrase, textOf',
  shown: 'presented, visible, label',
  tell: 'notify, report, send',
  whole: 'all, fullRecord, integer',
}
/** Not yet in these folders. */
const isOpen = (name: string) => /^(?:release|bench|test)\//.test(name)

const sources = (...folders: string[]) =>
  folders.flatMap(folder => globSync(`${folder}/**/*.{ts,tsx,js,css}`, { exclude: isForeign }))
const isForeign = (name: string) => /node_modules|\.data\b|fixtures/.test(name)
const program = [
  ...sources('src', 'bin', 'release'),
  ...pagesOf('en').map(name => `docs/en/${name}`),
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
]
const others = [...sources('test', 'bench'), 'bench/README.md']

const advise = (name: string, line: number, word: string, instead: string | undefined) =>
  `${name}:${line}: “${word}”: write ${instead ?? 'a noun of the domain'}`

function inProse(name: string, words: Record<string, string>): string[] {
  const unwanted = new RegExp(`\\b(?:${Object.keys(words).join('|')})\\b`, 'gi')
  return read(name)
    .split('\n')
    .flatMap((text, at) =>
      [...text.matchAll(unwanted)].map(([word]) =>
        advise(name, at + 1, word, words[word.toLowerCase()]),
      ),
    )
}

/** Identifiers, with those of properties, but no words of texts and comments. */
function inNames(name: string): string[] {
  const text = read(name)
  const words = isOpen(name) ? names : { ...names, ...declared }
  if (!new RegExp(`\\b(?:${Object.keys(words).join('|')})\\b|${endings.source}`, 'im').test(text))
    return []
  const advices: string[] = []
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest)
  const report = (node: ts.Identifier) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    advices.push(advise(name, line + 1, node.text, words[node.text.toLowerCase()]))
  }
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && (Object.hasOwn(names, node.text) || endings.test(node.text)))
      report(node)
    const own = !isOpen(name) && isDeclaration(node) ? node.name : undefined
    if (own && ts.isIdentifier(own) && Object.hasOwn(declared, own.text.toLowerCase())) report(own)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return advices
}

const isDeclaration = (node: ts.Node) =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isTypeAliasDeclaration(node)

const isThis = (name: string) => name.endsWith('house/words.test.ts')

test('prose names who acts, in words that a reader knows', () => {
  assert.deepEqual(
    [
      ...program.flatMap(name => inProse(name, proseOfProgram)),
      ...others.filter(name => !isThis(name)).flatMap(name => inProse(name, prose)),
    ],
    [],
  )
})

test('values have names of the domain', () => {
  const files = [...program, ...others].filter(name => /\.(?:tsx?|js)$/.test(name) && !isThis(name))
  assert.ok(files.length > 1000, `only ${files.length} files were found`)
  assert.deepEqual(files.flatMap(inNames), [])
})
