import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A test of `test` that a change may break; the smaller its ranks, one after the other, the more directly. */
export type Reached = { test: string; ranks: number[] }

/** The files that a file runs, by the paths of its imports; types run nothing. */
export type Imports = (file: string) => readonly string[]

const paths =
  /(?:^|\n)(?:(?:import|export) (?!type )[\w\s{},*$]*?from |import )'(\.[^']+)'|import\('(\.[^']+)'\)/g

/** The imports of a file of the repository; of one that is gone, none. */
export const importsOf: Imports = file => {
  try {
    return [...readFileSync(file, 'utf8').matchAll(paths)].map(([, path, later]) =>
      join(dirname(file), path ?? later ?? ''),
    )
  } catch {
    return []
  }
}

export const testFiles = () => globSync('test/**/*.test.ts').toSorted()

/** Tests that run what lies in another folder than theirs, which no import says. */
const testFolders: Record<string, string> = { docs: 'house', bin: 'cli' }

/** `src/store/…` is tested by `test/stores`, `docs` by `test/house`. */
function isOfFolder(test: string, changed: string): boolean {
  const [top = '', second = ''] = changed.split('/')
  const folder = testFolders[top] ?? (top === 'src' ? second : '')
  return folder !== '' && test.startsWith(`test/${folder}`)
}

const common = ['index', 'test', 'ts', 'tsx', 'of', 'and']
const wordsOf = (file: string) =>
  new Set(
    basename(file)
      .split(/[-.]/)
      .filter(word => !common.includes(word))
      .map(word => word.replace(/s$/, '')),
  )

/** These start a browser or processes, which takes long. */
const slow = ['test/support/browser.ts', 'test/support/process.ts', 'test/support/postgres.ts']

/**
 * The tests that reach a changed file, most direct first: those that changed, then those that import a changed file, those with a
 * word of its name in theirs, those of its folder, and last those that reach it through others. Of equals, quick ones come first.
 */
export function testsFor(
  changed: readonly string[],
  tests: readonly string[] = testFiles(),
  imports: Imports = importsOf,
): Reached[] {
  const cached = new Map<string, readonly string[]>()
  const importsFrom = (file: string) => {
    const results = cached.get(file) ?? imports(file)
    cached.set(file, results)
    return results
  }
  return tests
    .flatMap(test => {
      const distances = distancesFrom(test, importsFrom)
      const reached = changed.filter(file => distances.has(file) || isOfFolder(test, file))
      if (reached.length === 0) return []
      const distance = Math.min(...reached.map(file => distances.get(file) ?? Number.MAX_VALUE))
      const words = reached.map(file => [...wordsOf(file).intersection(wordsOf(test))].length)
      const ranks = [
        Math.min(distance, 2),
        -Math.max(...words),
        reached.some(file => isOfFolder(test, file)) ? 0 : 1,
        slow.some(file => distances.has(file)) ? 1 : 0,
        distance,
      ]
      return [{ test, ranks }]
    })
    .toSorted(byRanks)
}

/** The number of imports that lead from a file to each that it runs. */
function distancesFrom(file: string, imports: Imports): Map<string, number> {
  const distances = new Map([[file, 0]])
  for (const [at, distance] of distances)
    for (const next of imports(at)) if (!distances.has(next)) distances.set(next, distance + 1)
  return distances
}

function byRanks(one: Reached, other: Reached): number {
  const differences = one.ranks.map((rank, at) => rank - (other.ranks[at] ?? 0))
  return differences.find(difference => difference !== 0) ?? 0
}
