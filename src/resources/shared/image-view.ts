import { imageShapes, isShape } from '../../define/image-shapes.ts'
import type { StoredRecord } from '../../define/record.ts'
import { textIn } from '../../define/record-texts.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { focusOf } from './focus.ts'

/** A file of an image, by its name in the folder of uploads. */
export type ImageFile = { file: string; width: number; height: number }

export type ImageView = ReturnType<typeof imageView>

/** An image in a language. */
export function imageView(
  record: StoredRecord,
  { uploads, language }: Pick<ShowContext, 'uploads' | 'language'>,
) {
  const { facts } = record
  const full = {
    file: String(facts.file),
    width: Number(facts.width),
    height: Number(facts.height),
  }
  return {
    ...full,
    url: `${uploads}/${full.file}`,
    type: String(facts.mime),
    /** In bytes. */
    size: Number(facts.filesize ?? 0),
    alt: textIn(record, 'alt', language),
    credit: String(facts.credit ?? ''),
    focus: focusOf(record),
    /** As search engines show it: one of each shape, itself among them where it has that shape. Older images have themselves alone. */
    shapes: () => shapesIn(facts.sizes, full).map(of => ({ ...of, url: `${uploads}/${of.file}` })),
    /** It and its smaller versions of the same proportions, narrowest first. */
    files: () => [...smaller(facts.sizes, full), full].sort((a, b) => a.width - b.width),
  }
}

const storedIn = (sizes: unknown): Record<string, ImageFile> => JSON.parse(String(sizes))

const smaller = (sizes: unknown, full: ImageFile): ImageFile[] =>
  Object.entries(storedIn(sizes)).flatMap(([name, size]) =>
    !isShape(name) && isAlike(size, full) ? [size] : [],
  )

const isAlike = (a: ImageFile, { width, height }: ImageFile) =>
  Math.abs(a.width * height - a.height * width) <= Math.max(width, height) * 2

function shapesIn(sizes: unknown, full: ImageFile): ImageFile[] {
  const stored = storedIn(sizes)
  const cropped = imageShapes.flatMap(({ name }) => stored[name] ?? [])
  // the whole image first: of a poster it is the one with all of its words
  return [full, ...cropped]
}

/** The URL that an image was copied from. */
export const sourceOf = ({ facts }: StoredRecord) => String(facts.source)
