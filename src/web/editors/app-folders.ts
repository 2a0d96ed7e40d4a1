import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '../../define/base/objects.ts'

export const root = join(import.meta.dirname, '../../..')
export const cache = join(root, 'node_modules/.cache/almanac')

/** Where the app for editors is looked for and built: next to the packages, or where those cannot be written to, with the data. */
export const appFolders = (dataFolder?: string) => [
  folderIn(cache),
  ...(dataFolder === undefined ? [] : [folderIn(join(dataFolder, 'cache'))]),
]

const folderIn = (folder: string) => join(folder, `admin-${sourceKey()}`)

/** Stands for all that the app is built from. */
const sourceKey = once(() => {
  const hash = createHash('sha256')
  for (const path of [...sources.flatMap(filesIn).toSorted(), 'package.json'])
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
})

const sources = ['admin', 'define', 'resources', 'sdk', 'web/client', 'web/map']

const filesIn = (folder: string) =>
  readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(ts|tsx|css)$/.test(path))
    .map(path => join('src', folder, path))
