import { Problem } from '../../problem/problem.ts'
import type { Content } from '../shell/page.ts'
import { landPath } from './land.ts'
import { outline } from './outline.ts'
import { grown } from './plane.ts'

/** Where the land is drawn by squares, as servers of tiles do: for maps that are moved all over the world. */
export const landTiles = 'land-{z}-{x}-{y}.svg'
/** Where each country lies, so that a map can begin there. */
export const countriesFile = 'countries.json'

/** The outline has nothing finer to show; maps stretch the last ones. */
const finestLevel = 8
/** A tile is so many steps wide; what is drawn goes beyond its edges, so that no seam is seen. */
const [steps, beyond] = [512, 4]
/** In between light and dark: it is seen on either. */
const colors = 'fill="#808a93" fill-opacity=".3" stroke="#808a93" stroke-opacity=".9"'

const cachedWeekly = { 'Cache-Control': 'public, max-age=604800' }

/** The files that maps for editors load; undefined: it is none of them. */
export async function landFile(name: string): Promise<Content | undefined> {
  if (name === countriesFile) return countries()
  const [, z, x, y] = (/^land-(\d{1,2})-(\d{1,3})-(\d{1,3})\.svg$/.exec(name) ?? []).map(Number)
  if (z === undefined || x === undefined || y === undefined) return undefined
  const count = 2 ** z
  if (z > finestLevel || x >= count || y >= count) throw new Problem('rest_no_route')
  const scale = steps * count
  const from = { x: x / count, y: y / count, scale }
  const of = grown({ x: from.x, y: from.y, width: 1 / count, height: 1 / count }, beyond / scale)
  const land = await landPath({ of, from, finest: 2 })
  return {
    type: 'image/svg+xml',
    headers: cachedWeekly,
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${steps} ${steps}" width="${steps}" height="${steps}"><path ${colors} d="${land}"/></svg>`,
  }
}

/** Of each country its largest part: x, y, width and height on the plane. */
async function countries(): Promise<Content> {
  const frames: Record<string, number[]> = {}
  const areas = new Map<string, number>()
  for (const { country, left, top, right, bottom } of (await outline()).polygons) {
    const area = (right - left) * (bottom - top)
    if (area <= (areas.get(country) ?? 0)) continue
    areas.set(country, area)
    frames[country] = [left, top, right - left, bottom - top].map(each => Number(each.toFixed(5)))
  }
  return { type: 'application/json', headers: cachedWeekly, body: JSON.stringify(frames) }
}
