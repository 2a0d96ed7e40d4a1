import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { parse, root, sourceOf } from './sources.ts'

/** Measures the code that runs: `src` and `bin`, without tests. `npm run house:size` prints it. */

export const longestFunction = 70

/** The folder of a file: that below `src`, and the part of it. */
const folderOf = (path: string) => dirname(path).split('/').slice(0, 3).join('/')

/** Pairs of folders that import each other. */
export function mutualPairs(files: readonly SourceFile[]): string[] {
  const arrows = new Set(
    files.flatMap(({ path, imports }) =>
      imports.map(to => `${folderOf(path)} ${folderOf(to)}`).filter(isBetween),
    ),
  )
  return [...arrows].filter(arrow => arrow < turned(arrow) && arrows.has(turned(arrow))).toSorted()
}
const turned = (arrow: string) => arrow.split(' ').toReversed().join(' ')
const isBetween = (arrow: string) => arrow !== turned(arrow)

/** What other folders import of those with a face (`index.ts`) besides it, by folder. `define` has none: its parts are read one by one, by browsers too. */
export function passingBy(files: readonly SourceFile[]): Record<string, string[]> {
  const faces = files.map(({ path }) => path).filter(path => /^src\/[^/]+\/index\.ts$/.test(path))
  const besides = faces.map(face => {
    const folder = dirname(face)
    const taken = files
      .filter(({ path }) => path.startsWith('src/') && !path.startsWith(`${folder}/`))
      .flatMap(({ imports }) => imports.filter(to => to.startsWith(`${folder}/`) && to !== face))
    const names = [...new Set(taken)].map(path => relative(folder, path)).toSorted()
    return [folder.slice('src/'.length), names] as const
  })
  return Object.fromEntries(besides.filter(([, names]) => names.length > 0))
}

/** Lines and files of each folder below `src`, and of `bin`. */
export function sizes(
  files: readonly SourceFile[],
): Record<string, [lines: number, files: number]> {
  const sizes: Record<string, [number, number]> = {}
  for (const { path, lines } of files) {
    const [, name = ''] = path.split('/')
    const folder = path.startsWith('src/') && !name.includes('.') ? name : 'roots'
    const [before, count] = sizes[folder] ?? [0, 0]
    sizes[folder] = [before + lines, count + 1]
  }
  return sizes
}

export type SourceFile = {
  path: string
  lines: number
  functions: { name: string; lines: number }[]
  /** `as` without `as const`. */
  casts: number
  /** Every file that it names, for types or to run. */
  imports: string[]
}

/** Every production file. */
export function measure(): SourceFile[] {
  return sourcesIn(['src', 'bin'])
    .filter(path => !path.endsWith('.test.ts'))
    .map(measureFile)
}

const sourcesIn = (folders: readonly string[]) =>
  folders
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => /\.[jt]sx?$/.test(name) && !/(^|\/)(node_modules|\.)/.test(name))
        .map(name => join(folder, name)),
    )
    .toSorted()

function measureFile(path: string): SourceFile {
  const source = sourceOf(path)
  const measured: SourceFile = {
    path,
    lines: source.text.split('\n').length - 1,
    functions: [],
    casts: 0,
    imports: [],
  }
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body)
      measured.functions.push({
        name: nameOf(node),
        lines: lineOf(node.end) - lineOf(node.getStart(source)) + 1,
      })
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) measured.casts++
    const named = specifierOf(node)
    if (named?.startsWith('.'))
      measured.imports.push(relative(root, resolve(root, dirname(path), named)))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return measured
}

/** Literals that are spread where they stand, `...{ a, b }`: that only saves lines. */
export function packings(): string[] {
  const faults: string[] = []
  for (const path of sourcesIn(['src', 'bin', 'demo', 'bench', 'release', 'test'])) {
    const text = readFileSync(join(root, path), 'utf8')
    if (!/\.\.\.[{[]/.test(text)) continue
    const source = parse(path, text)
    const visit = (node: ts.Node) => {
      const isSpread =
        ts.isSpreadAssignment(node) ||
        ts.isJsxSpreadAttribute(node) ||
        (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent))
      if (
        isSpread &&
        (ts.isObjectLiteralExpression(node.expression) ||
          ts.isArrayLiteralExpression(node.expression))
      )
        faults.push(`${path}: ${node.getText(source)}`)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return faults
}

/** The name of a function, or of the variable or call that takes it. */
function nameOf(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at && !ts.isSourceFile(at); at = at.parent) {
    const { name } = at as { name?: ts.Node }
    if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) return name.text
  }
  return 'default'
}

function specifierOf(node: ts.Node): string | undefined {
  const named =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
        ? node.argument.literal
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined
  return named && ts.isStringLiteral(named) ? named.text : undefined
}

/** Groups of files that import each other in a circle, for types alone too (Tarjan’s walk). */
export function cyclesOf(files: SourceFile[]): string[][] {
  const imports = new Map(files.map(({ path, imports }) => [path, imports]))
  const order = new Map<string, number>()
  const path: string[] = []
  const groups: string[][] = []
  /** The earliest file on the path that can be reached from this one. */
  const walk = (file: string): number => {
    const own = order.size
    order.set(file, own)
    path.push(file)
    let first = own
    for (const next of imports.get(file) ?? [])
      if (!order.has(next)) first = Math.min(first, walk(next))
      else if (path.includes(next)) first = Math.min(first, order.get(next) ?? first)
    if (first < own) return first
    const group = path.splice(path.indexOf(file))
    if (group.length > 1 || imports.get(file)?.includes(file)) groups.push(group)
    return first
  }
  for (const file of imports.keys()) if (!order.has(file)) walk(file)
  return groups
}

/** `path name` of every function that is too long. */
export const longFunctions = (files: SourceFile[]) =>
  files.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines }) => lines > longestFunction)
      .map(({ name, lines }) => ({ at: `${path} ${name}`, lines })),
  )

export function summary(files: SourceFile[]) {
  const sizes = files.map(({ lines }) => lines).toSorted((a, b) => a - b)
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
  return {
    files: files.length,
    lines: sum(sizes),
    median: sizes[Math.floor(sizes.length / 2)] ?? 0,
    longest: sizes.at(-1) ?? 0,
    casts: sum(files.map(({ casts }) => casts)),
    functions: sum(files.map(({ functions }) => functions.length)),
    'functions over 70 lines': longFunctions(files).length,
    'circles of imports': cyclesOf(files).length,
  }
}

if (import.meta.main) {
  const files = measure()
  console.table(summary(files))
  const folders = Map.groupBy(files, ({ path }) =>
    path
      .split('/')
      .slice(0, path.startsWith('src/') ? 2 : 1)
      .join('/'),
  )
  console.table(
    Object.fromEntries(
      [...folders].map(([folder, all]) => {
        const { files, lines, median, casts } = summary(all)
        return [/\.ts$/.test(folder) ? folder : `${folder}/`, { files, lines, median, casts }]
      }),
    ),
  )
  for (const { at, lines } of longFunctions(files).toSorted((a, b) => b.lines - a.lines))
    console.log(lines, at)
  for (const cycle of cyclesOf(files)) console.log(cycle.join(' ↔ '))
}
