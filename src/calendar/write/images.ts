import { setTimeout as sleep } from 'node:timers/promises'
import {
  isDated,
  type Links,
  linkKinds,
  type Row,
  type StoredRecord,
  type TextChange,
} from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import { type Focus, focusOf, illustratedNames, resources } from '../../resources/index.ts'
import type { Transaction } from '../../store/index.ts'
import type { Context, StoredImageFiles, StoredSizes, WriteCaller } from '../base/context.ts'
import { recordFor, refuseUnexpected } from '../read/record-for.ts'
import { factsOf } from './facts.ts'
import { inWrites, pageSize } from './kept-responses.ts'
import { unlinkDates } from './links.ts'
import { logChange } from './log-change.ts'
import {
  discard,
  fileFacts,
  insertImage,
  refuseImage,
  removeLater,
  removeUnlessUsed,
  use,
} from './new-images.ts'
import { dated, mainAfter, textsAfter, textsWritten } from './texts.ts'
import type { DraftOf, NewImage, Write } from './write-types.ts'

export async function uploadImage(
  context: Context,
  caller: WriteCaller,
  image: NewImage,
): Promise<StoredRecord> {
  try {
    return await context.store.write(tx => insertImage(tx, context, caller, image))
  } catch (error) {
    await discard(context, [image])
    throw error
  }
}

/** Changes the sent values of an image, and replaces its file if there is another. The journal then invalidates every record that shows it. */
export async function changeImage(
  context: Context,
  caller: WriteCaller,
  id: number,
  draft: DraftOf<'image'>,
  file?: NewImage,
): Promise<StoredRecord> {
  const crops: NewCrop[] = []
  try {
    for (;;) {
      const changed = await inWrites(context, caller, write =>
        change(write, id, draft, file, crops.at(-1)),
      )
      if ('id' in changed) {
        await discard(context, crops.slice(0, -1))
        return changed
      }
      // another changes its focus or its file meanwhile, time and again
      if (crops.length >= maxCrops) throw new Problem('service_too_busy', busy)
      crops.push(await newCrop(context, changed))
    }
  } catch (error) {
    await discard(context, file ? [file, ...crops] : crops)
    throw error
  }
}

const maxCrops = 5
const busy = { retryAfter: 5, params: { seconds: 5 } }

/** Pages that were loaded before the change, and readers of feeds, still ask for the old files: so many seconds. */
const filesStay = daySeconds

/** One whose cropped sizes are not those of its focus is not written, but returned: they are made outside of transactions. */
async function change(
  write: Write,
  id: number,
  draft: DraftOf<'image'>,
  file: NewImage | undefined,
  crop: NewCrop | undefined,
): Promise<StoredRecord | Wanted> {
  const { tx, context, caller } = write
  const stored = await recordFor(write, 'change', 'image', id)
  refuseUnexpected(caller, stored)
  const written = textsWritten(resources.image, draft, caller.language, stored)
  const texts = dated(written, context.now(), stored)
  const main = mainAfter(texts, stored)

  const before = filesOf(stored)
  const wanted = { of: file?.files ?? before, focus: focusAfter(draft, stored) }
  const isNewCrop = crop !== undefined && isCropOf(crop, wanted)
  if (!isNewCrop && !isSamePoint(file ? file.focus : focusOf(stored), wanted.focus)) return wanted

  const facts = {
    ...factsOf(resources.image, draft),
    ...(main && { main }),
    ...(file && { ...fileFacts(file.files), source: file.source }),
    ...(isNewCrop && { sizes: JSON.stringify({ ...wanted.of.sizes, ...crop.files.sizes }) }),
    modified: context.now(),
  }
  if (!file && isAsStored(stored, { facts, texts, links: {} }, caller)) return stored
  const version = await tx.update('image', id, facts, texts)
  const changed: StoredRecord = {
    ...stored,
    version,
    texts: textsAfter(texts, stored),
    facts: { ...stored.facts, ...facts },
  }
  if (file) await use(tx, file)
  const due = context.now() + filesStay
  if (file) await removeLater(tx, before, due)
  if (isNewCrop && crop.unused !== undefined) {
    await use(tx, { unused: crop.unused })
    await removeLater(tx, replacedBy(crop, wanted.of), due)
  }
  await tx.derive(changed, stored)
  await logChange(tx, context, caller, stored, changed)
  return changed
}

/** The sizes that others have taken the place of. */
const replacedBy = ({ files }: NewCrop, { sizes }: StoredSizes): StoredSizes => ({
  sizes: Object.fromEntries(
    Object.entries(sizes).filter(([name]) => Object.hasOwn(files.sizes, name)),
  ),
})

const filesOf = ({ facts }: StoredRecord): StoredImageFiles => ({
  file: String(facts.file),
  mime: String(facts.mime),
  width: Number(facts.width),
  height: Number(facts.height),
  filesize: Number(facts.filesize),
  ...(facts.original && { original_image: String(facts.original) }),
  sizes: JSON.parse(String(facts.sizes)),
})

/** Milliseconds for which a caller waits until the files of an image are gone. */
const removeWithin = 1000

/**
 * Deletes an image for good. While records still show it, only by force; they then show none. However many they are: in pages,
 * each of which is a transaction of its own.
 */
