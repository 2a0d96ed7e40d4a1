import type { FieldType, JsonSchema, Language } from './field-type.ts'
import { publicId, type StoredRecord } from './record.ts'
import { localized } from './record-texts.ts'
import type { ShowContext } from './show-context.ts'
import { pathIn, type Sentence } from './text/language.ts'
import type { View } from './view.ts'

/** The parts of a resource that a derived value may depend on. */
export type Named = {
  name: string
  path: string
  titled: string
  page?: Sentence
  fields: Readonly<Record<string, { type: FieldType; lives?: string }>>
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
  /** For events: each date has its own value. Such a value depends on facts, slugs and the ID only, not on linked records. */
  isDated?: true
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

/** An item that each date of an event has of its own. */
export const dated = <T extends Derived>(item: T) => ({ ...item, isDated: true as const })

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
