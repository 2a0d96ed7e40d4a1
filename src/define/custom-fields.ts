import { fold } from './text/fold.ts'
import type { Sentence } from './text/language.ts'

export const customTypes = ['text', 'number', 'link', 'choice'] as const

/** A field of events that the site has defined. */
export type CustomField = {
  name: string
  type: (typeof customTypes)[number]
  /** True if each language has a value of its own. */
  isTranslated: boolean
  label: Sentence
  /** Of a choice: its values, each with its label. */
  choices: { word: string; label: Sentence }[]
}

export const [maxFields, maxChoices] = [20, 50]

const line =
  /^([a-z][a-z0-9_]{0,39})[ \t]+(?:(common|translated)[ \t]+)?(text|number|link|choice)[ \t]+([^:]+?)\s*(?::(.+))?$/

/** A label in both languages: `Dress code | Tenue`, or one for both. */
function labelOf(written: string): Sentence | undefined {
  const [en = '', fr = en, ...others] = written.split('|').map(part => part.trim())
  const isLabel = [en, fr].every(text => /^[^<>\p{Cc}]{1,60}$/u.test(text))
  return isLabel && others.length === 0 ? { en, fr } : undefined
}

/** The word by which a choice is stored: its English label in small letters. */
const wordOf = (label: Sentence) =>
  fold(label.en)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

function choicesOf(written: string): CustomField['choices'] | undefined {
  const labels = written.split(',').map(labelOf)
  if (labels.length > maxChoices) return undefined
  const choices = labels.flatMap(label => (label ? [{ word: wordOf(label), label }] : []))
  const words = new Set(choices.map(({ word }) => word))
  return words.size === labels.length && !words.has('') ? choices : undefined
}

function fieldOf(written: string): CustomField | undefined {
  const [, name = '', own, kind, label = '', listed] = line.exec(written) ?? []
  const type = customTypes.find(each => each === kind)
  const labels = labelOf(label)
  if (!type || !labels || (type === 'choice') !== (listed !== undefined)) return undefined
  // only words differ by language
  if (own === 'translated' && type !== 'text' && type !== 'link') return undefined
  const choices = listed === undefined ? [] : choicesOf(listed)
  const isTranslated = own ? own === 'translated' : type === 'text'
  return choices && { name, type, isTranslated, label: labels, choices }
}

/**
 * The custom fields of a setting, one on each line: a name, perhaps `common` or `translated`, a type, the labels in English and French, and behind a
 * colon the choices. Undefined: a line defines none, two have one name, or there are too many.
 */
export function customFieldsOf(written: string): CustomField[] | undefined {
  const lines = written.split('\n').flatMap(each => each.trim() || [])
  const fields = lines.flatMap(each => fieldOf(each) ?? [])
  const names = new Set(fields.map(({ name }) => name))
  return lines.length <= maxFields && names.size === lines.length ? fields : undefined
}
