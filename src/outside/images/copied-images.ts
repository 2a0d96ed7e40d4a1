import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { CopiedFiles, CopyProgress } from './copied-files.ts'
import type { ImageFile, ImageFiles } from './image-files.ts'

/** Maximum number of concurrent transfers. */
const abreast = 8

/** One of the two places of a copy; its name is for people. */
type NamedFiles = { name: string; files: ImageFiles }

/**
 * Copies all files of images from one place to another, of which at least one is a bucket, and compares every file afterwards. One that is
 * there in its size from a copy that was broken off is not copied again; another file of that name is never replaced.
 */
export async function copyImages(
  from: NamedFiles,
  to: NamedFiles,
  observer: CopyProgress,
): Promise<CopiedFiles> {
  const [source, target] = [await sizesIn(from.files), await sizesIn(to.files)]
  const names = [...source.keys()].toSorted()
  for (const name of names) {
    const size = target.get(name) ?? source.get(name)
    if (size !== source.get(name)) throw differs(name, to)
  }
  await to.files.take([...new Set([...(await all(from.files.taken())), ...names.map(stemOf)])])
  let copied = 0
  for (const some of slices(names)) {
    observer.signal?.throwIfAborted()
    const lacking = some.filter(name => !target.has(name))
    await to.files.write(await Promise.all(lacking.map(name => read(from, name))))
    copied += some.length
    observer.copied(copied, names.length)
  }
  return compare(from, to, names, observer)
}

async function compare(
  from: NamedFiles,
  to: NamedFiles,
  names: readonly string[],
  observer: CopyProgress,
): Promise<CopiedFiles> {
  const checksum = createHash('sha256')
  let [files, bytes] = [0, 0]
  for (const some of slices(names)) {
    observer.signal?.throwIfAborted()
    for (const [name, there, here] of await Promise.all(
      some.map(async name => [name, await digestOf(from, name), await digestOf(to, name)] as const),
    )) {
      if (there.digest !== here.digest) throw differs(name, to)
      checksum.update(`${name}\0${there.digest}\n`)
      files++
      bytes += there.bytes
    }
    observer.compared(files, names.length)
  }
  return { files, bytes, checksum: checksum.digest('hex').slice(0, 32) }
}

async function all<T>(of: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const one of of) items.push(one)
  return items
}

const sizesIn = async (files: ImageFiles) =>
  new Map((await all(files.list())).map(({ file, size }) => [file, size]))

/** A few names of one month at a time, in their order. */
function* slices(names: readonly string[]): Iterable<string[]> {
  let some: string[] = []
  for (const name of names) {
    const isFull = some.length === abreast || (some[0] && dirname(some[0]) !== dirname(name))
    if (isFull) {
      yield some
      some = []
    }
    some.push(name)
  }
  if (some.length > 0) yield some
}

/** The name that an image has taken, by one of its files. */
const stemOf = (file: string) => file.slice(0, file.lastIndexOf('.'))

async function streamOf({ files, name: place }: NamedFiles, name: string) {
  const file = await files.open(name, true)
  if (!file) throw differs(name, { name: place })
  return file.stream()
}

const read = async (from: NamedFiles, name: string): Promise<ImageFile> => [
  name,
  await buffer(await streamOf(from, name)),
]

async function digestOf(of: NamedFiles, name: string) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of await streamOf(of, name)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { digest: hash.digest('hex'), bytes }
}

const differs = (name: string, { name: place }: Pick<NamedFiles, 'name'>) =>
  Object.assign(new Error(`${name} differs.`), { code: 'MOVE_FILE', params: { name, place } })
