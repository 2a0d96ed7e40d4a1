import { reference } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { translationsField } from '../shared/common.ts'
import { embeddedTerm, termFields, termFilters, termItems } from '../shared/term.ts'
import { colorField, presentedColor } from './color.ts'
import { positionField, presentedPosition } from './position.ts'

const many = { en: 'categories', fr: 'catégories' }

export const category = resource({
  name: 'category',
  path: 'categories',
  family: 'term',
  page: { en: 'events/category', fr: 'evenements/categorie' },
  titled: 'name',
  one: { en: 'category', fr: 'catégorie' },
  a: { en: 'a category', fr: 'une catégorie' },
  of: { en: 'of the category', fr: 'de la catégorie' },
  many,
  about: {
    en: 'A subject of events, in a tree.',
    fr: 'Un thème d’évènements, dans une arborescence.',
  },
  fields: {
    ...termFields,
    parent: {
      label: { en: 'Parent category', fr: 'Catégorie parente' },
      type: reference('category'),
      indexed: true,
      en: 'The ID of the category above; 0 for none.',
      fr: 'L’ID de la catégorie parente ; 0 s’il n’y en a pas.',
    },
    color: colorField,
    position: positionField,
    translations: translationsField((): Resource => category),
  },
  presented: { ...termItems({ parent: true }), color: presentedColor, position: presentedPosition },
  embedded: embeddedTerm,
  filters: termFilters('category', many),
})
