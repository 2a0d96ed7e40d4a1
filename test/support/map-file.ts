import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every tile up to here is there. */
const maxZoom = 12
const center = { lat: 45.76, lng: 4.83 }

/** A map of the world in a data folder, as a PMTiles file (version 3): the same vector tile everywhere, half land and half water. */
export function writeMapFile(folder: string, { type = 1, name = 'map.pmtiles' } = {}): Buffer {
  const tile = tileOf()
  let tiles = 0
  for (let zoom = 0; zoom <= maxZoom; zoom++) tiles += 4 ** zoom
  // one entry: its tile is that of all that follow
  const directory = Buffer.concat([1, 0, tiles, tile.length, 1].map(varint))
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const parts = [directory, metadata, Buffer.alloc(0), tile]
  let offset = header.length
  for (const [at, { length }] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * at)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * at)
    offset += length
  }
  for (const [at, count] of [tiles, 1, 1].entries())
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * at)
  // clustered; neither directory nor tiles are compressed
  header.set([1, 1, 1, type, 0, maxZoom], 96)
  for (const [at, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * at)
  header[118] = 11
  header.writeInt32LE(center.lng * 1e7, 119)
  header.writeInt32LE(center.lat * 1e7, 123)
  const file = Buffer.concat([header, ...parts])
  writeFileSync(join(folder, name), file)
  return file
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
const whole = (number: number, value: number) => Buffer.concat([varint(number * 8), varint(value)])
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
        whole(15, 2),
        field(1, Buffer.from(name)),
        field(2, Buffer.concat([packed(2, [0, 0]), whole(3, 3), packed(4, geometry)])),
        field(3, Buffer.from('kind')),
        field(4, field(1, Buffer.from(name))),
        whole(5, 4096),
      ]),
    )
  return Buffer.concat([layer('earth', box(0, 4096)), layer('water', box(2048, 4096))])
}
