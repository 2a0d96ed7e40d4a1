import type { FieldType, JsonSchema, Language } from './field-type.ts'
import { linkKinds, publicId, type StoredRecord } from './record.ts'
import { localized } from './record-texts.ts'
import type { ShowContext } from './show-context.ts'
import { pathIn, type Sentence } from './text/language.ts'

/** The parts of a resource that a derived value may depend on. */
export type Named = {
  name: string
  path: string
  titled: string
  page?: Sentence
  fields: Readonly<Record<string, { type: FieldType; lives?: string; open?: true }>>
}

/** The resource of a record; `isAlone`: on reads of a single record, not in lists nor embedded. */
type Showing = { resource: Named; isAlone: boolean }

/** The input of a schema; its sentences are in both languages. */
type SchemaContext = { resource: Named; vendor: string }

/**
 * A value of a response that is not simply a field: how it follows from the record, and its schema. Without a schema it is the
 * field of its name, shown in a way of its own.
 */
export type Derived<T = unknown> = {
  schema?: JsonSchema | ((of: SchemaContext) => JsonSchema)
  show(view: View, context: ShowContext, of: Showing): T
  /** Left out of responses where it is undefined. */
  optional?: true
}

export const derived = <T>(schema: Derived['schema'], show: Derived<T>['show']): Derived<T> => ({
  ...(schema && { schema }),
  show,
})

export const optional = <T>({ schema, show }: Derived<T>) => ({
  ...(schema && { schema }),
  show,
  optional: true as const,
})

/** The public page of a record in a language; each date of a series has its own. Records without a slug are addressed by ID. */
export function pageUrl(
  { homeIn }: Pick<ShowContext, 'homeIn'>,
  { name, page, path }: Named,
  record: StoredRecord,
  language: Language,
): string {
  const slug = localized(record, 'slug', language)
  const { on } = record.facts
  if (!slug) return `${homeIn[language]}/?${name}=${publicId(record)}`
  return `${homeIn[language]}/${page ? pathIn(page, language) : path}/${slug}/${on ? `${on}/` : ''}`
}

export const restUrl = (root: string, { path }: Named, record: StoredRecord) =>
  `${root}/${path}/${publicId(record)}`

/** A record with its linked records, as far as the caller may read them (A3). */
export type View = {
  record: StoredRecord
  /** Shown with its text hidden: protected by a password that was not given. */
  masked?: boolean
  image?: StoredRecord | undefined
  /** For an image: whether its source URL is shown with the query, which may hold a secret (A9). */
  showsSource?: boolean
  /** Shown by itself with its stored values, to a user who may edit it and requests `context=edit`. */
  isEdited?: boolean
  /** For an event: whether it is shown with what only editors may see. */
  isForEditors?: boolean
  venues: View[]
  organizers: View[]
  categories: StoredRecord[]
  tags: StoredRecord[]
}

/** A record without what it is linked to. */
export const viewOf = (record: StoredRecord): View => ({
  record,
  venues: [],
  organizers: [],
  categories: [],
  tags: [],
})

/** Notes a record, its image, and all that it is linked to, hidden records too: a change may make them visible. */
export function eachRecordIn({ record, venues, organizers }: View, note: Note) {
  noteRecord(record, note)
  for (const venue of venues) noteRecord(venue.record, note)
  for (const organizer of organizers) noteRecord(organizer.record, note)
}

type Note = (kind: string, id: unknown) => void

function noteRecord({ kind, id, facts, links }: StoredRecord, note: Note) {
  note(kind, id)
  note('image', facts.image)
  for (const kind of linkKinds) for (const id of links[kind]) note(kind, id)
}
