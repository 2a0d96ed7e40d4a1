import { unknownId } from '../../define/field-errors.ts'
import { heldImageFiles } from '../../define/held-file.ts'
import { localized } from '../../define/record-texts.ts'
import { fieldProblem } from '../../problem/index.ts'
import { illustratedNames, type PostName, resources } from '../../resources/index.ts'
import type { Visible } from '../../store/index.ts'
import { type Actor, visibleTo } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { hiddenFor, seesImage } from './list-images.ts'

/** A record that shows an image. */
type ImageUse = {
  kind: PostName
  id: number
  title: string
  status: string
}

/** Where an image is shown, as far as the caller may read: some of the records, and how many they are. */
type ImageUses = { uses: ImageUse[]; total: number }

export async function imageUses(
  { store }: Context,
  { actor, language }: Pick<Caller, 'actor' | 'language'>,
  image: number,
  max: number,
): Promise<ImageUses> {
  // A hidden image is as if it were not there (A9).
  if (!(await seesImage(store, actor, image))) throw fieldProblem('id', unknownId('image', image))
  const uses: ImageUse[] = []
  let total = 0
  for (const kind of illustratedNames) {
    const listed = await store.listPosts({
      kind,
      visible: withTrash(actor),
      showing: { image, protectedOf: hiddenFor(actor, kind) },
      page: { limit: Math.max(1, max - uses.length), offset: 0 },
    })
    total += listed.total
    const records = await store.getMany(kind, listed.ids.slice(0, max - uses.length))
    for (const record of records) {
      const title = localized(record, resources[kind].titled, language) ?? ''
      uses.push({ kind, id: record.id, title, status: String(record.facts.status) })
    }
  }
  return { uses, total }
}

/** Records in the trash keep their image: it cannot be deleted while they do. */
function withTrash(actor: Actor): Visible {
  const { statuses, own } = visibleTo(actor)
  return own
    ? { statuses, own: { ...own, statuses: [...own.statuses, 'trash'] } }
    : { statuses: statuses.length > 1 ? [...statuses, 'trash'] : statuses }
}

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
