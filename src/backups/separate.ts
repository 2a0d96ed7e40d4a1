import { fileURLToPath } from 'node:url'
import { runNode } from '../common/child-node.ts'
import type { Settings } from '../config/config.ts'

const names = [
  'dataFolder',
  'databaseUrl',
  'imageStore',
  'backupFolder',
  'backupStore',
  'backupStoreEndpoint',
  'backupStoreRegion',
  'backupStoreKey',
  'backupStoreSecret',
  'backupKeep',
  'backupKey',
] as const satisfies (keyof Settings)[]
export type BackupSettings = Pick<Settings, (typeof names)[number]>

/** What is done: a backup is made and named after `at` (Unix seconds; by default the present), or the one of that name is verified. */
export type BackupTask = { verify?: string | undefined; at?: number }

/** What came of it; `problem`: what is wrong with the backup that was verified. */
export type MadeBackup =
  | { name: string; bytes: number; removed: string[]; problem?: string | undefined }
  | { code: string; reason: string; params: Record<string, string | number> }

const program = fileURLToPath(new URL('./program.ts', import.meta.url))
/** Characters of what the process says. */
const longest = 100_000

/** Makes a backup in a process of its own, verifies it, and removes old ones. `stop` ends it; the next one clears up after it. */
export function backupSeparately(settings: BackupSettings, task: BackupTask = {}, run = runNode) {
  const { ended, stop } = run(['--max-old-space-size=256', program], {
    longest,
    // in no list of processes
    input: JSON.stringify({ ...only(settings), ...task }),
  })
  return {
    stop,
    result: ended.then(({ out, err }): MadeBackup => {
      if (out !== '') return JSON.parse(out)
      const lines = err.trim().split('\n')
      const reason = lines.find(line => /Error/.test(line)) ?? lines.at(-1) ?? ''
      return { code: '', reason: reason || 'the process has ended', params: {} }
    }),
  }
}

/** The process gets no other secrets. */
const only = (settings: BackupSettings) =>
  Object.fromEntries(names.map(name => [name, settings[name]]))
