import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Settings } from '../config/index.ts'
import { codeOf } from '../define/base/objects.ts'
import { sync } from '../outside/index.ts'
import type { BackupPlace, PlaceSettings } from './backup.ts'

/** The key that encrypts backups; undefined: they are not encrypted. */
export const keyOf = ({ backupKey }: Pick<Settings, 'backupKey'>): Buffer | undefined =>
  backupKey ? Buffer.from(backupKey, 'base64') : undefined

/** The folder of backups, if it is no bucket. */
export const backupFolderOf = ({ dataFolder, backupFolder }: PlaceSettings) =>
  backupFolder || join(dataFolder, 'backups')

/** The place that the settings name, or a folder in its stead. */
export async function placeOf(settings: PlaceSettings, folder?: string): Promise<BackupPlace> {
  if (folder !== undefined || !settings.backupStore)
    return folderPlace(folder ?? backupFolderOf(settings))
  return (await import('./bucket-place.ts')).bucketPlace(settings)
}

export function folderPlace(folder: string): BackupPlace {
  return {
    title: folder,
    folder,
    names: () => readdir(folder).catch(noneIfAbsent),
    async read(name) {
      const stream = createReadStream(join(folder, name))
      return new Promise((resolve, reject) => {
        stream.once('ready', () => resolve(stream))
        stream.once('error', error =>
          codeOf(error) === 'ENOENT' ? resolve(undefined) : reject(error),
        )
      })
    },
    async write(name, stream, signal) {
      const draft = join(folder, `.${name}.part`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        const file = createWriteStream(draft, { mode: 0o600 })
        await pipeline(Readable.from(stream, { objectMode: false }), file, { signal })
        await sync(draft)
        await rename(draft, join(folder, name))
        await sync(folder)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    remove: name => rm(join(folder, name), { recursive: true, force: true }),
  }
}

function noneIfAbsent(error: unknown): string[] {
  if (codeOf(error) !== 'ENOENT') throw error
  return []
}
