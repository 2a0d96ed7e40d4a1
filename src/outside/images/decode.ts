import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { once } from '../../define/base/objects.ts'
import {
  type Box,
  cropOf,
  type Focus,
  fit,
  largestSide,
  maxFrames,
  maxSide,
  memoryForImages,
  type Size,
  sizesOf,
  weightOf,
} from './sizes.ts'

/** Two of the four threads that Node keeps for slow work: files and names need the others. */
const maxAtOnce = 2
/** The most that wait, and for how long; further requests get 429 with `Retry-After`. */
const maxWaiting = 16
const maxWait = 30_000

/** Images are worked on two at a time, in the order in which they came, and only as many as the memory holds. */
export function openImageTurns(memory: number, { wait = maxWait } = {}) {
  const waiting: { weight: number; begin: () => void }[] = []
  let atWork = 0
  let held = 0

  const fits = (weight: number) => atWork < maxAtOnce && held + weight <= memory

  function next() {
    while (waiting[0] && fits(waiting[0].weight)) waiting.shift()?.begin()
  }

  async function turn(weight: number): Promise<boolean> {
    if (waiting.length >= maxWaiting) return false
    return new Promise(resolve => {
      const place = {
        weight,
        begin() {
          clearTimeout(timer)
          atWork++
          held += weight
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(place), 1)
        resolve(false)
        next()
      }, wait)
      waiting.push(place)
    })
  }

  return {
    memory,
    figures: () => ({ working: atWork, waiting: waiting.length }),
    /** Does the work when its turn comes; undefined when that takes too long. */
    async take<T>(weight: number, work: () => Promise<T>): Promise<T | undefined> {
      const isNew = waiting.length === 0 && fits(weight)
      if (isNew) {
        atWork++
        held += weight
      } else if (!(await turn(weight))) return undefined
      try {
        return await work()
      } finally {
        atWork--
        held -= weight
        next()
      }
    },
  }
}

type ImageLimits = {
  /** Limit of the uploaded file. */
  bytes: number
  /** Width times height, times the number of frames. */
  pixels: number
}

/**
 * An image ready to be stored. Nothing is copied from the uploaded file: every file is encoded again,
 * upright and without metadata. `extension` has no dot; `width` and `height` are in pixels.
 */
export type DecodedImage = {
  extension: string
  mime: string
  width: number
  height: number
  bytes: Uint8Array
  /** By WordPress name (`thumbnail`, `medium`, …); `suffix` is for the file name: `300x200`. */
  sizes: Record<string, ImageSize>
  /** The unscaled image, when `bytes` had to be scaled down. */
  originalBytes?: Uint8Array
}

type ImageSize = Box & { mime: string; bytes: Uint8Array; suffix: string }

/**
 * `type`: not an image that we store; `broken`: it cannot be decoded; `slow`: decoding takes too long; `memory`: it needs more
 * than there is; `busy`: too many others wait.
 */
type ImageRefusal =
  | 'type'
  | 'size'
  | 'side'
  | 'frames'
  | 'pixels'
  | 'memory'
  | 'busy'
  | 'slow'
  | 'broken'

type Turns = ReturnType<typeof openImageTurns>
/** The options of work on an image; without turns, it uses those of this process. */
type Taken = { focus?: Focus | undefined; turns?: Turns }

/**
 * Reads an image from a file of unknown origin. JPEG, PNG, WebP, GIF and AVIF are recognised by their
 * content, whatever the name or the declared type says. Animations stay animated at full size;
 * their smaller sizes are stills, and so are animated PNG and AVIF.
 */
export const decodeImage = (
  bytes: Uint8Array,
  limits: ImageLimits,
  { focus, turns = allTurns }: Taken = {},
): Promise<DecodedImage | { refused: ImageRefusal }> =>
  decode(bytes, limits, turns, (source, kind) => encode(source, kind, focus))

/** For stored files, which were within the limits when they were uploaded. */
const noLimits: ImageLimits = { bytes: Infinity, pixels: Number.MAX_SAFE_INTEGER }

/** The sizes of a stored image that are cropped, made again for another focus. */
export const cropImage = (
  bytes: Uint8Array,
  { focus, turns = allTurns }: Taken = {},
): Promise<Pick<DecodedImage, 'extension' | 'sizes'> | { refused: ImageRefusal }> =>
  decode(bytes, noLimits, turns, async (source, kind) => ({
    extension: kind.extension,
    sizes: await smaller(source, kind, focus, ({ crop }) => crop),
  }))

type Kind = {
  mime: string
  extension: string
  animated: boolean
  encode: (image: Sharp) => Sharp
}

const png: Kind = {
  mime: 'image/png',
  extension: 'png',
  animated: false,
  encode: image => image.png(),
}

const kinds: Record<string, Kind> = {
  'image/png': png,
  'image/apng': png,
  'image/jpeg': {
    mime: 'image/jpeg',
    extension: 'jpg',
    animated: false,
    // to choose the codes for each file would hold all of it: five times the memory for a file some per cent smaller
    encode: image => image.jpeg({ quality: 85, optimiseCoding: false }),
  },
  'image/webp': {
    mime: 'image/webp',
    extension: 'webp',
    animated: true,
    encode: image => image.webp({ quality: 85 }),
  },
  'image/gif': {
    mime: 'image/gif',
    extension: 'gif',
    animated: true,
    encode: image => image.gif(),
  },
  'image/avif': {
    mime: 'image/avif',
    extension: 'avif',
    animated: false,
    // the usual effort takes 13 s for 12 megapixels, this one 2 s for a file 6 % larger
    encode: image => image.avif({ quality: 60, effort: 2 }),
  },
}

