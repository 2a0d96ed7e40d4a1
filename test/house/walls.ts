import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { root } from './sources.ts'

/** A folder and what it may not import, as `biome.json` says it: one list for the editor, the linter and the test. */
export type Wall = { folder: string; forbids(path: string): boolean }

type Override = {
  includes: string[]
  linter: { rules: { style?: { noRestrictedImports?: { options?: { patterns: Pattern[] } } } } }
}
type Pattern = { group: string[]; message: string }

/** `**` + `/store/**` or `**` + `/problem.ts`; after `!`, what is allowed all the same. */
const isLike = (path: string, glob: string) => {
  const name = glob.replace(/^!?\*\*/, '')
  return name.endsWith('/**') ? path.includes(name.slice(0, -2)) : path.endsWith(name)
}

export function wallsOf(biome: string): Wall[] {
  const { overrides } = JSON.parse(biome) as { overrides: Override[] }
  return overrides.flatMap(({ includes: [folder = ''], linter }) => {
    const patterns = linter.rules.style?.noRestrictedImports?.options?.patterns
    if (!patterns) return []
    const groups = patterns.flatMap(({ group }) => group)
    const of = (path: string, isAllowed: boolean) =>
      groups.some(glob => glob.startsWith('!') === isAllowed && isLike(path, glob))
    return [
      {
        folder: folder.replace('**', ''),
        forbids: path => of(`/${path}`, false) && !of(`/${path}`, true),
      },
    ]
  })
}

export const walls = () => wallsOf(readFileSync(`${root}biome.json`, 'utf8'))

/** The files of the service and of the example; tests may reach for anything. */
export const production = () =>
  ts.sys.readDirectory(root, ['.ts', '.tsx'], ['node_modules', '**/*.test.ts'], ['src', 'demo'])

/** The entry points of the command line, with or without a server: their exports may be imported. */
export const doors = ['src/main.ts', 'src/transfer/index.ts', 'src/service.ts', 'src/workers.ts']

/** Imports against a wall: by a module's own path, or by a name that other modules export again and that was declared behind the wall. Types too. */
export function breaches(program: ts.Program, walls: readonly Wall[], base: string): string[] {
  const checker = program.getTypeChecker()
  const faults: string[] = []
  const pathOf = (file: ts.SourceFile) => relative(base, file.fileName)

  /** The files in which a name was declared. */
  function declaredIn(symbol: ts.Symbol): string[] {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
    const { declarations = [] } = isAlias ? checker.getAliasedSymbol(symbol) : symbol
    return declarations.map(declaration => pathOf(declaration.getSourceFile()))
  }

  for (const source of program.getSourceFiles()) {
    const path = pathOf(source)
    const wall = walls.find(({ folder }) => path.startsWith(folder))
    if (!wall) continue
    const judge = (what: string, places: readonly string[]) => {
      for (const place of places)
        if (wall.forbids(place)) faults.push(`${path} imports ${what} of ${place}`)
    }
    const visit = (node: ts.Node): void => {
      const specifier = specifierOf(node)
      const target = specifier && checker.getSymbolAtLocation(specifier)
      if (target) {
        const places = declaredIn(target)
        judge('the module', places)
        if (!places.some(place => doors.includes(place)))
          for (const symbol of namesOf(node, target)) judge(symbol.name, declaredIn(symbol))
      }
      if (isNested || node === source) ts.forEachChild(node, visit)
    }
    // most files import in statements alone
    const isNested = source.text.includes('import(')
    visit(source)
  }
  return [...new Set(faults)]

  /** The names that a declaration takes from a module; all of them where it takes the module as such. */
  function namesOf(node: ts.Node, target: ts.Symbol): readonly ts.Symbol[] {
    const bindings = ts.isImportDeclaration(node)
      ? node.importClause?.namedBindings
      : ts.isExportDeclaration(node)
        ? node.exportClause
        : undefined
    if (bindings && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings)))
      return bindings.elements.flatMap(({ name }) => checker.getSymbolAtLocation(name) ?? [])
    if (ts.isImportTypeNode(node) && node.qualifier)
      return [checker.getSymbolAtLocation(node.qualifier)].filter(symbol => symbol !== undefined)
    return checker.getExportsOfModule(target)
  }
}

/** The module that a node names: of an import, an export, a type `import('…')`, or a call of `import`. */
function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return ts.isStringLiteral(node.argument.literal) ? node.argument.literal : undefined
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0]
  return undefined
}
