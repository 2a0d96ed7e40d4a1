import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

/** Every tile up to here is there. */
const maxZoom = 12
const center = { lat: 45.76, lng: 4.83 }

type Extent = { west: number; south: number; east: number; north: number }

/** A map of the world in a data folder, as a PMTiles file (version 3): the same vector tile everywhere, half land and half water. */
export function writeMapFile(folder: string, { type = 1, name = 'map.pmtiles' } = {}): Buffer {
  const tile = tileOf()
  let tiles = 0
  for (let zoom = 0; zoom <= maxZoom; zoom++) tiles += 4 ** zoom
  // one entry: its tile is that of all that follow
  const file = fileOf({
    directory: directoryOf([{ id: 0, run: tiles, length: tile.length, offset: 0 }]),
    leaves: Buffer.alloc(0),
    data: tile,
    counts: [tiles, 1, 1],
    type,
    isPacked: false,
    extent: { west: -180, south: -85, east: 180, north: 85 },
  })
  writeFileSync(join(folder, name), file)
  return file
}

/**
 * An extract around the centre as `pmtiles extract` writes it: a tile for each place and zoom, in the order of the curve of Hilbert, with leaf
 * directories, all of it packed. `tile`: the content of each; vectors without it.
 */
export function writeExtract(folder: string, { type = 1, tile = tileOf() } = {}): void {
  const body = type === 1 ? gzipSync(tile) : tile
  const entries = tilesOf(lyon).map(
    (id, at): Entry => ({ id, run: 1, length: body.length, offset: at * body.length }),
  )
  const leaves: Buffer[] = []
  const root: Entry[] = []
  for (let at = 0, offset = 0; at < entries.length; at += perLeaf) {
    const within = entries.slice(at, at + perLeaf)
    const leaf = gzipSync(directoryOf(within))
    // a run of 0: its bytes are a directory
    root.push({ id: within[0]?.id ?? 0, run: 0, length: leaf.length, offset })
    leaves.push(leaf)
    offset += leaf.length
  }
  const file = fileOf({
    directory: gzipSync(directoryOf(root)),
    leaves: Buffer.concat(leaves),
    data: Buffer.concat(entries.map(() => body)),
    counts: [entries.length, entries.length, entries.length],
    type,
    isPacked: true,
    extent: lyon,
  })
  writeFileSync(join(folder, 'map.pmtiles'), file)
}

const lyon: Extent = { west: 4.6, south: 45.6, east: 5.1, north: 45.95 }
const perLeaf = 10

/** The tiles of an area at each zoom, by their numbers. */
function tilesOf({ west, south, east, north }: Extent): number[] {
  const faults: number[] = []
  for (let zoom = 0; zoom <= maxZoom; zoom++) {
    const column = (lng: number) => Math.floor(((lng + 180) / 360) * 2 ** zoom)
    const row = (lat: number) => {
      const angle = (lat * Math.PI) / 180
      const up = Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI
      return Math.floor(((1 - up) / 2) * 2 ** zoom)
    }
    for (let x = column(west); x <= column(east); x++)
      for (let y = row(north); y <= row(south); y++) faults.push(zxyToTileId(zoom, x, y))
  }
  return faults.sort((a, b) => a - b)
}

type Entry = { id: number; run: number; length: number; offset: number }

function directoryOf(entries: readonly Entry[]): Buffer {
  const follows = ({ offset }: Entry, at: number) => {
    const before = entries[at - 1]
    return before !== undefined && offset === before.offset + before.length
  }
  return Buffer.concat(
    [
      entries.length,
      ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
      ...entries.map(({ run }) => run),
      ...entries.map(({ length }) => length),
      ...entries.map((entry, at) => (follows(entry, at) ? 0 : entry.offset + 1)),
    ].map(varint),
  )
}

type Parts = {
  directory: Buffer
  leaves: Buffer
  data: Buffer
  /** Of places, entries and contents. */
  counts: number[]
  type: number
  isPacked: boolean
  extent: Extent
}

function fileOf({ directory, leaves, data, counts, type, isPacked, extent }: Parts): Buffer {
  const plain = Buffer.from('{}')
  const metadata = isPacked ? gzipSync(plain) : plain
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const parts = [directory, metadata, leaves, data]
  let offset = header.length
  for (const [at, { length }] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * at)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * at)
    offset += length
  }
  for (const [at, count] of counts.entries()) header.writeBigUInt64LE(BigInt(count), 72 + 8 * at)
  // clustered; how directories and tiles are compressed: not, or by gzip
  header.set([1, isPacked ? 2 : 1, isPacked && type === 1 ? 2 : 1, type, 0, maxZoom], 96)
  for (const [at, degrees] of [extent.west, extent.south, extent.east, extent.north].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * at)
  header[118] = 11
  header.writeInt32LE(center.lng * 1e7, 119)
  header.writeInt32LE(center.lat * 1e7, 123)
  return Buffer.concat([header, ...parts])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

const field = (number: number, body: Buffer) =>
  Buffer.concat([varint(number * 8 + 2), varint(body.length), body])
const integerField = (number: number, value: number) =>
  Buffer.concat([varint(number * 8), varint(value)])
const packed = (number: number, values: number[]) =>
  field(number, Buffer.concat(values.map(varint)))
const signed = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)

/** A tile in the form of Mapbox, with the layers that Protomaps has. */
function tileOf(): Buffer {
  /** From one corner around a box that is as high as the tile. */
  const box = (left: number, right: number) => {
    const width = right - left
    return [
      [9, signed(left), 0],
      [26, signed(width), 0, 0, signed(4096), signed(-width), 0, 15],
    ].flat()
  }
  const layer = (name: string, geometry: number[]) =>
    field(
      3,
      Buffer.concat([
        integerField(15, 2),
        field(1, Buffer.from(name)),
        field(2, Buffer.concat([packed(2, [0, 0]), integerField(3, 3), packed(4, geometry)])),
        field(3, Buffer.from('kind')),
        field(4, field(1, Buffer.from(name))),
        integerField(5, 4096),
      ]),
    )
  return Buffer.concat([layer('earth', box(0, 4096)), layer('water', box(2048, 4096))])
}
