import { formatWall } from '../../define/time/clock.ts'
import { event, type FieldView, plainFields } from '../../resources/index.ts'
import { descriptionOf, fieldText, pointOf } from './entry.ts'
import { type FeedEvent, type FeedFormat, type FeedVenue, openText } from './format.ts'

type Cell = (event: FeedEvent) => string | number

const first = <T>(list: readonly T[]): Partial<T> => list[0] ?? {}
const joined = (list: readonly Pick<FeedVenue, 'name'>[]) =>
  list.map(({ name }) => name.text).join(' | ')

/** A field that feeds have by its definition: a text as people read it, all else as the API has it. */
function fieldCell(field: FieldView): string | number {
  const { value, input } = field
  if (typeof value === 'number') return value
  if (Array.isArray(value) && value.every(word => typeof word === 'string'))
    return value.join(' | ')
  if (typeof value === 'object') return fieldText(field)
  return typeof value === 'string' && input !== 'choice' ? fieldText(field) : String(value ?? '')
}

/** The columns, by the names that the API has for the same. */
const columns: Record<string, Cell> = {
  id: ({ occurrence }) => occurrence,
  status: ({ status }) => status,
  language: ({ language }) => language,
  title: ({ title }) => title.text,
  start_date: ({ starts }) => formatWall(starts),
  end_date: ({ ends }) => formatWall(ends),
  timezone: ({ zone }) => zone,
  all_day: ({ isAllDay }) => String(isAllDay),
  utc_start_date: ({ utcStarts }) => formatWall(utcStarts),
  utc_end_date: ({ utcEnds }) => formatWall(utcEnds),
  event_status: ({ held }) => held,
  event_status_reason: ({ reason }) => reason,
  attendance: ({ attendance }) => attendance,
  online_url: ({ onlineUrl }) => onlineUrl,
  cost: ({ cost }) => cost,
  venue: ({ venues }) => joined(venues),
  address: ({ venues }) => first(venues).address ?? '',
  geo_lat: event => pointOf(event)?.lat ?? '',
  geo_lng: event => pointOf(event)?.lng ?? '',
  organizer: ({ organizers }) => joined(organizers),
  email: ({ organizers }) => first(organizers).email ?? '',
  phone: ({ organizers }) => first(organizers).phone ?? '',
  categories: ({ categories }) => joined(categories),
  tags: ({ tags }) => joined(tags),
  featured: ({ isFeatured }) => String(isFeatured),
  excerpt: ({ summary }) => summary,
  description: descriptionOf,
  image: ({ image }) => image?.url ?? '',
  url: ({ url }) => url,
  modified_utc: ({ updated }) => formatWall(updated),
}
const cells = Object.values(columns)
const ownNames = plainFields(event, 'inFeeds').map(({ name }) => name)
const names = [...Object.keys(columns), ...ownNames]

function ownCells(of: FeedEvent): (string | number)[] {
  const fields = new Map(of.fields('inFeeds').map(field => [field.name, fieldCell(field)]))
  return ownNames.map(name => fields.get(name) ?? '')
}

/** Without this mark Excel takes the bytes for those of an older alphabet. */
const byteOrderMark = '\ufeff'

/** Comma-separated values (RFC 4180), to be opened in a spreadsheet. */
export const csv: FeedFormat = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  occurrences: 'each',
  open() {
    const rows = openText()
    rows.write(byteOrderMark + rowOf(names))
    return {
      add: event => rows.write(rowOf([...cells.map(cell => cell(event)), ...ownCells(event)])),
      finish: () => rows.end(),
    }
  },
}

const rowOf = (values: readonly (string | number)[]) => `${values.map(cellOf).join(',')}\r\n`

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front of it. Numbers are ours, and stay numbers: a
 * longitude may begin with a minus sign.
 */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** Signs that begin a formula, also in full width, and whitespace behind which programs look for them. */
const formula = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u
