import { notAmong, notIds, notTerms, tooMany } from './field-errors.ts'
import { type FieldType, fieldError, type Reference, value } from './field-type.ts'
import type { TermLinkKind } from './record.ts'
import { integerIn } from './scalar-types.ts'

const maxMembers = 200

/** The members of a list sent as an array, or as text with commas. */
export function members(input: unknown, max = maxMembers): unknown[] | undefined {
  const list = typeof input === 'string' ? input.split(',') : Array.isArray(input) ? input : [input]
  if (list.length > max) return undefined
  return list
    .map(item => (typeof item === 'string' ? item.trim() : item))
    .filter(item => item !== '')
}

/** A list of ids, by array or CSV; every member is refused unless it is a whole number above zero. */
export const ids = (
  refers?: Reference,
  max = maxMembers,
): FieldType<string | number | (string | number)[], number[], number[]> & {
  refersAll?: Reference
} => ({
  index: { type: 'array', items: { type: 'integer' } },
  accepts: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 1 } },
  returns: { type: 'array', items: { type: 'integer' } },
  clears: [],
  takesMany: true,
  ...(refers && { refersAll: refers }),
  check(input) {
    const list = members(input, max)?.map(item => integerIn(item) ?? 0)
    if (!list) return fieldError(tooMany(max))
    if (!list.length || list.some(id => id < 1)) return fieldError(notIds)
    return value([...new Set(list)])
  },
  sample: [1, 2],
})

/** Ids or slugs of terms, by array or CSV; the calendar finds the terms (M7). */
export const termsFilter = (refers: TermLinkKind) => ({
  ...ids(),
  termsOf: refers,
  accepts: {
    type: 'array',
    minItems: 1,
    items: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1 }] },
  },
  check(input: unknown) {
    const list = members(input)
    if (!list) return fieldError(tooMany(maxMembers))
    if (!list.length || list.some(item => typeof item !== 'string' && typeof item !== 'number'))
      return fieldError(notTerms(refers))
    return value(list.map(String))
  },
  sample: ['music'],
})

/** Any of a few words, by array or CSV. */
export const words = <const T extends readonly [string, ...string[]]>(
  choices: T,
): FieldType<T[number] | T[number][], T[number][], T[number][]> => ({
  index: { type: 'array', items: { type: 'string' } },
  accepts: { type: 'array', minItems: 1, items: { type: 'string', enum: choices } },
  returns: { type: 'array', items: { type: 'string' } },
  clears: [],
  takesMany: true,
  check(input) {
    const list = members(input)
    const chosen: T[number][] = choices.filter(word => list?.includes(word))
    return chosen.length > 0 && list?.every(word => chosen.some(each => each === word))
      ? value(chosen)
      : fieldError(notAmong(choices))
  },
  sample: [choices[0]],
})
