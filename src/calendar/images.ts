import { unknownId } from '../define/field-errors.ts'
import type { FieldError } from '../define/field-type.ts'
import { wallOf } from '../define/time/zone.ts'
import { fieldProblem, Problem } from '../problem.ts'
import type { StoredRecord, Transaction } from '../store/store.ts'
import { noLinks } from '../store/store.ts'
import { type Act, may, seesOthers } from './access.ts'
import type { Caller, Context, KeptPicture } from './context.ts'
import { refuseUnexpected } from './expectation.ts'
import { logChange } from './log-change.ts'
import { inPages, pageSize } from './pages.ts'

/** A picture on its way into the calendar: kept on disk, not yet in the database. */
export type NewImage = { kept: KeptPicture; title: string; source: string | null; alt?: string }

const refusals: Record<string, { en: string; fr: string }> = {
  address: { en: 'its URL is not public', fr: 'son URL n’est pas publique' },
  scheme: { en: 'its URL is not http or https', fr: 'son URL n’est ni en http ni en https' },
  redirects: { en: 'its URL redirects too often', fr: 'son URL redirige trop souvent' },
  status: { en: 'its URL did not return an image', fr: 'son URL n’a pas renvoyé d’image' },
  type: {
    en: 'it is not a JPEG, PNG, WebP, GIF or AVIF file',
    fr: 'ce n’est ni JPEG, ni PNG, ni WebP, ni GIF, ni AVIF',
  },
  size: { en: 'the file is too large', fr: 'le fichier est trop volumineux' },
  pixels: { en: 'it has too many pixels', fr: 'elle a trop de pixels' },
  side: {
    en: 'it is wider or higher than 16383 pixels',
    fr: 'sa largeur ou sa hauteur dépasse 16383 pixels',
  },
  frames: { en: 'it has more than 1000 frames', fr: 'elle compte plus de 1000 vues' },
  memory: {
    en: 'decoding it takes more memory than this server has for images',
    fr: 'son décodage demande plus de mémoire que ce serveur n’en a pour les images',
  },
  slow: { en: 'decoding it takes too long', fr: 'son décodage dure trop longtemps' },
  broken: { en: 'the file is corrupt', fr: 'le fichier est endommagé' },
  time: { en: 'the download timed out', fr: 'le téléchargement a pris trop de temps' },
  network: { en: 'its URL could not be reached', fr: 'son URL est injoignable' },
}

export const refusedPicture = (reason: string): FieldError => {
  const why = refusals[reason] ?? { en: 'it was refused', fr: 'elle a été refusée' }
  return {
    code: `image_${reason}`,
    sentence: { en: `The image was refused: ${why.en}.`, fr: `L’image a été refusée : ${why.fr}.` },
  }
}

/** Keeps the bytes of a picture; a refusal is a flaw of the parameter. */
export async function keepImage(
  { pictures, now }: Context,
  bytes: Uint8Array,
  name: string,
  parameter: string,
  source: string | null = null,
): Promise<NewImage> {
  const kept = await pictures.keep(bytes, name, new Date(now() * 1000))
  if ('refused' in kept) {
    // too many others wait: nothing is wrong with this one
    if (kept.refused === 'busy')
      throw new Problem('too_many_requests', { retryAfter: 30, params: { seconds: 30 } })
    throw fieldProblem(parameter, refusedPicture(kept.refused))
  }
  return { kept, source, title: name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 200) }
}

/**
 * The image for an address: one fetched from it before, or a new one. The network is asked outside of any write, and no
 * longer than the caller waits: then nothing is kept, and nothing written.
 */
export async function imageFrom(
  context: Context,
  { requester }: Caller,
  address: string,
  parameter: string,
  since?: number,
): Promise<number | NewImage> {
  const [known] = await context.store.lookup('image', 'source', address, 1)
  if (known !== undefined) return known
  const own = ownFile(address)
  const [mine] = own ? await context.store.lookup('image', 'file', own, 1) : []
  if (mine !== undefined) return mine
  const gone = requester?.gone
  gone?.throwIfAborted()
  const fetched = await context.pictures.fetch(address, { since, gone })
  gone?.throwIfAborted()
  if ('refused' in fetched) throw fieldProblem(parameter, refusedPicture(fetched.refused))
  const image = await keepImage(context, fetched.bytes, fetched.name, parameter, address)
  if (gone?.aborted) await discard(context, [image])
  gone?.throwIfAborted()
  return image
}

/** The address of a picture of this calendar names its file (behaviour 4.10). */
const ownFile = (address: string) => /\/uploads\/(\d{4}\/\d\d\/[^/?#]+)$/.exec(address)?.[1]

export async function insertImage(
  tx: Transaction,
  context: Context,
  caller: Caller,
  sent: NewImage,
): Promise<StoredRecord> {
  const { kept, title, source, alt = '' } = sent
  const facts = {
    title,
    alt,
    file: kept.file,
    mime: kept.mime,
    width: kept.width,
    height: kept.height,
    filesize: kept.filesize,
    original: kept.original_image ?? null,
    sizes: JSON.stringify(kept.sizes),
    source,
    status: 'publish',
    author: caller.actor.id,
    date: wallOf(context.now(), context.site.zone),
    date_utc: context.now(),
    modified: context.now(),
  }
  const id = await tx.insert('image', facts, {})
  const image: StoredRecord = { id, kind: 'image', version: 1, facts, texts: {}, links: noLinks }
  await logChange(tx, context, caller, undefined, image)
  return image
}

/** An image to be used in a write: known by id, or made in the same transaction. */
export type ImageInWrite = number | NewImage | null | undefined

/** Turns an address into an image before the write begins; ids and clearing pass through. */
export async function prepareImage(
  context: Context,
  caller: Caller,
  sent: unknown,
  parameter = 'image',
  since?: number,
): Promise<ImageInWrite> {
  return typeof sent === 'string'
    ? imageFrom(context, caller, sent, parameter, since)
    : (sent as number | null | undefined)
}

/** Pictures kept for a write that failed are taken away again. */
export async function discard({ pictures }: Context, images: readonly ImageInWrite[]) {
  for (const image of images)
    if (image && typeof image === 'object') await pictures.remove(image.kept)
}

export async function settleImage(
  tx: Transaction,
  context: Context,
  caller: Caller,
  image: ImageInWrite,
) {
  return image && typeof image === 'object'
    ? (await insertImage(tx, context, caller, image)).id
    : (image ?? null)
}

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

const keptOf = ({ facts }: StoredRecord): KeptPicture => ({
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
  const removed = await inPages(context, async tx => {
    const stored = await readableImage(tx, caller, id, 'remove')
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
    await logChange(tx, context, caller, stored, undefined)
    return stored
  })
  await context.pictures.remove(keptOf(removed))
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

async function readableImage(tx: Transaction, { actor }: Caller, id: number, act: Act) {
  const stored = await tx.get('image', id)
  if (!stored) throw fieldProblem('id', unknownId('image', id))
  if (!may(actor, act, 'image', stored) && !seesOthers(actor)) throw new Problem('rest_forbidden')
  return stored
}
