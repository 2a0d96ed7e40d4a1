import type { Frame } from '../../web/map/plane.ts'
import { barOf, distance, isNear, linesIn } from '../../web/map/scale.ts'
import { tilesIn } from '../../web/map/tiles.ts'
import { useKnown } from '../context.tsx'
import type { Size } from './view.ts'

/** The land is drawn no finer: its last squares are stretched. */
const finestLand = 8

/** What is below the pin: tiles, or land with lines to measure by; and the scale. */
export function Ground({ frame, size }: { frame: Frame; size: Size }) {
  const { language, map } = useKnown().place
  const across = (x: number) => ((x - frame.x) / frame.width) * size.width
  const down = (y: number) => ((y - frame.y) / frame.height) * size.height
  const most = 256 * frame.width * 2 ** finestLand
  const tiles = map.tiles
    ? tilesIn(frame, size.width, map.tiles)
    : tilesIn(frame, Math.min(size.width, most), map.land)
  const { metres, share } = barOf(frame)
  return (
    <svg className="pin-ground" width="100%" height="100%" aria-hidden="true">
      {/* of a town the outline would be wrong */}
      {(map.tiles !== '' || !isNear(frame)) &&
        tiles.map(tile => {
          // whole pixels: no seam is seen
          const [left, right] = [across(tile.x), across(tile.x + tile.width)].map(Math.round)
          const [top, bottom] = [down(tile.y), down(tile.y + tile.height)].map(Math.round)
          const box = { x: left, y: top, width: span(left, right), height: span(top, bottom) }
          return (
            <image
              key={`${tile.address} ${Math.floor(tile.x)}`}
              href={tile.address}
              {...box}
              preserveAspectRatio="none"
            />
          )
        })}
      {map.tiles === '' && <path className="lines" d={linesFor(frame, size)} />}
      <rect className="bar" x="12" y={size.height - 14} width={size.width * share} height="2" />
      <text x="12" y={size.height - 20}>
        {distance(metres, language)}
      </text>
    </svg>
  )
}

const span = (from = 0, to = 0) => to - from

function linesFor(frame: Frame, size: Size): string {
  const near = (value: number) => Math.floor(value * 100) / 100
  const origin = { x: near(frame.x + frame.width / 2), y: near(frame.y + frame.height / 2) }
  const { xs, ys } = linesIn(frame, origin)
  const scale = size.width / frame.width
  return [
    ...xs.map(x => `M${((x - frame.x) * scale).toFixed(1)} 0v${size.height}`),
    ...ys.map(y => `M0 ${((y - frame.y) * scale).toFixed(1)}h${size.width}`),
  ].join('')
}
