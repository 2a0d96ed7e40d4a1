import { notAmong, wrongType } from './field-errors.ts'
import { type FieldType, fieldError, type Sentence, value } from './field-type.ts'
import { words as wordsFilter } from './list-types.ts'
import { marksOf } from './marks.ts'
import type { Cell } from './record.ts'
import { formatMessage } from './text/language.ts'

/** Every status that may be written; the first six are those with a meaning here. */
export const statuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
] as const
export type Status = (typeof statuses)[number]

const statusNames: Record<Status, Sentence> = {
  publish: { en: 'Published', fr: 'Publié' },
  future: { en: 'Scheduled', fr: 'Planifié' },
  draft: { en: 'Draft', fr: 'Brouillon' },
  pending: { en: 'Pending review', fr: 'En attente de relecture' },
  private: { en: 'Private', fr: 'Privé' },
  trash: { en: 'Trash', fr: 'Corbeille' },
  'auto-draft': { en: 'Unsaved draft', fr: 'Brouillon non enregistré' },
  inherit: { en: 'As its parent', fr: 'Comme son parent' },
}

/** Statuses of records that were never public: without a publication in UTC, and for events perhaps without a slug. */
export const unpublished: ReadonlySet<string> = new Set<Status>(['draft', 'pending', 'auto-draft'])

/** Stored statuses were checked; a record with any other would not be public. */
const statusByCell = new Map<Cell, Status>(statuses.map(one => [one, one]))

export const status = (): FieldType<string | null, Status, Status> => ({
  index: { type: 'string' },
  input: 'choice',
  accepts: { type: ['string', 'null'], enum: statuses },
  returns: { type: 'string', enum: statuses },
  column: 'text',
  clears: ['', null, 'list'],
  choices: statusNames,
  check(input) {
    if (typeof input !== 'string') return fieldError(wrongType('string'))
    const status = statuses.find(one => one === input)
    return status ? value(status) : fieldError(notAmong(statuses))
  },
  show: stored => statusByCell.get(stored) ?? 'draft',
  sample: 'publish',
})

/** A closed choice of words. */
export const oneOf = <const T extends readonly string[]>(
  words: T,
): FieldType<T[number], T[number], T[number]> => ({
  index: { type: 'string', enum: words },
  input: 'choice',
  accepts: { type: 'string', enum: words },
  returns: { type: 'string', enum: words },
  column: 'text',
  clears: [],
  check(input) {
    const word: T[number] | undefined = words.find(each => each === input)
    return word === undefined
      ? fieldError({ code: 'rest_not_in_enum', ...notAmong(words) })
      : value(word)
  },
  sample: words[0],
})

/**
 * A field that is one of a few words, stored as the position of the word: new words go to the end. The first one stands where
 * nothing is stored.
 */
export const choice = <const T extends readonly [string, ...string[]]>(
  words: T,
  choices: Record<T[number], Sentence>,
): FieldType<T[number] | null, T[number], T[number]> => ({
  ...oneOf(words),
  choices,
  accepts: { type: ['string', 'null'], enum: words },
  column: 'integer',
  store: word => words.indexOf(word),
  show: (stored): T[number] => wordAt(words, stored),
  words: (stored, language) =>
    stored === null ? '' : formatMessage(choices[wordAt(words, stored)], language),
  masked: words[0],
  clears: ['', null, 'list'],
})

const wordAt = <const T extends readonly [string, ...string[]]>(
  words: T,
  stored: Cell,
): T[number] => words[Number(stored)] ?? words[0]

/** A field that is several of a few words, stored as `marksOf`: new words go to the end. Nothing is stored where there is none. */
export const choices = <const T extends readonly [string, ...string[]]>(
  words: T,
  labels: Record<T[number], Sentence>,
): FieldType<readonly T[number][] | T[number] | null, T[number][], T[number][]> => {
  const { check, index, takesMany, sample } = wordsFilter(words)
  const list = { type: 'array', items: { type: 'string', enum: words } }
  const show = (stored: Cell): T[number][] =>
    words.filter((_, at) => (Number(stored ?? 0) >> at) & 1)
  return {
    index,
    input: 'choices',
    choices: labels,
    accepts: { ...list, type: ['array', 'null'] },
    returns: list,
    column: 'integer',
    takesMany: takesMany ?? true,
    clears: ['', null, 'list'],
    check,
    store: chosen => marksOf(words, chosen),
    show,
    masked: [],
    words: (stored, language) =>
      show(stored)
        .map((word: T[number]) => formatMessage(labels[word], language))
        .join(' · '),
    sample,
  }
}
