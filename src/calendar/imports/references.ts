import { isObject, namesIn } from '../../define/base/objects.ts'
import type { Values } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import { isWritten, resources, type WrittenName } from '../../resources/index.ts'

/** The reference to a record of the same source in the values of an item. */
export type Named = { source_id: string; values: Values }

const namedIn = (of: unknown): Named | undefined => {
  if (!isObject(of) || of.source_id === undefined || of.source_id === null) return undefined
  const { source_id, ...values } = of
  return { source_id: String(source_id), values }
}

/** A name of digits alone, which is an ID where a record has it. */
const digitsIn = (of: unknown): string | undefined =>
  isObject(of) && typeof of.digits === 'string' ? of.digits : undefined

/** The kind of record that a field names. */
export function kindNamedBy(kind: WrittenName, name: string): WrittenName | undefined {
  const { fields }: Resource = resources[kind]
  const field = fields[name]
  const named = field?.type.refersLinked ?? field?.type.offers ?? field?.type.refers
  return named !== undefined && isWritten(named) ? named : undefined
}

/**
 * The values with IDs in place of names of records of the same source. `idOf` finds or creates one; undefined: there is none, and the
 * name is left out.
 */
export async function withIds(
  kind: WrittenName,
  values: Values,
  idOf: (kind: WrittenName, named: Named) => Promise<number | Values | undefined>,
  hasId: (kind: WrittenName, id: number) => Promise<boolean>,
): Promise<Values> {
  const settled: Values = { ...values }
  for (const name of namesIn(values)) {
    const target = kindNamedBy(kind, name)
    if (!target) continue
    const sent: unknown = values[name]
    if (!Array.isArray(sent)) {
      const named = namedIn(sent)
      if (named) settled[name] = (await idOf(target, named)) ?? ''
      continue
    }
    const list: unknown[] = []
    for (const one of sent) {
      const named = namedIn(one)
      const id = named ? await idOf(target, named) : await idOrName(target, one, hasId)
      if (id !== undefined) list.push(id)
    }
    settled[name] = list
  }
  return settled
}

async function idOrName(
  kind: WrittenName,
  one: unknown,
  hasId: (kind: WrittenName, id: number) => Promise<boolean>,
): Promise<unknown> {
  const digits = digitsIn(one)
  if (digits === undefined || !isObject(one)) return one
  if (await hasId(kind, Number(digits))) return Number(digits)
  const { digits: _, ...values } = one
  return { ...values, [resources[kind].titled]: digits }
}
