import { derived, type Named, optional } from '../../define/derived.ts'
import type { FieldType } from '../../define/field-type.ts'
import type { Cell, StoredRecord } from '../../define/record.ts'
import { main } from '../../define/record-texts.ts'
import { dateTime, exact, integer, text } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { isUndated } from './undated.ts'

type Values = Record<string, string | number | boolean | null>
type Texts = { changed: string | null; [name: string]: string | null }

/** The values of a record in the form of writes: sending any of them back changes nothing. */
type Editing = {
  /** The language shown where another has no text. */
  main_language: Language
  facts: Values
  /** Only the languages that have texts; nothing in them is a fallback. */
  texts: Partial<Record<Language, Texts>>
  /** The note to the author when the event was sent back. */
  returned?: { note: string; user: number; time: string }
}

/** Shown with `context=edit` to users who may edit the record; never inside of another record. */
export const editing = optional(
  derived<Editing | undefined>(
    exact(
      {
        en: 'The values as they are written, shown with context=edit to those who may edit the record.',
        fr: 'Les valeurs telles qu’elles sont écrites, renvoyées avec context=edit aux personnes qui peuvent modifier la fiche.',
      },
      {
        main_language: text(
          {
            en: 'The language shown where another has no text.',
            fr: 'La langue affichée quand une autre n’a pas de texte.',
          },
          { enum: languages },
        ),
        facts: {
          type: 'object',
          description: { en: 'Common fields, by name.', fr: 'Les champs communs, par leur nom.' },
          additionalProperties: true,
        },
        texts: {
          type: 'object',
          description: {
            en: 'Texts by language, without fallback.',
            fr: 'Les textes par langue, sans repli.',
          },
          properties: Object.fromEntries(languages.map(language => [language, textsSchema()])),
          additionalProperties: false,
        },
        returned: exact(
          {
            en: 'Of an event that an editor has returned to its author: the note, until it is submitted again.',
            fr: 'Pour un évènement renvoyé à son auteur : le message de l’éditeur, jusqu’à ce que l’évènement soit soumis de nouveau.',
          },
          {
            note: text({ en: 'The note to the author.', fr: 'Le message adressé à l’auteur.' }),
            user: integer({ en: 'The ID of the editor.', fr: 'L’ID de l’éditeur.' }),
            time: dateTime({ en: 'When, in UTC.', fr: 'La date, en UTC.' }),
          },
        ),
      },
      ['returned'],
    ),
    ({ record, isEdited }, context, { resource }) =>
      isEdited ? editingOf(record, resource, context) : undefined,
  ),
)

function textsSchema() {
  return {
    type: 'object',
    description: {
      en: 'The texts in one language, by name; null for none.',
      fr: 'Les textes dans une langue, par leur nom ; null s’il n’y en a pas.',
    },
    properties: {
      changed: {
        ...dateTime({
          en: 'When the texts of this language were last changed, in UTC; null when that is not known.',
          fr: 'La dernière modification des textes de cette langue, en UTC ; null si elle n’est pas connue.',
        }),
        type: ['string', 'null'],
      },
    },
    required: ['changed'],
    additionalProperties: { type: ['string', 'null'] },
  }
}

function editingOf(record: StoredRecord, { fields }: Named, context: ShowContext): Editing {
  const facts: Values = {}
  const texts: Editing['texts'] = {}
  for (const [name, { type, lives = 'fact' }] of Object.entries(fields))
    if (lives === 'fact' && type.column && type.input && type.input !== 'secret')
      facts[name] = written(type, record.facts[name] ?? null, context)
  // that there is one, not which: it is sealed
  if ('password' in fields) facts.is_protected = record.facts.password != null
  if ('date_given' in record.facts) facts.is_undated = isUndated(record.facts)
  for (const language of languages) {
    const stored = record.texts[language]
    if (!stored) continue
    const own: Texts = {
      changed: stored.changed == null ? null : formatWall(Number(stored.changed)),
    }
    for (const [name, { lives }] of Object.entries(fields))
      if (lives === 'text') own[name] = textOf(stored[name])
    texts[language] = own
  }
  const returned = returnedOf(record)
  return { main_language: main(record), facts, texts, ...(returned && { returned }) }
}

function returnedOf({ facts }: StoredRecord): Editing['returned'] {
  if (typeof facts.returned !== 'string') return undefined
  const { note, by, at }: { note: string; by: number; at: number } = JSON.parse(facts.returned)
  return { note, user: by, time: formatWall(at) }
}

const textOf = (stored: Cell | undefined) => (stored == null ? null : String(stored))

/** Texts as they are stored; flags, choices and numbers as their type shows them. */
const written = (type: FieldType, stored: Cell, context: ShowContext) =>
  (typeof stored === 'string' || !type.show ? stored : type.show(stored, context)) as Values[string]
