import { isObject } from '../../define/base/objects.ts'
import type { CustomField } from '../../define/custom-fields.ts'
import { inEachLanguage, type Language, languagesFrom } from '../../define/text/language.ts'

/** The values of the fields that the site has defined, as a form holds them: null is cleared. */
export type CustomValues = Record<
  string,
  string | number | null | Partial<Record<Language, string | null>>
>

export const customIn = (text: string): CustomValues => JSON.parse(text || '{}')

/** The same; where a field is translated or common since a value was stored, the one that reads show in this language. */
export function customAsDefined(
  text: string,
  fields: readonly Pick<CustomField, 'name' | 'isTranslated'>[],
  language: Language,
): CustomValues {
  const values = customIn(text)
  for (const { name, isTranslated } of fields) {
    const own = values[name]
    if (own === undefined || own === null || isObject(own) === isTranslated) continue
    values[name] = isObject(own)
      ? (languagesFrom(language)
          .map(each => own[each])
          .find(each => each != null) ?? null)
      : inEachLanguage(() => String(own))
  }
  return values
}

/** What differs between two texts of values, a text of the site in a language alone. */
export function customChange(before: string, after: string): CustomValues {
  const [old, now] = [customIn(before), customIn(after)]
  const differing = <T>(was: Record<string, T>, is: Record<string, T>) =>
    Object.entries(is).filter(([name, own]) => JSON.stringify(own) !== JSON.stringify(was[name]))
  const changed = differing(old, now).map(([name, own]) => {
    const was = old[name]
    const texts = isObject(own) && isObject(was) ? Object.fromEntries(differing(was, own)) : own
    return [name, texts]
  })
  return Object.fromEntries(changed)
}

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
