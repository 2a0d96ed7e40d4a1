import { oneOf } from '../../define/choice-types.ts'
import type { Sentence } from '../../define/field-type.ts'
import type { Param } from '../../define/param.ts'
import { count } from '../../define/scalar-types.ts'

/** Where a page of what is sorted by age begins. */
export const before = {
  type: count(),
  en: 'Only what is older: the `next` of another response.',
  fr: 'Seulement ce qui est plus ancien : la suite (next) d’une autre réponse.',
} satisfies Param

/** How much a page holds. */
export const perPage = (max: number, usual: number, { en, fr }: Sentence) =>
  ({
    type: count({ max, sample: usual }),
    default: usual,
    en: `${en}, up to ${max}.`,
    fr: `${fr}, ${max} au plus.`,
  }) satisfies Param

/** The resource of the records. */
export const kindAmong = <const N extends string>(names: readonly N[]) =>
  ({
    type: oneOf(names),
    required: true,
    en: 'The kind of records.',
    fr: 'Le type de fiches.',
  }) satisfies Param
