import type { Frame } from './plane.ts'

/** One image of a server of tiles, and where it lies on the plane. */
type Tile = Frame & { address: string }

/** Servers have no finer ones than this for certain. */
const finest = 18
const maxTiles = 96

/** The tiles that fill a frame, on a drawing so many pixels wide. */
export function tilesIn(frame: Frame, pixels: number, template: string): Tile[] {
  const wanted = Math.ceil(Math.log2(pixels / (256 * frame.width)) - 0.25)
  const level = Math.min(finest, Math.max(0, wanted))
  const count = 2 ** level
  const [left, right] = [frame.x * count, (frame.x + frame.width) * count].map(Math.floor)
  const [top, bottom] = [frame.y * count, (frame.y + frame.height) * count].map(Math.floor)
  const tiles: Tile[] = []
  for (let row = Math.max(0, top ?? 0); row <= Math.min(count - 1, bottom ?? 0); row++)
    for (let column = left ?? 0; column <= (right ?? 0) && tiles.length < maxTiles; column++) {
      const address = template
        .replace('{z}', String(level))
        .replace('{x}', String(((column % count) + count) % count))
        .replace('{y}', String(row))
      tiles.push({
        address,
        x: column / count,
        y: row / count,
        width: 1 / count,
        height: 1 / count,
      })
    }
  return tiles
}

/** The other host that images come from; undefined: there is none. */
export function tilesOrigin({ mapTiles }: { mapTiles: string }): string | undefined {
  if (!/^https?:/.test(mapTiles)) return undefined
  return new URL(mapTiles.replace(/[{}]/g, '')).origin
}

/** Whose tiles these are: words, and after them the URL of a page about it where there is one. */
export function sourceIn(attribution: string): { words: string; url?: string | undefined } {
  const [, words = attribution, url] = /^(.*\S)\s+(https?:\/\/\S+)$/.exec(attribution) ?? []
  return { words, url }
}
