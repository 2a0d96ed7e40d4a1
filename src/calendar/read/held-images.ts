import { heldImageFiles } from '../../define/held-file.ts'
import type { Actor } from '../access/access.ts'
import type { Context } from '../base/context.ts'
import { seesImage } from './list-images.ts'

/** True if this actor may see the image that a withheld file belongs to. */
export async function seesHeldFile(
  { store }: Pick<Context, 'store'>,
  actor: Actor,
  path: string,
): Promise<boolean> {
  for (const file of heldImageFiles(path) ?? []) {
    const [id] = await store.lookup('image', 'file', file, 1)
    if (id !== undefined) return seesImage(store, actor, id)
  }
  return false
}
