import { derived, type Named, optional } from '../../define/derived.ts'
import type { FieldType } from '../../define/field-type.ts'
import { type Cell, linkKinds, type Row, type StoredRecord } from '../../define/record.ts'
import { main } from '../../define/record-texts.ts'
import { dateTime, exact, integer, listOf, text } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'

/** True if a record has no publication date: it was never published and no date was set. The date follows at publication. */
export const isUndated = ({ date_utc = null, date_given = null }: Row) =>
  date_utc === null && date_given === null

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
  /** Of a date of a series: the fields that are its own, but for its times. */
  differs?: string[]
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
        differs: listOf(text({ en: 'The name of a field.', fr: 'Le nom d’un champ.' }), {
          en: 'Of a date that is not as its series in other things than its times: the fields in which it differs.',
          fr: 'Pour une date qui diffère de sa série par autre chose que ses horaires : les champs en question.',
        }),
      },
      ['returned', 'differs'],
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
  const differs = differingOf(record, fields)
  return {
    main_language: main(record),
    facts,
    texts,
    ...(returned && { returned }),
    ...(differs.length > 0 && { differs }),
  }
}

/** The names of the fields in which a date differs from its series. Its times always do. */
function differingOf(record: StoredRecord, fields: Named['fields']): string[] {
  const { series } = record
  if (!series) return []
  return Object.entries(fields).flatMap(([name, { type, lives = 'fact' }]) => {
    const isOther =
      lives === 'text'
        ? languages.some(
            of => textOf(record.texts[of]?.[name]) !== textOf(series.texts[of]?.[name]),
          )
        : lives === 'link'
          ? linkKinds.some(
              kind =>
                (type.refersLinked ?? type.offers) === kind &&
                record.links[kind].join() !== series.links[kind].join(),
            )
          : type.column !== undefined &&
            (record.facts[name] ?? null) !== (series.facts[name] ?? null)
    return isOther ? [name] : []
  })
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
