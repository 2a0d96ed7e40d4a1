import { openCache } from '../../common/index.ts'
import { derived } from '../../define/base/objects.ts'
import type { StoredRecord } from '../../define/record.ts'
import { foreignImages } from '../../define/text/foreign-images.ts'
import { paragraphs } from '../../define/text/html.ts'
import { languages } from '../../define/text/language.ts'
import { videosIn } from '../../define/text/video-links.ts'
import { onlyTranslates } from '../access/access.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { uploadImage } from './images.ts'
import { imageFrom } from './new-images.ts'

/** Maximum number of images in the texts of one record per write. */
const maxImages = 10
/** Milliseconds for all of them together: a host that does not answer delays a write by no more. */
const budget = 4000
const lanes = 2

/** Seconds. */
const refusedFor = 600
/** URLs that were refused recently, each until when: a record that is saved again does not wait for them again. */
const refusedBy = derived((_: Context['imageStore'], now: () => number) =>
  openCache({ bytes: 512 * 1024, now }).table<string, number>({
    sizeOf: (_, url) => url.length,
    dependsOn: until => ({ until }),
  }),
)
const refusedOf = ({ imageStore, now }: Context) => refusedBy(imageStore, now)

/** Texts that are HTML. */
const names = ['description', 'excerpt']

/**
 * Copies the images of other hosts that the texts of a written record show, and those of their videos, as the field `image` does. The texts stay as
 * they are: pages show the copy by its source. Images that cannot be copied in time are left out, and never fail the write. Those in
 * proposals of visitors and in translations are copied when an editor writes them.
 */
export async function copyTextImages(
  context: Context,
  caller: WriteCaller,
  record: StoredRecord,
): Promise<void> {
  const { texts } = record
  if (caller.submission || caller.actor.submission || onlyTranslates(caller.actor)) return
  const html = languages.flatMap(language =>
    names.map(name => String(texts[language]?.[name] ?? '')),
  )
  const urls = [
    ...new Set(html.flatMap(text => [...foreignImages(text), ...previewsIn(text)])),
  ].slice(0, maxImages)
  if (urls.length === 0) return
  if (context.shared) return context.shared.later(outer => copyTextImages(outer, caller, record))
  const left = urls.filter(url => !refusedOf(context).get(url))
  const timeout = AbortSignal.timeout(budget)
  const signal = caller.requester ? AbortSignal.any([caller.requester.signal, timeout]) : timeout
  const requester = { address: caller.requester?.address ?? '', signal }
  const copyNext = async (): Promise<void> => {
    const url = left.shift()
    if (url === undefined || signal.aborted) return
    const isCopied = await copy(context, { ...caller, requester }, url)
    // a caller who leaves says nothing about the host
    if (!isCopied && !caller.requester?.signal.aborted)
      refusedOf(context).set(url, context.now() + refusedFor)
    return copyNext()
  }
  await Promise.all(Array.from({ length: lanes }, copyNext))
}

/** Images of the videos that pages show. */
const previewsIn = (html: string) =>
  html.includes('http') ? videosIn(paragraphs(html)).flatMap(({ preview }) => preview ?? []) : []

async function copy(context: Context, caller: WriteCaller, url: string): Promise<boolean> {
  try {
    const image = await imageFrom(context, caller, url, { parameter: 'description' })
    if (typeof image === 'object') await uploadImage(context, caller, image)
    return true
  } catch {
    return false
  }
}

/** Stored copies of images of other hosts, by the addresses that they came from. */
export async function copiesOf(
  { store }: Pick<Context, 'store'>,
  urls: readonly string[],
): Promise<StoredRecord[]> {
  const ids: number[] = []
  for (const url of urls) ids.push(...(await store.lookup('image', 'source', url, 1)))
  return store.getMany('image', ids)
}
