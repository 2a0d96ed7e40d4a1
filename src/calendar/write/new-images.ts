import { fetchRefusals } from '../../define/fetch-messages.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { storable } from '../../define/text/markup.ts'
import { wallOf } from '../../define/time/zone.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { type Focus, resources } from '../../resources/index.ts'
import { noLinks, type Transaction } from '../../store/index.ts'
import type {
  Caller,
  Context,
  StoredImageFiles,
  StoredSizes,
  WriteCaller,
} from '../base/context.ts'
import { factsOf } from './facts.ts'
import { logChange } from './log-change.ts'
import { dated, textsAfter, textsWritten } from './texts.ts'
import type { AnyDraft, NewImage, PostDraft, Write } from './write-types.ts'

const refusals: Record<string, { en: string; fr: string }> = {
  ...fetchRefusals,
  status: { en: 'its URL did not return an image', fr: 'son URL n’a pas renvoyé d’image' },
  type: {
    en: 'it is not a JPEG, PNG, WebP, GIF or AVIF file',
    fr: 'ce n’est ni JPEG, ni PNG, ni WebP, ni GIF, ni AVIF',
  },
  pixels: { en: 'it has too many pixels', fr: 'elle a trop de pixels' },
  side: {
    en: 'it is wider or higher than 16,383 pixels',
    fr: 'sa largeur ou sa hauteur dépasse 16 383 pixels',
  },
  frames: { en: 'it has more than 1,000 frames', fr: 'l’animation compte plus de 1 000 images' },
  memory: {
    en: 'decoding it takes more memory than this server has for images',
    fr: 'son décodage demande plus de mémoire que ce serveur n’en a pour les images',
  },
  slow: { en: 'decoding it takes too long', fr: 'son décodage dure trop longtemps' },
  broken: { en: 'the file is corrupt', fr: 'le fichier est endommagé' },
}

const refusedImage = (reason: string): FieldError => {
  const why = refusals[reason] ?? { en: 'it was refused', fr: 'elle a été refusée' }
  return {
    code: `image_${reason}`,
    sentence: { en: `The image was refused: ${why.en}.`, fr: `L’image a été refusée : ${why.fr}.` },
  }
}

/** The error of the parameter for an image that cannot be stored. */
export function refuseImage(reason: string, parameter: string): Problem {
  // too many others wait: nothing is wrong with this one
  if (reason === 'busy')
    return new Problem('too_many_requests', { retryAfter: 30, params: { seconds: 30 } })
  return fieldProblem(parameter, refusedImage(reason))
}

type Keeping = {
  parameter: string
  /** Only those who may see the image load its files. */
  isHeld?: boolean
  source?: string | null
  /** The point around which its small sizes are cropped. */
  focus?: Focus | undefined
}

/** Keeps the bytes of an image; a refusal is an error of the parameter. */
export async function keepImage(
  context: Context,
  bytes: Uint8Array,
  name: string,
  { parameter, source = null, focus, isHeld = false }: Keeping,
): Promise<NewImage> {
  const keeping = { parameter, source, focus, isHeld }
  if (context.shared)
    return context.shared.outside(`file ${name}`, outer => keepImage(outer, bytes, name, keeping))
  const { imageStore, now } = context
  let unused = 0
  const file = isHeld ? undefined : name
  const stored = await imageStore.keep(bytes, file, new Date(now() * 1000), focus, async files => {
    unused = await removeUnlessUsed(context, files)
  })
  if ('refused' in stored) throw refuseImage(stored.refused, parameter)
  return { files: stored, unused, source, focus, draft: { title: titleOf(name) } }
}

/** Seconds after which files that no record names are removed: those of a process that was killed, too. */
const unusedStay = 3600

/** Notes that files are removed if no record names them in time: `use` takes the note away. */
export const removeUnlessUsed = (
  { store, now }: Context,
  files: StoredImageFiles | StoredSizes,
): Promise<number> => store.write(tx => removeLater(tx, files, now() + unusedStay))

/** Notes in the database that files are to be removed from a moment on (unix seconds); the note is removed with them. */
export const removeLater = (
  tx: Transaction,
  files: StoredImageFiles | StoredSizes,
  due: number,
): Promise<number> => tx.insert('replaced_file', { files: JSON.stringify(files), due }, {})

/** Browsers send a quotation mark in the name of a file as `%22`; a URL has more of these. */
function plainName(name: string) {
  try {
    return decodeURIComponent(name)
  } catch {
    return name.replaceAll('%22', '"')
  }
}

const maxTitle = 200
/** Limit of a file name that becomes a title, before it is cut. */
const maxName = 5 * maxTitle

