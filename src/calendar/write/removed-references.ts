import { derived } from '../../define/base/objects.ts'
import { unknownId } from '../../define/field-errors.ts'
import type { Linked } from '../../define/links.ts'
import type { Resource } from '../../define/resource.ts'
import { fieldProblem } from '../../problem/index.ts'
import { isKind } from './check.ts'
import { imageOf } from './new-images.ts'
import type { AnyDraft, Write } from './write-types.ts'

/** Refuses references to records that another write of the same commit has deleted since the check. Authors may be deleted: their records stay. */
export async function refuseRemoved(write: Write, resource: Resource, draft: AnyDraft) {
  for (const [name, kind, isImage] of referencesOf(resource)) {
    const value = isImage ? imageOf(write, draft) : draft[name]
    for (const id of idsIn(value))
      if (!(await isKind(write.tx, kind, id))) throw fieldProblem(name, unknownId(kind, id))
  }
}

const referencesOf = derived(({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, { type }]) => {
    const kind = type.isImage ? 'image' : (type.refersLinked ?? type.refers)
    return kind && kind !== 'user' ? [[name, kind, type.isImage] as const] : []
  }),
)

/** The stored records that a checked value names. */
function idsIn(value: unknown): readonly number[] {
  if (Array.isArray(value))
    return value.flatMap((one: Linked) => (typeof one === 'object' && 'id' in one ? one.id : []))
  return typeof value === 'number' ? [value] : []
}
