// Runs as a process of its own and of low priority, so that a backup takes little from those who read: makes the backup that standard
// input describes, and writes what came of it to standard output, as JSON.
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { BackupError } from './backup.ts'
import { createBackup, findBackup } from './backups.ts'
import { backupFolderOf, keyOf, placeOf } from './place.ts'
import type { BackupResult, BackupSettings, BackupTask } from './separate.ts'
import { verifyBackup } from './verify.ts'

setPriority(10)
const settings: BackupSettings & BackupTask = JSON.parse(await text(process.stdin))

async function run(): Promise<BackupResult> {
  try {
    const place = await placeOf(settings)
    const key = keyOf(settings)
    if (settings.verify !== undefined) {
      const { backup } = await findBackup(settings.verify, place)
      const work = place.folder ?? backupFolderOf(settings)
      const [damage] = await verifyBackup(backup, place, { key, work, progress() {} })
      const problem = damage && `${damage.file}: ${damage.reason}`
      return { name: backup.name, bytes: backup.bytes, removed: [], problem }
    }
    const { backup, removed } = await createBackup({
      source: settings,
      place,
      key,
      keep: settings.backupKeep,
      date: settings.at === undefined ? new Date() : new Date(settings.at * 1000),
      progress() {},
    })
    return { name: backup.name, bytes: backup.packed?.size ?? backup.bytes, removed }
  } catch (error) {
    const params = error instanceof BackupError ? error.params : {}
    return {
      code: codeOf(error),
      reason: error instanceof Error ? error.message : String(error),
      params,
    }
  }
}

const codeOf = (error: unknown) => (error instanceof BackupError ? error.code : '')

process.stdout.write(JSON.stringify(await run()))
