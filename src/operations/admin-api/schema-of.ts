import { oneOf } from '../../define/choice-types.ts'
import type { Sentence } from '../../define/field-type.ts'
import type { Param } from '../../define/param.ts'
import { count } from '../../define/scalar-types.ts'
import { type Described, ref } from '../../define/schema.ts'
import type { schemas } from '../../resources/admin-api/index.ts'

export type Schemas = typeof schemas

/** A reference to a schema, that knows what it describes. */
export const schemaOf = <N extends keyof Schemas>(name: N) => ref<Described<Schemas[N]>>(name)

/** The start of a page in a list sorted by age. */
export const before = {
  type: count(),
  en: 'Only older entries: the `next` of another response.',
  fr: 'Seulement les éléments plus anciens : la valeur de `next` d’une autre réponse.',
} satisfies Param

/** The length of a page. */
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
