import type { CalendarEvent, ImageView } from './types.ts'
import { instant } from './when.ts'

/** The start of an event. */
export const startOf = (event: Pick<CalendarEvent, 'utc_start_date'>): Date =>
  instant(event.utc_start_date)

/** The end of an event. */
export const endOf = (event: Pick<CalendarEvent, 'utc_end_date'>): Date =>
  instant(event.utc_end_date)

type Sized = Pick<ImageView, 'url' | 'width' | 'height' | 'sizes'>

/** The `srcset` of an image: its sizes that show all of it, by width. Empty where there is no image. */
export function srcset(image: Sized | false | undefined): string {
  if (!image) return ''
  const showsAll = ({ width, height }: Pick<Sized, 'width' | 'height'>) =>
    Math.abs(height - (width * image.height) / image.width) <= 1
  const byWidth = new Map<number, string>()
  for (const size of [...Object.values(image.sizes), image])
    if (showsAll(size)) byWidth.set(size.width, size.url)
  return [...byWidth]
    .sort(([a], [b]) => a - b)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ')
}
