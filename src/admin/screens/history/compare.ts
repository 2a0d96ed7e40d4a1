import { diffWords } from 'diff'
import { type Language, languages } from '../../../define/text/language.ts'
import type { Form, FormField } from '../../forms/model.ts'
import type { Value, Values } from '../../forms/values.ts'

/** A common field that was another in a version than it is now. */
export type OtherFact = { field: FormField; was: Value; is: Value }

/** A piece of a text: in both, only then, or only now. */
export type Piece = { text: string; in: 'both' | 'then' | 'now' }

/** A text field that differs in some language, with the differences in each. Undefined: none. */
export type OtherText = { field: FormField; pieces: Partial<Record<Language, Piece[]>> }

/** The differences between a version and the current record. */
export function compare(
  { fields }: Form,
  then: Values,
  now: Values,
): { facts: OtherFact[]; texts: OtherText[] } {
  const facts: OtherFact[] = []
  const texts: OtherText[] = []
  for (const field of fields) {
    const { name } = field
    if (!field.isText) {
      const [was, is] = [then.facts[name] ?? null, now.facts[name] ?? null]
      if (JSON.stringify(was) !== JSON.stringify(is)) facts.push({ field, was, is })
      continue
    }
    const pieces: OtherText['pieces'] = {}
    for (const language of languages) {
      const [was = '', is = ''] = [then.texts[language][name], now.texts[language][name]]
      if (was !== is) pieces[language] = piecesOf(plainly(field, was), plainly(field, is))
    }
    if (Object.keys(pieces).length > 0) texts.push({ field, pieces })
  }
  return { facts, texts }
}

/** The text without markup: the comparison is of the words that people read. */
const plainly = ({ as }: FormField, text: string) =>
  as === 'html'
    ? text
        .replace(/<(br|\/p|\/li|\/h\d)\b[^>]*>/gi, '\n')
        .replace(/<[^>]*>/g, '')
        .trim()
    : text

/** Long texts are shown whole where looking for their differences would take too long. */
const maxEdits = 2000

function piecesOf(then: string, now: string): Piece[] {
  const changes = diffWords(then, now, { maxEditLength: maxEdits })
  if (!changes)
    return [
      { text: then, in: 'then' },
      { text: now, in: 'now' },
    ]
  return changes.map(({ value, added, removed }) => ({
    text: value,
    in: added ? 'now' : removed ? 'then' : 'both',
  }))
}
