import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBuffer, open, type ZipFile } from 'yauzl'
import type { ArchiveEntry } from './write-archive.ts'

/** An archive that is open for reading. */
export type Archive = {
  /** The bytes of the zip file. */
  size: number
  names(): string[]
  /** The bytes that a file declares. */
  sizeOf(name: string): number
  /** When a file was changed, where the archive says so: milliseconds since 1970. */
  timeOf(name: string): number | undefined
  stream(name: string): Promise<Readable>
  text(name: string): Promise<string>
  close(): void
}

/** The longest file of an archive that is read as one text. */
const maxText = 2 ** 28

/** The longest line, in characters: a record with all of its earlier versions is one. */
export const maxLine = 2 ** 26

/** Opens an archive by its path or its bytes; undefined: it is no zip file. */
export async function openArchive(from: string | Buffer): Promise<Archive | undefined> {
  const options = { lazyEntries: true, autoClose: false } as const
  const entries = new Map<string, Entry>()
  const zip = await new Promise<ZipFile | undefined>(resolve => {
    const opened = (_: Error | null, file?: ZipFile) => resolve(file)
    if (typeof from === 'string') open(from, options, opened)
    else fromBuffer(from, options, opened)
  })
  if (!zip) return undefined
  try {
    await new Promise<void>((resolve, reject) => {
      zip.on('error', reject).on('end', resolve)
      zip.on('entry', (entry: Entry) => {
        entries.set(entry.fileName, entry)
        zip.readEntry()
      })
      zip.readEntry()
    })
  } catch {
    zip.close()
    return undefined
  }
  const stream = (name: string) =>
    new Promise<Readable>((resolve, reject) => {
      const entry = entries.get(name)
      if (!entry) return reject(new Error(`The archive has no ${name}.`))
      zip.openReadStream(entry, (error, readable) => (readable ? resolve(readable) : reject(error)))
    })
  return {
    size: zip.fileSize,
    names: () => [...entries.keys()],
    sizeOf: name => entries.get(name)?.uncompressedSize ?? 0,
    timeOf: name => Number(entries.get(name)?.fileComment) || undefined,
    stream,
    async text(name) {
      // what is read as one text is full of checksums, which do not compress
      const max = Math.min(maxText, 2 ** 20 + 10 * zip.fileSize)
      if ((entries.get(name)?.uncompressedSize ?? 0) > max) throw new Error(`${name} is too large.`)
      return (await buffer(await stream(name))).toString('utf8')
    },
    close: () => zip.close(),
  }
}

/** More comes out of a file than may. */
export class TooLong extends Error {}

/** Passes on the parts of one stream after the other, and throws `TooLong` once all together have more bytes than may come. */
export function openAllowance(bytes: number) {
  let left = bytes
  return async function* (stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of stream) {
      left -= part.length
      if (left < 0) throw new TooLong(`There are more than ${bytes} bytes.`)
      yield part
    }
  }
}

/**
 * The names of files that are missing, are not what the manifest says, or that it does not name. `manifest` is its own name. Throws
 * `TooLong` where they have more bytes together than `max`, whatever they and the manifest declare.
 */
export async function wrongIn(
  archive: Archive,
  entries: readonly ArchiveEntry[],
  { manifest, max }: { manifest: string; max: number },
): Promise<string[]> {
  const allowed = openAllowance(max)
  const there = new Set(archive.names())
  const listed = new Set(entries.map(({ name }) => name))
  const wrong = [...there].filter(name => name !== manifest && !listed.has(name))
  for (const { name, bytes, sha256 } of entries) {
    if (!there.has(name)) {
      wrong.push(name)
      continue
    }
    const sum = createHash('sha256')
    let read = 0
    try {
      for await (const part of allowed(await archive.stream(name))) {
        sum.update(part)
        read += part.length
        if (read > bytes) break
      }
    } catch (error) {
      if (error instanceof TooLong) throw error
      read = -1
    }
    if (read !== bytes || sum.digest('hex') !== sha256) wrong.push(name)
  }
  return wrong
}

/** A line is longer than it may be; `line` counts from 1. */
export class LongLine extends Error {
  readonly line: number
  constructor(line: number) {
    super(`Line ${line} is too long.`)
    this.line = line
  }
}

/** The lines of a file of an archive. Throws `LongLine` before more than `max` characters of one are held. */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  max = maxLine,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let held: string[] = []
  let length = 0
  let number = 1
  const hold = (text: string) => {
    length += text.length
    if (length > max) throw new LongLine(number)
    held.push(text)
  }
  const take = () => {
    const line = held.join('')
    held = []
    length = 0
    if (line !== '') number++
    return line
  }
  for await (const part of stream) {
    const [first = '', ...others] = decoder.decode(part, { stream: true }).split('\n')
    hold(first)
    for (const next of others) {
      const line = take()
      if (line !== '') yield line
      hold(next)
    }
  }
  const last = take()
  if (last !== '') yield last
}
