import { rmSync } from 'node:fs'
import type { Language } from '../../../define/text/language.ts'
import type { Statements } from '../statements.ts'
import { type EventTexts, openTrigrams, type Reach, type Trigrams } from './trigram-index.ts'

export type Pace = {
  /** So many events share a transaction: more would keep those who ask waiting, fewer cost more each. */
  batch: number
  /** Changed events wait until they are so many, or so long: a few cost as much as many. Whoever asks looks at them as well. */
  waiting: number
  ms: number
}
const usual: Pace = { batch: 500, waiting: 1000, ms: 10_000 }
/** Further behind than this, it is quicker made again. */
const mostBehind = 200_000
const linesAtOnce = 5000
const mostBytes = 8 * 1024 * 1024
const among = 'id IN (SELECT value FROM json_each(?))'

export type Progress = (done: number, total: number) => void

/** What can be asked now: the trigrams, how far they go, and the events that have changed since. */
export type Indexed = { trigrams: Trigrams; until: number; changed: readonly number[] }

/**
 * Makes the trigrams of all events and follows the journal, a batch at a time. All that is here can be lost: it is made
 * again from the database.
 */
export function openIndexing(
  { row, rows }: Statements,
  file: string,
  progress: Progress = () => {},
  { batch, waiting, ms }: Pace = usual,
) {
  let trigrams: Trigrams | undefined
  let reach: Reach
  /** Events that have changed since, each with the first line that tells of it, in the order of these. */
  const changed = new Map<number, number>()
  let seen = 0
  /** When nothing waited last. */
  let since = 0
  let isDue = false
  let done = 0
  let total = 0

  const lastSeq = () => row<{ seq: number | null }>('SELECT max(seq) AS seq FROM journal')?.seq ?? 0
  const lastEvent = () => row<{ id: number | null }>('SELECT max(id) AS id FROM event')?.id ?? 0
  const lineAt = (seq: number) =>
    JSON.stringify([
      row(`SELECT value FROM note WHERE key = 'form of search'`) ?? null,
      row(
        `SELECT instant, actor, verb, kind, id, language, version, length(detail) FROM journal WHERE seq = ?`,
        seq,
      ) ?? null,
    ])
  const countUntil = (id: number) =>
    row<{ count: number }>('SELECT count(*) AS count FROM event WHERE id <= ?', id)?.count ?? 0

  function open() {
    trigrams = openTrigrams(file)
    const kept = trigrams.reach()
    if (kept && !isOfThisJournal(kept)) {
      discard()
      trigrams = openTrigrams(file)
    }
    reach = trigrams.reach() ?? begin(trigrams)
    seen = reach.seq
    changed.clear()
    if (reach.isWhole) return
    done = countUntil(reach.until)
    total = countUntil(lastEvent())
  }

  const isOfThisJournal = ({ seq, read, line }: Reach) =>
    line === lineAt(read) && lastSeq() - seq < mostBehind && !isPruned(seq)

  /** Are lines after this position gone (`journal/retention.ts`)? */
  const isPruned = (position: number) =>
    Number(
      row<{ value: string }>(`SELECT value FROM note WHERE key = 'journal-pruned'`)?.value ?? 0,
    ) > position

  function begin({ put }: Trigrams): Reach {
    const first = { ...readNow(), seq: lastSeq(), until: 0, isWhole: false }
    put([], [], first)
    return first
  }

  /** Asked after texts were read: they tell of nothing later. */
  function readNow() {
    const read = lastSeq()
    return { read, line: lineAt(read) }
  }

  function close() {
    trigrams?.close()
    trigrams = undefined
  }

  function discard() {
    close()
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
  }

  /** Takes in what the journal tells of events. */
  function look() {
    const last = lastSeq()
    if (seen < last && isPruned(seen))
      throw new Error('The journal was pruned beyond the search index.')
    if (changed.size === 0) since = performance.now()
    for (; seen < last; seen = Math.min(seen + linesAtOnce, last))
      for (const { seq, id } of rows<{ seq: number; id: number }>(
        `SELECT seq, id FROM journal WHERE seq > ? AND seq <= ? AND kind = 'event' ORDER BY seq`,
        seen,
        Math.min(seen + linesAtOnce, last),
      ))
        if (!changed.has(id)) changed.set(id, seq)
    if (changed.size > mostBehind) throw new Error('The search index is too far behind.')
  }

  /** The first of these events, as many as have texts of some megabytes together: one alone may have two. */
  function fitting(ids: number[]): number[] {
    const sizes = new Map(
      rows<{ id: number; size: number }>(
        `SELECT id, sum(octet_length(text)) AS size FROM search WHERE kind = 'event' AND ${among} GROUP BY id`,
        JSON.stringify(ids),
      ).map(({ id, size }) => [id, size]),
    )
    let bytes = 0
    const over = ids.findIndex(id => {
      bytes += sizes.get(id) ?? 0
      return bytes > mostBytes
    })
    return over < 0 ? ids : ids.slice(0, Math.max(1, over))
  }

  function textsOf(ids: number[]): EventTexts[] {
    const events = new Map<number, EventTexts>()
    for (const { id, language, text } of rows<{ id: number; language: Language; text: string }>(
      `SELECT id, language, text FROM search WHERE kind = 'event' AND ${among} ORDER BY id, language, part`,
      JSON.stringify(ids),
    )) {
      const event = events.get(id) ?? { id, texts: {} }
      const before = event.texts[language]
      event.texts[language] = before === undefined ? text : `${before}\n${text}`
      events.set(id, event)
    }
    return [...events.values()]
  }

  /** The next events that are not in it, in the order of their ids. */
  function build({ put }: Trigrams) {
    const ids = fitting(Array.from({ length: batch }, (_, n) => reach.until + 1 + n))
    const events = textsOf(ids)
    const until = ids.at(-1) as number
    const next = { ...reach, ...readNow(), until, isWhole: until >= lastEvent() }
    put([], events, next)
    reach = next
    done += events.length
    progress(done, Math.max(done, total))
  }

  /** Events that have changed, those that have waited longest first. */
  function follow({ put }: Trigrams) {
    const ids = fitting([...changed.keys()].slice(0, batch))
    const events = textsOf(ids)
    const waits = [...changed.values()][ids.length]
    const next = { ...reach, ...readNow(), seq: waits === undefined ? seen : waits - 1 }
    put(ids, events, next)
    reach = next
    for (const id of ids) changed.delete(id)
  }

  return {
    /** Does a batch of what there is to do; tells whether there is more. */
    step(): boolean {
      if (!trigrams) open()
      look()
      if (!reach.isWhole) {
        build(trigrams as Trigrams)
        return true
      }
      isDue ||= changed.size >= waiting || performance.now() - since >= ms
      if (isDue && changed.size > 0) follow(trigrams as Trigrams)
      isDue &&= changed.size > 0
      return isDue
    },

    /** As of now; none while there is nothing to ask. */
    now(): Indexed | undefined {
      if (!trigrams) return undefined
      look()
      const until = reach.isWhole ? Number.POSITIVE_INFINITY : reach.until
      return { trigrams, until, changed: [...changed.keys()] }
    },

    close,

    /** After something went wrong: what is kept is not to be believed, unless only another has it. */
    giveUp(error: unknown) {
      const isElsewhere = /SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/.test(codeOf(error))
      if (isElsewhere) close()
      else discard()
    },
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown })?.code ?? '')
