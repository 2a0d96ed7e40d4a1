import { notAmong, wrongType } from './field-errors.ts'
import { type FieldType, fieldError, value } from './field-type.ts'
import { text } from './text-types.ts'

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

/** Statuses of what was never public: without a publication in UTC, and for events perhaps without a slug. */
export const unpublished: ReadonlySet<string> = new Set<Status>(['draft', 'pending', 'auto-draft'])

export const status = (): FieldType<string | null, Status, Status> => ({
  ...(text(20, 'publish') as unknown as FieldType<string | null, Status, Status>),
  accepts: { type: ['string', 'null'], enum: statuses },
  returns: { type: 'string', enum: statuses },
  check(input) {
    if (typeof input !== 'string') return fieldError(wrongType('string'))
    const known = statuses.find(one => one === input)
    return known ? value(known) : fieldError(notAmong(statuses))
  },
})

/** A closed choice of words. */
export const oneOf = <const T extends readonly string[]>(
  words: T,
): FieldType<T[number], T[number], T[number]> => ({
  index: { type: 'string', enum: words },
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
): FieldType<T[number] | null, T[number], T[number]> => ({
  ...oneOf(words),
  accepts: { type: ['string', 'null'], enum: words },
  column: 'integer',
  store: word => words.indexOf(word),
  show: (stored): T[number] => words[Number(stored)] ?? words[0],
  clears: ['', null, 'list'],
})
