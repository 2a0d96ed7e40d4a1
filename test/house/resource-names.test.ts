import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { resourceNames } from '../../src/resources/table.ts'
import { parse, root, sourceOf } from './sources.ts'

/** Files that compare with such a word, and how often: where it names something else, or never changes. */
const allowed: Record<string, { times: number; because: string }> = {
  'src/admin/fields/field.tsx': { times: 1, because: 'the input of a field is an image' },
  'src/admin/forms/values.ts': { times: 3, because: 'the input of a field is an image' },
  'src/admin/screens/records/columns.ts': { times: 1, because: 'the input of a field is an image' },
  'src/admin/screens/records/cell.tsx': { times: 1, because: 'the input of a field is an image' },
  'src/journal/list-dependency.ts': { times: 1, because: 'a sort of dependency' },
  'src/store/sqlite/migrations.ts': { times: 1, because: 'what an earlier version stored' },
  'src/web/pages/month.ts': { times: 1, because: 'a sort of slot' },
}

const names: ReadonlySet<string> = new Set(resourceNames)
const comparing: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

/** Comparisons with the name of a resource. */
function comparisonsIn(path: string, source: ts.SourceFile): string[] {
  const faults: string[] = []
  const isName = (node: ts.Expression) => ts.isStringLiteralLike(node) && names.has(node.text)
  const visit = (node: ts.Node) => {
    const isListed = ts.isBinaryExpression(node)
      ? comparing.has(node.operatorToken.kind) && (isName(node.left) || isName(node.right))
      : ts.isCaseClause(node) && isName(node.expression)
    if (isListed) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      faults.push(`${path}:${line + 1} ${node.getText(source).split('\n')[0]}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

const files = ['src', 'bin'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /(?<!\.test)\.tsx?$/.test(name))
    .map(name => join(folder, name)),
)

test('only the folder of a resource compares with its name: other code uses traits', () => {
  assert.ok(files.length > 500)
  for (const path of files) {
    const own = /^src\/resources\/(\w+)\//.exec(path)?.[1]
    if (own && names.has(own)) continue
    const results = comparisonsIn(path, sourceOf(path))
    assert.equal(results.length, allowed[path]?.times ?? 0, results.join('\n'))
  }
  for (const path of Object.keys(allowed)) assert.ok(files.includes(path), `${path} is not there`)
})

test('a comparison is found wherever the name stands', () => {
  const results = comparisonsIn(
    'a.ts',
    parse(
      'a.ts',
      "if (kind === 'event' || 'venue' !== kind) no()\nswitch (kind) { case 'tag': no() }\nyes(kind === 'user')",
    ),
  )
  assert.equal(results.length, 3)
})
