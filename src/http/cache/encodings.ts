import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { onNothing, openCache } from '../../common/cache.ts'

export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd'

/** Smaller bodies are not worth compressing. */
const min = 1024

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  gzip: body => promisify(gzip)(body, { level: 6 }),
  br: body =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  zstd: body => promisify(zstdCompress)(body),
}
const preferred = ['br', 'zstd', 'gzip'] as const

/** Enough for two hundred headers: browsers send few different ones. */
const chosen = openCache({ bytes: 100_000 }).table<string, Encoding>({
  sizeOf: (_, accept) => accept.length,
  dependsOn: onNothing,
})

/** The best encoding that a caller takes (RFC 9110, 12.5.3). */
export function encodingFor(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const cached = chosen.get(accept)
  if (cached) return cached
  const weights = new Map(
    accept
      .slice(0, 500)
      .split(',')
      .map(part => {
        const [name = '', ...rest] = part.trim().toLowerCase().split(';')
        const q = rest.map(text => /^\s*q=([0-9.]+)$/.exec(text)?.[1]).find(Boolean)
        return [name.trim(), q === undefined ? 1 : Number(q)]
      }),
  )
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best =
    preferred.filter(name => weight(name) > 0).sort((a, b) => weight(b) - weight(a))[0] ??
    'identity'
  chosen.set(accept, best)
  return best
}

/** A body in pieces, and what of its compressed forms is there. */
type Encodable = {
  parts: readonly Buffer[]
  length: number
  encoded: Partial<Record<Encoding, Buffer[]>>
}

/** The body in an encoding: compressed once, off this thread, and cached next to the plain one. */
export async function encoded(
  of: Encodable,
  encoding: Encoding,
): Promise<[Encoding, readonly Buffer[]]> {
  if (encoding === 'identity' || of.length < min) return ['identity', of.parts]
  const cached = of.encoded[encoding]
  if (cached) return [encoding, cached]
  const body = [await compressors[encoding](Buffer.concat(of.parts))]
  of.encoded[encoding] = body
  return [encoding, body]
}
