// Runs as a process of its own and of low priority, so that a backup takes little from those who read: makes the backup that standard
// input describes, and writes what came of it to standard output, as JSON.
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { BackupError } from './backup.ts'
import { createBackup } from './backups.ts'
import { keyOf, placeOf } from './place.ts'
import type { BackupSettings, MadeBackup } from './separate.ts'

setPriority(10)
const settings: BackupSettings = JSON.parse(await text(process.stdin))

async function made(): Promise<MadeBackup> {
  try {
    const { backup, removed } = await createBackup({
      source: settings,
      place: await placeOf(settings),
      key: keyOf(settings),
      keep: settings.backupKeep,
      date: new Date(),
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

process.stdout.write(JSON.stringify(await made()))
