import type { Language } from './language-table.ts'

/** The messages of a language by the English sentence. */
export type Catalogue = Readonly<Record<string, string>>

/** English and French stand where a message is defined; each further language has a folder here, with its messages. */
export const catalogues: Partial<Record<Language, Catalogue>> = {}
