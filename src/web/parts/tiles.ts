import { capital } from '../../define/text/capital.ts'
import { dayInMonth } from '../../define/time/day-formats.ts'
import type { EventView } from '../../resources/index.ts'
import { formatDay } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import { labelsOf } from './event-list.ts'
import { placesOf, titleOf, whenOfItem } from './event-parts.ts'
import { imageOf } from './image.ts'

/** `areLarge`: few, with large images. `areFirst`: their images are what a visitor sees first. */
type TileStyle = { level: 2 | 3; areLarge?: boolean; areFirst?: boolean }

/** Events as cards below their images. */
export function tiles(request: PageRequest, items: readonly EventView[], style: TileStyle): Html {
  const first = items.find(({ image }) => image)
  return html`<ol class="tiles${style.areLarge ? ' large' : ''}">${items.map(item => tile(request, item, style, item === first))}</ol>`
}

function tile(
  request: PageRequest,
  item: EventView,
  style: TileStyle,
  hasFirstImage: boolean,
): Html {
  const { venues, image } = item
  const link = titleOf(request, item)
  const sizes = style.areLarge
    ? '(min-width: 48rem) 25rem, 100vw'
    : '(min-width: 48rem) 18rem, 100vw'
  // on phones the others are below it, and would delay it
  const isFirst = (style.areLarge || style.areFirst) === true && hasFirstImage
  return html`<li class="tile${item.isFeatured ? ' featured' : ''}">
<div class="tile-image">${image ? imageOf(request, image, { sizes, alt: '', isFirst }) : leaf(request, item)}</div>
<div class="tile-text"><p class="card-when">${whenOfItem(request, item)}</p>
${style.level === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
${venues.length > 0 ? html`<p class="card-where">${placesOf(request, item)}</p>` : ''}
${labelsOf(request, item)}</div>
</li>`
}

/** Instead of an image the day, as on a leaf of a calendar. */
const leaf = ({ locale }: PageRequest, { starts, first }: EventView): Html =>
  html`<div class="leaf" aria-hidden="true"><span>${capital(formatDay(starts, 'weekdayShort', locale))}</span><b>${dayInMonth(first, locale)}</b><span>${formatDay(starts, 'monthName', locale)}</span></div>`
