import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBuffer, open, type ZipFile } from 'yauzl'
import type { ArchiveEntry } from './write-archive.ts'

/** An archive that is open for reading. */
export type Archive = {
  names(): string[]
  stream(name: string): Promise<Readable>
  text(name: string): Promise<string>
  close(): void
}

/** The longest file of an archive that is read as one text. */
const longestText = 2 ** 28

/** Opens an archive by its path or its bytes; undefined: it is no zip file. */
export async function openArchive(from: string | Buffer): Promise<Archive | undefined> {
  const options = { lazyEntries: true, autoClose: false } as const
  let zip: ZipFile
  const entries = new Map<string, Entry>()
  try {
    zip = await new Promise((resolve, reject) => {
      const opened = (error: Error | null, file?: ZipFile) => (file ? resolve(file) : reject(error))
      if (typeof from === 'string') open(from, options, opened)
      else fromBuffer(from, options, opened)
    })
    await new Promise<void>((resolve, reject) => {
      zip.on('error', reject).on('end', resolve)
      zip.on('entry', (entry: Entry) => {
        entries.set(entry.fileName, entry)
        zip.readEntry()
      })
      zip.readEntry()
    })
  } catch {
    return undefined
  }
  const stream = (name: string) =>
    new Promise<Readable>((resolve, reject) => {
      const entry = entries.get(name)
      if (!entry) return reject(new Error(`The archive has no ${name}.`))
      zip.openReadStream(entry, (error, found) => (found ? resolve(found) : reject(error)))
    })
  return {
    names: () => [...entries.keys()],
    stream,
    async text(name) {
      if ((entries.get(name)?.uncompressedSize ?? 0) > longestText)
        throw new Error(`${name} is too large.`)
      return (await buffer(await stream(name))).toString('utf8')
    },
    close: () => zip.close(),
  }
}

/** The names of files that are missing, are not what the manifest says, or that it does not name. `manifest` is its own name. */
export async function wrongIn(
  archive: Archive,
  entries: readonly ArchiveEntry[],
  manifest: string,
): Promise<string[]> {
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
      for await (const part of await archive.stream(name)) {
        sum.update(part)
        read += part.length
        if (read > bytes) break
      }
    } catch {
      read = -1
    }
    if (read !== bytes || sum.digest('hex') !== sha256) wrong.push(name)
  }
  return wrong
}

/** The lines of a file of an archive. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of stream) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield line
  }
  if (rest !== '') yield rest
}
