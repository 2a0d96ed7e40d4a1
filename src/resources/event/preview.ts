import type { Params } from '../../define/param.ts'
import { writeParams } from '../../define/resource.ts'
import {
  type Described,
  dateTime,
  exact,
  integer,
  listOf,
  type SchemaOf,
  text,
} from '../../define/schema.ts'
import { event } from './event.ts'

const { timezone, all_day, start_date, end_date, recurrence } = writeParams(event, 'create')

/** The fields of an event that its dates follow from. */
export const previewParams = {
  timezone,
  all_day,
  start_date,
  end_date,
  recurrence: { ...recurrence, required: true },
} satisfies Params

const date = exact(
  { en: 'A date.', fr: 'Une date.' },
  {
    start_date: dateTime({
      en: 'When it starts, in the local time of the event.',
      fr: 'Son début, en heure locale de l’évènement.',
    }),
    end_date: dateTime({
      en: 'When it ends, in the local time of the event.',
      fr: 'Sa fin, en heure locale de l’évènement.',
    }),
    utc_start_date: dateTime({ en: 'When it starts, in UTC.', fr: 'Son début, en UTC.' }),
    utc_end_date: dateTime({ en: 'When it ends, in UTC.', fr: 'Sa fin, en UTC.' }),
  },
)

const from = {
  en: 'The beginning of the dates that are stored, in the local time of the event; null if none is before it.',
  fr: 'Le début des dates enregistrées, en heure locale de l’évènement\u202f; null si aucune ne le précède.',
}

const until = {
  en: 'The end of the dates that are stored, in the local time of the event; null if all are before it.',
  fr: 'La fin des dates enregistrées, en heure locale de l’évènement ; null si toutes la précèdent.',
}

export const previewSchema = exact(
  { en: 'The dates of a recurrence.', fr: 'Les dates d’une récurrence.' },
  {
    recurrence: listOf(
      { type: 'string' },
      {
        en: 'The recurrence as an event would show it.',
        fr: 'La récurrence telle qu’un évènement la montrerait.',
      },
    ),
    recurrence_text: text({
      en: 'The recurrence as a sentence in the language of the response.',
      fr: 'La récurrence en une phrase, dans la langue de la réponse.',
    }),
    total: integer({ en: 'The number of dates until then.', fr: 'Le nombre de dates jusque-là.' }),
    from: { type: ['string', 'null'], description: from } as SchemaOf<string | null>,
    until: { type: ['string', 'null'], description: until } as SchemaOf<string | null>,
    dates: listOf(date, { en: 'The first 50 dates.', fr: 'Les 50 premières dates.' }),
  },
)

export type RecurrencePreview = Described<typeof previewSchema>
