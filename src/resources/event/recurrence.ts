import { onNothing, openCache } from '../../common/index.ts'
import { derived, optional } from '../../define/derived.ts'
import { type FieldType, value } from '../../define/field-type.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { listOf, text } from '../../define/schema.ts'
import { formatWall, type WallTime } from '../../define/time/clock.ts'
import { linesOf, recurrenceOf } from '../../define/time/recurrence/lines.ts'
import { maxLine, readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { sentenceOf } from '../../define/time/recurrence/sentence.ts'

/** True if the event is a series. Its dates are stored up to `recurrence_until`, in wall seconds. */
export const isSeries = ({ facts }: Pick<StoredRecord, 'facts'>): boolean =>
  typeof facts.recurrence_until === 'number'

/** `recurrence_until` of a series all of whose dates are stored. */
export const allStored = Number.MAX_SAFE_INTEGER

/** The day of the first stored date of a series that has others before it (R12). */
export const datesFrom = ({ dates_from }: Row): WallTime | undefined =>
  typeof dates_from === 'number' ? dates_from : undefined

/** True for a series that is shown on its next date, which changes with time and without a write. */
export const isOnNextDate = ({ facts }: Pick<StoredRecord, 'facts'>): boolean =>
  facts.next !== undefined

const line = { type: 'string', minLength: 1, maxLength: maxLine } as const
/** Valid for any start. */
const sample = ['RRULE:FREQ=WEEKLY;COUNT=10']

/**
 * Lines of RFC 5545. Their times are local times of the event, whose zone is another parameter: the value is the lines as sent, and
 * the calendar parses them again with the zone.
 */
const recurrenceType = (): FieldType<string | readonly string[] | null, string[], string[]> => ({
  index: { type: 'array', items: { type: 'string' } },
  accepts: { type: 'array', items: line },
  returns: { type: 'array', items: line },
  column: 'text',
  input: 'recurrence',
  clears: [null, '', 'list'],
  takesMany: true,
  check(input, { zone }) {
    const read = readRecurrence(input, zone)
    return 'fieldError' in read ? read : value([input].flat().map(String))
  },
  store: lines => JSON.stringify(lines),
  sample,
})

export const recurrenceField = {
  label: { en: 'Recurrence', fr: 'Récurrence' },
  open: true,
  type: recurrenceType(),
  addition: true,
  en: 'How the event repeats: one RRULE, RDATEs and EXDATEs as lines of RFC 5545, without DTSTART. An empty list or null makes the event single.',
  fr: 'La récurrence de l’évènement : une RRULE, des RDATE et des EXDATE en lignes de la RFC 5545, sans DTSTART. Une liste vide ou null en fait un évènement unique.',
} as const

/** One write asks several times for the same. */
const recurrences = openCache({ bytes: 512 * 1024 }).table<string, Recurrence>({
  // a date takes less than its line
  sizeOf: (_, lines) => 500 + 10 * lines.length,
  dependsOn: onNothing,
})

/** The recurrence of a stored event; undefined for a single one. */
export function recurrenceIn({ recurrence }: Row): Recurrence | undefined {
  if (typeof recurrence !== 'string') return undefined
  const cached = recurrences.get(recurrence)
  if (cached) return cached
  const read = recurrenceOf(JSON.parse(recurrence))
  recurrences.set(recurrence, read)
  return read
}

/** Dates may have a zone of their own, or last whole days; the rule is that of the series, on its clock. */
const ofSeries = (record: StoredRecord): StoredRecord => record.series ?? record

/** Shown of series only: single events are as in The Events Calendar. */
export const recurrenceItems = {
  recurrence: optional(
    derived<string[] | undefined>(
      listOf(
        { type: 'string' },
        {
          en: 'How the event repeats, as lines of RFC 5545; absent from single events.',
          fr: 'La récurrence de l’évènement, en lignes de la RFC 5545 ; absente des évènements uniques.',
        },
      ),
      ({ record }) => {
        const { facts } = ofSeries(record)
        const recurrence = recurrenceIn(facts)
        const [timezone, allDay] = [String(facts.timezone), facts.all_day === 1]
        return recurrence && linesOf(recurrence, { timezone, allDay })
      },
    ),
  ),
  recurrence_text: optional(
    derived<string | undefined>(
      text({
        en: 'How the event repeats, as a sentence in the language of the response; absent from single events.',
        fr: 'La récurrence de l’évènement, en une phrase dans la langue de la réponse ; absente des évènements uniques.',
      }),
      ({ record: { facts } }, { language, locales }) => {
        const recurrence = recurrenceIn(facts)
        return (
          recurrence &&
          sentenceOf(recurrence, Number(facts.original ?? facts.starts), locales[language])
        )
      },
    ),
  ),
  dates_from: optional(
    derived<string | undefined>(
      text({
        en: 'The day from which on the dates of an old series have IDs and are in lists; absent where all have.',
        fr: 'Le jour à partir duquel les dates d’une ancienne série ont un ID et figurent dans les listes\u202f; absent si toutes en ont un.',
      }),
      ({ record }) => {
        const from = datesFrom(ofSeries(record).facts)
        return from === undefined ? undefined : formatWall(from).slice(0, 10)
      },
    ),
  ),
}
