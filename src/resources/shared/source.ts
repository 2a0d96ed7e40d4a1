import { derived, optional } from '../../define/derived.ts'
import { type FieldType, fieldError, type Sentence, value } from '../../define/field-type.ts'
import type { Params } from '../../define/param.ts'
import { text as textSchema } from '../../define/schema.ts'
import { storable } from '../../define/text/markup.ts'

/** The longest `source` and `source_id`, in characters. */
export const maxSourceId = 255

/** The identifier of something in another calendar: to the letter, in one line. */
const foreignName = (sample: string): FieldType<string | number | null, string, string> => ({
  index: { type: 'string' },
  accepts: { type: ['string', 'null'], maxLength: maxSourceId },
  returns: { type: 'string' },
  column: 'text',
  clears: ['', null, 'list'],
  check(input) {
    const written = typeof input === 'number' ? String(input) : input
    return typeof written === 'string' && isForeignName(written.trim())
      ? value(written.trim())
      : fieldError({ sentence: notAName, params: { max: maxSourceId } })
  },
  sample,
})

const isForeignName = (written: string) =>
  written !== '' &&
  written.length <= maxSourceId &&
  !/\p{Cc}/u.test(written) &&
  storable(written) === written

const notAName = {
  en: '{name} is not one line of at most {max} characters.',
  fr: '{name} ne tient pas en une ligne de {max} caractères au plus.',
}

const fact = { indexed: true, addition: true } as const

/** Where a record was imported from, and its ID there (S1): no two records of a kind have both the same. */
export const sourceFields = {
  source: {
    label: { en: 'Source', fr: 'Source' },
    type: foreignName('town-hall'),
    ...fact,
    en: 'The calendar that the record was imported from; for editors to write, with source_id.',
    fr: 'L’agenda d’où la fiche a été importée ; écrit par les éditeurs, avec source_id.',
  },
  source_id: {
    label: { en: 'ID in the source', fr: 'ID dans la source' },
    type: foreignName('4711'),
    ...fact,
    en: 'The ID of the record there; unique in its source.',
    fr: 'L’ID de la fiche dans cette source, où il est unique.',
  },
} as const

const sourceItem = (name: keyof typeof sourceFields, sentence: Sentence) =>
  optional(
    derived<string | undefined>(textSchema(sentence), ({ record }) => {
      const stored = record.facts[name]
      return stored == null ? undefined : String(stored)
    }),
  )

/** Absent for records without a source, so that they look as in The Events Calendar. */
export const sourceItems = {
  source: sourceItem('source', {
    en: 'The calendar that the record was imported from; absent from the others.',
    fr: 'L’agenda d’où la fiche a été importée ; absent des autres.',
  }),
  source_id: sourceItem('source_id', {
    en: 'The ID of the record in its source.',
    fr: 'L’ID de la fiche dans sa source.',
  }),
}

/** On every list. */
export const sourceFilters = {
  source: {
    type: { ...foreignName('town-hall'), clears: [] },
    addition: true,
    en: 'Only records that were imported from this source.',
    fr: 'Seulement les fiches importées de cette source.',
  },
  source_id: {
    type: { ...foreignName('4711'), clears: [] },
    addition: true,
    en: 'Only records with this ID in their source.',
    fr: 'Seulement les fiches qui ont cet ID dans leur source.',
  },
} satisfies Params
