// The sizes in which an image is stored: those of WordPress, computed as it does, and shapes.

import { totalmem } from 'node:os'
import type { Metadata } from 'sharp'
import { imageShapes, isShape, minShapeWidth, shapeWidth } from '../../define/image-shapes.ts'

export type Box = { width: number; height: number }

/** One size to make: its measures in pixels, and whether edges are cut off to reach them. */
export type Size = Box & { name: string; crop: boolean }

/** The point that stays in view where edges are cut off, in per cent of width and height. */
export type Focus = { x: number; y: number }

/** The largest side of an image; larger originals are scaled down to it. */
export const largestSide = 2560

/** The sizes made of an image: those whose box is smaller than the image, and the shapes that it does not have itself. */
export const sizesOf = (image: Box): Size[] => [...smallerSizes(image), ...shapesOf(image)]

function smallerSizes(image: Box): Size[] {
  return boxes.flatMap(({ name, crop, ...box }) => {
    if (!isSmaller(box, image)) return []
    const measures = crop ? cut(image, box) : fit(image, box)
    return isNearly(measures, image) ? [] : [{ name, crop, ...measures }]
  })
}

/** The largest part of the image that has the shape, unless that is the whole image or too small to be of use. */
function shapesOf(image: Box): Size[] {
  return imageShapes.flatMap(({ name, ratio }) => {
    const width = Math.min(shapeWidth, image.width, Math.round(image.height * ratio))
    const box = { width, height: Math.min(image.height, Math.round(width / ratio)) }
    const full = scaled(image, Math.max(box.width / image.width, box.height / image.height))
    if (isNearly(full, box) || width < minShapeWidth) return []
    return [{ name, crop: true, ...box }]
  })
}

/** The crop of an image for a size: its scale, and the part of it that is left, as CSS has it (`object-position`). */
export function cropOf(
  image: Box,
  { width, height, crop }: Size,
  focus: Focus = { x: 50, y: 50 },
): { scaled: Box; left: number; top: number } {
  if (!crop) return { scaled: { width, height }, left: 0, top: 0 }
  const full = scaled(image, Math.max(width / image.width, height / image.height))
  const box = { width: Math.max(width, full.width), height: Math.max(height, full.height) }
  const from = (share: number, free: number) => Math.floor((share / 100) * free)
  return {
    scaled: box,
    left: from(focus.x, box.width - width),
    top: from(focus.y, box.height - height),
  }
}

/** Width and height of an image that is shrunk into a box and keeps its proportions. A missing side is free. */
export function fit(image: Box, box: { width?: number; height?: number }): Box {
  const byWidth = Math.min(1, (box.width ?? Infinity) / image.width)
  const byHeight = Math.min(1, (box.height ?? Infinity) / image.height)
  const [snug, safe] = [Math.max(byWidth, byHeight), Math.min(byWidth, byHeight)]
  // take the larger ratio where rounding leaves it inside the box
  const { width, height } = scaled(image, stays(scaled(image, snug), box) ? snug : safe)
  // and where rounding leaves a side one pixel short, it is given back
  return {
    width: byWidth < 1 && width + 1 === box.width ? box.width : width,
    height: byHeight < 1 && height + 1 === box.height ? box.height : height,
  }
}

// in the order WordPress lists them
const boxes: { name: string; crop: boolean; width: number; height?: number }[] = [
  { name: 'medium', crop: false, width: 300, height: 300 },
  { name: 'large', crop: false, width: 1024, height: 1024 },
  { name: 'thumbnail', crop: true, width: 150, height: 150 },
  { name: 'medium_large', crop: false, width: 768 },
  { name: '1536x1536', crop: false, width: 1536, height: 1536 },
  { name: '2048x2048', crop: false, width: 2048, height: 2048 },
]

/** True if one of these sizes is cropped. */
export const hasCropped = (sizes: Record<string, unknown>): boolean =>
  Object.keys(sizes).some(name => isShape(name) || boxes.some(box => box.crop && box.name === name))

type Sides = { width: number; height?: number }

const isSmaller = (box: Sides, { width, height }: Box) =>
  width >= box.width || (box.height !== undefined && height >= box.height)

const isNearly = (a: Box, b: Box) =>
  Math.abs(a.width - b.width) <= 1 && Math.abs(a.height - b.height) <= 1

const cut = (image: Box, box: Sides): Box => ({
  width: Math.min(box.width, image.width),
  height: Math.min(box.height ?? Infinity, image.height),
})

const scaled = ({ width, height }: Box, ratio: number): Box => ({
  width: Math.max(1, Math.round(width * ratio)),
  height: Math.max(1, Math.round(height * ratio)),
})

const stays = ({ width, height }: Box, box: { width?: number; height?: number }) =>
  width <= (box.width ?? Infinity) && height <= (box.height ?? Infinity)

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
