import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { once } from '../../define/objects.ts'
import { openImageTurns } from './decode-queue.ts'
import { type Box, fit, largestSide, sizesOf } from './sizes.ts'
import { longestSide, memoryForImages, mostFrames, weightOf } from './weight.ts'

export type ImageLimits = {
  /** Of the file as it came. */
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

export type ImageSize = Box & { mime: string; bytes: Uint8Array; suffix: string }

/**
 * `type`: not an image that we store; `broken`: it cannot be decoded; `slow`: decoding takes too long; `memory`: it needs more
 * than there is; `busy`: too many others wait.
 */
export type ImageRefusal =
  | 'type'
  | 'size'
  | 'side'
  | 'frames'
  | 'pixels'
  | 'memory'
  | 'busy'
  | 'slow'
  | 'broken'

/**
 * Reads an image from a file of unknown origin. JPEG, PNG, WebP, GIF and AVIF are recognised by their
 * content, whatever the name or the declared type says. Animations stay animated at full size;
 * their smaller sizes are stills, and so are animated PNG and AVIF.
 */
export async function decodeImage(
  bytes: Uint8Array,
  limits: ImageLimits,
  turns = allTurns,
): Promise<DecodedImage | { refused: ImageRefusal }> {
  if (bytes.length > limits.bytes) return { refused: 'size' }
  const kind = await sniff(bytes)
  if (!kind) return { refused: 'type' }
  return decode(bytes, kind, limits.pixels, turns)
}

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
  // the beginning tells, and keeps archives and the like from being searched
  const found = await fileTypeFromBuffer(bytes.subarray(0, 4100)).catch(() => undefined)
  return found && Object.hasOwn(kinds, found.mime) ? kinds[found.mime] : undefined
}

/** To learn how large an image is takes little memory, but a thread as well. */
const headerWeight = 2 ** 20

async function decode(bytes: Uint8Array, kind: Kind, pixels: number, turns: typeof allTurns) {
  const sharp = await loadSharp()
  const options: SharpOptions = { limitInputPixels: pixels, failOn: 'error' }
  try {
    const found = await turns.take(headerWeight, () => sharp(bytes, options).metadata())
    if (!found) return { refused: 'busy' as const }
    const frames = kind.animated ? (found.pages ?? 1) : 1
    const height = found.pageHeight ?? found.height
    if (found.width > longestSide || height > longestSide) return { refused: 'side' as const }
    if (frames > mostFrames) return { refused: 'frames' as const }
    if (found.width * height * frames > pixels) return { refused: 'pixels' as const }
    const weight = weightOf({ ...found, height }, frames)
    if (weight > turns.memory) return { refused: 'memory' as const }
    const made = await turns.take(weight, () => encode(bytes, kind, { found, frames, options }))
    return made ?? { refused: 'busy' as const }
  } catch (error) {
    return { refused: isPixelLimit(error) ? ('pixels' as const) : ('broken' as const) }
  }
}

type Source = { found: Metadata; frames: number; options: SharpOptions }

async function encode(
  bytes: Uint8Array,
  kind: Kind,
  { found, frames, options }: Source,
): Promise<DecodedImage | { refused: ImageRefusal }> {
  const sharp = await loadSharp()
  const ends = performance.now() + decentTime
  try {
    // an animation cannot be turned, and says nothing about it
    const still: SharpOptions = { ...options, autoOrient: frames === 1 }
    const moving: SharpOptions = { ...still, animated: frames > 1 }
    const original = frames > 1 ? found : found.autoOrient
    const make = (source: SharpOptions, box?: Box & { crop: boolean }) => {
      // one deadline for all of its sizes
      const left = Math.ceil((ends - performance.now()) / 1000)
      if (left <= 0) throw new Error('timeout')
      const image = sharp(bytes, source).timeout({ seconds: left })
      if (box) image.resize(box.width, box.height, { fit: box.crop ? 'cover' : 'fill' })
      return kind.encode(image).toBuffer()
    }

    const full = fit(original, { width: largestSide, height: largestSide })
    const isScaled = full.width < original.width || full.height < original.height
    const originalBytes = await make(moving)
    const fullBytes = isScaled ? await make(moving, { ...full, crop: false }) : originalBytes
    const sizes: Record<string, ImageSize> = {}
    // one after the other: the turn is for one image's worth of memory
    for (const { name, crop, width, height } of sizesOf(original)) {
      const suffix = `${width}x${height}`
      const made = await make(still, { width, height, crop })
      sizes[name] = { width, height, mime: kind.mime, bytes: made, suffix }
    }
    const { mime, extension } = kind
    const picture: DecodedImage = { extension, mime, ...full, bytes: fullBytes, sizes }
    return isScaled ? { ...picture, originalBytes } : picture
  } catch (error) {
    return { refused: performance.now() >= ends || isTimeout(error) ? 'slow' : 'broken' }
  }
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
  // libvips reads SVG, PDF and more; only the five formats, whatever the sniffer thought
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(
      loader => `VipsForeignLoad${loader}Buffer`,
    ),
  })
  return sharp
})

/** Of this process. */
const allTurns = openImageTurns(memoryForImages())
