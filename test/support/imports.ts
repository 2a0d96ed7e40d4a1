import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
