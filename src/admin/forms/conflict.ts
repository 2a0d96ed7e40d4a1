import { inEachLanguage, type Language, languages } from '../../define/text/language.ts'
import type { Form, FormField } from './model.ts'
import { rebased, type Value, type Values } from './values.ts'

/** A field that another wrote meanwhile, or that would be written over what another wrote. */
export type Difference = {
  key: string
  field: FormField
  language?: Language
  mine: Value
  theirs: Value
  /** True if it was changed here: it is chosen at first then. */
  isMine: boolean
}

/** Every field whose typed value differs from the stored one. `base`: the values read before. */
export function differences(form: Form, base: Values, mine: Values, theirs: Values): Difference[] {
  const merged = rebased(form, base, theirs, mine)
  return form.fields.flatMap((field): Difference[] => {
    const { name, isText } = field
    if (!isText) {
      const [own, other] = [mine.facts[name] ?? null, theirs.facts[name] ?? null]
      if (same(own, other)) return []
      return [
        {
          key: name,
          field,
          mine: own,
          theirs: other,
          isMine: same(merged.facts[name] ?? null, own),
        },
      ]
    }
    return languages.flatMap(language => {
      const [own, other] = [mine.texts[language][name] ?? '', theirs.texts[language][name] ?? '']
      if (own === other) return []
      const isMine = merged.texts[language][name] === own
      return [{ key: `${language}.${name}`, field, language, mine: own, theirs: other, isMine }]
    })
  })
}

const same = (a: Value, b: Value) => JSON.stringify(a) === JSON.stringify(b)

/** The stored values, with the chosen ones of the user. */
export function settled(theirs: Values, changes: Difference[], own: ReadonlySet<string>): Values {
  const facts = { ...theirs.facts }
  const texts = inEachLanguage(of => ({ ...theirs.texts[of] }))
  for (const { key, field, language, mine } of changes) {
    if (!own.has(key)) continue
    if (language) texts[language][field.name] = String(mine)
    else facts[field.name] = mine
  }
  return { facts, texts }
}
