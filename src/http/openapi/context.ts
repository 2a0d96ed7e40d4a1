import type { Language, Sentence } from '../../define/field-type.ts'
import { capital } from '../../define/text/capital.ts'
import { languagePattern } from '../../define/text/language.ts'
import type { Route } from '../../operations/index.ts'

/** The settings that the documentation states. */
export type DocSettings = {
  namespace: string
  basePath: string
  language: Language
  timezone: string
  currencyCode: string
  maxPerPage: number
  geolocation: boolean
  /** Bytes. */
  bodyLimit: number
  uploadLimit: number
}

export type Version = '3.0' | '3.1'

/**
 * The context of every part of a document. Sentences in it are in both languages, and become those of the document at the end; the language matters
 * to examples alone.
 */
export type Context = {
  language: Language
  /** Root of the API under the base URL of the request, without a slash at the end. */
  root: string
  /** Bytes. */
  bodyLimit: number
}

/** The same for the API of records. */
export type ApiContext = Context & { routes: readonly Route[]; settings: DocSettings }

export const capitalized = ({ en, fr }: Sentence) => ({ en: capital(en), fr: capital(fr) })

const prefixAtEnd = new RegExp(`/(${languagePattern})$`)

/** The URL of the site, without a slash at the end. */
export const homeOf = ({ root, settings: { basePath, namespace } }: ApiContext) =>
  root.slice(0, -`${basePath}/${namespace}`.length).replace(prefixAtEnd, '')

/** First segment of the namespace: names the taxonomy of categories. */
export const vendorOf = ({ settings }: ApiContext) => settings.namespace.replace(/\/.*/, '')
