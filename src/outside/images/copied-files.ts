import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, rename, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../define/base/objects.ts'

/** Files of one folder in another: how many, how large, and one checksum over names and contents. */
export type CopiedFiles = { files: number; bytes: number; checksum: string }

/** Reports the progress of a copy, and stops it between two files. */
export type CopyProgress = {
  copied(done: number, total: number): void
  compared(done: number, total: number): void
  signal?: AbortSignal | undefined
}

const writing = '.writing'

/**
 * Copies a folder of images into another, with the times of its files, and compares every file afterwards. Files with the same size and time, from an
 * interrupted copy, are not copied again.
 */
export async function copyFiles(
  from: string,
  to: string,
  observer: CopyProgress,
): Promise<CopiedFiles> {
  const names = await namesIn(from)
  await mkdir(join(to, writing), { recursive: true })
  for (const [at, name] of names.entries()) {
    observer.signal?.throwIfAborted()
    await copyOne(join(from, name), join(to, name), join(to, writing, randomUUID()))
    observer.copied(at + 1, names.length)
  }
  for (const folder of new Set(names.map(name => dirname(join(to, name))))) await sync(folder)
  const all = createHash('sha256')
  let bytes = 0
  for (const [at, name] of names.entries()) {
    observer.signal?.throwIfAborted()
    const [there, here] = [await digestOf(join(from, name)), await digestOf(join(to, name))]
    if (there.digest !== here.digest)
      throw Object.assign(new Error(`${name} differs.`), { code: 'MOVE_FILE', params: { name } })
    all.update(`${name}\0${there.digest}\n`)
    bytes += there.bytes
    observer.compared(at + 1, names.length)
  }
  return { files: names.length, bytes, checksum: all.digest('hex').slice(0, 32) }
}

/** Paths of files in order, without the temporary files of a process that ended while writing. */
export async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  async function look(path: string) {
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(unlessAbsent)
    for (const entry of entries ?? []) {
      const name = path ? `${path}/${entry.name}` : entry.name
      if (entry.isDirectory() && name !== writing) await look(name)
      else if (entry.isFile()) names.push(name)
    }
  }
  await look('')
  return names.toSorted()
}

/** Images that are in a store are in no folder. */
function unlessAbsent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

async function copyOne(from: string, to: string, draft: string) {
  const [source, target] = [await lstat(from), await lstat(to).catch(unlessAbsent)]
  const isThere =
    target?.isFile() && target.size === source.size && target.mtimeMs === source.mtimeMs
  if (isThere) return
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, draft, constants.COPYFILE_FICLONE)
  await utimes(draft, source.atime, source.mtime)
  await sync(draft)
  await rename(draft, to)
}

/** Waits until a file or folder is on the disk. */
export async function sync(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Bytes of a file per read: with the 64 KiB of Node a database takes half as long again. */
const chunk = 256 * 1024

/** The SHA-256 of a file, in hexadecimal digits, and its length. */
export async function digestOf(file: string) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of createReadStream(file, { highWaterMark: chunk })) {
    hash.update(part)
    bytes += part.length
  }
  return { digest: hash.digest('hex'), bytes }
}
