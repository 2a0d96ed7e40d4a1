import { dated, derived, type Named, optional, pageUrl, restUrl } from '../../define/derived.ts'
import type { Sentence } from '../../define/field-type.ts'
import { publicId, type Row, type StoredRecord } from '../../define/record.ts'
import { languageOf } from '../../define/record-texts.ts'
import { address, dateTime, exact, integer, listOf, ref } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { formatWall } from '../../define/time/format.ts'
import { isSeries } from './series.ts'

const wall = (record: StoredRecord, fact: string) => formatWall(Number(record.facts[fact]))

const originalStart = dateTime({
  en: 'The start of this date by the rule of its series, which stays when the date is moved.',
  fr: 'Le début de cette date selon la règle de sa série ; il reste le même si la date est déplacée.',
})

/** What an event shows of its series; a single event has none of these. */
export const series = dated(
  optional(
    derived<number | undefined>(
      integer(
        {
          en: 'The ID of the series, with each of its dates and with the series itself; absent for an event with one date.',
          fr: 'L’ID de la série, avec chacune de ses dates et avec la série elle-même ; absent d’un évènement qui n’a qu’une date.',
        },
        1,
      ),
      ({ record }) => (isSeries(record) ? record.id : undefined),
    ),
  ),
)
/** The parts of a series that was split with scope=following: each names the one before it and the one after it. */
const part = (fact: string, of: Sentence) =>
  optional(
    derived<number | undefined>(integer(of, 1), ({ record }) =>
      record.facts[fact] ? Number(record.facts[fact]) : undefined,
    ),
  )
export const continues = part('continues', {
  en: 'The ID of the event with the earlier dates, if a series was split before this one.',
  fr: 'L’ID de l’évènement qui porte les dates antérieures, si une série a été scindée avant celle-ci.',
})
export const continued_by = part('continued_by', {
  en: 'The ID of the event with the later dates, if a series was split after this one.',
  fr: 'L’ID de l’évènement qui porte les dates ultérieures, si une série a été scindée après celle-ci.',
})
export const original_start = dated(
  optional(
    derived<string | undefined>(originalStart, ({ record }) =>
      // one that is not stored has no ID
      record.facts.occurrence || record.facts.unstored ? wall(record, 'original') : undefined,
    ),
  ),
)
export const occurrence_count = dated(
  optional(
    derived<number | undefined>(
      integer(
        {
          en: 'How many dates of the series are in the list, with occurrences=series.',
          fr: 'Le nombre de dates de la série dans la liste, avec occurrences=series.',
        },
        1,
      ),
      ({ record }) => (record.facts.in_list ? Number(record.facts.in_list) : undefined),
    ),
  ),
)
export const next_occurrences = optional(
  derived<readonly object[] | undefined>(
    listOf(ref('Occurrence'), {
      en: 'The next dates of a series that is read by its own ID, up to ten.',
      fr: 'Les prochaines dates d’une série lue par son propre ID, dix au plus.',
    }),
    ({ record }, context, { resource, isAlone }) => {
      const { next } = record.facts
      if (!isAlone || typeof next !== 'string') return undefined
      const dates: Row[] = JSON.parse(next)
      return dates.map(date => {
        const facts = { ...record.facts, ...date }
        return occurrenceItems({ ...record, facts }, context, resource)
      })
    },
  ),
)

export const differing_occurrences = optional(
  derived<readonly number[] | undefined>(
    listOf(integer({ en: 'The ID of a date.', fr: 'L’ID d’une date.' }, 1), {
      en: 'After a change of a whole series: the IDs of the dates that differ from it, which keep what differs on them.',
      fr: 'Après la modification de toute une série : les ID des dates qui en diffèrent, et gardent ce qui y diffère.',
    }),
    ({ record: { facts } }) =>
      typeof facts.differing === 'string' ? JSON.parse(facts.differing) : undefined,
  ),
)

/** A date of a series in a few words. */
const occurrenceItems = (record: StoredRecord, context: ShowContext, resource: Named) => ({
  id: publicId(record),
  start_date: wall(record, 'starts'),
  end_date: wall(record, 'ends'),
  utc_start_date: wall(record, 'utc_starts'),
  utc_end_date: wall(record, 'utc_ends'),
  original_start: wall(record, 'original'),
  url: pageUrl(context, resource, record, languageOf(record, context.language)),
  rest_url: restUrl(context.root, resource, record),
})

export const occurrenceSchema = exact(
  { en: 'A date of a series.', fr: 'Une date d’une série.' },
  {
    id: integer({ en: 'The ID of the date.', fr: 'L’ID de la date.' }, 1),
    start_date: dateTime({
      en: 'The start, on the clock of the event.',
      fr: 'Le début, à l’heure de l’évènement.',
    }),
    end_date: dateTime({
      en: 'The end, on the clock of the event.',
      fr: 'La fin, à l’heure de l’évènement.',
    }),
    utc_start_date: dateTime({ en: 'The start, in UTC.', fr: 'Le début, en UTC.' }),
    utc_end_date: dateTime({ en: 'The end, in UTC.', fr: 'La fin, en UTC.' }),
    original_start: originalStart,
    url: address({ en: 'The page of the date.', fr: 'La page de la date.' }),
    rest_url: address({
      en: 'The URL of the date in the API.',
      fr: 'L’URL de la date dans l’API.',
    }),
  },
)
