import type { Language } from '../../../define/text/language.ts'
import type { Statements } from '../driver.ts'
import type { EventTexts } from './trigram-index.ts'

// The source of the search index: the texts of events, and the lines of the journal about them.

const maxBytes = 8 * 1024 * 1024
const among = 'id IN (SELECT value FROM json_each(?))'

/** The position of the last line of the journal. */
export const lastLine = ({ row }: Statements): number =>
  row<{ seq: number | null }>('SELECT max(seq) AS seq FROM journal')?.seq ?? 0

export const lastEvent = ({ row }: Statements): number =>
  row<{ id: number | null }>('SELECT max(id) AS id FROM event')?.id ?? 0

export const eventsUntil = ({ row }: Statements, id: number): number =>
  row<{ count: number }>('SELECT count(*) AS count FROM event WHERE id <= ?', id)?.count ?? 0

/** The line at a position, and the form of the texts: they identify the journal of an index. */
export const lineAt = ({ row }: Statements, seq: number): string =>
  JSON.stringify([
    row(`SELECT value FROM note WHERE key = 'form of search'`) ?? null,
    row(
      `SELECT instant, actor, verb, kind, id, language, version, length(detail) FROM journal WHERE seq = ?`,
      seq,
    ) ?? null,
  ])

/** True if lines after this position were pruned (`journal/retention.ts`). */
export const isPruned = ({ row }: Statements, position: number): boolean =>
  Number(
    row<{ value: string }>(`SELECT value FROM note WHERE key = 'journal-pruned'`)?.value ?? 0,
  ) > position

/** The lines about events after one position, up to another. */
export const linesOfEvents = ({ rows }: Statements, after: number, last: number) =>
  rows<{ seq: number; id: number }>(
    `SELECT seq, id FROM journal WHERE seq > ? AND seq <= ? AND kind = 'event' ORDER BY seq`,
    after,
    last,
  )

/** The first of these events, as many as have texts of some megabytes together: one alone may have two. */
export function fitting({ rows }: Statements, ids: number[]): number[] {
  const sizes = new Map(
    rows<{ id: number; size: number }>(
      `SELECT id, sum(octet_length(text)) AS size FROM search WHERE kind = 'event' AND ${among} GROUP BY id`,
      JSON.stringify(ids),
    ).map(({ id, size }) => [id, size]),
  )
  let bytes = 0
  const over = ids.findIndex(id => {
    bytes += sizes.get(id) ?? 0
    return bytes > maxBytes
  })
  return over < 0 ? ids : ids.slice(0, Math.max(1, over))
}

export function textsOf({ rows }: Statements, ids: number[]): EventTexts[] {
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
