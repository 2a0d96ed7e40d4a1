import { stat, statfs } from 'node:fs/promises'
import { backupFolderOf, folderPlace, listBackups } from '../backups/index.ts'
import { readBackupState } from '../backups/state.ts'
import type { Settings } from '../config/index.ts'
import type { openDataFolder } from '../data/index.ts'
import { databaseIn } from '../outside/data-folder.ts'

// The measurements that metrics and the status screen share.

type Opened = Awaited<ReturnType<typeof openDataFolder>>
type Stored = { database: Pick<Opened['database'], 'isFile'>; settings: Settings }

/** Bytes of the disk of the data folder. */
export async function diskOf({ dataFolder }: Settings) {
  const { bavail, blocks, bsize } = await statfs(dataFolder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Bytes of the SQLite database with its log; undefined: another machine has it, or it cannot be read. */
export async function databaseBytes({ database, settings }: Stored): Promise<number | undefined> {
  if (!database.isFile) return undefined
  const file = databaseIn(settings.dataFolder)
  const [bytes, logBytes] = await Promise.all(
    ['', '-wal'].map(async end => (await stat(`${file}${end}`).catch(() => undefined))?.size),
  )
  return bytes === undefined ? undefined : bytes + (logBytes ?? 0)
}

/** Unix seconds at which the newest backup was created, in the folder of backups or by the service; undefined: there is none. */
export async function newestBackup({
  engine,
  settings,
}: Pick<Opened, 'engine' | 'settings'>): Promise<number | undefined> {
  const { last } = await readBackupState(engine)
  const [newest] = settings.backupStore
    ? []
    : await listBackups(folderPlace(backupFolderOf(settings))).catch(() => [])
  const times = [last?.at ?? 0, newest ? Date.parse(newest.created) / 1000 : 0]
  return Math.max(...times) || undefined
}

/** The line of the change log up to which this process is current, and its lag in lines; undefined while it is not notified of writes. */
export async function journalOf({ changes, engine }: Pick<Opened, 'changes' | 'engine'>) {
  if (changes.isDisconnected) return undefined
  const position = Math.floor(changes.seq)
  return { position, behind: Math.max(0, (await engine.lastSeq()) - position) }
}
