import { namesIn } from '../../define/base/objects.ts'
import { ignored } from '../../define/column-mapping.ts'
import type { CustomField } from '../../define/custom-fields.ts'
import { isDated } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import { fold } from '../../define/text/fold.ts'
import {
  isLanguage,
  type Language,
  languagePattern,
  languages,
} from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { isWeekday } from '../../define/time/names.ts'
import { resources } from '../../resources/index.ts'
import { clocksIn } from '../times/clocks.ts'
import { momentIn } from '../times/moments.ts'
import {
  type HeadingLanguage,
  headingNames,
  type RowKind,
  reasonHeading,
  rowKinds,
} from './heading-names.ts'

export { type RowKind, rowKinds }

/** The meaning of a column of a table; `skip`: a known column without a field here. */
export type Column = { field: string; language?: Language | undefined }

/** The kind of rows of this name; events by default. */
export const rowKindOf = (name: string | undefined): RowKind =>
  rowKinds.find(kind => kind === name) ?? 'event'

/**
 * The fields that tables have under another name, in several columns, or not at all: a user, a password and who has sent an event are of
 * one calendar alone; the source is that of the import.
 */
const notInTables: ReadonlySet<string> = new Set(
  'date date_utc source source_id translations author password submission'.split(' '),
)

export const fieldsIn = ({ fields }: Resource) => fields

/** The fields that have no names in `headingNames`, by their name in the API: a column follows from each field of the resource. */
export const derivedFields = (kind: RowKind): string[] =>
  namesIn(fieldsIn(resources[kind])).filter(
    name => !notInTables.has(name) && !(name in headingNames[kind]),
  )

/** The fields that the columns of a table may be of. */
export const fieldNames = (kind: RowKind): string[] => [
  ...Object.keys(headingNames[kind]),
  ...derivedFields(kind),
]

/** The heading of a field in an export. */
export const headingOf = (kind: RowKind, field: string): string =>
  headingNames[kind][field]?.en?.split('|')[0] ?? field

