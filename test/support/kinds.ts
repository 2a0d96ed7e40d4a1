import { existsSync, globSync, readFileSync } from 'node:fs'
import { dearFiles } from './dear-files.ts'
import { type Imports, importsOf } from './imports.ts'

/** The kinds of test files, in the order of a run's report. A file's name says its kind, by the rule of `kindByImports`. */
export const kinds = ['in-process', 'process', 'browser', 'postgres'] as const

/** `postgres` is no kind of file: it runs files of the others once more, on PostgreSQL. */
export type Kind = (typeof kinds)[number]

export const isKind = (word: string): word is Kind => (kinds as readonly string[]).includes(word)

/** The kind that the name of a test file says: `x.test.ts`, `x.process.test.ts`, `x.browser.test.ts`. */
export function kindOf(file: string): Kind {
  const [, kind] = /\.(process|browser)\.test\.ts$/.exec(file) ?? []
  return kind === 'process' || kind === 'browser' ? kind : 'in-process'
}

const startsProcesses = /from '(?:node:)?(?:child_process|worker_threads|cluster)'/

/** The files that a test file runs, itself or through others, but sources. */
export function filesOf(file: string, imports: Imports = importsOf): Set<string> {
  const seen = new Set([file])
  for (const at of seen)
    for (const next of imports(at)) if (!next.startsWith('src/')) seen.add(next)
  return seen
}

const ownProcess = 'test/support/own-process.ts'

/** The kind of a test file by what it imports, itself or through other files than sources. */
export function kindByImports(file: string, imports: Imports = importsOf): Kind {
  const seen = filesOf(file, imports)
  if (seen.has('test/support/browser.ts')) return 'browser'
  const needsOwn =
    seen.has(ownProcess) ||
    [...seen].some(at => existsSync(at) && startsProcesses.test(readFileSync(at, 'utf8')))
  return needsOwn ? 'process' : 'in-process'
}

/** True of a module that waits when it is loaded: what it starts would be there before the files ahead of it have ended. */
export const waitsAtLoad = (file: string): boolean =>
  /^(?:\S[^(=\n]*=\s+[([]*)?await |^for await /m.test(readFileSync(file, 'utf8'))

/** True if a test file may run in a process with others. */
export const sharesProcess = (file: string): boolean =>
  kindOf(file) === 'in-process' ||
  !(dearFiles[file] || waitsAtLoad(file) || filesOf(file).has(ownProcess))

export const allTestFiles = (): string[] => globSync('{src,demo,test}/**/*.test.ts').toSorted()

/** True if a test file depends on the engine: it says so below its imports, with the reason. */
export const isForPostgres = (file: string): boolean =>
  /^\/\/ On PostgreSQL too: ./m.test(readFileSync(file, 'utf8'))

/** The test file whose tests a file has: they may stand in one that it alone imports. */
export function testFileOf(path: string): string {
  if (path.endsWith('.test.ts')) return path
  const [only, ...others] = allTestFiles().filter(file => filesOf(file).has(path))
  return only === undefined || others.length > 0 ? path : only
}
