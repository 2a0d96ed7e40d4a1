import { type Resource, resource, translations } from '../../define/resource.ts'
import { termFields, termFilters } from '../term.ts'

const many = { en: 'tags', fr: 'étiquettes' }

export const tag = resource({
  name: 'tag',
  path: 'tags',
  family: 'term',
  titled: 'name',
  one: { en: 'tag', fr: 'étiquette' },
  many,
  about: { en: 'A free label on events.', fr: 'Une étiquette libre sur des évènements.' },
  fields: {
    ...termFields,
    translations: {
      kind: translations((): Resource => tag),
      lives: 'never',
      addition: true,
      en: 'Texts in other languages, by language code; null deletes a translation.',
      fr: 'Les textes dans d’autres langues, par code de langue ; null supprime une traduction.',
    },
  },
  filters: termFilters('tag', many),
})
