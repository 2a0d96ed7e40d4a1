import type { Language } from '../define/text/language.ts'

/** Where the app is, as its page says. Paths without a slash at the end. */
export type Place = {
  /** `/admin`, `/fr/admin` */
  base: string
  /** The same screens in the other language. */
  otherBase: string
  /** Root of sign-in and accounts: `/admin/api`, `/fr/admin/api` */
  accounts: string
  language: Language
}

export const placeOf = ({
  base = '',
  otherBase = '',
  accounts = '',
  language,
}: DOMStringMap): Place => ({
  ...{ base, otherBase, accounts },
  language: language === 'fr' ? 'fr' : 'en',
})
