import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { version } from '../common/index.ts'
import { type ArchiveEntry, archiveOf, TooLong } from '../outside/archive/index.ts'
import { databaseIn } from '../outside/data-folder.ts'
import { namesIn, SealError, sealed, unsealed } from '../outside/index.ts'
import { eventsIn, versionOf } from '../store/index.ts'
import {
  type Backup,
  BackupError,
  type BackupFacts,
  type BackupOptions,
  type BackupPlace,
  checksums,
  inSeconds,
  manifest,
  type Packed,
} from './backup.ts'
import { type BackupSource, filesOf, keyName, refuseWithoutSpace } from './snapshot.ts'

export type PackedBackup = Backup & { packed: Packed }

export const packedName = (name: string, isEncrypted: boolean) =>
  `${name}.zip${isEncrypted ? '.sealed' : ''}`
export const sidecarName = (name: string) => `${name}.json`

/** A backup that an earlier version has made as a folder, as a zip file. */
export function zipOf(folder: string): Readable {
  async function* parts() {
    for (const name of await namesIn(folder))
      yield {
        name,
        level: name.startsWith('uploads/') ? 0 : 1,
        parts: () => createReadStream(join(folder, name)),
      }
  }
  return archiveOf(parts())
}

type Packing = BackupOptions & {
  name: string
  key: Buffer | undefined
  source: BackupSource
  date: Date
  /** The bytes of the calendar, more or less. */
  total: number
}

/**
 * Writes a calendar to a place as one file, encrypted if there is a key, and then its manifest: without that, the file is no backup. Only a part of it is
 * ever in memory. The copy of the database is made in `draft`.
 */
export async function pack(
  draft: string,
  place: BackupPlace,
  { name, key, source, date, total, ...options }: Packing,
) {
  const file = packedName(name, key !== undefined)
  const sum = createHash('sha256')
  let size = 0
  let facts: BackupFacts | undefined
  const zip = archiveOf(filesOf(draft, source, options), entries => {
    facts = factsOf(entries, databaseIn(draft), date)
    return [
      { name: checksums, text: entries.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('') },
      { name: manifest, text: `${JSON.stringify({ format: 1, ...facts }, null, 2)}\n` },
    ]
  })
  async function* measured() {
    for await (const part of key ? sealed(zip, key) : zip) {
      sum.update(part)
      size += part.length
      options.progress('pack', Math.min(size, total), total)
      yield part
    }
    options.progress('pack', total, total)
  }
  await place.write(file, measured(), options.signal)
  const packed = { file, size, sha256: sum.digest('hex'), isEncrypted: key !== undefined }
  const sidecar = `${JSON.stringify({ format: 2, ...facts, packed }, null, 2)}\n`
  await place.write(sidecarName(name), only(sidecar))
}

const factsOf = (entries: readonly ArchiveEntry[], database: string, date: Date): BackupFacts => ({
  created: inSeconds(date),
  version,
  databaseVersion: versionOf(database),
  events: eventsIn(database),
  hasKey: entries.some(({ name }) => name === keyName),
  files: entries.length,
  bytes: entries.reduce((total, { bytes }) => total + bytes, 0),
})

async function* only(written: string) {
  yield Buffer.from(written)
}

/** The zip file of a backup: where it is, or read and decrypted into a folder. Otherwise why it is not the file that was written. */
export async function zipFileOf(
  { name, packed }: PackedBackup,
  place: BackupPlace,
  folder: string,
  { key, progress, signal }: BackupOptions & { key: Buffer | undefined },
): Promise<{ zip: string } | { reason: 'missing' | 'changed' }> {
  const onProgress = (done: number, total: number) => progress('unpack', done, total)
  const isReadable = !packed.isEncrypted || key !== undefined
  if (!isReadable || (place.folder && !packed.isEncrypted)) {
    const reason = await damageOf(packed, place, onProgress)
    if (reason) return { reason }
    // without the key, it can still be compared with its checksum
    if (!isReadable) throw new BackupError('BACKUP_KEY', { name })
    return { zip: join(place.folder ?? '', packed.file) }
  }
  await refuseWithoutSpace(folder, packed.size)
  const stream = await place.read(packed.file)
  if (!stream) return { reason: 'missing' }
  const zip = join(folder, 'packed.zip')
  const measure = measuring(packed, onProgress)
  try {
    const source = stream.pipe(measure.stream)
    stream.once('error', error => measure.stream.destroy(error))
    const opened = packed.isEncrypted && key ? unsealed(source, key) : source
    await pipeline(
      Readable.from(opened, { objectMode: false }),
      createWriteStream(zip, { mode: 0o600 }),
      { signal },
    )
  } catch (error) {
    if (error instanceof TooLong) return { reason: 'changed' }
    if (!(error instanceof SealError)) throw error
    // if the file is as it was written, the key is another
    if (await damageOf(packed, place, () => {})) return { reason: 'changed' }
    throw new BackupError('BACKUP_KEY_OTHER', { name })
  } finally {
    stream.destroy()
  }
  return measure.isSame() ? { zip } : { reason: 'changed' }
}

type OnProgress = (done: number, total: number) => void

/** The reason why it is not the file that was written. The check needs no key. */
async function damageOf(
  packed: Packed,
  place: BackupPlace,
  onProgress: OnProgress,
): Promise<'missing' | 'changed' | undefined> {
  const stream = await place.read(packed.file)
  if (!stream) return 'missing'
  const measure = measuring(packed, onProgress)
  try {
    await pipeline(stream, measure.stream, new Writable({ write: (_, __, next) => next() }))
  } catch (error) {
    if (!(error instanceof TooLong)) throw error
  }
  return measure.isSame() ? undefined : 'changed'
}

/** Counts what passes, and ends it where there is more than there may be. */
function measuring({ size, sha256 }: Packed, onProgress: OnProgress) {
  const sum = createHash('sha256')
  let bytes = 0
  let digest: string | undefined
  const stream = new Transform({
    transform(part: Buffer, _, next) {
      bytes += part.length
      if (bytes > size) return next(new TooLong('It is longer than it was.'))
      sum.update(part)
      onProgress(bytes, size)
      next(null, part)
    },
  })
  const isSame = () => {
    digest ??= sum.digest('hex')
    return bytes === size && digest === sha256
  }
  return { stream, isSame }
}
