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
  const whole = {
    file: String(facts.file),
    width: Number(facts.width),
    height: Number(facts.height),
  }
  return {
    ...whole,
    url: `${uploads}/${whole.file}`,
    type: String(facts.mime),
    /** In bytes. */
    size: Number(facts.filesize ?? 0),
    alt: textIn(record, 'alt', language),
    focus: focusOf(record),
    /** It and its smaller versions of the same proportions, narrowest first. */
    files: () => [...smaller(facts.sizes, whole), whole].sort((a, b) => a.width - b.width),
  }
}

function smaller(sizes: unknown, { width, height }: ImageFile): ImageFile[] {
  const stored: Record<string, ImageFile> = JSON.parse(String(sizes))
  return Object.values(stored).filter(
    size => Math.abs(size.width * height - size.height * width) <= Math.max(width, height) * 2,
  )
}

/** The URL that an image was copied from. */
export const sourceOf = ({ facts }: StoredRecord) => String(facts.source)
