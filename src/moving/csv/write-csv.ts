import { isObject } from '../../define/objects.ts'
import { languages } from '../../define/text/language.ts'
import { normalizeLine } from '../../define/text/markup.ts'
import { guarded } from './cells.ts'
import { headingOf } from './columns.ts'

/** An event as the API shows it to users who may edit it (`context=edit`). */
type PresentedEvent = Readonly<Record<string, unknown>>

const named = (of: unknown, name: string): string[] =>
  [of].flat().flatMap(one => (isObject(one) && one[name] ? [normalizeLine(String(one[name]))] : []))

/** A name that a reader would take for an ID is in quotes; in a list, also one with a sign that stands between names. */
const asName = (name: string) => (/^\d+$/.test(name) ? inQuotes(name) : name)
const listed = (names: readonly string[]) =>
  names.map(name => (/[,;|]|^"/.test(name) ? inQuotes(name) : asName(name))).join(', ')
const inQuotes = (text: string) => `"${text.replaceAll('"', '""')}"`

const yes = (of: unknown) => (of === true || of === 1 ? 'TRUE' : 'FALSE')
const [day, time] = [
  (of: unknown) => String(of ?? '').slice(0, 10),
  (of: unknown) => String(of ?? '').slice(11),
]

/** The cells of the columns of The Events Calendar, followed by those of Almanac. */
const cells: Record<
  string,
  (event: PresentedEvent, texts: PresentedEvent, facts: PresentedEvent) => unknown
> = {
  title: (event, texts) => texts.title ?? normalizeLine(String(event.title ?? '')),
  description: (event, texts) => texts.description ?? event.description,
  excerpt: (event, texts) => texts.excerpt ?? event.excerpt,
  start_date: event => day(event.start_date),
  start_time: event => (event.all_day === true ? '' : time(event.start_date)),
  end_date: event => day(event.end_date),
  end_time: event => (event.all_day === true ? '' : time(event.end_date)),
  timezone: event => event.timezone,
  all_day: event => yes(event.all_day),
  hide_from_listings: event => yes(event.hide_from_listings),
  sticky: event => yes(event.sticky),
  featured: event => yes(event.featured),
  venue: event => named(event.venue, 'venue').slice(0, 1).map(asName)[0],
  organizer: event => listed(named(event.organizer, 'organizer')),
  show_map_link: event => yes(event.show_map_link),
  show_map: event => yes(event.show_map),
  cost: (event, _, facts) => facts.cost ?? event.cost,
  currency_code: () => '',
  currency_symbol: () => '',
  currency_position: () => '',
  categories: event => listed(named(event.categories, 'name')),
  tags: event => listed(named(event.tags, 'name')),
  website: (_, texts) => texts.website,
  image: ({ image }) => (isObject(image) ? image.url : ''),
  status: event => event.status,
  id: event => event.id,
  slug: (_, texts) => texts.slug,
  recurrence: ({ recurrence }) => (Array.isArray(recurrence) ? recurrence.join(' | ') : ''),
}

/** Texts that have a column for each further language. */
const translated = ['title', 'description', 'excerpt', 'website', 'slug']

const line = (row: readonly unknown[]) =>
  `${row.map(cell => quoted(guarded(String(cell ?? '')))).join(',')}\r\n`
const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? inQuotes(cell) : cell)

/** Without this mark Excel takes the bytes for those of an older alphabet. */
const byteOrderMark = '\ufeff'

/** A table of events: the line of headings, then one for each. `main`: the language without a name in its headings. */
export function csvOf(main: string) {
  const others = languages.filter(language => language !== main)
  const names = Object.keys(cells)
  return {
    head: () =>
      byteOrderMark +
      line([
        ...names.map(name => headingOf('event', name)),
        ...others.flatMap(language =>
          translated.map(name => `${headingOf('event', name)} (${language})`),
        ),
      ]),
    row(event: PresentedEvent): string {
      const editing = isObject(event.editing) ? event.editing : {}
      const texts = isObject(editing.texts) ? editing.texts : {}
      const facts = isObject(editing.facts) ? editing.facts : {}
      const textsIn = (language: string): PresentedEvent => {
        const own = texts[language]
        return isObject(own) ? own : {}
      }
      return line([
        ...names.map(name => cells[name]?.(event, textsIn(main), facts)),
        ...others.flatMap(language => translated.map(name => textsIn(language)[name])),
      ])
    },
  }
}
