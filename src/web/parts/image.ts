import type { ImageView } from '../../resources/shared/image-view.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import { focusClass } from './focus.ts'
import { langOf } from './text.ts'

/** An image with all of its sizes; `sizes` says how wide it is shown. */
export function imageOf(
  { links }: PageRequest,
  image: ImageView,
  { sizes, alt, isFirst = false }: { sizes: string; alt?: string; isFirst?: boolean },
): Html {
  const { pathname } = new URL(links.publicUrl)
  const url = (file: string) => `${pathname === '/' ? '' : pathname}/uploads/${file}`
  const all = image.files()
  const [smallest] = all
  const largest = all.at(-1)
  const caption = alt === undefined ? image.alt : { text: alt, lang: undefined }
  return html`<img src="${url((all.find(({ width }) => width >= 600) ?? largest ?? smallest)?.file ?? '')}" srcset="${all.map(({ file, width }) => `${url(file)} ${width}w`).join(', ')}" sizes="${sizes}" width="${largest?.width}" height="${largest?.height}" alt="${caption.text}"${langOf(caption)}${focusClass(image)}${isFirst ? html` fetchpriority="high"` : html` loading="lazy"`} decoding="async">`
}
