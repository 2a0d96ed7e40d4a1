import type { Language, Sentence } from '../../define/field-type.ts'
import type { Resource } from '../../define/resource.ts'
import type { Route } from '../routes.ts'

/** What the documentation tells of the settings. */
export type DocSettings = {
  namespace: string
  basePath: string
  language: Language
  timezone: string
  currencySymbol: string
  currencyPosition: 'prefix' | 'postfix'
  currencyCode: string
  mostPerPage: number
  geolocation: boolean
  /** Bytes. */
  bodyLimit: number
  uploadLimit: number
}

export type Version = '3.0' | '3.1'

/** What every part of the documentation is written from. */
export type Context = {
  routes: readonly Route[]
  language: Language
  /** Root of the API under the base address asked, without a slash at the end. */
  root: string
  settings: DocSettings
  /** A sentence in the language of the document, said in both. */
  tell(en: string, fr: string): string
  words(of: Sentence): string
}

export const contextOf = (
  routes: readonly Route[],
  { language, root, settings }: Pick<Context, 'language' | 'root' | 'settings'>,
): Context => ({
  routes,
  language,
  root,
  settings,
  tell: (en, fr) => (language === 'fr' ? fr : en),
  words: of => of[language],
})

/** `event` → `Event`, for names of schemas and operations. */
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The schema of a record by itself. */
export const schemaName = ({ schema, name }: Resource) => schema?.name ?? capital(name)

/** The address of the site, without a slash at the end. */
export const homeOf = ({ root, settings: { basePath, namespace } }: Context) =>
  root.slice(0, -`${basePath}/${namespace}`.length).replace(/\/(en|fr)$/, '')

/** First segment of the namespace: names the taxonomy of categories. */
export const vendorOf = ({ settings }: Context) => settings.namespace.split('/')[0] as string
