import { nested, notAnId, notLinks, notTerms, required } from './field-errors.ts'
import {
  type Checked,
  type FieldError,
  type FieldType,
  fieldError,
  type Reference,
  value,
} from './field-type.ts'
import { members } from './list-types.ts'
import { wholeNumber } from './number-types.ts'
import { check, type Params, type Values } from './param.ts'
import { type Resource, showsName, writeParams } from './resource.ts'
import { unknownIn } from './unknown-names.ts'

/** A linked record in a write: one that exists, or the data of one to find or make (L1, L2). */
export type Linked<D = Values> = { id: number } | { draft: D }

type LinkInput<D> = number | string | D | (number | string | D | { id: number | string })[] | null

const mostLinks = 100

/**
 * Venues or organizers of an event: one id, one object, CSV, or a list that mixes ids and objects (L1).
 * Objects are checked as if they were posted to the resource itself.
 */
export function links<D = object, V = Values>(
  resource: () => Resource,
): FieldType<LinkInput<D>, unknown, Linked<V>[]> & {
  refersLinked: Reference
} {
  // not before the first write: resources name each other
  let params: Params | undefined
  const paramsOf = (): Params => {
    params ??= writeParams(resource(), 'create')
    return params
  }
  const kind = () => resource().name as Reference
  const one = (input: unknown, context: Parameters<FieldType['check']>[1]): Checked<Linked<V>> => {
    if (typeof input !== 'object' || input === null) {
      const id = wholeNumber(input)
      return id === undefined || id < 1 ? fieldError(notLinks(kind())) : value({ id })
    }
    if (Array.isArray(input)) return fieldError(notLinks(kind()))
    const sent = input as Values
    if (sent.id !== undefined && sent.id !== null && sent.id !== '' && sent.id !== 0) {
      const id = wholeNumber(sent.id)
      return id === undefined || id < 1
        ? fieldError(nested([['id', notAnId(kind())]]))
        : value({ id })
    }
    const { values, fieldErrors, missing } = check(paramsOf(), sent, context)
    const wrong = [
      ...missing.map((name): [string, FieldError] => [name, required]),
      ...Object.entries(fieldErrors),
    ]
    // `V` is what the checks of this resource make of its fields
    return wrong.length ? fieldError(nested(wrong)) : value({ draft: values as V })
  }
  return {
    index: { type: 'array', items: { type: 'integer' } },
    accepts: {
      anyOf: [
        { type: 'array', maxItems: mostLinks, items: { type: ['integer', 'object'] } },
        { type: 'integer', minimum: 0 },
        { type: 'object' },
        { type: 'null' },
      ],
    },
    returns: { type: 'array' },
    clears: [null, '', 0, '0', 'list'],
    takesMany: true,
    unknown(input) {
      const sent = Array.isArray(input) ? input.slice(0, mostLinks) : [input]
      return sent.flatMap(each =>
        typeof each === 'object' && each !== null && !Array.isArray(each)
          ? unknownIn(paramsOf(), each as Values, name => showsName(resource(), name))
          : [],
      )
    },
    get refersLinked() {
      return kind()
    },
    check(input, context) {
      const list = members(input, mostLinks)
      if (!list?.length) return fieldError(notLinks(kind()))
      const linked: Linked<V>[] = []
      for (const [index, member] of list.entries()) {
        const checked = one(member, context)
        if ('fieldError' in checked)
          return list.length > 1 && checked.fieldError.within
            ? fieldError(nested([[String(index), checked.fieldError]]))
            : checked
        linked.push(checked.value)
      }
      return value(linked)
    },
    sample: [1],
  }
}

type TermInput = number | string | (number | string)[] | null

/** Categories or tags of an event: ids, names or slugs, as a list, CSV or one (L5). */
export function terms(refers: 'category' | 'tag'): FieldType<TermInput, unknown, string[]> {
  return {
    index: { type: 'array', items: { type: 'integer' } },
    accepts: {
      anyOf: [
        {
          type: 'array',
          maxItems: mostLinks,
          items: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] },
        },
        { type: 'integer', minimum: 0 },
        { type: 'string' },
        { type: 'null' },
      ],
    },
    returns: { type: 'array' },
    clears: [null, '', 0, '0', 'list'],
    takesMany: true,
    check(input) {
      const list = members(input, mostLinks)
      const isWord = (item: unknown) =>
        typeof item === 'number' || (typeof item === 'string' && item.length <= 400)
      if (!list?.every(isWord)) return fieldError(notTerms(refers))
      return value(list.map(String))
    },
    sample: [refers === 'tag' ? 'outdoor' : 'music'],
  }
}