/** The name of a file without its extension, usable as a title: one line, without markup and control characters. */
export const titleOf = (name: string) =>
  storable(
    plainName(name)
      .replace(/\.[a-z0-9]{1,5}$/i, '')
      .slice(0, maxName)
      .replace(/<[^>]*>|["<>]/g, '')
      .replace(/\s+/g, ' ')
      .slice(0, maxTitle),
  ).trim() || 'image'

/** `since`: when fetching began, where several share the time for it. */
type FetchedFor = Omit<Keeping, 'source'> & { since?: number }

/**
 * The image for a URL: the one that was fetched from it before, or a new one. The fetch happens outside of a transaction and ends when the
 * caller disconnects; then nothing is stored.
 */
export async function imageFrom(
  context: Context,
  { requester }: Caller,
  address: string,
  keeping: FetchedFor,
): Promise<number | NewImage> {
  const [existing] = await context.store.lookup('image', 'source', address, 1)
  if (existing !== undefined) return existing
  const own = ownFile(address)
  const [mine] = own ? await context.store.lookup('image', 'file', own, 1) : []
  if (mine !== undefined) return mine
  return fetchedImage(context, requester, address, keeping)
}

/** A new image from an address, whether one was fetched from it before or not. */
export async function fetchedImage(
  context: Context,
  requester: Caller['requester'],
  address: string,
  keeping: FetchedFor,
): Promise<NewImage> {
  const { shared } = context
  if (shared)
    return shared.outside(`image ${address}`, outer =>
      fetchedImage(outer, requester, address, { ...keeping, since: shared.since }),
    )
  const signal = requester?.signal
  signal?.throwIfAborted()
  const fetched = await context.imageStore.fetch(address, { since: keeping.since, signal })
  signal?.throwIfAborted()
  if ('refused' in fetched) throw refuseImage(fetched.refused, keeping.parameter)
  const { bytes, name } = fetched
  const image = await keepImage(context, bytes, name, { ...keeping, source: address })
  if (signal?.aborted) await discard(context, [image])
  signal?.throwIfAborted()
  return image
}

/** The address of an image of this calendar names its file. */
const ownFile = (address: string) => /\/uploads\/(\d{4}\/\d\d\/[^/?#]+)$/.exec(address)?.[1]

export async function insertImage(
  tx: Transaction,
  context: Context,
  caller: WriteCaller,
  sent: NewImage,
): Promise<StoredRecord> {
  const { files, source, draft } = sent
  await use(tx, sent)
  const written = textsWritten(resources.image, { alt: '', ...draft }, caller.language, undefined)
  const texts = textsAfter(dated(written, context.now()), undefined)
  const facts = {
    ...factsOf(resources.image, draft),
    ...fileFacts(files),
    source,
    main: caller.language,
    status: 'publish',
    author: caller.actor.id,
    date: wallOf(context.now(), context.site.zone),
    date_utc: context.now(),
    modified: context.now(),
  }
  const id = await tx.insert('image', facts, texts)
  const image: StoredRecord = { id, kind: 'image', version: 1, facts, texts, links: noLinks }
  await tx.derive(image)
  await logChange(tx, context, caller, undefined, image)
  return image
}

/** From now on a record names these files. */
export async function use(tx: Transaction, { unused }: { unused: number }) {
  // a machine that slept for an hour finds them removed
  if (!(await tx.get('replaced_file', unused)))
    throw new Problem('service_too_busy', { retryAfter: 5, params: { seconds: 5 } })
  await tx.remove('replaced_file', unused)
}

/** The facts that are stored about the files of an image. */
export const fileFacts = (files: StoredImageFiles): Row => ({
  file: files.file,
  mime: files.mime,
  width: files.width,
  height: files.height,
  filesize: files.filesize,
  original: files.original_image ?? null,
  sizes: JSON.stringify(files.sizes),
})

/** The image of a draft: one that is stored or about to be, null for none, undefined if the draft does not mention it. */
export function imageOf({ images }: Write, draft: PostDraft) {
  const { image } = draft
  return images.get(draft) ?? (typeof image === 'string' ? undefined : image)
}

/** The ID of an image of a write, which is stored now if it is new. */
export const settleImage = async (
  { tx, context, caller }: Write,
  image: ReturnType<typeof imageOf>,
): Promise<number | null> =>
  image && typeof image === 'object'
    ? (await insertImage(tx, context, caller, image)).id
    : (image ?? null)

/**
 * Fetches the images that drafts name by URL, then writes; removes the files again if the write fails. `parameter`: the position of each draft in the
 * request.
 */
export async function withImages<T>(
  context: Context,
  caller: WriteCaller,
  drafts: readonly { draft: AnyDraft; parameter: string }[],
  work: (images: Write['images']) => Promise<T>,
): Promise<T> {
  const images = new Map<object, number | NewImage>()
  const own = drafts.at(-1)
  if (own && caller.image) images.set(own.draft, caller.image)
  const named = drafts.filter(({ draft }) => typeof draft.image === 'string')
  if (named.length === 0) return work(images)
  if (named.length > maxImages) throw fieldProblem('image', tooManyImages)
  // One deadline for all of them: the time for fetching begins here.
  const since = performance.now()
  try {
    for (const { draft, parameter } of named)
      images.set(draft, await imageFrom(context, caller, String(draft.image), { parameter, since }))
    return await work(images)
  } catch (error) {
    await discard(context, images.values())
    throw error
  }
}

/** Each is a call to another server. */
export const maxImages = 10
export const tooManyImages = {
  code: 'too_many_images',
  sentence: {
    en: 'At most 10 images can be fetched in one request. Upload the others first, and send their ids.',
    fr: 'Une requête peut faire télécharger 10 images au plus. Envoyez d’abord les autres, puis indiquez leurs ID.',
  },
}

/** Removes the files of images that were not written after all; those that cannot be removed now are removed later. */
export async function discard(
  { imageStore }: Context,
  images: Iterable<number | { files: StoredImageFiles | StoredSizes }>,
) {
  for (const image of images)
    if (typeof image === 'object') await imageStore.remove(image.files).catch(() => {})
}
