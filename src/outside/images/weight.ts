import { totalmem } from 'node:os'
import type { Metadata } from 'sharp'

/** No file that people look at is longer or higher, and it is what WebP can hold. */
export const maxSide = 16_383
/** A minute of film; each frame costs its time, however small it is. */
export const maxFrames = 1000

/**
 * Bytes that a pixel takes while it is decoded and encoded again, measured as the peak of this process for noise, the worst there
 * is: JPEG of 49 megapixels 1.2, PNG 1.3 (0.9 without transparency; small ones of noise 8), WebP 15.4, AVIF 37;
 * GIF of one frame 28, of fifty 1.8.
 */
const perPixel: Record<string, number> = { jpeg: 2, png: 4, webp: 16, gif: 8, heif: 38 }
/** Progressive files are held whole (measured: 3.0 with colours at half size), and so is what has to be turned (1.9). */
const more = { progressive: 6, turned: 4 }
/** To choose the colours of a frame. */
const colours = 20

/** The memory that an image takes while it is worked on. */
export function weightOf(
  metadata: Pick<Metadata, 'format' | 'width' | 'height' | 'isProgressive' | 'orientation'>,
  frames: number,
): number {
  const { format, width, height, isProgressive, orientation = 1 } = metadata
  const bytes =
    (perPixel[format ?? ''] ?? perPixel.heif ?? 0) +
    (isProgressive ? more.progressive : 0) +
    (orientation > 1 ? more.turned : 0)
  return width * height * (frames * bytes + (format === 'gif' ? colours : 0))
}

/** The part of the memory that images may take; the rest is for the calendar. */
const share = 0.4

/** The memory that images may take: so many bytes, and no more than this part of that of the container or machine. */
export function memoryForImages(
  max: number,
  constrained = process.constrainedMemory(),
  machine = totalmem(),
): number {
  const all = constrained > 0 ? Math.min(constrained, machine) : machine
  return Math.min(max, Math.floor(share * all))
}
