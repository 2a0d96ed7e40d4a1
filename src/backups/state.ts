import { isObject } from '../define/base/objects.ts'
import type { Store } from '../store/index.ts'

/** The note in the database about the backups that the service makes. Times are Unix seconds. */
export type BackupState = {
  last?: { at: number; name: string; bytes: number; seconds: number }
  /** Since the last one that went well. */
  failure?: { at: number; count: number; reason: string }
  /** The last one that was verified by itself. */
  verified?: { at: number; name: string; problem?: string | undefined }
  /** The process that makes one, and until when the others leave it to it (real time). */
  claim?: { by: string; until: number }
}

const note = 'backup-state'

type Notes = Pick<Store, 'note'>

export const readBackupState = async (store: Notes): Promise<BackupState> =>
  stateIn(await store.note(note))

function stateIn(written: string | undefined): BackupState {
  const value: unknown = written === undefined ? {} : JSON.parse(written)
  return isObject(value) ? value : {}
}

/** Changes what is noted; `undefined` from the change leaves it. The notes of two processes come one after another. */
export const changeBackupState = (
  store: Pick<Store, 'write'>,
  change: (state: BackupState) => BackupState | undefined,
): Promise<boolean> =>
  store.write(async tx => {
    const next = change(stateIn(await tx.note(note)))
    if (next) await tx.setNote(note, JSON.stringify(next))
    return next !== undefined
  })

const hour = 3600
/** Seconds until a backup that failed is tried again: five minutes, then twice as long each time. */
const waits = { first: 300, max: 6 * hour }

/** True if a backup is due. A backup that was missed while nothing ran is made up for. */
export function isBackupDue({ last, failure }: BackupState, every: number, now: number): boolean {
  if (every <= 0) return false
  // a clock that was set back must not put backups off
  const age = last ? now - last.at : Number.POSITIVE_INFINITY
  if (age >= 0 && age < every * hour) return false
  if (!failure) return true
  const wait = Math.min(waits.first * 2 ** (failure.count - 1), waits.max, every * hour)
  return Math.abs(now - failure.at) >= wait
}
