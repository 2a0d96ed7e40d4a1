import type { StoredRecord } from '../define/record.ts'
import { Problem } from '../problem.ts'
import { resources } from '../resources/index.ts'
import type { Transaction } from '../store/store.ts'
import type { Caller, Context, StoredImageFiles } from './context.ts'
import { factsOf } from './facts.ts'
import { logChange } from './log-change.ts'
import { discard, fileFacts, insertImage, removeLater, use } from './new-images.ts'
import { inWrites, pageSize } from './pages.ts'
import { recordFor, refuseUnexpected } from './record-for.ts'
import { dated, mainAfter, textsAfter, textsWritten } from './texts.ts'
import type { DraftOf, NewImage } from './write-types.ts'

export async function uploadImage(
  context: Context,
  caller: Caller,
  image: NewImage,
): Promise<StoredRecord> {
  try {
    return await context.store.write(tx => insertImage(tx, context, caller, image))
  } catch (error) {
    await discard(context, [image])
    throw error
  }
}

/**
 * Changes what is sent of an image, and with another file what it shows. Whatever shows it is invalid then: the journal says so to
 * the caches.
 */
export async function changeImage(
  context: Context,
  caller: Caller,
  id: number,
  draft: DraftOf<'image'>,
  file?: NewImage,
): Promise<StoredRecord> {
  try {
    return await change(context, caller, id, draft, file)
  } catch (error) {
    if (file) await discard(context, [file])
    throw error
  }
}

/** Pages that were loaded before the change, and readers of feeds, still ask for the old files: so many seconds. */
const filesStay = 86_400

function change(
  context: Context,
  caller: Caller,
  id: number,
  draft: DraftOf<'image'>,
  file: NewImage | undefined,
): Promise<StoredRecord> {
  return inWrites(context, caller, async write => {
    const { tx } = write
    const stored = await recordFor(write, 'change', 'image', id)
    refuseUnexpected(caller, stored)
    const written = textsWritten(resources.image, draft, caller.language, stored)
    const texts = dated(written, context.now(), stored)
    const main = mainAfter(texts, stored)
    const facts = {
      ...factsOf(resources.image, draft),
      ...(main && { main }),
      ...(file && { ...fileFacts(file.kept), source: file.source }),
      modified: context.now(),
    }
    const version = await tx.update('image', id, facts, texts)
    const changed: StoredRecord = {
      ...{ ...stored, version, texts: textsAfter(texts, stored) },
      facts: { ...stored.facts, ...facts },
    }
    if (file) {
      await use(tx, file)
      await removeLater(tx, filesOf(stored), context.now() + filesStay)
    }
    await tx.derive(changed, stored)
    await logChange(tx, context, caller, stored, changed)
    return changed
  })
}

const filesOf = ({ facts }: StoredRecord): StoredImageFiles => ({
  file: String(facts.file),
  mime: String(facts.mime),
  width: Number(facts.width),
  height: Number(facts.height),
  filesize: Number(facts.filesize),
  ...(facts.original && { original_image: String(facts.original) }),
  sizes: JSON.parse(String(facts.sizes)),
})

const users = ['event', 'venue', 'organizer'] as const

/**
 * Deletes an image for good. While records still show it, only by force; they then show none. However many they are: in pages,
 * each of which is a transaction of its own.
 */
export async function removeImage(
  context: Context,
  caller: Caller,
  id: number,
  force: boolean,
): Promise<StoredRecord> {
  const removed = await inWrites(context, caller, async write => {
    const { tx } = write
    const stored = await recordFor(write, 'remove', 'image', id)
    const used = await usersOf(tx, id)
    if (used.length > 0 && !force)
      throw new Problem('rest_image_in_use', { params: { count: used.length } })
    refuseUnexpected(caller, stored)
    for (const user of used) {
      const facts = { image: null, modified: context.now() }
      const version = await tx.update(user.kind, user.id, facts)
      const changed = { ...user, version, facts: { ...user.facts, ...facts } }
      await logChange(tx, context, caller, user, changed)
    }
    if (used.length >= pageSize) return undefined
    await tx.remove('image', id)
    await removeLater(tx, filesOf(stored), context.now())
    await logChange(tx, context, caller, stored, undefined)
    return stored
  })
  // at once where that is possible, else in the background
  await context.imageStore.remove(filesOf(removed)).catch(() => {})
  return removed
}

/** Records that show an image: the first of them. */
async function usersOf(tx: Transaction, image: number) {
  const used: StoredRecord[] = []
  for (const kind of users) {
    const left = pageSize - used.length
    if (left === 0) break
    used.push(...(await tx.getMany(kind, await tx.lookup(kind, 'image', image, left))))
  }
  return used
}

const atOnce = 200

/** Removes files that are due: of images that were replaced, deleted or never used; says of how many. What is interrupted is done again. */
export async function removeReplaced({ store, imageStore, now }: Context): Promise<number> {
  let removed = 0
  for (let last = 0; ; ) {
    const ids = await store.idsAfter('replaced_file', last, atOnce)
    const due = (await store.getMany('replaced_file', ids)).filter(
      ({ facts }) => Number(facts.due) <= now(),
    )
    for (const { facts } of due) await imageStore.remove(JSON.parse(String(facts.files)))
    if (due.length > 0)
      await store.write(async tx => {
        for (const { id } of due) await tx.remove('replaced_file', id)
      })
    removed += due.length
    last = ids.at(-1) ?? 0
    if (ids.length < atOnce) return removed
  }
}
