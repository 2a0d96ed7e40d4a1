import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file in an archive, as its manifest names it. */
export type ArchiveEntry = { name: string; bytes: number; sha256: string }

/** A file that goes into an archive; its parts are read when its turn comes. */
export type ArchivePart = {
  name: string
  parts: () => AsyncIterable<Uint8Array | string> | Promise<AsyncIterable<Uint8Array | string>>
  /** How hard it is compressed: 0, not at all, for contents that are compressed already; 1, quickly; by default 6. */
  level?: number
  /** When the file was changed, in milliseconds since 1970; readers of this program find it again. */
  time?: number
}

/**
 * A zip file as a stream: each part in its turn, then the files that `last` makes of the names, sizes and checksums of all before. Nothing is
 * held but those. If the stream is destroyed, the part that is being read is closed.
 */
export function archiveOf(
  parts: AsyncIterable<ArchivePart>,
  last?: (entries: readonly ArchiveEntry[]) => { name: string; text: string }[],
): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const fail = (error: Error) => out.destroy(error)
  zip.on('error', fail)
  const entries: ArchiveEntry[] = []
  let stop = () => {}
  out.once('close', () => stop())
  const add = ({ name, parts: read, level = 6, time }: ArchivePart) =>
    new Promise<void>((resolve, reject) => {
      const written = (error: Error | undefined, entry: ArchiveEntry) => {
        if (error) return reject(error)
        entries.push(entry)
        resolve()
      }
      const times = time === undefined ? {} : { mtime: new Date(time), fileComment: String(time) }
      zip.addReadStreamLazy(name, { compressionLevel: level, ...times }, give => {
        Promise.resolve(read()).then(source => {
          const stream =
            source instanceof Readable ? source : Readable.from(source, { objectMode: false })
          stop = () => {
            stream.destroy()
            reject(new Error('The archive is no longer read.'))
          }
          if (out.destroyed) return stop()
          give(null, stream.on('error', reject).pipe(measured(name, written)))
        }, reject)
      })
    })
  async function addAll() {
    for await (const part of parts) await add(part)
    for (const { name, text } of last?.(entries) ?? []) zip.addBuffer(Buffer.from(text), name)
    zip.end()
  }
  addAll().catch(fail)
  return out
}

/** Passes bytes on and returns their number and checksum at the end. */
function measured(
  name: string,
  done: (error: Error | undefined, entry: ArchiveEntry) => void,
): Transform {
  const sum = createHash('sha256')
  let bytes = 0
  return new Transform({
    transform(part: Buffer, _, next) {
      sum.update(part)
      bytes += part.length
      next(null, part)
    },
    flush(next) {
      done(undefined, { name, bytes, sha256: sum.digest('hex') })
      next()
    },
  })
}
