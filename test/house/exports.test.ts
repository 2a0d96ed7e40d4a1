import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { parse, root, sourceOf } from './sources.ts'

/** Imported in a way that no import statement names: by programs that use the client, by Vite, by the type checker alone. */
const foreign = /^src\/sdk\/|\.d\.ts$/
const checksTypesOnly = ['src/calendar/read/event-question.ts everyParameterIsUsed']

type Exports = { file: string; names: string[] }

/** The exports of files, and the imports by others: `path name`, or `path *` for all of a module. */
function modulesIn(files: readonly string[]) {
  const exported: Exports[] = []
  const taken = new Set<string>()
  for (const file of files) {
    const names: string[] = []
    const take = (specifier: ts.Node | undefined, ...imported: string[]) => {
      if (!specifier || !ts.isStringLiteralLike(specifier) || !specifier.text.startsWith('.'))
        return
      const path = join(dirname(file), specifier.text)
      for (const name of imported) taken.add(`${path} ${name}`)
    }
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node)) {
        const bindings = node.importClause?.namedBindings
        if (bindings && ts.isNamedImports(bindings))
          take(node.moduleSpecifier, ...bindings.elements.map(importedName))
        else take(node.moduleSpecifier, '*')
      } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
        const clause = node.exportClause
        if (clause && ts.isNamedExports(clause))
          take(node.moduleSpecifier, ...clause.elements.map(importedName))
        else take(node.moduleSpecifier, '*')
      } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
        take(node.arguments[0], '*')
      else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
        take(node.argument.literal, '*')
      names.push(...namesOf(node))
      ts.forEachChild(node, visit)
    }
    visit(
      /^(?:src|demo)\//.test(file)
        ? sourceOf(file)
        : parse(file, readFileSync(join(root, file), 'utf8')),
    )
    exported.push({ file, names })
  }
  return { exported, taken }
}

const importedName = ({ name, propertyName }: ts.ImportSpecifier | ts.ExportSpecifier) =>
  (propertyName ?? name).text

function namesOf(node: ts.Node): string[] {
  if (ts.isExportDeclaration(node))
    return node.exportClause && ts.isNamedExports(node.exportClause)
      ? node.exportClause.elements.map(({ name }) => name.text)
      : []
  const isExported =
    ts.canHaveModifiers(node) &&
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return []
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  const { name } = node as ts.NamedDeclaration
  return name && ts.isIdentifier(name) ? [name.text] : []
}

test('every export has an importer', () => {
  const files = globSync('{src,bin,test,bench,release,demo}/**/*.{ts,tsx,js}', { cwd: root })
    .filter(file => !/node_modules|\.data\b|fixtures/.test(file))
    .map(file => relative('.', file))
  assert.ok(files.length > 1000, `only ${files.length} files`)
  const { exported, taken } = modulesIn(files)
  const unused = exported
    .filter(({ file }) => /^src\//.test(file) && !foreign.test(file) && !taken.has(`${file} *`))
    .flatMap(({ file, names }) => names.map(name => `${file} ${name}`))
    .filter(name => !taken.has(name) && !checksTypesOnly.includes(name))
  assert.deepEqual(unused, [], 'remove the export, or what nothing uses')
})