export async function removeImage(
  context: Context,
  caller: WriteCaller,
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
      await unlinkDates(write, user, { kind: 'image', id })
      const facts = {
        ...(user.facts.image === id && { image: null }),
        modified: context.now(),
      }
      const version = await tx.update(user.kind, user.id, facts)
      const changed = { ...user, version, facts: { ...user.facts, ...facts } }
      await tx.derive(changed, user)
      await logChange(tx, context, caller, user, changed)
    }
    if (used.length >= pageSize) return undefined
    await tx.remove('image', id)
    await removeLater(tx, filesOf(stored), context.now())
    await logChange(tx, context, caller, stored, undefined)
    return stored
  })
  // At once where that is possible; they are noted, and go in the background where the store is away or says nothing.
  const files = context.imageStore.remove(filesOf(removed)).catch(() => {})
  await Promise.race([files, sleep(removeWithin, undefined, { ref: false })])
  return removed
}

/** Records that show an image: the first of them. */
async function usersOf(tx: Transaction, image: number) {
  const used: StoredRecord[] = []
  for (const kind of illustratedNames) {
    const left = pageSize - used.length
    if (left === 0) break
    const ids = isDated(kind)
      ? await tx.eventsOf('image', image, 0, left)
      : await tx.lookup(kind, 'image', image, left)
    used.push(...(await tx.getMany(kind, ids)))
  }
  return used
}

const atOnce = 200

/** Milliseconds after which a run with a failure ends: a store that does not respond would take this long for each image. */
const failingFor = 15_000

/**
 * Removes files that are due: of images that were replaced, deleted or never used. Returns the number of images. The next run repeats an interrupted
 * one. Files that cannot be removed delay no others; if none can, this fails.
 */
export async function removeReplaced({ store, imageStore, now }: Context): Promise<number> {
  const began = performance.now()
  const failures: unknown[] = []
  const isOver = () => failures.length > 0 && performance.now() - began > failingFor
  let removed = 0
  for (let last = 0; ; ) {
    const ids = await store.idsAfter('replaced_file', last, atOnce)
    const settled: number[] = []
    for (const { id, facts } of await store.getMany('replaced_file', ids)) {
      if (Number(facts.due) > now() || isOver()) continue
      try {
        await imageStore.remove(JSON.parse(String(facts.files)))
        settled.push(id)
      } catch (error) {
        failures.push(error)
      }
    }
    if (settled.length > 0)
      await store.write(async tx => {
        for (const id of settled) await tx.remove('replaced_file', id)
      })
    removed += settled.length
    last = ids.at(-1) ?? 0
    if (ids.length < atOnce || isOver()) break
  }
  if (removed === 0 && failures.length > 0) throw failures[0]
  return removed
}

/** The files of an image and the point at which some of its sizes are to be cropped. */
type Wanted = { of: StoredImageFiles; focus: Focus | undefined }

/** The cropped sizes of an image, made again and not yet in the database. */
type NewCrop = Wanted & {
  files: StoredSizes
  /** The ID of the note that removes these files if no record names them in time; undefined: there are none. */
  unused: number | undefined
}

/** The focus of an image once a draft of it is written. */
export const focusAfter = (
  draft: DraftOf<'image'>,
  stored?: Pick<StoredRecord, 'facts'>,
): Focus | undefined => focusOf({ facts: { ...stored?.facts, ...factsOf(resources.image, draft) } })

const isSamePoint = (a: Focus | undefined, b: Focus | undefined): boolean =>
  a?.x === b?.x && a?.y === b?.y

const isCropOf = (crop: NewCrop, { of, focus }: Wanted): boolean =>
  crop.of.file === of.file && isSamePoint(crop.focus, focus)

/** Makes the cropped sizes of an image; where nothing is left to make them from, it keeps those that it has. */
async function newCrop(context: Context, wanted: Wanted): Promise<NewCrop> {
  if (context.shared)
    return context.shared.outside(`crop ${wanted.of.file}`, outer => newCrop(outer, wanted))
  let unused: number | undefined
  const at = new Date(context.now() * 1000)
  const cropped = await context.imageStore.crop(wanted.of, at, wanted.focus, async files => {
    unused = await removeUnlessUsed(context, files)
  })
  if (cropped && 'refused' in cropped) throw refuseImage(cropped.refused, 'focus')
  return { ...wanted, files: cropped ?? { sizes: {} }, unused }
}

type Change = { facts: Row; texts: TextChange; links: Partial<Links> }

/** True if a change leaves a record as it is (U6). The moment of writing and the horizon of a series do not count. */
export const isAsStored = (
  stored: StoredRecord,
  { facts, texts, links }: Change,
  { importing }: Pick<WriteCaller, 'importing'>,
): boolean =>
  Object.entries(facts).every(
    ([name, value]) => moving.has(name) || isSame(value, stored.facts[name]),
  ) &&
  languages.every(language =>
    isSameRow(texts[language], stored.texts[language], importing !== undefined),
  ) &&
  linkKinds.every(kind =>
    isSame(links[kind]?.join() ?? stored.links[kind].join(), stored.links[kind].join()),
  )

const moving: ReadonlySet<string> = new Set(['modified', 'imported', 'recurrence_until'])

const isSame = (a: unknown, b: unknown) => (a ?? '') === (b ?? '')

function isSameRow(
  change: Row | null | undefined,
  stored: Row | undefined,
  isImported: boolean,
): boolean {
  if (change === undefined) return true
  if (change === null) return stored === undefined
  return Object.entries(change).every(([name, text]) => {
    const own = stored?.[name]
    if (name === 'changed') return true
    // a website that is cleared is not one that was never given
    if (!isImported) return (text ?? null) === (own ?? null)
    return (
      isSame(text, own) || (name === 'slug' && isNumbered(String(own ?? ''), String(text ?? '')))
    )
  })
}

/** A slug that another record has was given a number when it was stored. */
const isNumbered = (stored: string, wanted: string) =>
  wanted !== '' && stored.startsWith(`${wanted}-`) && /^\d+$/.test(stored.slice(wanted.length + 1))
