import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')
export const cache = join(root, 'node_modules/.cache/almanac')

/** Where the app for editors is looked for and built: next to the packages, or where those cannot be written to, with the data. */
export const appFolders = (dataFolder?: string) => [
  folderIn(cache),
  ...(dataFolder === undefined ? [] : [folderIn(join(dataFolder, 'cache'))]),
]

const folderIn = (folder: string) => join(folder, `admin-${sourceKey()}`)

let key: string | undefined

/** Stands for all that the app is built from. */
function sourceKey(): string {
  key ??= keyOf(sources.flatMap(filesIn))
  return key
}

const sources = ['admin', 'define', 'resources', 'sdk', 'web/client', 'web/map']

const filesIn = (folder: string) =>
  readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(ts|tsx|css)$/.test(path))
    .map(path => join('src', folder, path))

function keyOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of [...paths.toSorted(), 'package.json'])
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}
