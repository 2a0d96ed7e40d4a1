import { formatMessage } from '../../src/define/text/language.ts'
import type { Item, ReadContext, ReaderOptions } from '../../src/moving/base/item.ts'
import { readCsv } from '../../src/moving/csv/read-csv.ts'
import { sourceOf } from './import-source.ts'

/** The site of tests of tables: Paris, on 29 November 2026. */
export const tableSite: ReadContext = {
  zone: 'Europe/Paris',
  language: 'en',
  now: Date.parse('2026-11-29T12:00:00Z') / 1000,
}

/** Reads a table: its events, and what is said of the others, of single rows and of the table. */
export async function readTable(
  table: string | Uint8Array | (() => AsyncIterable<Uint8Array>),
  options: ReaderOptions = {},
  site: Partial<ReadContext> = {},
) {
  const items: Item[] = []
  const refused: string[] = []
  const notes: string[] = []
  const about: string[] = []
  let read: Record<string, string> = {}
  for await (const one of readCsv(sourceOf('table', table), { ...tableSite, ...site }, options))
    if ('values' in one) {
      items.push(one)
      for (const { sentence, params } of one.notes ?? [])
        notes.push(`${one.at.line}: ${formatMessage(sentence, 'en', params)}`)
    } else if ('refused' in one)
      refused.push(
        `${one.at.line}: ${formatMessage(one.refused.sentence, 'en', one.refused.params)}`,
      )
    else if ('about' in one) {
      read = { ...read, ...one.about.read }
      if (one.about.note)
        about.push(formatMessage(one.about.note.sentence, 'en', one.about.note.params))
    }
  return { items, values: items.map(({ values }) => values), refused, notes, about, read }
}

/** The start and the end of each event. */
export const timesIn = (values: readonly Record<string, unknown>[]) =>
  values.map(({ start_date, end_date }) => `${start_date} / ${end_date}`)
