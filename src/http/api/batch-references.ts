import { isObject } from '../../define/base/objects.ts'
import type { BatchOperation } from '../../resources/index.ts'

/** `$3.id` or `$3.tags.0.id`. A name begins with a letter: `$12.50` is a price. */
const pattern = /^\$([1-9]\d{0,2})((?:\.[a-z_]\w*)(?:\.\w+)*)$/i

/** Deeper values are no fields: nothing refers there. */
const maxDepth = 12

/** A value in the response to an earlier operation: its number, and the names that lead to it. */
export type Reference = { text: string; position: number; names: readonly string[] }

function referenceIn(text: string): Reference | undefined {
  const [, position, path = ''] = pattern.exec(text) ?? []
  return position === undefined
    ? undefined
    : { text, position: Number(position), names: path.slice(1).split('.') }
}

/** An operation with the values that its references stand for. `read` throws where there is none. */
export function resolved(
  { path, body, ...rest }: BatchOperation,
  read: (reference: Reference) => unknown,
): BatchOperation {
  const mark = path.indexOf('?')
  const end = mark < 0 ? path.length : mark
  const segments = path
    .slice(0, end)
    .split('/')
    .map(segment => {
      const reference = referenceIn(segment)
      return reference ? encodeURIComponent(String(read(reference))) : segment
    })
  return {
    ...rest,
    path: segments.join('/') + path.slice(end),
    body: within(body, read, 0) as BatchOperation['body'],
  }
}

function within(value: unknown, read: (reference: Reference) => unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const reference = value.startsWith('$') ? referenceIn(value) : undefined
    return reference ? read(reference) : value
  }
  if (depth > maxDepth) return value
  if (Array.isArray(value)) return value.map(each => within(each, read, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, within(each, read, depth + 1)]),
  )
}

/** The value that a reference leads to in a response; undefined: there is none. */
export const valueAt = (body: unknown, { names }: Reference): unknown =>
  names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined,
    body,
  )
