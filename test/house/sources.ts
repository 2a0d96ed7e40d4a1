import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import ts from 'typescript'

export const root = new URL('../../', import.meta.url).pathname

const parsed = new Map<string, ts.SourceFile>()

/** A file of the program, by its path from the root: parsed once for all tests of a process. */
export function sourceOf(path: string): ts.SourceFile {
  const file = resolve(root, path)
  const source = parsed.get(file) ?? parse(file, readFileSync(file, 'utf8'))
  parsed.set(file, source)
  return source
}

export const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    {
      languageVersion: ts.ScriptTarget.ESNext,
      impliedNodeFormat: ts.ModuleKind.ESNext,
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    },
    true,
  )

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  skipLibCheck: true,
  noLib: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
}

/** Files that import each other, without the packages that they import. */
export function programOf(
  files: readonly string[],
  get = sourceOf,
  exists: (path: string) => boolean = existsSync,
): ts.Program {
  const resolved = (name: string, from: string) => {
    const path = join(dirname(from), name)
    return name.startsWith('.') && /\.tsx?$/.test(name) && exists(path)
      ? { resolvedFileName: path, extension: extname(path) }
      : undefined
  }
  return ts.createProgram(files, options, {
    ...ts.createCompilerHost(options),
    fileExists: exists,
    getSourceFile: name => (exists(name) ? get(name) : undefined),
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text }) => ({ resolvedModule: resolved(text, from) })),
  })
}
