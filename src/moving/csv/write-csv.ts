import { isObject } from '../../define/base/objects.ts'
import type { CustomField } from '../../define/custom-fields.ts'
import { textNames } from '../../define/resource.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { normalizeLine } from '../../define/text/markup.ts'
import { customCell, resources } from '../../resources/index.ts'
import { guarded } from './cells.ts'
import { customColumn, derivedFields, headingOf } from './columns.ts'
import { reasonHeading } from './heading-names.ts'

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

type WriteCell = (event: PresentedEvent, texts: PresentedEvent, facts: PresentedEvent) => unknown

/** The state of publication: a table has no password, so that an event with one is private there. */
const stateOf: WriteCell = (event, _, facts) =>
  isProtected(facts) && event.status === 'publish' ? 'private' : event.status
const isProtected = (facts: PresentedEvent) => facts.is_protected === true

/** True for an event with a password, which a table does not hold. */
export const isClosed = ({ editing }: PresentedEvent) =>
  isObject(editing) && isObject(editing.facts) && isProtected(editing.facts)

/** The moment of publication, of an event that has one. */
const publication: WriteCell = ({ status, date_utc }) =>
  ['publish', 'future', 'private'].includes(String(status)) && date_utc
    ? `${String(date_utc).replace(' ', 'T')}Z`
    : ''

/** The cells of the columns of The Events Calendar, followed by those of Almanac. */
const cells: Record<string, WriteCell> = {
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
  other_venues: event => listed(named(event.venue, 'venue').slice(1)),
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
  status: stateOf,
  publication_date: publication,
  event_status: event => event.event_status,
  id: event => event.id,
  slug: (_, texts) => texts.slug,
  recurrence: ({ recurrence }) => (Array.isArray(recurrence) ? recurrence.join(' | ') : ''),
}

/** The fields of the resource that have no column of their own above. */
const own = derivedFields('event')

/** A value of the API in one cell, as the reader takes it. */
function ownCell(name: string, event: PresentedEvent, texts: PresentedEvent): unknown {
  const value = translated.includes(name) ? texts[name] : event[name]
  if (typeof value === 'boolean') return yes(value)
  if (Array.isArray(value)) return value.map(writtenOne).join(' | ')
  return isObject(value) ? JSON.stringify(value) : value === 0 ? '' : value
}
const writtenOne = (of: unknown) =>
  isObject(of) ? Object.values(of).filter(Boolean).map(String).join(' ') : String(of)

/** Texts have a column for each further language. */
const translated = textNames(resources.event)

const line = (row: readonly unknown[], delimiter = ',') =>
  `${row.map(cell => quoted(guarded(String(cell ?? '')))).join(delimiter)}\r\n`
const quoted = (cell: string) => (/[",;|\t\r\n]/.test(cell) ? inQuotes(cell) : cell)

/** Without this mark Excel takes the bytes for those of an older alphabet. */
const byteOrderMark = '\ufeff'

/** A table of refused rows, with the reason for each in a column that an import leaves out. */
export const refusedTable = (
  headings: readonly string[],
  rows: readonly { cells: readonly string[]; reason: string }[],
  { language, delimiter }: { language: Language; delimiter: string | undefined },
): string => {
  const filled = (cells: readonly string[]) => headings.map((_, at) => cells[at] ?? '')
  // a spreadsheet in French expects semicolons
  const sign = delimiter ?? (language === 'fr' ? ';' : ',')
  return [
    byteOrderMark + line([...headings, reasonHeading(language)], sign),
    ...rows.map(({ cells, reason }) => line([...filled(cells), reason], sign)),
  ].join('')
}

/** The dates of a series that differ from it, by their start in the series. */
export type DifferingDate = { original: string; [field: string]: unknown }

/** A table of events: the line of headings, then one for each. `main`: the language without a name in its headings. `custom`: the fields that the site has defined. */
export function csvOf(main: Language, custom: readonly CustomField[]) {
  const others = languages.filter(language => language !== main)
  const names = Object.keys(cells)
  const all = [...names, 'dates', ...own]
  const customCells = custom.flatMap(field => [
    { field, heading: customColumn(field.name), language: main },
    ...(field.isTranslated ? others : []).map(language => ({
      field,
      heading: `${customColumn(field.name)} (${language})`,
      language,
    })),
  ])
  return {
    head: () =>
      byteOrderMark +
      line([
        ...all.map(name => headingOf('event', name)),
        ...others.flatMap(language =>
          translated.map(name => `${headingOf('event', name)} (${language})`),
        ),
        ...customCells.map(({ heading }) => heading),
      ]),
    row(event: PresentedEvent, dates: readonly DifferingDate[] = []): string {
      const editing = isObject(event.editing) ? event.editing : {}
      const texts = isObject(editing.texts) ? editing.texts : {}
      const facts = isObject(editing.facts) ? editing.facts : {}
      const textsIn = (language: string): PresentedEvent => {
        const own = texts[language]
        return isObject(own) ? own : {}
      }
      return line([
        ...names.map(name => cells[name]?.(event, textsIn(main), facts)),
        dates.length > 0 ? JSON.stringify(dates) : '',
        ...own.map(name => ownCell(name, event, textsIn(main))),
        ...others.flatMap(language => translated.map(name => textsIn(language)[name])),
        ...customCells.map(({ field, language }) =>
          customCell(facts.custom_fields, field, language, main),
        ),
      ])
    },
  }
}
