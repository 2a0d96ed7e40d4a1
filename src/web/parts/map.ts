import {
  type Corner,
  cornerBox,
  freeCorner,
  type Mark,
  markHeight,
  marksOf,
  nameFor,
  withLabels,
} from '../map/arrange.ts'
import { frameAround, together } from '../map/fit.ts'
import { landPath } from '../map/land.ts'
import { mapMessagesIn, scriptMessages } from '../map/messages.ts'
import type { Place } from '../map/places.ts'
import { type Frame, grown, metresAround, type Spot } from '../map/plane.ts'
import { barOf, distance, isNear, linesIn } from '../map/scale.ts'
import { sourceIn, tilesIn, tilesOrigin } from '../map/tiles.ts'
import { mapScript } from '../shell/assets.ts'
import { policyWith } from '../shell/headers.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest, WebSettings } from '../shell/page.ts'
import { langOf } from './text.ts'

/** No map has more places than this. */
export const maxPlaces = 100

type Shape = {
  /** Next to a list, or alone on the page of one record, where a pin needs no number. */
  kind: 'list' | 'one'
  name: string
  /** The address of a map of these places alone. */
  nearer?: (ids: number[]) => string
}

/** Without a script a map is drawn for this width, in pixels; it is stretched, but what stands on it is not. */
const sizes = { list: { width: 640, height: 480 }, one: { width: 640, height: 300 } }
/** Marks keep apart from each other as they must on a map so wide. */
const narrow = 480
/** A drawing is in steps, so many to a pixel. */
const fineness = 2

/** The map can be moved and zoomed out this far. */
function reachOf(frame: Frame): Frame {
  const least = 1_000_000 / metresAround(frame.y + frame.height / 2)
  const width = Math.max(frame.width, Math.min(1, Math.max(2 * frame.width, least)))
  const height = (width * frame.height) / frame.width
  return {
    width,
    height,
    x: frame.x + (frame.width - width) / 2,
    y: frame.y + (frame.height - height) / 2,
  }
}

/** A map with pins that are links; a script, where there is one, moves it. */
export async function mapPart(
  request: PageRequest,
  all: readonly Place[],
  shape: Shape,
): Promise<Html> {
  const { language, locale, world } = request
  const { mapTiles } = world.settings
  const size = sizes[shape.kind]
  const t = mapMessagesIn(locale)
  const shown = all.slice(0, maxPlaces)
  const spots = together(shown.map(({ spot }) => spot))
  const frame = frameAround(spots, size, mapTiles !== '')
  const reach = mapTiles ? undefined : reachOf(frame)
  const { kind } = shape
  const hasLocator = isNear(frame) && !mapTiles
  const { marks, corner } = marksIn(shown, spots, frame, { kind, size, hasLocator })
  const data = {
    frame,
    reach,
    tiles: mapTiles,
    kind,
    language,
    corner,
    places: shown.map(({ name, city, href, label }, at) => ({
      ...spots[at],
      name: name.text,
      city,
      href,
      label,
    })),
    words: scriptMessages(locale),
  }
  const hidden = isNear(frame) || mapTiles ? '' : ' far'
  return html`<figure class="map ${shape.kind}${hidden}${mapTiles ? ' tiled' : ''}" data-map="${JSON.stringify(data)}">
<div class="map-view" role="group" aria-label="${shape.name}">
<svg class="map-canvas" width="100%" height="100%">
<svg class="ground" viewBox="${[0, 0, size.width * fineness, size.height * fineness].join(' ')}" preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true">${
    reach ? await ground(frame, reach, size) : tilesOf(request, frame, size)
  }</svg>
<g class="marks">${marks.map(mark => markOf(request, mark, shown, size, shape))}</g>
</svg>
${reach && corner ? locator(frame, reach, size, corner) : ''}
${bar(request, frame)}
</div>
<figcaption><span>${mapTiles ? attribution(world.settings) : t('outline')}</span></figcaption>
</figure>
<script type="module" src="${request.links.path('asset', { file: mapScript.file })}"></script>`
}

type Size = { width: number; height: number }

/** On a map of one thing a pin needs no number; what says where it is, is the city. */
function marksIn(
  shown: readonly Place[],
  spots: readonly Spot[],
  frame: Frame,
  { kind, size, hasLocator }: { kind: Shape['kind']; size: Size; hasLocator: boolean },
): { marks: Mark[]; corner: Corner | undefined } {
  const onNarrow = { width: narrow, height: (narrow * size.height) / size.width }
  const named = shown.map(({ name, city }) => ({ name: kind === 'one' ? city : name.text, city }))
  const nameOf = (members: readonly number[]) =>
    nameFor(
      members.flatMap(at => named[at] ?? []),
      named,
    )
  const placed = marksOf(inPixels(spots, frame, onNarrow))
  const corner = hasLocator ? freeCorner(placed, onNarrow) : undefined
  const others = [
    cornerBox('southwest', onNarrow),
    ...(corner ? [cornerBox(corner, onNarrow)] : []),
  ]
  const marks = withLabels(placed, nameOf, onNarrow, others).map(mark => ({
    ...mark,
    x: (mark.x * size.width) / narrow,
    y: (mark.y * size.width) / narrow,
  }))
  return { marks, corner }
}

