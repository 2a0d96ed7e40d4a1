import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** Files in one compressed file: a line of JSON with their names and sizes, then their bytes. */
export function packed(files: ReadonlyMap<string, Buffer>): Buffer {
  const names = [...files].map(([name, { length }]) => [name, length])
  const all = Buffer.concat([Buffer.from(`${JSON.stringify(names)}\n`), ...files.values()])
  return brotliCompressSync(all, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  })
}

export function unpacked(bytes: Buffer): Map<string, Buffer> {
  const all = brotliDecompressSync(bytes)
  let at = all.indexOf('\n') + 1
  const names: [string, number][] = JSON.parse(all.toString('utf8', 0, at))
  return new Map(
    names.map(([name, size]) => {
      at += size
      return [name, all.subarray(at - size, at)]
    }),
  )
}