async function sniff(bytes: Uint8Array): Promise<Kind | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  // the first bytes decide, so that archives and other files are not searched
  const type = await fileTypeFromBuffer(bytes.subarray(0, 4100)).catch(() => undefined)
  return type && Object.hasOwn(kinds, type.mime) ? kinds[type.mime] : undefined
}

/** To learn how large an image is takes little memory, but a thread as well. */
const headerWeight = 2 ** 20

/** Makes a size of an image; its deadline is that of all of its sizes. */
type Make = (from: SharpOptions, box?: ReturnType<typeof cropOf> & Box) => Promise<Buffer>
type Source = { original: Box; still: SharpOptions; moving: SharpOptions; make: Make }

async function decode<T>(
  bytes: Uint8Array,
  limits: ImageLimits,
  turns: Turns,
  work: (source: Source, kind: Kind) => Promise<T>,
): Promise<T | { refused: ImageRefusal }> {
  const { pixels } = limits
  if (bytes.length > limits.bytes) return { refused: 'size' }
  const kind = await sniff(bytes)
  if (!kind) return { refused: 'type' }
  const sharp = await loadSharp()
  const options: SharpOptions = { limitInputPixels: pixels, failOn: 'error' }
  try {
    const metadata = await turns.take(headerWeight, () => sharp(bytes, options).metadata())
    if (!metadata) return { refused: 'busy' }
    if (metadata.format === 'svg') return { refused: 'type' }
    const frames = kind.animated ? (metadata.pages ?? 1) : 1
    const height = metadata.pageHeight ?? metadata.height
    if (metadata.width > maxSide || height > maxSide) return { refused: 'side' }
    if (frames > maxFrames) return { refused: 'frames' }
    if (metadata.width * height * frames > pixels) return { refused: 'pixels' }
    const weight = weightOf({ ...metadata, height }, frames)
    if (weight > turns.memory) return { refused: 'memory' }
    const decoded = await turns.take(weight, () =>
      inTime(make => work(sourceOf(metadata, frames, options, make), kind), bytes, kind),
    )
    return decoded ?? { refused: 'busy' }
  } catch (error) {
    return { refused: isPixelLimit(error) ? 'pixels' : 'broken' }
  }
}

function sourceOf(metadata: Metadata, frames: number, options: SharpOptions, make: Make): Source {
  // an animation cannot be turned, and says nothing about it
  const still: SharpOptions = { ...options, autoOrient: frames === 1 }
  const moving: SharpOptions = { ...still, animated: frames > 1 }
  return { original: frames > 1 ? metadata : metadata.autoOrient, still, moving, make }
}

async function inTime<T>(
  work: (make: Make) => Promise<T>,
  bytes: Uint8Array,
  kind: Kind,
): Promise<T | { refused: ImageRefusal }> {
  const sharp = await loadSharp()
  const ends = performance.now() + decentTime
  try {
    return await work((from, box) => {
      const left = Math.ceil((ends - performance.now()) / 1000)
      if (left <= 0) throw new Error('timeout')
      const image = sharp(bytes, from).timeout({ seconds: left })
      if (box) image.resize(box.scaled.width, box.scaled.height, { fit: 'fill' })
      if (box && (box.width < box.scaled.width || box.height < box.scaled.height))
        image.extract({ left: box.left, top: box.top, width: box.width, height: box.height })
      return kind.encode(image).toBuffer()
    })
  } catch (error) {
    return { refused: performance.now() >= ends || isTimeout(error) ? 'slow' : 'broken' }
  }
}

async function encode(source: Source, kind: Kind, focus: Focus | undefined): Promise<DecodedImage> {
  const { original, moving, make } = source
  const full = fit(original, { width: largestSide, height: largestSide })
  const isScaled = full.width < original.width || full.height < original.height
  const originalBytes = await make(moving)
  const bytes = isScaled
    ? await make(moving, { ...full, scaled: full, left: 0, top: 0 })
    : originalBytes
  const sizes = await smaller(source, kind, focus)
  const { mime, extension } = kind
  const decoded: DecodedImage = { extension, mime, ...full, bytes, sizes }
  return isScaled ? { ...decoded, originalBytes } : decoded
}

async function smaller(
  { original, still, make }: Source,
  { mime }: Kind,
  focus: Focus | undefined,
  isWanted: (size: Size) => boolean = () => true,
): Promise<Record<string, ImageSize>> {
  const sizes: Record<string, ImageSize> = {}
  // one after the other: the turn is for one image's worth of memory
  for (const size of sizesOf(original).filter(isWanted)) {
    const { name, width, height } = size
    const bytes = await make(still, { width, height, ...cropOf(original, size, focus) })
    sizes[name] = { width, height, mime, bytes, suffix: `${width}x${height}` }
  }
  return sizes
}

/** For all that is made of one image; no connection is closed before. */
const decentTime = 45_000

const isTimeout = (error: unknown) => error instanceof Error && /timeout/i.test(error.message)

const isPixelLimit = (error: unknown) =>
  error instanceof Error && error.message.includes('exceeds pixel limit')

const loadSharp = once(async () => {
  const { default: sharp } = await import('sharp')
  // a calendar shows a new image next, never the same one
  sharp.cache(false)
  sharp.concurrency(1)
  // libvips reads PDF and more; only the five formats, whatever the sniffer thought, and SVG for the icon of the site
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map(
      loader => `VipsForeignLoad${loader}Buffer`,
    ),
  })
  return sharp
})

/** For images outside of the calendar: its logo, at the start. */
const allTurns = openImageTurns(memoryForImages(512 * 1024 ** 2))
