import { nested, notALanguage, notTexts, notTextsOfOne } from './field-errors.ts'
import { type FieldError, type FieldType, fieldError, type Language, value } from './field-type.ts'
import { slug } from './field-types.ts'
import { check, type Param, type Params, type Values } from './param.ts'
import {
  type Field,
  type Resource,
  type TextDraft,
  type TextValues,
  textNames,
} from './resource.ts'
import { unknownIn } from './unknown-names.ts'

/**
 * `translations: { fr: { title: … }, en: null }` in a write: the texts of other languages, or null to delete one (M3, M9).
 * Takes the resource by a function because an owner and its translations name each other.
 */
export function translations(
  owner: () => Resource,
): FieldType<Partial<Record<Language, object | null>> | null, object, TextDraft> {
  let known: Params | undefined
  const params = (): Params => {
    if (known) return known
    const of = owner()
    const texts = textNames(of).filter(name => name !== 'slug')
    const own = texts.map((name): [string, Param] => {
      const field = of.fields[name] as Field
      return [name, { type: field.type, sentence: field, clearable: !field.required }]
    })
    known = {
      ...Object.fromEntries(own),
      slug: { type: slug(), sentence: slugSentence, clearable: true },
    }
    return known
  }
  return {
    index: { type: 'object' },
    accepts: { type: ['object', 'null'], additionalProperties: { type: ['object', 'null'] } },
    returns: { type: 'object' },
    clears: [null, '', 'list'],
    unknown(input) {
      if (typeof input !== 'object' || input === null) return []
      return Object.entries(input).flatMap(([language, sent]) =>
        isLanguage(language) && typeof sent === 'object' && sent !== null
          ? unknownIn(params(), sent as Values, isUrlShown).map(({ path, known }) => ({
              path: `${language}.${path}`,
              known,
            }))
          : [],
      )
    },
    check(input, context) {
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        return fieldError(notTexts)
      const texts: TextDraft = {}
      const wrong: [path: string, fieldError: FieldError][] = []
      for (const [language, sent] of Object.entries(input)) {
        if (!isLanguage(language)) wrong.push([language, notALanguage])
        else if (sent === null) texts[language] = null
        else if (typeof sent !== 'object' || Array.isArray(sent))
          wrong.push([language, notTextsOfOne])
        else {
          const { values, fieldErrors } = check(params(), sent as Values, context)
          for (const [name, fieldError] of Object.entries(fieldErrors))
            wrong.push([`${language}.${name}`, fieldError])
          // the checks of texts let nothing else pass
          texts[language] = values as TextValues
        }
      }
      return wrong.length ? fieldError(nested(wrong)) : value(texts)
    },
    sample: {},
  }
}

const isLanguage = (text: string): text is Language => text === 'en' || text === 'fr'
const isUrlShown = (name: string) => name === 'url' || name === 'rest_url'

const slugSentence = { en: 'The slug in this language.', fr: 'Le slug dans cette langue.' }