const inPixels = (spots: readonly Spot[], frame: Frame, size: Size) =>
  spots.map(({ x, y }) => ({
    x: ((x - frame.x) / frame.width) * size.width,
    y: ((y - frame.y) / frame.height) * size.height,
  }))

/** Land and lines, drawn as far as the map can be moved. */
async function ground(frame: Frame, reach: Frame, size: Size): Promise<Html> {
  const scale = (size.width * fineness) / frame.width
  const from = { x: frame.x, y: frame.y, scale }
  // of a city, what is around it is looked at from far away alone
  const finest = Math.max(1.2 * fineness, (reach.width / (size.width * 1.2)) * scale)
  // land that goes on beyond is cut where nobody sees the line along the cut
  const land = await landPath({ of: grown(reach, 4 / scale), from, finest })
  return html`<g><path id="map-land" class="land" d="${land}"/></g><path class="lines" d="${linesPath(frame, from)}"/>`
}

function linesPath(frame: Frame, from: Spot & { scale: number }): string {
  const { xs, ys } = linesIn(frame, { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 })
  const [width, height] = [frame.width * from.scale, frame.height * from.scale].map(Math.round)
  const upright = xs.map(x => `M${Math.round((x - from.x) * from.scale)} 0v${height}`)
  const level = ys.map(y => `M0 ${Math.round((y - from.y) * from.scale)}h${width}`)
  return [...upright, ...level].join('')
}

function tilesOf({ world }: PageRequest, frame: Frame, size: Size): Html {
  const scale = (size.width * fineness) / frame.width
  const tiles = tilesIn(frame, size.width, world.settings.mapTiles)
  return html`<g class="tiles">${tiles.map(
    ({ address, x, y, width }) =>
      html`<image href="${address}" x="${(x - frame.x) * scale}" y="${(y - frame.y) * scale}" width="${width * scale}" height="${width * scale}"/>`,
  )}</g>`
}

/** Where a map of a city lies: the same land, as far as it is drawn. */
function locator(frame: Frame, reach: Frame, size: Size, corner: Corner): Html {
  const scale = (size.width * fineness) / frame.width
  const [x, y] = [(reach.x - frame.x) * scale, (reach.y - frame.y) * scale].map(Math.round)
  const [width, height] = [reach.width * scale, reach.height * scale].map(Math.round)
  return html`<svg class="locator ${corner}" viewBox="${[x, y, width, height].join(' ')}" aria-hidden="true"><use href="#map-land"/><circle class="here" cx="${size.width * fineness * 0.5}" cy="${size.height * fineness * 0.5}" r="${Math.round((width ?? 0) / 20)}"/></svg>`
}

function bar({ language }: PageRequest, frame: Frame): Html {
  const { metres, share } = barOf(frame)
  return html`<svg class="bar" width="100%" height="20" aria-hidden="true"><text x="12" y="10">${distance(metres, language)}</text><rect x="12" y="16" height="2" width="${(share * 100).toFixed(2)}%"/></svg>`
}

function markOf(
  request: PageRequest,
  { x, y, members, text, width, label }: Mark,
  places: readonly Place[],
  size: Size,
  { nearer, kind }: Shape,
): Html {
  const own = members.flatMap(at => places[at] ?? [])
  const [first] = own
  if (!first) return html``
  const isGroup = own.length > 1
  const share = (part: number, of: number) => `${((part / of) * 100).toFixed(2)}%`
  const said = isGroup
    ? mapMessagesIn(request.locale)('group', { numbers: text, count: own.length })
    : first.label
  const areTogether = own.every(({ spot }) => spot.x === first.spot.x && spot.y === first.spot.y)
  const href = isGroup && !areTogether && nearer ? nearer(own.map(({ id }) => id)) : first.href
  const shape =
    kind === 'one'
      ? html`<path class="drop" d="M0 0C-5-9-10-13-10-20a10 10 0 0 1 20 0C10-13 5-9 0 0z"/><circle class="eye" cy="-20" r="3.5"/>`
      : html`<rect x="${-width / 2}" y="${-markHeight / 2}" width="${width}" height="${markHeight}" rx="${markHeight / 2}"/><text>${text}</text>`
  return html`<svg class="mark" x="${share(x, size.width)}" y="${share(y, size.height)}" overflow="visible"><a href="${href}" aria-label="${said}">${shape}</a>${
    label
      ? html`<a href="${href}" tabindex="-1" aria-hidden="true"><text class="name" x="${label.x}" y="${label.y}" text-anchor="${label.anchor}"${langOf(isGroup ? undefined : first.name)}>${label.text}</text></a>`
      : ''
  }</svg>`
}

function attribution({ mapAttribution }: WebSettings): Html {
  const { words, url } = sourceIn(mapAttribution)
  return url ? html`<a href="${url}" rel="noopener">${words}</a>` : html`${words}`
}

/** What a page with a map also loads: images from the tile server, if one is set. */
export function mapHeaders({ world }: PageRequest): Record<string, string> {
  const origin = tilesOrigin(world.settings)
  return origin ? { 'Content-Security-Policy': policyWith({ 'img-src': `'self' ${origin}` }) } : {}
}
