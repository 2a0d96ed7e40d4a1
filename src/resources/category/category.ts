import { derived, optional } from '../../define/derived.ts'
import type { FieldType } from '../../define/field-type.ts'
import { count, reference } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { translationsField } from '../shared/common.ts'
import { embeddedTerm, termFields, termFilters, termItems } from '../shared/term.ts'
import { colorField, presentedColor } from './color.ts'

const type: FieldType<number | string | null, number, number> = {
  ...count({ max: 9999, sample: 2 }),
  accepts: { type: ['integer', 'null'], minimum: 0 },
  input: 'number',
  column: 'integer',
  clears: [null, '', 0, '0', 'list'],
}

const positionField = {
  label: { en: 'Position', fr: 'Position' },
  type,
  addition: true,
  en: 'The place among the categories with the same parent, from 1; those without one follow, by name.',
  fr: 'La place parmi les catégories de même parente, à partir de 1 ; celles qui n’en ont pas suivent, par nom.',
} as const

/** Left out where none is set: such categories are as in The Events Calendar. */
const presentedPosition = optional(
  derived<number | undefined>(
    {
      type: 'integer',
      description: {
        en: 'The place among the categories with the same parent; absent where none is set.',
        fr: 'La place parmi les catégories de même parente ; absente si aucune n’est définie.',
      },
    },
    ({ record }) => Number(record.facts.position ?? 0) || undefined,
  ),
)

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
