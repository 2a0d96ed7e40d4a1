import { type Resource, resource } from '../../define/resource.ts'
import { translationsField } from '../shared/common.ts'
import { embeddedTerm, termFields, termFilters, termItems } from '../shared/term.ts'

const many = { en: 'tags', fr: 'étiquettes' }

export const tag = resource({
  name: 'tag',
  path: 'tags',
  family: 'term',
  page: { en: 'events/tag', fr: 'evenements/etiquette' },
  titled: 'name',
  one: { en: 'tag', fr: 'étiquette' },
  a: { en: 'a tag', fr: 'une étiquette' },
  of: { en: 'of the tag', fr: 'de l’étiquette' },
  many,
  about: { en: 'A free label on events.', fr: 'Une étiquette libre sur des évènements.' },
  fields: {
    ...termFields,
    translations: translationsField((): Resource => tag),
  },
  presented: termItems({}),
  embedded: embeddedTerm,
  filters: termFilters('tag', many),
})
