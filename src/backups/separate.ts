import { fileURLToPath } from 'node:url'
import { runNode } from '../common/index.ts'
import type { Settings } from '../config/index.ts'

const names = [
  'dataFolder',
  'databaseUrl',
  'imageStore',
  'backupFolder',
  'backupStore',
  'backupKeep',
  'backupKey',
] as const satisfies (keyof Settings)[]
export type BackupSettings = Pick<Settings, (typeof names)[number]>

/** Creates a backup named after `at` (Unix seconds, by default the current time), or verifies the backup with this name. */
export type BackupTask = { verify?: string | undefined; at?: number }

/** The result of a task; `problem`: the fault of the backup that was verified. */
export type BackupResult =
  | { name: string; bytes: number; removed: string[]; problem?: string | undefined }
  | { code: string; reason: string; params: Record<string, string | number> }

const program = fileURLToPath(new URL('./program.ts', import.meta.url))
/** Limit of the output that is read from the process, in characters. */
const maxOutput = 100_000

/** Makes a backup in a process of its own, verifies it, and removes old ones. `stop` ends it; the next one clears up after it. */
export function backupSeparately(settings: BackupSettings, task: BackupTask = {}, run = runNode) {
  const { ended, stop } = run(['--max-old-space-size=256', program], {
    maxOutput,
    // in no list of processes
    input: JSON.stringify({ ...only(settings), ...task }),
  })
  return {
    stop,
    result: ended.then(({ out, err }): BackupResult => {
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
