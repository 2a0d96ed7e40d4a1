import { derived, type Named, optional, pageUrl, restUrl, type View } from '../../define/derived.ts'
import type { Sentence } from '../../define/field-type.ts'
import { publicId, type Row, type StoredRecord } from '../../define/record.ts'
import { languageOf, localized } from '../../define/record-texts.ts'
import { address, dateTime, exact, integer, listOf, ref, text } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import {
  dateParts,
  daySeconds,
  formatWall,
  isoWithOffset,
  lastWall,
  startOfDay,
} from '../../define/time/clock.ts'
import { category } from '../category/category.ts'
import { organizer } from '../organizer/organizer.ts'
import { embeddedOf, presented } from '../shared/shared-items.ts'
import { tag } from '../tag/tag.ts'
import { venue } from '../venue/venue.ts'
import { costOf, noDetails } from './cost.ts'
import { eventStatuses, eventStatusOf } from './event-status.ts'
import { eventDataSchema, virtualSchema } from './linked-data.ts'
import { isSeries } from './recurrence.ts'

const wall = (record: StoredRecord, fact: string) => formatWall(Number(record.facts[fact]))

/** As programs exchange a time: with its offset, or of an event that lasts whole days their dates, as in iCalendar up to the day after. */
function exchanged({ facts }: StoredRecord, edge: 'starts' | 'ends'): string {
  const wall = Number(facts[edge])
  if (facts.all_day !== 1) return isoWithOffset(wall, wall - Number(facts[`utc_${edge}`]))
  const day = edge === 'ends' ? Math.min(startOfDay(wall) + daySeconds, lastWall) : wall
  return formatWall(day).slice(0, 10)
}
const exchangedTime = (of: Sentence) =>
  text(of, {
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2})?$',
  })
const exchangedStart = exchangedTime({
  en: 'The start by RFC 3339, with its offset from UTC; only a date for an event that lasts whole days.',
  fr: 'Le début selon la RFC 3339, avec son décalage sur UTC ; une date seule pour un évènement de journées entières.',
})
const exchangedEnd = exchangedTime({
  en: 'The end by RFC 3339, with its offset from UTC; for an event that lasts whole days the date of the day after the last one, as in iCalendar.',
  fr: 'La fin selon la RFC 3339, avec son décalage sur UTC ; pour un évènement de journées entières, la date du lendemain du dernier jour, comme en iCalendar.',
})

/** The same times in one text each: an addition. */
export const exchangedDates = {
  start: derived(exchangedStart, ({ record }) => exchanged(record, 'starts')),
  end: derived(exchangedEnd, ({ record }) => exchanged(record, 'ends')),
}

const originalStart = dateTime({
  en: 'The start of this date by the rule of its series, which stays when the date is moved.',
  fr: 'Le début de cette date selon la règle de sa série ; il reste le même si la date est déplacée.',
})