/** Letters and digits alone. */
const plain = (heading: string) =>
  fold(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Further words of headings, which change nothing in them: `Date de l’évènement`, `Nom du spectacle`. */
const ofEvent =
  / (?:de l evenement|de l event|du spectacle|du concert|du festival|de la manifestation|de l animation|de l atelier|de l activite|de la representation|der veranstaltung|del evento|dell evento|van het evenement|of the event|of event)$/

/** Words that several languages have. */
const shared = new Set(
  'date description image photo type tags latitude longitude url id uid web status text'.split(' '),
)

/** A field, and the languages in which a heading means it; none: it is no word of one. */
type Meaning = { field: string; languages: readonly HeadingLanguage[] }

const meaningsOf = (kind: RowKind): Map<string, Meaning> => {
  const all = new Map<string, Meaning>()
  const add = (name: string, field: string, language?: HeadingLanguage) => {
    const key = plain(name)
    const before = all.get(key) ?? { field, languages: [] }
    const isWord = language !== undefined && !shared.has(key)
    all.set(key, {
      ...before,
      languages: isWord ? [...before.languages, language] : before.languages,
    })
  }
  for (const [field, names] of Object.entries(headingNames[kind]))
    for (const language of namesIn(names))
      for (const name of names[language]?.split('|') ?? []) add(name, field, language)
  for (const language of languages) add(reasonHeading(language), ignored)
  for (const field of fieldNames(kind)) add(field, field)
  for (const field of derivedFields(kind))
    for (const name of Object.values(fieldsIn(resources[kind])[field]?.label ?? {}))
      add(name, field)
  return all
}

const meanings: Partial<Record<RowKind, Map<string, Meaning>>> = {}
function meaningsFor(kind: RowKind): Map<string, Meaning> {
  meanings[kind] ??= meaningsOf(kind)
  return meanings[kind]
}

function meaningOf(kind: RowKind, heading: string): Meaning | undefined {
  const name = plain(heading)
  const fields = meaningsFor(kind)
  return fields.get(name) ?? fields.get(name.replace(ofEvent, ''))
}

type CustomFields = readonly CustomField[]

/** The column of a field that the site has defined. */
export const customColumn = (name: string) => `custom_fields.${name}`

/** The meaning of a heading, which names a field that the site has defined by its column or, where it has no other, by a label. */
function meaningWith(kind: RowKind, heading: string, custom: CustomFields): Meaning | undefined {
  const name = plain(heading)
  const fieldBy = (names: (field: CustomField) => string[]) => {
    const field = isDated(kind) && custom.find(each => names(each).some(of => plain(of) === name))
    return field ? { field: customColumn(field.name), languages: [] } : undefined
  }
  return (
    fieldBy(field => [customColumn(field.name)]) ??
    meaningOf(kind, heading) ??
    fieldBy(({ label }) => Object.values(label))
  )
}

const inLanguage = new RegExp(`^(.+?)[\\s_.:\\-]*[\\s_.:\\-([](${languagePattern})[)\\]]?$`, 'i')

const maxHeading = 200

/** The words for languages in headings. */
const languageWords = new Map(
  languages.flatMap(each => {
    const { name, adjective } = languageTable[each]
    return [name, adjective.en, adjective.fr].map(word => [fold(word), each] as const)
  }),
)
const languageOf = (word = '') =>
  languageWords.get(word) ?? languageWords.get(word.replace(/e$/, ''))

/** A heading without the language in it: `Title (fr)`, `title_fr`, `Titre anglais`, `English title`. */
function languageIn(heading: string): { name: string; language?: Language } {
  const match = inLanguage.exec(heading.trim().slice(0, maxHeading))
  const code = match?.[2]?.toLowerCase()
  if (match && isLanguage(code)) return { name: match[1] ?? '', language: code }
  const words = plain(heading.slice(0, maxHeading)).split(' ')
  const [first, ...others] = words
  const [last, begun] = [languageOf(words.at(-1)), languageOf(first)]
  if (last && words.length > 1)
    return {
      name: words
        .slice(0, -1)
        .join(' ')
        .replace(/ (?:en|in)$/, ''),
      language: last,
    }
  return begun && others.length > 0
    ? { name: others.join(' '), language: begun }
    : { name: heading }
}

type Mapping = Readonly<Record<string, string>>

/** The field of a column as a user wrote it: its own name before those of headings. */
export function mappedField(
  kind: RowKind,
  written: string,
  custom: CustomFields,
): Column | undefined {
  const fields = [...fieldNames(kind), ...custom.map(each => customColumn(each.name))]
  const own = (name: string) => fields.find(each => each === name.trim())
  const { name, language } = languageIn(written)
  const exact = own(written)
  if (exact !== undefined) return { field: exact }
  const field = own(name) ?? meaningWith(kind, name, custom)?.field
  return field === undefined ? undefined : { field, language }
}

/** True for the column of reasons that a table of refused rows has besides its own. */
export const isOfReasons = (heading: string) =>
  languages.some(each => plain(reasonHeading(each)) === plain(heading))

/** The field of a further column of the same: a table with a day and two hours calls these `Start` and `End`. */
const furtherFields: Record<string, string> = { start_date: 'start_time', end_date: 'end_time' }

/** What one of several columns of days is, by its first value: the hours, or no more than the day of the week. */
function fieldOfDays(field: string, sample: string): string | undefined {
  if (isWeekday(fold(sample).replace('.', ''))) return undefined
  return sample !== '' && clocksIn(sample) ? furtherFields[field] : field
}

/**
 * The columns of headings; undefined for a heading without a meaning. Columns that a user has mapped come before others. `samples`: the
 * first value of each.
 */
export function columnsAs(
  kind: RowKind,
  headings: readonly string[],
  mapping: Mapping,
  custom: CustomFields,
  samples: readonly string[] = [],
): (Column | undefined)[] {
  const given = new Map(Object.entries(mapping).map(([heading, field]) => [plain(heading), field]))
  const taken = new Set<string>()
  const take = (column: Column | undefined): Column | undefined => {
    if (column === undefined || column.field === ignored) return column
    const key = `${column.field} ${column.language ?? ''}`
    const field = furtherFields[column.field]
    // each column that may say that an event is private is asked
    if (taken.has(key) && column.field !== 'private')
      return field ? take({ ...column, field }) : undefined
    taken.add(key)
    return column
  }
  const mapped = headings.map(heading => {
    const field = given.get(plain(heading))
    return field === undefined ? undefined : take(mappedField(kind, field, custom))
  })
  const columns = headings.map(heading => {
    const exact = meaningWith(kind, heading, custom)
    const { name, language } = languageIn(heading)
    const field = exact?.field ?? meaningWith(kind, name, custom)?.field
    return { field: given.has(plain(heading)) ? undefined : field, ...(!exact && { language }) }
  })
  return columns.map(({ field, language }, at) => {
    if (given.has(plain(headings[at] ?? ''))) return mapped[at]
    const isOneOfSeveral =
      field !== undefined &&
      furtherFields[field] &&
      columns.filter(each => each.field === field).length > 1
    const own = isOneOfSeveral ? fieldOfDays(field, samples[at] ?? '') : field
    return own === undefined ? undefined : take({ field: own, language })
  })
}

const isOf = (columns: readonly (Column | undefined)[], ...fields: string[]) =>
  columns.some(column => column !== undefined && fields.includes(column.field))

/** The columns by which a table of venues or organizers differs from others. */
const marks = {
  venue: {
    heading: /^(?:venue|lieu)\b/,
    fields: ['address', 'city', 'country', 'zip', 'stateprovince', 'geo_lat'],
  },
  organizer: { heading: /^organi/, fields: ['email'] },
}

/** A table of other records than events: every column with values is one of them, and one says so. */
function isTableOf(
  kind: 'venue' | 'organizer',
  headings: readonly string[],
  columns: readonly (Column | undefined)[],
  samples: readonly string[],
): boolean {
  const isNamed = headings.some(heading => marks[kind].heading.test(plain(heading)))
  return (
    isOf(columns, kind) &&
    (isNamed || isOf(columns, ...marks[kind].fields)) &&
    columns.every((column, at) => column !== undefined || !samples[at])
  )
}

/** True for a text that is a day. */
export const isDay = (cell: string) =>
  typeof momentIn(cell, { order: 'dmy', today: '2000-01-01' }) === 'object'

export type Content = { kind: RowKind; columns: (Column | undefined)[] }

/** The facts of a table that decide its content. */
type TableShape = {
  headings: readonly string[]
  mapping: Mapping
  /** The fields of events that the site has defined. */
  custom: CustomFields
  /** The first value of each column. */
  samples: readonly string[]
  /** True if the days stand on rows of their own. */
  hasDayRows: boolean
}

/** The content of a table by its headings. Undefined: they do not say it. */
export function columnsOf({
  headings,
  mapping,
  custom,
  samples,
  hasDayRows,
}: TableShape): Content | undefined {
  const columns = columnsAs('event', headings, mapping, custom, samples)
  // a column such as `start_time` may have the days too
  const hours = samples[columns.findIndex(column => column?.field === 'start_time')] ?? ''
  const isDated =
    isOf(columns, 'start_date') || (isOf(columns, 'start_time') && (hasDayRows || isDay(hours)))
  if (isOf(columns, 'title') && isDated) return { kind: 'event', columns }
  const isOrganizers = headings.some(heading => plain(heading).startsWith('organizer '))
  const order = isOrganizers ? (['organizer', 'venue'] as const) : (['venue', 'organizer'] as const)
  for (const kind of order) {
    const others = columnsAs(kind, headings, mapping, custom)
    if (isTableOf(kind, headings, others, samples)) return { kind, columns: others }
  }
  return undefined
}

/** The number of headings that events, venues or organizers have. */
export const countMeanings = (
  headings: readonly string[],
  mapping: Mapping,
  custom: CustomFields,
): number =>
  Math.max(
    ...rowKinds.map(
      kind => columnsAs(kind, headings, mapping, custom).filter(column => column).length,
    ),
  )

/** The languages that most headings are in. */
export function languagesOf(kind: RowKind, headings: readonly string[]): HeadingLanguage[] {
  const votes = new Map<HeadingLanguage, number>()
  for (const heading of headings)
    for (const language of meaningOf(kind, heading)?.languages ?? [])
      votes.set(language, (votes.get(language) ?? 0) + 1)
  const most = Math.max(...votes.values())
  return [...votes].flatMap(([language, count]) => (count === most ? [language] : []))
}
