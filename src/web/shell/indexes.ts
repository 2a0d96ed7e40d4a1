import { isNameIn, namesIn } from '../../define/base/objects.ts'
import type { LinkKind } from '../../define/record.ts'
import { capital } from '../../define/text/capital.ts'
import { type Locale, textIn } from '../../define/text/language.ts'
import { resources } from '../../resources/index.ts'

/** Pages that list all records of a kind by name, and where they are in the table of addresses. */
export const indexAddresses = {
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
} as const satisfies Partial<Record<LinkKind, string>>

export type IndexedName = keyof typeof indexAddresses
export const indexedNames = namesIn(indexAddresses)

export const isIndexed = (kind: string): kind is IndexedName => isNameIn(indexAddresses, kind)
export const indexName = (kind: IndexedName, locale: Locale): string =>
  capital(textIn(resources[kind].many, locale))
