import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, globSync, mkdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content } from '../page.ts'

/** The built app for editors: what its pages load, by file name in its folder. */
type App = { folder: string; script: string; styles: string[]; files: string[] }

const root = join(import.meta.dirname, '../../..')
const cache = join(root, 'node_modules/.cache/almanac')

let app: App | undefined
let failure: string | undefined
let building: Promise<void> | undefined

/**
 * The app as it was built from the source that runs: at installation, else now, by a process of its own. Meanwhile `building`;
 * `failure` says why there is none.
 */
export async function appFor(dataFolder: string): Promise<App | 'building' | { failure: string }> {
  app ??= await builtIn(foldersFor(dataFolder))
  if (app) return app
  if (failure !== undefined) return { failure }
  if (!building)
    building = build(foldersFor(dataFolder)).finally(() => {
      building = undefined
    })
  return 'building'
}

/** Builds it where it is not built yet: what the installation does. */
export async function prepareApp(): Promise<void> {
  if (!(await builtIn([folderIn(cache)]))) await build([folderIn(cache)])
}

export async function appFile(name: string, dataFolder: string): Promise<Content | undefined> {
  app ??= await builtIn(foldersFor(dataFolder))
  if (!app?.files.includes(name)) return undefined
  const file = join(app.folder, name)
  const [body, br, gzip] = await Promise.all(
    [file, `${file}.br`, `${file}.gz`].map(path => readFile(path)),
  )
  if (!body || !br || !gzip) return undefined
  return {
    type: name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    ...{ body, encoded: { br: [br], gzip: [gzip] } },
  }
}

/** Beside the packages, or where those may not be written to, with the data. */
const foldersFor = (dataFolder: string) => [folderIn(cache), folderIn(join(dataFolder, 'cache'))]
const folderIn = (folder: string) => join(folder, `admin-${sourceKey()}`)

let key: string | undefined

/** Stands for all that the app is built from. */
function sourceKey(): string {
  key ??= keyOf(
    globSync('src/{admin,define,resources,sdk,web/client,web/map}/**/*.{ts,tsx,css}', {
      cwd: root,
    }),
  )
  return key
}

function keyOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of [...paths.toSorted(), 'package.json'])
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

async function builtIn(folders: string[]): Promise<App | undefined> {
  for (const folder of folders) {
    const told = await readFile(join(folder, 'app.json'), 'utf8').catch(() => undefined)
    if (!told) continue
    const built: Omit<App, 'folder'> = JSON.parse(told)
    return { folder, ...built }
  }
  return undefined
}

async function build(folders: string[]): Promise<void> {
  const folder = folders.find(isWritable) ?? folders.at(-1) ?? cache
  const said: Buffer[] = []
  const child = spawn(process.execPath, [join(root, 'src/admin/prepare.ts'), folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', part => said.push(part))
  const code = await new Promise<number | null>(resolve => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  if (code !== 0) failure = Buffer.concat(said).toString().slice(0, 2000)
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(join(folder, '..'), { recursive: true })
    accessSync(join(folder, '..'), constants.W_OK)
    return true
  } catch {
    return false
  }
}