/** The presented values of an event about its series; a single event has none. */
export const series = optional(
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
export const original_start = optional(
  derived<string | undefined>(originalStart, ({ record }) =>
    // one that is not stored has no ID
    record.facts.occurrence || record.facts.unstored ? wall(record, 'original') : undefined,
  ),
)
export const occurrence_count = optional(
  derived<number | undefined>(
    integer(
      {
        en: 'The number of dates of the series in the list, with occurrences=series.',
        fr: 'Le nombre de dates de la série dans la liste, avec occurrences=series.',
      },
      1,
    ),
    ({ record }) => (record.facts.in_list ? Number(record.facts.in_list) : undefined),
  ),
)
export const distance_km = optional(
  derived<number | undefined>(
    {
      type: 'number',
      minimum: 0,
      description: {
        en: 'In a list with geoloc_lat: the distance of the nearest venue, in kilometers.',
        fr: 'Dans une liste avec geoloc_lat : la distance du lieu le plus proche, en kilomètres.',
      },
    },
    ({ record: { facts } }) =>
      facts.away === undefined ? undefined : Math.round(Number(facts.away) * 1000) / 1000,
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
      en: 'After a change of a whole series: the IDs of the dates that differ from it, which keep their differences.',
      fr: 'Après la modification de toute une série : les ID des dates qui en diffèrent, et gardent leurs différences.',
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
  start: exchanged(record, 'starts'),
  end: exchanged(record, 'ends'),
  original_start: wall(record, 'original'),
  url: pageUrl(context, resource, record, languageOf(record, context.language)),
  rest_url: restUrl(context.root, resource, record),
  event_status: eventStatusOf(record.facts).event_status,
})

const occurrenceSchema = exact(
  { en: 'A date of a series.', fr: 'Une date d’une série.' },
  {
    id: integer({ en: 'The ID of the date.', fr: 'L’ID de la date.' }, 1),
    start_date: dateTime({
      en: 'The start, in local time of the event.',
      fr: 'Le début, à l’heure de l’évènement.',
    }),
    end_date: dateTime({
      en: 'The end, in local time of the event.',
      fr: 'La fin, à l’heure de l’évènement.',
    }),
    utc_start_date: dateTime({ en: 'The start, in UTC.', fr: 'Le début, en UTC.' }),
    utc_end_date: dateTime({ en: 'The end, in UTC.', fr: 'La fin, en UTC.' }),
    start: exchangedStart,
    end: exchangedEnd,
    original_start: originalStart,
    event_status: text(
      {
        en: 'Whether this date takes place as announced.',
        fr: 'Indique si cette date a lieu comme annoncé.',
      },
      { enum: eventStatuses },
    ),
    url: address({ en: 'The page of the date.', fr: 'La page de la date.' }),
    rest_url: address({
      en: 'The URL of the date in the API.',
      fr: 'L’URL de la date dans l’API.',
    }),
  },
)

/** A date of the event, stored in seconds under a name of its own. */
const dateOf = (stored: string) => ({
  show: ({ record }: View) => formatWall(Number(record.facts[stored])),
})
const utcDate = (stored: string, of: Sentence) => derived(dateTime(of), dateOf(stored).show)
const detailsOf = (stored: string) =>
  derived(ref('DateDetails'), ({ record }) => dateParts(Number(record.facts[stored])))

const presentVenue = presented(() => venue)
const presentOrganizer = presented(() => organizer)
const presentCategory = embeddedOf(() => category)
const presentTag = embeddedOf(() => tag)

/** The presented links of an event. One venue is an object (L1). */
export const linked = {
  categories: derived(
    {
      type: 'array',
      items: ref('Term'),
      description: { en: 'The categories.', fr: 'Les catégories.' },
    },
    ({ categories }, context) => categories.map(term => presentCategory(term, context)),
  ),
  tags: derived(
    { type: 'array', items: ref('Term'), description: { en: 'The tags.', fr: 'Les étiquettes.' } },
    ({ tags }, context) => tags.map(term => presentTag(term, context)),
  ),
  venue: derived(
    {
      oneOf: [{ type: 'array', items: ref('Venue') }, ref('Venue')],
      description: {
        en: 'The venue; an empty list when there is none, a list when there are several.',
        fr: 'Le lieu ; une liste vide s’il n’y en a pas, une liste s’il y en a plusieurs.',
      },
    },
    ({ venues }, context, { isAlone }) => {
      const list = venues.map(view => presentVenue(view, context, isAlone))
      const [only] = list
      return only && list.length === 1 ? only : list
    },
  ),
  organizer: derived(
    {
      type: 'array',
      items: ref('Organizer'),
      description: { en: 'The organizers.', fr: 'Les organisateurs.' },
    },
    ({ organizers }, context, { isAlone }) =>
      organizers.map(view => presentOrganizer(view, context, isAlone)),
  ),
}

/** Never set: the event's own page. Cleared: empty. Escaped as HTML, as in The Events Calendar. */
export const website = derived(undefined, ({ record }, context, { resource }) => {
  const stored = localized(record, 'website', context.language)
  return stored === null
    ? pageUrl(context, resource, record, languageOf(record, context.language))
    : stored.replace(/&(?!amp;)/g, '&amp;').replace(/"/g, '&quot;')
})

/** When an event is, on its own clock and in UTC. */
export const dates = {
  start_date: dateOf('starts'),
  start_date_details: detailsOf('starts'),
  end_date: dateOf('ends'),
  end_date_details: detailsOf('ends'),
  utc_start_date: utcDate('utc_starts', { en: 'The start, in UTC.', fr: 'Le début, en UTC.' }),
  utc_start_date_details: detailsOf('utc_starts'),
  utc_end_date: utcDate('utc_ends', { en: 'The end, in UTC.', fr: 'La fin, en UTC.' }),
  utc_end_date_details: detailsOf('utc_ends'),
}

export const timezone_abbr = derived(
  text({
    en: 'The abbreviation of the time zone when the event starts.',
    fr: 'L’abréviation du fuseau horaire au début de l’évènement.',
  }),
  ({ record }) => String(record.facts.timezone_abbr),
)

export const cost_details = derived(
  ref('CostDetails'),
  ({ record: { facts } }, { currency, language }) =>
    facts.cost ? costOf(String(facts.cost), currency, language).cost_details : noDetails,
)

const digits = (count: number, en: string, fr: string) =>
  text({ en, fr }, { pattern: `^[0-9]{${count}}$` })

/** The schemas that the schema of an event refers to. */
export const eventSchemas = {
  Occurrence: occurrenceSchema,
  DateDetails: exact(
    {
      en: 'The parts of a date, as text padded with zeros.',
      fr: 'Les parties d’une date, en texte complété par des zéros.',
    },
    {
      year: digits(4, 'The year.', 'L’année.'),
      month: digits(2, 'The month.', 'Le mois.'),
      day: digits(2, 'The day of the month.', 'Le jour du mois.'),
      hour: digits(2, 'The hour, from 00 to 23.', 'L’heure, de 00 à 23.'),
      minutes: digits(2, 'The minutes.', 'Les minutes.'),
      seconds: digits(2, 'The seconds.', 'Les secondes.'),
    },
  ),
  CostDetails: exact(
    { en: 'The parts of a cost.', fr: 'Les parties d’un tarif.' },
    {
      currency_symbol: text({
        en: 'The currency as it was typed, for bare numbers that of the site; empty for several currencies, or none.',
        fr: 'La monnaie telle qu’elle a été saisie, pour des nombres seuls celle du site ; vide s’il y en a plusieurs, ou aucune.',
      }),
      currency_code: text({
        en: 'The currency by its ISO 4217 code; empty where it is not known.',
        fr: 'La monnaie par son code ISO 4217 ; vide si elle n’est pas connue.',
      }),
      currency_position: text(
        {
          en: 'The position of the currency: before the number, after it, or nowhere.',
          fr: 'La place de la monnaie : avant le nombre, après lui, ou nulle part.',
        },
        { enum: ['', 'prefix', 'postfix'] },
      ),
      values: listOf(
        { type: 'string' },
        {
          en: 'The amounts as decimal texts, ascending; a word for zero, or a text without amounts, in lower case.',
          fr: 'Les montants en texte décimal, par ordre croissant ; un mot pour zéro, ou un texte sans montant, en minuscules.',
        },
      ),
    },
  ),
  VirtualLocationLinkedData: virtualSchema,
  EventLinkedData: eventDataSchema,
}
