import { auditActions } from '../../define/account-messages.ts'
import { isObject } from '../../define/base/objects.ts'
import { type FieldType, fieldError, type Sentence, value } from '../../define/field-type.ts'
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
import { type Hours, hoursIn, hoursPattern } from '../../define/time/at-hours.ts'
import { activityKinds, writtenNames } from '../table.ts'
import {
  numberOrNull,
  orNull,
  textOrNull,
  time,
  timeOrNull,
  word,
  flag as yesOrNo,
} from './parts.ts'

/** Images are only deleted. */
export const bulkNames = [...writtenNames, 'image'] as const

/** Maximum number of records in one bulk change. */
export const maxAtOnce = 10_000

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

const notHours: Sentence = {
  en: '{name} is not a time of day like 15:00, or 15:00-17:00.',
  fr: '{name} n’est pas une heure comme 15:00, ou 15:00-17:00.',
}
/** A time of day, or two. */
export const hours = (): FieldType<string, Hours, Hours> => ({
  index: { type: 'string' },
  accepts: { type: 'string', pattern: hoursPattern },
  returns: { type: 'object' },
  clears: [],
  check(input) {
    const hours = hoursIn(String(input).trim())
    return hours ? value(hours) : fieldError({ sentence: notHours })
  },
  sample: { from: 900, to: 1020 },
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

const refused = listOf(
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
  {
    en: 'The first of those that were refused.',
    fr: 'Les premières de celles qui ont été refusées.',
  },
)
const allRefused = integer({ en: 'Their number.', fr: 'Leur nombre.' })

const bulkStates = ['running', 'done', 'failed', 'undoing', 'undone', 'interrupted'] as const

/** A change of many records, as far as it is done. */
const bulkChange = exact(
  { en: 'A bulk change.', fr: 'Une modification groupée.' },
  {
    id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
    state: word(bulkStates, {
      en: 'Its state; interrupted: its process has ended, and another goes on with it.',
      fr: 'Son état ; interrupted : son processus s’est arrêté, et un autre la poursuit.',
    }),
    by: integer({
      en: 'The ID of the user who began it.',
      fr: 'L’ID de la personne qui l’a lancée.',
    }),
    started: time({ en: 'When it began.', fr: 'Son début.' }),
    ended: timeOrNull({ en: 'When it ended.', fr: 'Sa fin.' }),
    kind: word(bulkNames, { en: 'The kind of its records.', fr: 'Le type de ses fiches.' }),
    into: numberOrNull({
      en: 'Of a merge: the ID of the record that stays.',
      fr: 'Pour une fusion : l’ID de la fiche qui reste.',
    }),
    total: integer({ en: 'The number of its records.', fr: 'Le nombre de ses fiches.' }),
    through: integer({
      en: 'The number of records done, or undone, so far.',
      fr: 'Le nombre de fiches traitées, ou rétablies, jusqu’ici.',
    }),
    changed: integer({
      en: 'The number of records that were changed, without those that had these values already.',
      fr: 'Le nombre de fiches modifiées, sans celles qui avaient déjà ces valeurs.',
    }),
    refused,
    all_refused: allRefused,
    undone: orNull(
      exact(
        { en: 'The result of undoing it.', fr: 'Le résultat de son annulation.' },
        {
          restored: integer({
            en: 'The number of records that are as before.',
            fr: 'Le nombre de fiches revenues à l’état d’avant.',
          }),
          refused,
          all_refused: allRefused,
        },
      ),
    ),
    error: textOrNull({ en: 'Why it failed.', fr: 'La raison de son échec.' }),
    can_be_undone: yesOrNo({
      en: 'Whether it can be undone.',
      fr: 'Indique si elle peut être annulée.',
    }),
  },
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
  BulkChange: bulkChange,
} satisfies Properties

/** An entry of the change log; all of a bulk change or an import are one. */
export const activityEntry = exact(
  { en: 'An action of a user.', fr: 'Une action d’un utilisateur.' },
  {
    id: integer(
      {
        en: 'Its position in the change log.',
        fr: 'Sa position dans le journal des modifications.',
      },
      1,
    ),
    time: time({ en: 'The time.', fr: 'La date.' }),
    user: numberOrNull({
      en: 'The ID of the user; null: the service itself, or a visitor.',
      fr: 'L’ID de la personne ; null : le service lui-même, ou un visiteur.',
    }),
    name: textOrNull({
      en: 'The name of this user; null if the account no longer exists.',
      fr: 'Son nom ; null si le compte n’existe plus.',
    }),
    action: word(auditActions, { en: 'The action.', fr: 'L’action.' }),
    kind: word(activityKinds, { en: 'The kind of the record.', fr: 'Le type de la fiche.' }),
    record: integer({ en: 'The ID of the record.', fr: 'L’ID de la fiche.' }, 1),
    version: integer({
      en: 'The version of the record since.',
      fr: 'La version de la fiche depuis.',
    }),
    restored_from: numberOrNull({
      en: 'Of restored: the version that was brought back; null: the record came back from the trash.',
      fr: 'Pour restored : la version rétablie ; null : la fiche est revenue de la corbeille.',
    }),
    title: textOrNull({
      en: 'The current name of the record; null if it no longer exists.',
      fr: 'Le nom actuel de la fiche ; null si elle n’existe plus.',
    }),
    bulk: orNull(bulkChange),
    import: orNull(
      exact(
        { en: 'The import that it belongs to.', fr: 'L’importation dont elle fait partie.' },
        {
          id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
          from: text({
            en: 'The URL, or the name of the file.',
            fr: 'L’URL, ou le nom du fichier.',
          }),
        },
      ),
    ),
  },
)
