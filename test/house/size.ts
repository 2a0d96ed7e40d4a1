import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Measures the code that runs: `src` and `bin`, without tests. `npm run house:size` prints it. */

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export const longestFile = 400
export const longestFunction = 70

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
  const text = readFileSync(join(root, path), 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const measured: SourceFile = {
    path,
    lines: text.split('\n').length - 1,
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
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
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

/** Groups of files that import each other in a circle, for types alone too. */
export function cyclesOf(files: SourceFile[]): string[][] {
  const reached = new Map(files.map(({ path, imports }) => [path, new Set(imports)]))
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    for (const all of reached.values()) {
      const before = all.size
      for (const path of [...all]) for (const next of reached.get(path) ?? []) all.add(next)
      isGrowing ||= all.size > before
    }
  }
  const inCircle = files.map(({ path }) => path).filter(path => reached.get(path)?.has(path))
  const groups = inCircle.map(path =>
    inCircle.filter(other => reached.get(path)?.has(other) && reached.get(other)?.has(path)),
  )
  return [...new Map(groups.map(group => [group.join(' '), group])).values()]
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
