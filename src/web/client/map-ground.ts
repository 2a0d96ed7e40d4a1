import { barOf, distance, isNear, linesIn } from '../map/scale.ts'
import { tilesIn } from '../map/tiles.ts'
import { middleOf, type Shown, svg } from './map-given.ts'

/** What is below the marks: the land or tiles, lines, and the scale. */
export function drawGround(shown: Shown) {
  const { figure, frame, given, scale } = shown
  const { frame: start, tiles } = given
  const { x, y, width, height } = frame
  const box = [(x - start.x) * scale, (y - start.y) * scale, width * scale, height * scale]
  figure
    .querySelector('.ground')
    ?.setAttribute('viewBox', box.map(each => each.toFixed(2)).join(' '))
  figure.classList.toggle('far', !tiles && !isNear(frame))
  if (tiles) drawTiles(shown)
  else drawLines(shown)
  const { metres, share } = barOf(frame)
  const [text, rule] = [figure.querySelector('.bar text'), figure.querySelector('.bar rect')]
  if (text) text.textContent = distance(metres, given.language)
  rule?.setAttribute('width', `${(share * 100).toFixed(2)}%`)
}

function drawLines({ figure, frame, given: { frame: start }, scale }: Shown) {
  const { xs, ys } = linesIn(frame, middleOf(start))
  const across = (value: number) => ((value - start.x) * scale).toFixed(2)
  const down = (value: number) => ((value - start.y) * scale).toFixed(2)
  const [width, height] = [frame.width * scale, frame.height * scale].map(each => each.toFixed(2))
  const upright = xs.map(x => `M${across(x)} ${down(frame.y)}v${height}`)
  const level = ys.map(y => `M${across(frame.x)} ${down(y)}h${width}`)
  figure.querySelector('.lines')?.setAttribute('d', [...upright, ...level].join(''))
}

const placeOfTile = (address: string | null, x: number) => `${address} ${Math.round(x)}`

/** Those that are there stay, so that nothing flickers. */
function drawTiles({ figure, view, frame, given, scale }: Shown) {
  const layer = figure.querySelector('.tiles')
  if (!layer) return
  const known = new Map(
    [...layer.children].map(image => [
      placeOfTile(image.getAttribute('href'), Number(image.getAttribute('x'))),
      image,
    ]),
  )
  const wanted = tilesIn(frame, view.clientWidth, given.tiles).map(tile => {
    const x = (tile.x - given.frame.x) * scale
    const box = {
      x,
      y: (tile.y - given.frame.y) * scale,
      width: tile.width * scale,
      height: tile.height * scale,
    }
    return known.get(placeOfTile(tile.address, x)) ?? svg('image', { ...box, href: tile.address })
  })
  const visible = new Set<Element>(wanted)
  for (const image of known.values()) if (!visible.has(image)) image.remove()
  for (const image of wanted) if (!image.isConnected) layer.append(image)
}
