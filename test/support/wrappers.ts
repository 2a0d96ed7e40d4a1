import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { filesOf } from './kinds.ts'

type GroupOptions = {
  /** The database on PostgreSQL that the tests use copies of. */
  template?: string | undefined
  filesPerGroup?: number
  name?: string
}

/** Some 15 s of processor time, so that no processor is left alone with a group at the end. */
const usualSize = 16

const urlOf = (file: string) => JSON.stringify(pathToFileURL(resolve(file)).href)
const support = (name: string) => urlOf(join(import.meta.dirname, name))

/** A file that a process runs, and the files of tests in it. */
export type Wrapper = { path: string; files: readonly string[] }

/**
 * Writes files that run several files of tests each, one after the other in one process: for a small one, loading the service takes
 * longer than its tests. Each is a suite of its own, so its hooks are its own too.
 */
export function writeGroups(
  files: readonly string[],
  folder: string,
  { template, filesPerGroup = usualSize, name = 'group' }: GroupOptions = {},
): Wrapper[] {
  const groups: Wrapper[] = []
  for (let at = 0; at < files.length; at += filesPerGroup) {
    const some = files.slice(at, at + filesPerGroup)
    const suites = some.map(
      file => `suiteOf(${JSON.stringify(file)}, () => import(${urlOf(file)}))\n`,
    )
    const text = beginning(folder, template) + withHooks(some) + suites.join('')
    groups.push({
      path: write(join(folder, `${name}-${groups.length + 1}.mjs`), text),
      files: some,
    })
  }
  return groups
}

/** An import in a text that a test has is of no file. */
const hasHooks = (file: string) => existsSync(file) && /^after\(/m.test(readFileSync(file, 'utf8'))

/**
 * Modules that files of a group share and that end what they started, such as a browser: loaded before any suite opens, they do that once,
 * after the last file.
 */
function withHooks(files: readonly string[]): string {
  const modules = new Set(files.flatMap(file => [...filesOf(file)]))
  return [...modules]
    .filter(file => !file.endsWith('.test.ts') && hasHooks(file))
    .map(file => `import ${urlOf(file)}\n`)
    .join('')
}

/** Writes a file that runs one file of tests on PostgreSQL in a process of its own. */
export const writeOnPostgres = (
  file: string,
  folder: string,
  template: string,
  at: number,
): Wrapper => ({
  path: write(
    join(folder, `postgres-${at}.mjs`),
    `${beginning(folder, template)}await import(${urlOf(file)})\n`,
  ),
  files: [file],
})

/** The engine is set before a module reads it, and the one module that waits at its top level is loaded before any suite opens. */
function beginning(folder: string, template?: string): string {
  const engine = template ? [write(join(folder, 'engine.mjs'), engineText(template))] : []
  const modules = [...engine.map(urlOf), support('../../src/define/time/zone.ts')]
  return `${modules.map(url => `import ${url}\n`).join('')}import { suiteOf } from ${support('costs.ts')}\n`
}

const engineText = (template: string) =>
  `process.env.ALMANAC_TEST_POSTGRES = ${JSON.stringify(template)}\n`

function write(path: string, text: string): string {
  writeFileSync(path, text)
  return path
}
