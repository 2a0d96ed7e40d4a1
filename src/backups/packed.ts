import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openAllowance, openArchive, TooLong } from '../outside/archive/read-archive.ts'
import { type ArchivePart, archiveOf } from '../outside/archive/write-archive.ts'
import { namesIn } from '../outside/copied-files.ts'
import { SealError, sealed, unsealed } from '../outside/sealed-stream.ts'
import {
  type Backup,
  BackupError,
  type BackupOptions,
  type BackupPlace,
  checksums,
  type Packed,
} from './backup.ts'

export const packedName = (name: string, isEncrypted: boolean) =>
  `${name}.zip${isEncrypted ? '.sealed' : ''}`
export const sidecarName = (name: string) => `${name}.json`

/** A folder as a zip file. */
export function zipOf(folder: string): Readable {
  async function* parts(): AsyncGenerator<ArchivePart> {
    const names = await namesIn(folder)
    // images are compressed already
    for (const name of names)
      yield {
        name,
        isPacked: name.startsWith('uploads/'),
        parts: () => createReadStream(join(folder, name)),
      }
  }
  return archiveOf(parts())
}

/** Writes a complete folder to a place as one file, encrypted if there is a key. Only a part of it is ever in memory. */
export async function pack(
  folder: string,
  place: BackupPlace,
  { name, key, total, progress, signal }: Packing,
): Promise<Packed> {
  const file = packedName(name, key !== undefined)
  const sum = createHash('sha256')
  let size = 0
  async function* measured() {
    const zip = zipOf(folder)
    for await (const part of key ? sealed(zip, key) : zip) {
      sum.update(part)
      size += part.length
      progress('pack', Math.min(size, total), total)
      yield part
    }
    progress('pack', total, total)
  }
  await place.write(file, measured(), signal)
  return { file, size, sha256: sum.digest('hex'), isEncrypted: key !== undefined }
}

type Packing = BackupOptions & { name: string; key: Buffer | undefined; total: number }

/** Bytes of names, checksums and the manifest, which the total of a backup does not count, for each file. */
const perFile = 2000

/**
 * Writes the files of a packed backup into an empty folder. False: it is not the file that was written, or it has more than its
 * manifest says; nothing of it may be used then.
 */
export async function unpack(
  backup: Backup & { packed: Packed },
  place: BackupPlace,
  folder: string,
  { key, progress, signal }: BackupOptions & { key: Buffer | undefined },
): Promise<'complete' | 'missing' | 'changed'> {
  const { packed } = backup
  if (packed.isEncrypted && !key) throw new BackupError('BACKUP_KEY', { name: backup.name })
  await refuseWithoutSpace(folder, backup)
  const stream = await place.read(packed.file)
  if (!stream) return 'missing'
  const zip = join(folder, 'packed.zip')
  const measure = measuring(packed, (done, total) => progress('unpack', done, total))
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
    if (error instanceof TooLong) return 'changed'
    if (!(error instanceof SealError)) throw error
    // if the file is as it was written, the key is another
    if (await isIntact(packed, place))
      throw new BackupError('BACKUP_KEY_OTHER', { name: backup.name })
    return 'changed'
  } finally {
    stream.destroy()
  }
  if (!measure.isSame()) return 'changed'
  return (await extract(zip, join(folder, 'files'), backup, signal)) ? 'complete' : 'changed'
}

/** True if the file is as it was written. The check needs no key. */
export async function isIntact(packed: Packed, place: BackupPlace): Promise<boolean> {
  const stream = await place.read(packed.file)
  if (!stream) return false
  const measure = measuring(packed, () => {})
  try {
    await pipeline(stream, measure.stream, new Writable({ write: (_, __, next) => next() }))
  } catch (error) {
    if (!(error instanceof TooLong)) throw error
  }
  return measure.isSame()
}

/** Counts what passes, and ends it where there is more than there may be. */
function measuring({ size, sha256 }: Packed, onProgress: (done: number, total: number) => void) {
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

async function refuseWithoutSpace(folder: string, { bytes, packed }: Backup) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  const needed = bytes + (packed?.size ?? 0)
  if (bsize === 0 || bavail * bsize >= needed) return
  const megabytes = (of: number) => Math.ceil(of / 1_000_000)
  const params = { folder, free: megabytes(bavail * bsize), needed: megabytes(needed) }
  throw new BackupError('BACKUP_SPACE', params)
}

/** No more than the manifest says comes out of a zip file, whatever it declares. Its names cannot lead out of the folder: the reader refuses those. */
async function extract(
  zip: string,
  folder: string,
  { bytes, files }: Backup,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const archive = await openArchive(zip)
  if (!archive) return false
  try {
    const names = archive.names()
    if (!names.includes(checksums) || names.length > files + 2) return false
    const allowed = openAllowance(bytes + perFile * (files + 2))
    for (const name of names) {
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const source = Readable.from(allowed(await archive.stream(name)), { objectMode: false })
      await pipeline(source, createWriteStream(file, { mode: 0o600 }), { signal })
    }
    return true
  } catch (error) {
    if (signal?.aborted || isOfDisk(error)) throw error
    return false
  } finally {
    archive.close()
  }
}

const isOfDisk = (error: unknown) =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'
