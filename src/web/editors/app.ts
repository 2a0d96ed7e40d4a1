import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runNode } from '../../common/index.ts'
import type { Content } from '../shell/page.ts'
import { appFolders, cache, root } from './app-folders.ts'

/** The built app for editors: the files that its pages load, and `map` those with a map, by file name in its folder. */
type App = { folder: string; script: string; map: string; styles: string[]; files: string[] }

/**
 * The app for editors as it was built from the source that runs, in the first of its folders that has it. Requests never build it:
 * that takes a process some seconds.
 */
export function openApp(foldersFor: (dataFolder?: string) => string[], run = runNode) {
  let app: App | undefined
  let building: Promise<void> | undefined
  let hasFailed = false

  async function build(folders: string[], isAwaited: boolean): Promise<void> {
    if (await builtIn(folders)) return
    const folder = folders.find(isWritable) ?? folders.at(-1) ?? cache
    hasFailed = false
    try {
      const program = join(root, 'src/admin/prepare.ts')
      const { code, err } = await run([program, folder], { cwd: root, maxOutput: 2000, isAwaited })
        .ended
      if (code !== 0) throw new Error(err)
      removeOldBuilds(folder)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  return {
    async appFor(dataFolder: string): Promise<App | { missing: 'building' | 'failed' }> {
      app ??= await builtIn(foldersFor(dataFolder))
      return app ?? { missing: hasFailed ? 'failed' : 'building' }
    },

    /** Builds it where it is not built yet: at installation, else when a service starts. Rejects with the output of the build. */
    async prepareApp(dataFolder?: string): Promise<void> {
      building ??= build(foldersFor(dataFolder), dataFolder === undefined).finally(() => {
        building = undefined
      })
      await building
    },

    async appFile(name: string, dataFolder: string): Promise<Content | undefined> {
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
        body,
        encoded: { br: [br], gzip: [gzip] },
      }
    },
  }
}

export const { appFor, prepareApp, appFile } = openApp(appFolders)

async function builtIn(folders: string[]): Promise<App | undefined> {
  for (const folder of folders) {
    const json = await readFile(join(folder, 'app.json'), 'utf8').catch(() => undefined)
    if (!json) continue
    const built: Omit<App, 'folder'> = JSON.parse(json)
    return { folder, ...built }
  }
  return undefined
}

/** The build of the version before stays: during an update its process may still serve it. */
export function removeOldBuilds(folder: string) {
  const beside = join(folder, '..')
  const builds = readdirSync(beside)
    .filter(name => /^admin-[\da-f]{16}$/.test(name))
    .map(name => ({ path: join(beside, name), time: statSync(join(beside, name)).mtimeMs }))
    .toSorted((a, b) => b.time - a.time)
  for (const { path } of builds.slice(2))
    if (path !== folder) rmSync(path, { recursive: true, force: true })
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
