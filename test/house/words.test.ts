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

/**
 * Participles and verbs of speech do not describe a value; the domain has a noun for it. Refused alone and as a part of a compound:
 * `known`, `isKnown`, `knownUser`. Properties may have such names on the wire and in stored data, so only declarations are read.
 */
const names: Record<string, string> = {
  asked: 'request, query, params',
  begun: 'started',
  deed: 'action',
  deeds: 'actions',
  former: 'previous',
  found: 'match, results, stored',
  gone: 'removed, signal',
  heard: 'received, listeners',
  kept: 'stored, cached, files',
  known: 'cached, existing, names',
  made: 'created, result, validities',
  meant: 'suggested',
  said: 'output, message, label',
  say: 'phrase, textOf, report',
  says: 'phrase, textOf, report',
  shown: 'presented, visible, label',
  tell: 'notify, report, send',
  tells: 'notify, report, send',
  told: 'report, message, output',
  vain: 'ignored',
  whole: 'all, complete, full',
}
/** These are not allowed as properties either: no response and no stored note has them. */
const properties = new Set(['asked', 'deed', 'deeds', 'former', 'kept', 'told'])

/** `isKnownName` → `is`, `known`, `name`. */
const partsOf = (name: string) => name.split(/(?=[A-Z])|_/).map(part => part.toLowerCase())
const refused = (name: string) => partsOf(name).find(part => Object.hasOwn(names, part))

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
/** Texts of the demo are written for visitors: only its names are read. */
const demo = sources('demo')

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

/** Declared names, and properties that are never allowed; not the words of texts and comments. */
function inNames(name: string): string[] {
  const text = read(name)
  const advices: string[] = []
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest)
  const visit = (node: ts.Node) => {
    const own = isDeclaration(node) ? node.name : undefined
    const word = own && ts.isIdentifier(own) ? refused(own.text) : undefined
    const isProperty = ts.isIdentifier(node) && properties.has(node.text)
    if (word !== undefined || isProperty) {
      const at = own ?? node
      const { line } = file.getLineAndCharacterOfPosition(at.getStart(file))
      const refusedName = at.getText(file)
      advices.push(advise(name, line + 1, refusedName, names[word ?? refusedName]))
    }
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
  ts.isTypeAliasDeclaration(node) ||
  ts.isTypeParameterDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isClassDeclaration(node)

/** The comments of a file that begin a line, each with its first line; lines of `//` that follow each other are one. */
function commentsIn(text: string): { line: number; words: string }[] {
  const comments = text.matchAll(/^[ \t]*(?:\/\*[\s\S]*?\*\/|(?:\/\/.*(?:\n[ \t]*(?=\/\/))?)+)/gm)
  return [...comments].map(({ 0: comment, index }) => ({
    line: text.slice(0, index).split('\n').length,
    words: comment
      .replace(/\*\/$|^[ \t]*(?:\/\*+|\*(?!\/)|\/\/)/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }))
}

/** Parts of a comment that are code or a quotation. */
const quoted = /`[^`]*`|“[^”]*”|"[^"]*"/g

/** A clause in place of a noun or a verb, or a question. */
function isRiddle(words: string): boolean {
  const plain = words.replace(quoted, '“”')
  return (
    /^(?:What|Which|Whether|Who|Whose|Why|How)\b/.test(plain) ||
    /[.?] (?:What|Who)\b/.test(plain) ||
    /\?(?: |$)/.test(plain) ||
    /\bwho asks?\b/.test(plain)
  )
}

const isThis = (name: string) => name.endsWith('house/words.test.ts')

test('prose names the actor, in common words', () => {
  assert.deepEqual(
    [
      ...program.flatMap(name => inProse(name, proseOfProgram)),
      ...others.filter(name => !isThis(name)).flatMap(name => inProse(name, prose)),
    ],
    [],
  )
})

test('a comment has a noun or a verb: it neither begins with “What …” nor asks', () => {
  const files = [...program, ...others, ...demo].filter(
    name => /\.(?:tsx?|js)$/.test(name) && !isThis(name),
  )
  const riddles = files.flatMap(name =>
    commentsIn(read(name))
      .filter(({ words }) => isRiddle(words))
      .map(
        ({ line, words }) =>
          `${name}:${line}: “${words}”: write “The …”, “Returns …”, “True if …” or what happens`,
      ),
  )
  assert.deepEqual(riddles, [])
})

test('values have names of the domain', () => {
  const files = [...program, ...others, ...demo].filter(
    name => /\.(?:tsx?|js)$/.test(name) && !isThis(name),
  )
  assert.ok(files.length > 1000, `only ${files.length} files were found`)
  assert.deepEqual(files.flatMap(inNames), [])
})
