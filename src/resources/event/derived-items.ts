import { dated, derived, pageUrl } from '../../define/derived.ts'
import type { Sentence } from '../../define/field-type.ts'
import { languageOf, localized } from '../../define/record-texts.ts'
import { dateTime, exact, listOf, ref, text } from '../../define/schema.ts'
import { dateParts, formatWall } from '../../define/time/format.ts'
import type { View } from '../../define/view.ts'
import { category } from '../category/category.ts'
import { organizer } from '../organizer/organizer.ts'
import { embeddedOf, presented } from '../shared-items.ts'
import { tag } from '../tag/tag.ts'
import { venue } from '../venue/venue.ts'
import { costOf, noDetails } from './cost.ts'
import { eventDataSchema, virtualSchema } from './linked-data.ts'
import { occurrenceSchema } from './occurrence-items.ts'

/** A date of the event, stored in seconds under a name of its own. */
const dateOf = (stored: string) =>
  dated({ show: ({ record }: View) => formatWall(Number(record.facts[stored])) })
const utcDate = (stored: string, of: Sentence) => dated(derived(dateTime(of), dateOf(stored).show))
const detailsOf = (stored: string) =>
  dated(derived(ref('DateDetails'), ({ record }) => dateParts(Number(record.facts[stored]))))

const presentVenue = presented(() => venue)
const presentOrganizer = presented(() => organizer)
const presentCategory = embeddedOf(() => category)
const presentTag = embeddedOf(() => tag)

/** What an event is linked to. One venue is an object (L1). */
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

export const timezone_abbr = dated(
  derived(
    text({
      en: 'The abbreviation of the time zone when the event starts.',
      fr: 'L’abréviation du fuseau horaire au début de l’évènement.',
    }),
    ({ record }) => String(record.facts.timezone_abbr),
  ),
)

export const cost_details = derived(
  ref('CostDetails'),
  ({ record: { facts } }, { currency, language }) =>
    facts.cost ? costOf(String(facts.cost), currency, language).cost_details : noDetails,
)

export const custom_fields = derived(
  listOf({}, { en: 'Always empty.', fr: 'Toujours vide.' }, { maxItems: 0 }),
  (): unknown[] => [],
)

const digits = (count: number, en: string, fr: string) =>
  text({ en, fr }, { pattern: `^[0-9]{${count}}$` })

/** What the schema of an event refers to. */
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
          en: 'Where the currency stands: before the number, after it, or nowhere.',
          fr: 'La place de la monnaie : avant le nombre, après lui, ou nulle part.',
        },
        { enum: ['', 'prefix', 'postfix'] },
      ),
      values: listOf(
        { type: 'string' },
        {
          en: 'The amounts as decimal texts, ascending; a word for zero, or a text without amounts, in lower case.',
          fr: 'Les montants en texte décimal, par ordre croissant ; les mots n’en sont pas.',
        },
      ),
    },
  ),
  VirtualLocationLinkedData: virtualSchema,
  EventLinkedData: eventDataSchema,
}
