import type { ImageView } from '../../resources/index.ts'
import { type Html, html } from '../shell/html.ts'

/** The content security policy allows no inline styles: a focus point is two classes, in steps too small to notice. */
const step = 5
const steps = Array.from({ length: 100 / step + 1 }, (_, at) => at * step)
const nearest = (share: number) => Math.round(share / step) * step

/** The class that sets the visible part of a cropped image, or shows the whole of one that is higher than 4:3, such as a poster. */
export function imageClass({ focus, width, height }: ImageView): Html | undefined {
  if (width * 3 < height * 4) return html` class="whole"`
  return focus && html` class="focus-x${nearest(focus.x)} focus-y${nearest(focus.y)}"`
}

/** The styles of these classes. */
export const focusStyles = [
  '[class^=focus-x]{object-position:var(--x) var(--y)}',
  ...steps.map(at => `.focus-x${at}{--x:${at}%}.focus-y${at}{--y:${at}%}`),
].join('\n')
