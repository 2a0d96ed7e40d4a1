import { type FieldError, fieldError } from '../../define/field-type.ts'
import { formatWall, startOfDay, type WallTime } from '../../define/time/clock.ts'
import { parseMoment } from '../../define/time/parse.ts'
import { wallOf } from '../../define/time/zone.ts'
import { event } from '../../resources/index.ts'

/** Further dates of a proposal. */
const maxDates = 12
export const dateNames = Array.from({ length: maxDates }, (_, at) => `other_date_${at + 1}`)

/** A time as inputs hold it. */
export const momentOf = (at: WallTime) => formatWall(at).slice(0, 16).replace(' ', 'T')

type Clock = { now: number; zone: string }

/** The wall time that was typed. */
export function startOf(text: string, { now, zone }: Clock): WallTime | undefined {
  const moment = parseMoment(text.trim(), now, zone)
  return moment && (moment.clock === 'wall' ? moment.at : wallOf(moment.at, zone))
}

/** The lines by which an event repeats on further dates that were typed, or what is wrong with these. */
export function furtherDates(
  typed: Record<string, string>,
  { now, zone }: Clock,
): { lines: string[]; errors: Record<string, FieldError> } {
  const isAllDay = typed.all_day === 'true'
  const starts = startOf(typed.start_date ?? '', { now, zone })
  const first = starts === undefined ? undefined : isAllDay ? startOfDay(starts) : starts
  const lines = new Set<string>()
  const errors: Record<string, FieldError> = {}
  for (const name of dateNames) {
    const text = typed[name]?.trim() ?? ''
    if (text === '') continue
    const at = startOf(text, { now, zone })
    if (at === undefined) {
      const checked = event.fields.start_date.type.check(text, { now, zone })
      errors[name] = 'fieldError' in checked ? checked.fieldError : noDate
      continue
    }
    if (first !== undefined && at < first) {
      errors[name] = beforeStart
      continue
    }
    const written = formatWall(at).replace(/[-:]/g, '').replace(' ', 'T')
    lines.add(isAllDay ? `RDATE;VALUE=DATE:${written.slice(0, 8)}` : `RDATE:${written}`)
  }
  return { lines: [...lines], errors }
}

const noDate: FieldError = fieldError({
  sentence: { en: '{name} is not a date.', fr: '{name} n’est pas une date.' },
}).fieldError

const beforeStart: FieldError = fieldError({
  sentence: {
    en: '{name} is before the start. Expected the first date as the start.',
    fr: '{name} précède le début. Attendu : la première date comme début.',
  },
}).fieldError
