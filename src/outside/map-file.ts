import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { answerFile, type FileRequest } from './images/serve-file.ts'

/** A map in the data folder: a PMTiles file (version 3) with vector tiles, or with images. */
type MapFile = {
  size: number
  mtime: Date
  /** Differs when the file does. */
  version: string
  maxZoom: number
  isRaster: boolean
  /** Latitude, longitude, zoom. */
  center: readonly [number, number, number]
}

/** Its only name: no request says which file is read. */
export const mapFileName = 'map.pmtiles'

const headerLength = 127
const degree = 1e7
/** Types of tiles: vectors; PNG, JPEG, WebP and AVIF. */
const [vectorTiles, rasterTiles] = [1, [2, 3, 4, 5]]

/** The map of a data folder; undefined: there is none, or it is none that browsers could draw. */
export async function mapFileIn(dataFolder: string): Promise<MapFile | undefined> {
  const path = join(dataFolder, mapFileName)
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const header = await headerOf(path).catch(() => undefined)
  if (header?.toString('latin1', 0, 7) !== 'PMTiles') return undefined
  const tiles = header[99] ?? 0
  const isRaster = rasterTiles.includes(tiles)
  if (header[7] !== 3 || (tiles !== vectorTiles && !isRaster)) return undefined
  const { size, mtime } = stats
  return {
    size,
    mtime,
    version: `${size.toString(36)}-${mtime.getTime().toString(36)}`,
    maxZoom: header[101] ?? 0,
    isRaster,
    center: [header.readInt32LE(123) / degree, header.readInt32LE(119) / degree, header[118] ?? 0],
  }
}

async function headerOf(path: string): Promise<Buffer | undefined> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerLength), 0, headerLength, 0)
    return bytesRead === headerLength ? buffer : undefined
  } finally {
    await handle.close()
  }
}

/** Responds to `/map.pmtiles`; undefined: there is none. `version`: the version in the URL, with which the file can be cached for good. */
export async function serveMapFile(dataFolder: string, request: FileRequest, version: string) {
  const file = await mapFileIn(dataFolder)
  if (!file) return undefined
  const { status, headers, range } = answerFile(request, {
    ...file,
    mime: 'application/vnd.pmtiles',
  })
  return {
    status,
    headers: {
      ...headers,
      ...(version !== file.version && { 'Cache-Control': 'public, max-age=0, must-revalidate' }),
    },
    ...(range && { stream: createReadStream(join(dataFolder, mapFileName), range) }),
  }
}
