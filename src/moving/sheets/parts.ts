import type { Readable } from 'node:stream'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { ReadError, type Source } from '../base/item.ts'

/** Bytes of a file, and of each part of it when it is unpacked, at most. */
const mebibyte = 1024 ** 2
const maxFile = 64 * mebibyte
const maxPart = 256 * mebibyte

/** The parts of a file of sheets, which is a zip file. */
export type Parts = {
  has(name: string): boolean
  /** The text of a part, some at a time; empty where there is none. */
  text(name: string): AsyncGenerator<string>
}

/** Opens a file of sheets. Throws `ReadError` where it is none, or is too large. */
export async function openParts(source: Source): Promise<Parts> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source.bytes()) {
    size += chunk.length
    if (size > maxFile) throw new ReadError({ sentence: tooLarge, params: { limit: 64 } })
    chunks.push(chunk)
  }
  const entries = new Map<string, Entry>()
  const zip = await zipOf(Buffer.concat(chunks), entries).catch(() => undefined)
  if (!zip) throw new ReadError({ sentence: notSheets })
  return {
    has: name => entries.has(name),
    async *text(name) {
      const entry = entries.get(name)
      if (!entry) return
      const decoder = new TextDecoder()
      let unpacked = 0
      try {
        for await (const bytes of await streamOf(zip, entry)) {
          unpacked += bytes.length
          if (unpacked > maxPart)
            throw new ReadError({ sentence: tooLarge, params: { limit: 256 } })
          yield decoder.decode(bytes, { stream: true })
        }
      } catch (error) {
        // the bytes are not those that were packed
        throw error instanceof ReadError ? error : new ReadError({ sentence: notSheets })
      }
      yield decoder.decode()
    },
  }
}

/** The most parts that a file of sheets has. */
const maxEntries = 10_000

const zipOf = (bytes: Buffer, entries: Map<string, Entry>) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject).on('end', () => resolve(zip))
      zip.on('entry', (entry: Entry) => {
        entries.set(entry.fileName, entry)
        if (entries.size > maxEntries) reject(new Error('too many parts'))
        else zip.readEntry()
      })
      zip.readEntry()
    })
  })

const streamOf = (zip: ZipFile, entry: Entry) =>
  new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream: Readable) =>
      error ? reject(error) : resolve(stream),
    )
  })

export const oldOrLocked = {
  en: 'This is a file of Excel before 2007 (.xls), or one with a password. Save it as .xlsx without a password.',
  fr: 'C’est un fichier d’Excel d’avant 2007 (.xls), ou protégé par mot de passe. Enregistrez-le en .xlsx, sans mot de passe.',
}
export const notSheets = {
  en: 'This is no file of sheets. Expected .xlsx, .ods, or a table as text (CSV).',
  fr: 'Ce n’est pas un classeur. Attendu\u00a0: un fichier .xlsx, .ods, ou un tableau en texte (CSV).',
}
const tooLarge = {
  en: 'The file is too large. Expected at most {limit} MiB.',
  fr: 'Le fichier est trop volumineux. Attendu\u00a0: {limit}\u00a0Mio au plus.',
}
