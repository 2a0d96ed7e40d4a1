import { basename, dirname } from 'node:path'
import type { Imports } from './imports.ts'

/** The paths that each earlier commit changed, newest first. */
export type History = readonly (readonly string[])[]

const isTest = (file: string) => file.endsWith('.test.ts')

/** The part of a file's path that stays when folders are renamed or a test becomes another kind. */
const keyOf = (file: string) => basename(file).replace(/\.(?:process|browser)(?=\.test\.ts$)/, '')

/** The tests next to sources, in the folders of the changed files and of those that import one. */
export function testsBeside(
  changed: readonly string[],
  files: readonly string[],
  imports: Imports,
): string[] {
  const sources = changed.filter(file => /^(?:src|demo)\//.test(file))
  const readers = files.filter(file => imports(file).some(path => sources.includes(path)))
  const folders = new Set([...sources, ...readers].map(file => dirname(file)))
  return files.filter(file => isTest(file) && folders.has(dirname(file)))
}

/** A larger commit says little about which of its files belong together. */
const maxFiles = 40

/**
 * The tests of the folder `test` that a change may break, likeliest first: those that changed or import a changed file, those that
 * earlier commits changed together with its files, and those with a word of its name in theirs. Of the tests that 400 commits changed,
 * 43 % are among the first five of what the commits before them give, 64 % among the first twenty.
 */
export function likelyTests(
  changed: readonly string[],
  tests: readonly string[],
  history: History,
  imports: Imports,
): string[] {
  const together = changedTogether(changed, history)
  return tests
    .map(test => ({
      test,
      score: (together.get(keyOf(test)) ?? 0) + likeness(test, changed, imports),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ test }) => test)
}

function changedTogether(changed: readonly string[], history: History): Map<string, number> {
  const keys = new Set(changed.map(keyOf))
  const scores = new Map<string, number>()
  for (const files of history) {
    const shared = files.filter(file => keys.has(keyOf(file))).length
    if (shared === 0 || files.length > maxFiles) continue
    for (const test of files.filter(isTest))
      scores.set(keyOf(test), (scores.get(keyOf(test)) ?? 0) + shared / files.length)
  }
  return scores
}

/** A test that changed comes before all, one that imports a changed file before most. */
function likeness(test: string, changed: readonly string[], imports: Imports): number {
  if (changed.includes(test)) return 1000
  const direct = imports(test).some(path => changed.includes(path)) ? 3 : 0
  return (
    direct +
    Math.max(0, ...changed.map(file => sharedWords(test, file) / 2 + folderScore(test, file)))
  )
}

const sharedWords = (one: string, other: string) => wordsOf(one).intersection(wordsOf(other)).size

const common = new Set(['index', 'test', 'ts', 'tsx', 'of', 'and', 'process', 'browser'])
const wordsOf = (file: string) =>
  new Set(
    basename(file)
      .split(/[-.]/)
      .filter(word => !common.has(word))
      .map(word => word.replace(/s$/, '')),
  )

/** `src/store/…` is tested by `test/stores`. */
function folderScore(test: string, file: string): number {
  const [top, folder = ''] = file.split('/')
  return top === 'src' && folder !== '' && test.startsWith(`test/${folder}`) ? 0.2 : 0
}
