import type { ImageView } from '../../resources/index.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { langOf } from './text.ts'

/** An image with all of its sizes; `sizes` says how wide it is shown. */
export function imageOf(
  { links }: PageRequest,
  image: ImageView,
  { sizes, alt, isFirst = false }: { sizes: string; alt?: string; isFirst?: boolean },
): Html {
  const url = (file: string) => pathOf(links, file)
  const all = image.files()
  const [smallest] = all
  const largest = all.at(-1)
  const caption = alt === undefined ? image.alt : { text: alt, lang: undefined }
  return html`<img src="${url((all.find(({ width }) => width >= 600) ?? largest ?? smallest)?.file ?? '')}" srcset="${all.map(({ file, width }) => `${url(file)} ${width}w`).join(', ')}" sizes="${sizes}" width="${largest?.width}" height="${largest?.height}" alt="${caption.text}"${langOf(caption)}${imageClass(image)}${isFirst ? html` fetchpriority="high"` : html` loading="lazy"`} decoding="async">`
}

const pathOf = ({ publicUrl }: PageRequest['links'], file: string) =>
  `${new URL(publicUrl).pathname.replace(/\/$/, '')}/uploads/${file}`

/** The image of a page, which leads to the whole of it, with its credit. */
export function figureOf(request: PageRequest, image: ImageView, sizes: string): Html {
  const { alt, file, credit } = image
  const label = alt.text ? '' : html` aria-label="${messagesIn(request.locale)('wholeImage')}"`
  return html`<figure><a href="${pathOf(request.links, file)}"${label}>${imageOf(request, image, { sizes, isFirst: true })}</a>${credit ? html`<figcaption>${credit}</figcaption>` : ''}</figure>`
}

/** The content security policy allows no inline styles: a focus point is two classes, in steps too small to notice. */
const step = 5
const steps = Array.from({ length: 100 / step + 1 }, (_, at) => at * step)
const nearest = (share: number) => Math.round(share / step) * step

/** The class that sets the visible part of a cropped image, or shows the whole of one that is higher than 4:3, such as a poster. */
function imageClass({ focus, width, height }: ImageView): Html | undefined {
  if (width * 3 < height * 4) return html` class="whole"`
  return focus && html` class="focus-x${nearest(focus.x)} focus-y${nearest(focus.y)}"`
}

/** The styles of these classes. */
export const focusStyles = [
  '[class^=focus-x]{object-position:var(--x) var(--y)}',
  ...steps.map(at => `.focus-x${at}{--x:${at}%}.focus-y${at}{--y:${at}%}`),
].join('\n')
