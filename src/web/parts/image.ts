import type { StoredRecord } from '../../define/record.ts'
import { textIn } from '../listing/items.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import { focusClass } from './focus.ts'
import { langOf } from './text.ts'

type Size = { file: string; width: number; height: number }

/** Smaller versions that keep the proportions, and the whole, narrowest first. */
function sizesOf({ facts }: StoredRecord): Size[] {
  const [width, height] = [Number(facts.width), Number(facts.height)]
  const stored: Record<string, Size> = JSON.parse(String(facts.sizes))
  const isWhole = (size: Size) =>
    Math.abs(size.width * height - size.height * width) <= Math.max(width, height) * 2
  return [
    ...Object.values(stored).filter(isWhole),
    { file: String(facts.file), width, height },
  ].sort((a, b) => a.width - b.width)
}

/** An image with all of its sizes; `sizes` says how wide it is shown. */
export function imageOf(
  { links, language }: PageRequest,
  image: StoredRecord,
  { sizes, alt, isFirst = false }: { sizes: string; alt?: string; isFirst?: boolean },
): Html {
  const { pathname } = new URL(links.publicUrl)
  const url = (file: string) => `${pathname === '/' ? '' : pathname}/uploads/${file}`
  const all = sizesOf(image)
  const [smallest] = all
  const largest = all.at(-1)
  const shown = alt === undefined ? textIn(image, 'alt', language) : { text: alt, lang: undefined }
  return html`<img src="${url((all.find(({ width }) => width >= 600) ?? largest ?? smallest)?.file ?? '')}" srcset="${all.map(({ file, width }) => `${url(file)} ${width}w`).join(', ')}" sizes="${sizes}" width="${largest?.width}" height="${largest?.height}" alt="${shown.text}"${langOf(shown.lang)}${focusClass(image)}${isFirst ? html` fetchpriority="high"` : html` loading="lazy"`} decoding="async">`
}
