import { totalmem } from 'node:os'
import type { Metadata } from 'sharp'

/** No file that people look at is longer or higher, and it is what WebP can hold. */
export const longestSide = 16_383
/** A minute of film; each frame costs its time, however small it is. */
export const mostFrames = 1000

/** Bytes that a pixel takes while it is decoded and encoded anew, measured with the libraries that do it. */
const perPixel: Record<string, number> = { jpeg: 3, png: 4, webp: 8, gif: 8, heif: 22 }
/** Progressive files are held whole, and so is what has to be turned. */
const more = { progressive: 6, turned: 4 }

/** The memory that an image takes while it is worked on. */
export function weightOf(
  found: Pick<Metadata, 'format' | 'width' | 'height' | 'isProgressive' | 'orientation'>,
  frames: number,
): number {
  const { format, width, height, isProgressive, orientation = 1 } = found
  const bytes =
    (perPixel[format ?? ''] ?? perPixel.heif ?? 0) +
    (isProgressive ? more.progressive : 0) +
    (orientation > 1 ? more.turned : 0)
  return width * height * frames * bytes
}

/** The part of the memory that images may take; the rest is for the calendar. */
const share = 0.4

/** What images may take of the memory that this process has: that of its container, or of the machine. */
export function memoryForImages(
  constrained = process.constrainedMemory(),
  machine = totalmem(),
): number {
  return Math.floor(share * (constrained > 0 ? Math.min(constrained, machine) : machine))
}
