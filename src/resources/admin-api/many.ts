import { type FieldType, fieldError, type Sentence, value } from '../../define/field-type.ts'
import { isObject } from '../../define/objects.ts'
import type { Values } from '../../define/param.ts'
import { maxEventsCounted } from '../../define/record.ts'
import { integerIn } from '../../define/scalar-types.ts'
import {
  exact,
  integer,
  listOf,
  type Properties,
  type SchemaOf,
  text,
} from '../../define/schema.ts'
import { timeOrNull } from './parts.ts'

/** Maximum number of records that one request changes. */
export const maxAtOnce = 100

const notFields: Sentence = {
  en: '{name} is not an object of fields.',
  fr: '{name} n’est pas un objet de champs.',
}

/** Fields by their names, as they are written; the resource checks each value. */
export const fieldValues = (sample: Values): FieldType<Values, Values, Values> => ({
  index: { type: 'object' },
  accepts: { type: 'object' },
  returns: { type: 'object' },
  clears: [],
  check: input => (isObject(input) ? value(input) : fieldError({ sentence: notFields })),
  sample,
})

/** A hundred years. */
const maxMinutes = 100 * 366 * 24 * 60
const notMinutes: Sentence = {
  en: `{name} is not a number of minutes between -${maxMinutes} and ${maxMinutes}.`,
  fr: `{name} n’est pas un nombre de minutes entre -${maxMinutes} et ${maxMinutes}.`,
}

/** Minutes later, or earlier. */
export const minutes = (): FieldType<number | string, number, number> => ({
  index: { type: 'integer' },
  accepts: { type: 'integer', minimum: -maxMinutes, maximum: maxMinutes },
  returns: { type: 'integer' },
  clears: [],
  check(input) {
    const number = integerIn(input)
    return number !== undefined && Math.abs(number) <= maxMinutes
      ? value(number)
      : fieldError({ sentence: notMinutes })
  },
  sample: 1440,
})

type Changed = { id: number; from: number; to: number }
const parts = ['id', 'from', 'to'] as const
const isChanged = (of: unknown): of is Changed =>
  isObject(of) && parts.every(name => Number.isSafeInteger(of[name]) && Number(of[name]) > 0)

const notChanged: Sentence = {
  en: `{name} is not a list of up to ${maxAtOnce} changed records, each with id, from and to.`,
  fr: `{name} n’est pas une liste de ${maxAtOnce} fiches modifiées au plus, chacune avec id, from et to.`,
}

const versionOf = (description: Sentence) => integer(description, 1)
const changedOne = exact(
  { en: 'A record that was changed.', fr: 'Une fiche modifiée.' },
  {
    id: versionOf({ en: 'Its ID.', fr: 'Son ID.' }),
    from: versionOf({ en: 'The version that it had.', fr: 'La version qu’elle avait.' }),
    to: versionOf({ en: 'The version that it has since.', fr: 'La version qu’elle a depuis.' }),
  },
)

/** The result of a change of several records. */
export const changedRecords = (): FieldType<Changed[], Changed[], Changed[]> => ({
  index: { type: 'array', items: { type: 'object' } },
  accepts: { type: 'array', minItems: 1, maxItems: maxAtOnce, items: changedOne },
  returns: { type: 'array', items: changedOne },
  clears: [],
  check: input =>
    Array.isArray(input) && input.length > 0 && input.length <= maxAtOnce && input.every(isChanged)
      ? value(input.map(({ id, from, to }) => ({ id, from, to })))
      : fieldError({ sentence: notChanged }),
  sample: [{ id: 12, from: 1, to: 2 }],
})

const record: SchemaOf<Record<string, unknown>> = {
  type: 'object',
  description: {
    en: 'The record as the API lists it, or its requested fields.',
    fr: 'La fiche telle que l’API la liste, ou les champs demandés.',
  },
}

const row = exact(
  { en: 'A row.', fr: 'Une ligne.' },
  {
    id: integer({ en: 'The ID of the record.', fr: 'L’ID de la fiche.' }, 1),
    status: text({
      en: 'Its status; terms have none.',
      fr: 'Son statut ; les termes n’en ont pas.',
    }),
    author: integer({ en: 'The ID of its author.', fr: 'L’ID de son auteur.' }),
    changed: timeOrNull({
      en: 'When it was last changed.',
      fr: 'La date de la dernière modification.',
    }),
    events: integer({
      en: `How many events are linked to this venue or organizer, the trash left out; ${maxEventsCounted + 1} stands for more than ${maxEventsCounted}.`,
      fr: `Le nombre d’évènements liés à ce lieu ou organisateur, hors corbeille ; ${maxEventsCounted + 1} signifie plus de ${maxEventsCounted}.`,
    }),
    record,
  },
  ['status', 'author', 'events', 'record'],
)

/** The schemas of responses about several records, by name. */
export const manySchemas = {
  TablePage: exact(
    { en: 'A page of a table.', fr: 'Une page d’un tableau.' },
    {
      rows: listOf(row, { en: 'The rows.', fr: 'Les lignes.' }),
      total: integer({ en: 'The total number.', fr: 'Leur nombre total.' }),
      total_pages: integer({ en: 'The number of pages.', fr: 'Le nombre de pages.' }),
    },
  ),
  ChangedMany: exact(
    { en: 'The result for each record.', fr: 'Le résultat pour chaque fiche.' },
    {
      done: listOf(changedOne, {
        en: 'Those that were changed, without those that had these values already.',
        fr: 'Celles qui ont été modifiées, sans celles qui avaient déjà ces valeurs.',
      }),
      refused: listOf(
        exact(
          { en: 'A record that stays as it is.', fr: 'Une fiche qui reste telle quelle.' },
          {
            id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
            title: text({
              en: 'Its name; empty if the caller may not change it.',
              fr: 'Son nom ; vide si l’appelant ne peut pas la modifier.',
            }),
            message: text({ en: 'The reason.', fr: 'La raison.' }),
          },
        ),
        { en: 'Those that were refused.', fr: 'Celles qui ont été refusées.' },
      ),
    },
  ),
} satisfies Properties
