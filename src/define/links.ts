import { isObject, once } from './base/objects.ts'
import { nested, notAnId, notLinks, notTerms, required } from './field-errors.ts'
import {
  type CheckContext,
  type Checked,
  type FieldError,
  type FieldType,
  fieldError,
  type Reference,
  value,
} from './field-type.ts'
import { members } from './list-types.ts'
import { check, unknownIn, type Values } from './param.ts'
import type { TermLinkKind } from './record.ts'
import { type Resource, showsName, writeParams } from './resource.ts'
import { integerIn, recordAsRead } from './scalar-types.ts'

/** A linked record in a write: one that exists, or the data of one to find or make (L1, L2). */
export type Linked<D = Values> = { id: number } | { draft: D }

type LinkInput<D> = number | string | D | (number | string | D | { id: number | string })[] | null

const maxLinks = 100

/**
 * Venues or organizers of an event: one id, one object, CSV, or a list that mixes ids and objects (L1).
 * Objects are checked as if they were posted to the resource itself. `V` is what those checks make of its fields.
 */
export function links<D = object, V = Values>(
  resource: () => Resource,
): FieldType<LinkInput<D>, unknown, Linked<V>[]> & { refersLinked: Reference } {
  // not before the first write: resources name each other
  const params = once(() => writeParams(resource(), 'create'))
  const draftOf: DraftCheck<V> = (sent, context) => {
    const { values, fieldErrors, missing } = check(params(), sent, context)
    const wrong = [
      ...missing.map((name): [string, FieldError] => [name, required]),
      ...Object.entries(fieldErrors),
    ]
    return wrong.length ? fieldError(nested(wrong)) : value(values as V)
  }
  return {
    index: { type: 'array', items: { type: 'integer' } },
    input: 'records',
    accepts: {
      anyOf: [
        { type: 'array', maxItems: maxLinks, items: { type: ['integer', 'object'] } },
        { type: 'integer', minimum: 0 },
        { type: 'object' },
        { type: 'null' },
      ],
    },
    returns: { type: 'array' },
    clears: [null, '', 0, '0', 'list'],
    takesMany: true,
    unknown: input =>
      (Array.isArray(input) ? input.slice(0, maxLinks) : [input])
        .filter(isObject)
        .flatMap(sent => unknownIn(params(), sent, name => showsName(resource(), name))),
    get refersLinked() {
      return resource().name
    },
    check: (input, context) =>
      checkLinks(members(input, maxLinks), resource().name, sent => draftOf(sent, context)),
    sample: [1],
  }
}

type DraftCheck<V> = (sent: Values, context: CheckContext) => Checked<V>

function checkLinks<V>(
  list: unknown[] | undefined,
  kind: Reference,
  draftOf: (sent: Values) => Checked<V>,
): Checked<Linked<V>[]> {
  if (!list?.length) return fieldError(notLinks(kind))
  const linked: Linked<V>[] = []
  for (const [index, member] of list.entries()) {
    const checked = checkLink(member, kind, draftOf)
    if ('fieldError' in checked)
      return list.length > 1 && checked.fieldError.within
        ? fieldError(nested([[String(index), checked.fieldError]]))
        : checked
    linked.push(checked.value)
  }
  return value(linked)
}

function checkLink<V>(
  input: unknown,
  kind: Reference,
  draftOf: (sent: Values) => Checked<V>,
): Checked<Linked<V>> {
  const given = isObject(input) ? input.id : input
  if (isObject(input) && noId.has(given)) {
    const checked = draftOf(input)
    return 'fieldError' in checked ? checked : value({ draft: checked.value })
  }
  const id = integerIn(given)
  if (id !== undefined && id >= 1) return value({ id })
  return fieldError(isObject(input) ? nested([['id', notAnId(kind)]]) : notLinks(kind))
}

const noId = new Set<unknown>([undefined, null, '', 0])

/** A term as it is read is that with its ID. */
type TermInput = number | string | (number | string | { id: number })[] | null

const samples: Record<TermLinkKind, string> = { category: 'music', tag: 'outdoor' }

/** Categories or tags of an event: ids, names or slugs, as a list, CSV or one (L5). */
export function terms(refers: TermLinkKind): FieldType<TermInput, unknown, string[]> {
  return {
    index: { type: 'array', items: { type: 'integer' } },
    input: 'terms',
    offers: refers,
    accepts: {
      anyOf: [
        {
          type: 'array',
          maxItems: maxLinks,
          items: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }, recordAsRead] },
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
      const list = members(input, maxLinks)?.map(item =>
        isObject(item) ? (integerIn(item.id) ?? item) : item,
      )
      const isWord = (item: unknown) =>
        typeof item === 'number' || (typeof item === 'string' && item.length <= 400)
      if (!list?.every(isWord)) return fieldError(notTerms(refers))
      return value(list.map(String))
    },
    sample: [samples[refers]],
  }
}
