import { formatMessage, type Language, type Locale } from '../../define/text/language.ts'
import type { FormField } from './model.ts'

type Checked = Pick<FormField, 'pattern' | 'least' | 'most'>

/** The error of a typed text by the definition of its field; undefined: none. Empty is always fine here. */
export function wrongWith(
  { pattern, least: min, most: max }: Checked,
  text: string,
  label: string,
  locale: Language | Locale,
): { sentence: string; isNote: boolean } | undefined {
  const typed = text.trim()
  if (!pattern || typed === '') return undefined
  const { source, flags, wrong, isNote = false } = pattern
  const number = Number(typed)
  const isFar = (min !== undefined && number < min) || (max !== undefined && number > max)
  if (new RegExp(source, flags).test(typed) && !isFar) return undefined
  return {
    sentence: formatMessage(wrong.sentence, locale, { ...wrong.params, name: label }),
    isNote,
  }
}
