import { derived, optional } from '../../define/derived.ts'
import type { FieldType } from '../../define/field-type.ts'
import { count } from '../../define/field-types.ts'

const type: FieldType<number | string | null, number, number> = {
  ...count({ max: 9999, sample: 2 }),
  accepts: { type: ['integer', 'null'], minimum: 0 },
  input: 'number',
  column: 'integer',
  clears: [null, '', 0, '0', 'list'],
}

export const positionField = {
  label: { en: 'Position', fr: 'Position' },
  type,
  addition: true,
  en: 'The place among the categories with the same parent, from 1; those without one follow, by name.',
  fr: 'La place parmi les catégories de même parente, à partir de 1 ; celles qui n’en ont pas suivent, par nom.',
} as const

/** Left out where none is set: such categories are as in The Events Calendar. */
export const presentedPosition = optional(
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
