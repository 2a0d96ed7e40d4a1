import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Changes } from '../../journal/follower.ts'
import type { ListDependency } from '../../journal/list-dependency.ts'
import type { Validity } from '../../journal/validity.ts'
import { openPatience } from './admission.ts'
import { atMost } from './by-count.ts'
import { isFresh } from './record-bytes.ts'

export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd'

/** What an answer to anyone is made from, so that it can be kept exactly as long as it is right. */
export type Basis = {
  from: readonly { readonly made: readonly Validity[] }[]
  list: ListDependency
  /** Journal position before it was read. */
  since: number
  /** Unix seconds from which the same request asks something else (computed defaults); Infinity: never. */
  until: number
}

export type Kept = {
  etag: string
  /** Unix seconds. */
  lastModified: number
  /** Name, value, name, value … without what depends on the caller. */
  headers: string[]
  /** The plain body, in pieces or in one. */
  parts: readonly Buffer[]
  length: number
  encoded: Partial<Record<Encoding, Buffer[]>>
  basis: Basis
  /** Has it been answered with, since it was kept? */
  isUsed?: boolean
}

/** Smaller bodies are not worth compressing. */
const least = 1024

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

const chosen = new LRUCache<string, Encoding>({ max: 200 })

/** The best encoding that a caller takes (RFC 9110, 12.5.3). */
export function encodingFor(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const known = chosen.get(accept)
  if (known) return known
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

/** The body in an encoding: compressed once, off this thread, and kept beside the plain one. */
export async function encoded(
  kept: Kept,
  encoding: Encoding,
): Promise<[Encoding, readonly Buffer[]]> {
  if (encoding === 'identity' || kept.length < least) return ['identity', kept.parts]
  const known = kept.encoded[encoding]
  if (known) return [encoding, known]
  const body = [await compressors[encoding](Buffer.concat(kept.parts))]
  kept.encoded[encoding] = body
  return [encoding, body]
}

/** Each encoding of a body is another representation, and has a strong tag of its own. */
export const tagOf = ({ etag }: Kept, encoding: Encoding) =>
  encoding === 'identity' ? `"${etag}"` : `"${etag}-${encoding}"`

/** Does the caller have this already? `If-None-Match` alone decides when it is sent (RFC 9110, 13.2.2). */
export function isUnchanged(
  kept: Kept,
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
): boolean {
  if (ifNoneMatch !== undefined) return ifNoneMatch === '*' || ifNoneMatch.includes(`"${kept.etag}`)
  if (ifModifiedSince === undefined) return false
  // Two changes may share a second, so the second of the last change is not trusted yet.
  return Date.parse(ifModifiedSince) / 1000 > kept.lastModified
}

/**
 * Answers to anyone, by the address as it was sent and by a normal form of it. Nothing here belongs to a caller with
 * credentials. What a change touches is never answered again: a kept answer is asked against the journal when it is used.
 */
export function openCache(changes: Changes, now: () => number, size: { bytes: number }) {
  const kept = new LRUCache<string, Kept>({
    maxSize: Math.max(1, size.bytes),
    // A compressed form takes a tenth of the plain one, and most callers take the same.
    sizeCalculation: ({ length, headers }) => 500 + headers.length * 40 + Math.ceil(length * 1.1),
  })
  /** Kept from the second time on: most addresses of a crawl come once, and would only push others out. */
  const patience = openPatience(10_000, 1)
  /** Raw address → normal form. */
  const names = new LRUCache<string, string>(atMost(20_000))

  function fresh(key: string, found: Kept): Kept | undefined {
    const { basis } = found
    if (basis.until !== Number.POSITIVE_INFINITY && now() >= basis.until) {
      kept.delete(key)
      return undefined
    }
    if (basis.since === changes.seq) return used(found)
    if (basis.from.every(isFresh) && !changes.hasTouched(basis.list, basis.since)) {
      basis.since = changes.seq
      return used(found)
    }
    kept.delete(key)
    patience.ended(key, found.isUsed === true)
    return undefined
  }

  return {
    byAddress(address: string): Kept | undefined {
      const key = names.get(address)
      if (key === undefined) return undefined
      const found = kept.get(key)
      return found && fresh(key, found)
    },
    /** By normal form; the address is remembered for the next time. */
    byName(address: string, key: string): Kept | undefined {
      const found = kept.get(key)
      const still = found && fresh(key, found)
      if (still && address.length < 2000) names.set(address, key)
      return still
    },
    keep(address: string, key: string, of: Kept) {
      if (size.bytes === 0 || of.length > size.bytes / 8 || address.length >= 2000) return
      if (!patience.isDue(key)) return
      names.set(address, key)
      kept.set(key, of)
    },
    get size() {
      return kept.calculatedSize
    },
  }
}

export type Cache = ReturnType<typeof openCache>

/**
 * The pieces are joined at the second use: most that end early never come to it, and the copies would fill the memory. The
 * records that it was made of are let go then; what ends them is remembered.
 */
function used(kept: Kept): Kept {
  if (kept.isUsed && kept.parts.length > 1) {
    kept.parts = [Buffer.concat(kept.parts)]
    kept.basis.from = [{ made: [...new Set(kept.basis.from.flatMap(({ made }) => made))] }]
  }
  kept.isUsed = true
  return kept
}

/**
 * An address in normal form: no slash at the end, parameters sorted. What differs only in that is the same request, unless a
 * name comes twice (of `page=1&page=2` the last counts) or may be another one in disguise (`p%61ge`, `page[]`).
 */
export function normalised(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0) return withoutSlash(address)
  const path = withoutSlash(address.slice(0, mark))
  const parts = address.slice(mark + 1).split('&')
  const names = parts.map(part => part.split('=', 1)[0] as string)
  const isSortable = new Set(names).size === names.length && names.every(name => /^\w+$/.test(name))
  return `${path}?${(isSortable ? parts.sort() : parts).join('&')}`
}

// a pattern for slashes at the end would look for the end after each slash of a path that is nothing else
function withoutSlash(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
