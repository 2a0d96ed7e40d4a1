import { isObject } from '../../define/base/objects.ts'
import type { Language } from '../../define/text/language.ts'

/** The values of the fields that the site has defined, as a form holds them: null is cleared. */
export type CustomValues = Record<
  string,
  string | number | null | Partial<Record<Language, string | null>>
>

export const customIn = (text: string): CustomValues => JSON.parse(text || '{}')

/** The text of these values, one of them typed. */
export function customText(
  values: CustomValues,
  name: string,
  typed: string,
  language: Language | undefined,
): string {
  const value = typed === '' ? null : typed
  const before = values[name]
  const own = language ? { ...(isObject(before) && before), [language]: value } : value
  return JSON.stringify({ ...values, [name]: own })
}
