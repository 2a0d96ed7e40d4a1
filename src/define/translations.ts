import { isObject, once } from './base/objects.ts'
import { nested, notALanguage, notTexts, notTextsOfOne } from './field-errors.ts'
import { type FieldError, type FieldType, fieldError, type Language, value } from './field-type.ts'
import { slug } from './field-types.ts'
import { check, type Params, unknownIn } from './param.ts'
import {
  type Resource,
  type TextDraft,
  type TextValues,
  textNames,
  writeParams,
} from './resource.ts'
import { isLanguage } from './text/language.ts'

/**
 * `translations: { fr: { title: … }, en: null }` in a write: the texts of other languages, or null to delete one (M3, M9).
 * Takes the resource by a function because an owner and its translations name each other.
 */
export function translations(
  owner: () => Resource,
): FieldType<Partial<Record<Language, object | null>> | null, object, TextDraft> {
  const params = once((): Params => {
    const texts = textNames(owner()).filter(name => name !== 'slug')
    const own = Object.entries(writeParams(owner(), 'change'))
    return {
      ...Object.fromEntries(own.filter(([name]) => texts.includes(name))),
      ...(!owner().hasNoSlug && slugParam),
    }
  })
  return {
    index: { type: 'object' },
    accepts: { type: ['object', 'null'], additionalProperties: { type: ['object', 'null'] } },
    returns: { type: 'object' },
    clears: [null, '', 'list'],
    unknown: input =>
      Object.entries(isObject(input) ? input : {}).flatMap(([language, sent]) =>
        isLanguage(language) && isObject(sent)
          ? unknownIn(params(), sent, isUrlName).map(({ path, names }) => ({
              path: `${language}.${path}`,
              names,
            }))
          : [],
      ),
    check(input, context) {
      if (!isObject(input)) return fieldError(notTexts)
      const texts: TextDraft = {}
      const wrong: [path: string, fieldError: FieldError][] = []
      for (const [language, sent] of Object.entries(input)) {
        if (!isLanguage(language)) wrong.push([language, notALanguage])
        else if (sent === null) texts[language] = null
        else if (!isObject(sent)) wrong.push([language, notTextsOfOne])
        else {
          const { values, fieldErrors } = check(params(), sent, context)
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

const isUrlName = (name: string) => name === 'url' || name === 'rest_url'

/** The slug of a translation, also where the record itself takes none: that of venues and organizers comes from their name. */
export const translatedSlug = {
  label: { en: 'Slug', fr: 'Slug' },
  type: slug(),
  lives: 'text' as const,
  en: 'The slug in this language.',
  fr: 'Le slug dans cette langue.',
}

const slugParam = {
  slug: {
    type: translatedSlug.type,
    clearable: true,
    en: translatedSlug.en,
    fr: translatedSlug.fr,
  },
}
