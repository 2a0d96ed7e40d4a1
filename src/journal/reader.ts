import type { JournalEntry, Store } from '../store/store.ts'
import { isPruned } from './retention.ts'

const batch = 500

/** Readers of the change log that may lag behind. */
export type Reading = {
  /** Its place is stored under this name, and outlives the process; without a name it begins at the present. */
  name?: string
  /** Takes in lines, in order. The next ones come once it is done; after an error, or a crash, the same ones come again. */
  read(entries: readonly JournalEntry[]): Promise<void>
  /** Lines that it had not read are past the retention and gone: what it made of them must be made again. */
  missed(): Promise<void>
  failed(error: unknown): void
  /** Milliseconds until it is tried again after an error. */
  pause?: number
}

/**
 * Reads the journal from a place of its own, at its own pace. Nobody waits for it: who writes only says, through
 * `changes.subscribe(wake)`, that there is something new.
 */
export async function openJournalReader(
  store: Pick<Store, 'journal' | 'lastSeq' | 'note' | 'write'>,
  { name, read, missed, failed, pause = 5000 }: Reading,
) {
  const place = await openPlace(store, name)
  let isRunning = false
  let isNews = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  async function readOn() {
    const entries = await store.journal(place.at, batch)
    const last = entries.at(-1)
    if (!last || isStopped) return false
    if (await isPruned(store, place.at)) await missed()
    await read(entries)
    await place.moveTo(last.seq)
    return true
  }

  async function run() {
    try {
      while (isNews) {
        isNews = false
        while (await readOn());
      }
    } catch (error) {
      if (isStopped) return
      failed(error)
      retry = setTimeout(wake, pause).unref()
    } finally {
      isRunning = false
    }
  }

  function wake() {
    isNews = true
    if (isRunning || isStopped) return
    isRunning = true
    clearTimeout(retry)
    setImmediate(run)
  }

  wake()
  return {
    wake,
    /** The position of the last line that it has taken in. */
    get place() {
      return place.at
    },
    stop() {
      isStopped = true
      clearTimeout(retry)
    },
  }
}

/** The position of the last line that was taken in; under a name it is stored. */
async function openPlace(
  store: Pick<Store, 'lastSeq' | 'note' | 'write'>,
  name: string | undefined,
) {
  const key = `journal-reader ${name}`
  const stored = name ? await store.note(key) : undefined
  let at = stored === undefined ? await store.lastSeq() : Number(stored)
  async function moveTo(seq: number) {
    at = seq
    if (name) await store.write(tx => tx.setNote(key, String(seq)))
  }
  if (stored === undefined) await moveTo(at)
  return {
    get at() {
      return at
    },
    moveTo,
  }
}
