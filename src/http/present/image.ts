import type { View } from '../../calendar/context.ts'
import type { StoredRecord } from '../../define/record.ts'
import { plainShown } from '../../define/text/plain-text.ts'
import type { Show } from './context.ts'
import { dates, restUrl } from './context.ts'

type StoredSize = { file: string; width: number; height: number; mime: string; filesize: number }

/** A picture inside a record (behaviour 1.3). */
export function presentImage({ uploads }: Show, { id, facts }: StoredRecord) {
  const file = String(facts.file)
  const sizes = JSON.parse(String(facts.sizes)) as Record<string, StoredSize>
  return {
    url: `${uploads}/${file}`,
    id,
    extension: file.slice(file.lastIndexOf('.') + 1),
    width: facts.width,
    height: facts.height,
    filesize: facts.filesize,
    alt: plainShown(String(facts.alt ?? '')),
    sizes: Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => [
        name,
        {
          width: size.width,
          height: size.height,
          'mime-type': size.mime,
          filesize: size.filesize,
          url: `${uploads}/${size.file}`,
        },
      ]),
    ),
    ...(facts.original && { original_image: facts.original }),
  }
}

/** A picture by itself, on the routes of images. */
export function presentPicture(show: Show, { record, hasWholeSource }: View) {
  const { facts } = record
  const source = String(facts.source ?? '')
  return {
    ...presentImage(show, record),
    author: String(facts.author),
    ...dates({ ...record, facts: { ...facts, date: facts.date ?? 0 } }, show.zone),
    title: plainShown(String(facts.title ?? '')),
    mime_type: String(facts.mime),
    source_url: hasWholeSource ? source : source.replace(/[?#].*$/s, ''),
    rest_url: restUrl(show.root, record),
  }
}
