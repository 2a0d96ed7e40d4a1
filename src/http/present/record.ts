import type { View } from '../../define/derived.ts'
import { presenterOf } from '../../define/present.ts'
import type { StoredRecord } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { resourceList } from '../../resources/index.ts'

const byName = new Map(resourceList.map(resource => [resource.name, resource]))

function resourceOf({ kind }: StoredRecord): Resource {
  const resource = byName.get(kind)
  if (!resource) throw new Error(`There is no resource ${kind}.`)
  return resource
}

/** Any record as it goes out. */
export const present = (context: ShowContext, view: View, isAlone = false) =>
  presenterOf(resourceOf(view.record))(view, context, isAlone)
