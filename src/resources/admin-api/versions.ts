import type { Sentence } from '../../define/field-type.ts'
import {
  type Described,
  dateTime,
  exact,
  integer,
  listOf,
  type Properties,
  ref,
  type SchemaOf,
  text,
} from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { numberOrNull, orNull, perLanguage, textOrNull, time } from './parts.ts'

const fieldName: SchemaOf<string> = { type: 'string' }
const fieldNames = (description: Sentence) => listOf(fieldName, description)

const dateId = integer({ en: 'The ID of a date.', fr: 'L’ID d’une date.' }, 1)

const changed = orNull(
  exact(
    {
      en: 'The names of the fields that it changed; null for the first version that is known.',
      fr: 'Les noms des champs qu’elle a changés ; null pour la première version connue.',
    },
    {
      facts: fieldNames({ en: 'Common fields.', fr: 'Les champs communs.' }),
      texts: exact(
        { en: 'Texts, by language.', fr: 'Les textes, par langue.' },
        perLanguage(
          fieldNames({ en: 'Texts of this language.', fr: 'Les textes de cette langue.' }),
        ),
        languages,
      ),
      new_texts: exact(
        {
          en: 'Texts that the language did not have before, or only as a copy, by language.',
          fr: 'Les textes que la langue n’avait pas encore, ou seulement en copie, par langue.',
        },
        perLanguage(
          fieldNames({ en: 'Texts of this language.', fr: 'Les textes de cette langue.' }),
        ),
        languages,
      ),
      dates: listOf(dateId, {
        en: 'Of a series: the IDs of the dates that it changed one by one.',
        fr: 'Pour une série : les ID des dates qu’elle a modifiées une à une.',
      }),
    },
    ['new_texts'],
  ),
)

const version = exact(
  { en: 'A version of a record.', fr: 'Une version d’une fiche.' },
  {
    version: integer({ en: 'Its number, from 1.', fr: 'Son numéro, à partir de 1.' }, 1),
    time: time({ en: 'When it was written.', fr: 'La date d’écriture.' }),
    user: numberOrNull({
      en: 'The ID of its author; 0: the service itself, or a visitor; null: not known.',
      fr: 'L’ID de son auteur ; 0 : le service lui-même, ou un visiteur ; null : inconnu.',
    }),
    name: textOrNull({
      en: 'The name of this user: the displayed one, else the login if the caller may see it; else null.',
      fr: 'Le nom de cette personne : celui qu’elle affiche, sinon son identifiant si l’appelant peut le connaître ; sinon null.',
    }),
    restored_from: numberOrNull({
      en: 'The version that it brought back.',
      fr: 'La version qu’elle a rétablie.',
    }),
    note: textOrNull({
      en: 'The message to its author when it was returned.',
      fr: 'Le message adressé à l’auteur quand elle lui a été renvoyée.',
    }),
    changed,
  },
)

const leftOut = exact(
  {
    en: 'A part of a version that cannot be restored.',
    fr: 'Une partie d’une version qui ne peut pas être rétablie.',
  },
  {
    field: text({ en: 'The field.', fr: 'Le champ.' }),
    id: numberOrNull({
      en: 'The ID of what is gone, or, of a slug or of dates, of the record that has them.',
      fr: 'L’ID de ce qui n’existe plus ou, pour un slug ou des dates, de la fiche qui les porte.',
    }),
    language: textOrNull({
      en: 'Of a text: its language.',
      fr: 'Pour un texte : sa langue.',
    }),
  },
)

export const anyRecord: SchemaOf<object> = {
  type: 'object',
  description: {
    en: 'The record as the API shows it with context=edit.',
    fr: 'La fiche telle que l’API la renvoie avec context=edit.',
  },
  additionalProperties: true,
}

const otherDate = exact(
  {
    en: 'A date of a series whose differences in a version are not those of now.',
    fr: 'Une date d’une série dont les différences, dans une version, ne sont pas celles de maintenant.',
  },
  {
    id: dateId,
    original_start: dateTime({
      en: 'Its start by the rule of the series.',
      fr: 'Son début selon la règle de la série.',
    }),
  },
)

/** The schemas of responses about versions, by name. */
export const versionSchemas = {
  Version: version,
  LeftOut: leftOut,
  OtherDate: otherDate,
  WholeVersion: exact(
    { en: 'A version, and the record in it.', fr: 'Une version, et la fiche telle qu’elle y est.' },
    {
      version: ref<Described<typeof version>>('Version'),
      record: anyRecord,
      left_out: listOf(ref<Described<typeof leftOut>>('LeftOut'), {
        en: 'The parts of the version that cannot be restored.',
        fr: 'Les parties de la version qui ne peuvent pas être rétablies.',
      }),
      dates: listOf(ref<Described<typeof otherDate>>('OtherDate'), {
        en: 'The dates of a series whose differences in the version are not those of now.',
        fr: 'Les dates d’une série dont les différences, dans la version, ne sont pas celles de maintenant.',
      }),
    },
  ),
} satisfies Properties
