import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { parse, root, sourceOf } from './sources.ts'

/** Folders that show records: they read views (`src/resources/**` + `/view.ts`), which leave out what a password hides. */
const folders = ['src/web', 'src/http', 'src/cli', 'src/operations', 'src/service']

const allowed = [
  // samples of the documentation, which are nobody's records
  'src/http/openapi/',
  // the caller's own account
  'src/http/admin-api/own-account.ts',
]

const stored = new Set(['facts', 'texts'])

/** Places that read stored values of a record. */
function readsOf(path: string, source: ts.SourceFile): string[] {
  const faults: string[] = []
  const note = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    faults.push(`${path}:${line + 1} ${node.getText(source)}`)
  }
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAccessExpression(node) && stored.has(node.name.text)) note(node)
    if (ts.isBindingElement(node) && !node.dotDotDotToken) {
      const name = node.propertyName ?? node.name
      if (ts.isIdentifier(name) && stored.has(name.text) && ts.isObjectBindingPattern(node.parent))
        note(node)
    }
    if (
      ts.isImportDeclaration(node) &&
      node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword &&
      path.startsWith('src/web/') &&
      node.moduleSpecifier.getText(source).endsWith("define/record-texts.ts'")
    )
      note(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /(?<!\.test)\.tsx?$/.test(name))
    .map(name => join(folder, name))

test('only maskedView says that a view is masked, for it alone takes out what a password hides', () => {
  const readers = filesIn('src').filter(path =>
    /(?<![\w.])masked: (true|false|\w+\()|, masked }/.test(readFileSync(join(root, path), 'utf8')),
  )
  assert.deepEqual(readers, ['src/resources/shared/masked.ts'])
})

test('pages, feeds, linked data and other doors read views of records, never what is stored', () => {
  const linkedData = filesIn('src/resources').filter(path => path.endsWith('linked-data.ts'))
  assert.ok(linkedData.length >= 4)
  const files = [...folders.flatMap(filesIn), ...linkedData]
  assert.ok(files.length > 100)
  const results = files
    .filter(path => !allowed.some(name => path.startsWith(name)))
    .flatMap(path => readsOf(path, sourceOf(path)))
  assert.deepEqual(results, [])
})

test('a read of stored values is found in each form', () => {
  const forms = [
    'const cost = view.record.facts.cost',
    'const { facts } = record',
    'const { record: { texts: { fr } } } = view',
    "import { localized } from '../../define/record-texts.ts'",
  ]
  for (const form of forms)
    assert.equal(readsOf('src/web/a.ts', parse('a.ts', form)).length, 1, form)
  assert.deepEqual(
    readsOf('src/web/a.ts', parse('a.ts', 'const texts = [1]; const { rest, ...facts } = of')),
    [],
  )
})
