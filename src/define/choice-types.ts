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
): FieldType<T[number], T[number]> => ({
  index: { type: 'string', enum: words },
  accepts: { type: 'string', enum: words },
  returns: { type: 'string', enum: words },
  column: 'text',
  clears: [],
  check: input =>
    words.includes(input as string)
      ? value(input)
      : fieldError({ code: 'rest_not_in_enum', ...notAmong(words) }),
  sample: words[0],
})
