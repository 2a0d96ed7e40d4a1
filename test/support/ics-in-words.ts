import { fieldErrorMessage } from '../../src/define/field-errors.ts'
import { ReadError, type Yielded } from '../../src/moving/base/item.ts'
import { readIcs } from '../../src/moving/ics/read-ics.ts'
import { sourceOf } from './import-source.ts'

const context = { zone: 'Europe/Paris', language: 'en', now: 1_800_000_000 } as const

/** The items of a file, on a line each. */
export async function icsInWords(
  bytes: string | (() => AsyncIterable<Uint8Array>),
): Promise<string[]> {
  try {
    const lines: string[] = []
    for await (const yielded of readIcs(sourceOf('test.ics', bytes), context))
      lines.push(...inWords(yielded))
    return lines
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return [`unreadable: ${fieldErrorMessage('', error.reason, 'en')}`]
  }
}

/** An item on one line, without the parts that most files share. */
function inWords(yielded: Yielded): string[] {
  if ('about' in yielded) return []
  const { line } = yielded.at
  const id = `${line} ${yielded.source_id ?? '?'}`
  if ('refused' in yielded)
    return [`${id} refused: ${fieldErrorMessage('', yielded.refused, 'en')}`]
  if ('skipped' in yielded)
    return [`${id} skipped: ${fieldErrorMessage('', yielded.skipped, 'en')}`]
  const { title, start_date, end_date, timezone, all_day, ...others } = yielded.values
  const usual: Record<string, string> = { recurrence: '[]', event_status: '"scheduled"' }
  const rest = Object.fromEntries(
    Object.entries(others).filter(([name, value]) => JSON.stringify(value) !== usual[name]),
  )
  const when = all_day
    ? `${String(start_date).slice(0, 10)}–${String(end_date).slice(0, 10)}`
    : `${start_date}${end_date === start_date ? '' : `–${end_date}`}`
  const zone = timezone === context.zone ? '' : ` ${timezone}`
  const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  const dates = yielded.dates ?? []
  const notes = yielded.notes ?? []
  return [
    `${id} ${title}: ${when}${zone}${more}`,
    ...dates.map(
      ({ original, at, values }) => `  ${at.line} ${original} ${JSON.stringify(values)}`,
    ),
    ...notes.map(note => `  note: ${fieldErrorMessage('', note, 'en')}`),
  ]
}
