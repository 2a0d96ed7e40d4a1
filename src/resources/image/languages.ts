import { derived, restUrl } from '../../define/derived.ts'
import type { StoredRecord } from '../../define/record.ts'
import { languageOf } from '../../define/record-texts.ts'
import { address, byLanguage, exact, text } from '../../define/schema.ts'
import { type Language, languages } from '../../define/text/language.ts'

type Translation = { title: string; alt: string; rest_url: string }

/** An image has no page, and a language may have but one of its texts; else they are as of other records (M5). */
export const imageLanguages = {
  language: derived(
    text(
      { en: 'The language of the title that is shown.', fr: 'La langue du titre affiché.' },
      { enum: languages },
    ),
    ({ record }, { language }) => languageOf(record, language),
  ),
  translations: derived(translationsSchema(), ({ record }, { rootIn }, { resource }) => {
    const translations: Partial<Record<Language, Translation>> = {}
    for (const language of languages) {
      const own = textsIn(record, language)
      if (own)
        translations[language] = { ...own, rest_url: restUrl(rootIn[language], resource, record) }
    }
    return translations
  }),
}

function textsIn({ texts }: StoredRecord, language: Language) {
  const { title, alt } = texts[language] ?? {}
  return title == null && !alt ? undefined : { title: String(title ?? ''), alt: String(alt ?? '') }
}

function translationsSchema() {
  const translation = exact(
    { en: 'The texts of one language.', fr: 'Les textes d’une langue.' },
    {
      title: text({
        en: 'Its title in this language; empty for none.',
        fr: 'Son titre dans cette langue ; vide s’il n’y en a pas.',
      }),
      alt: text({
        en: 'Its alternative text in this language; empty for none.',
        fr: 'Son texte alternatif dans cette langue ; vide s’il n’y en a pas.',
      }),
      rest_url: address({
        en: 'The URL of the record in this language.',
        fr: 'L’URL de la fiche dans cette langue.',
      }),
    },
  )
  return byLanguage(
    {
      en: 'The languages in which the image has texts, without fallback.',
      fr: 'Les langues dans lesquelles l’image a des textes, sans repli.',
    },
    translation,
  )
}
