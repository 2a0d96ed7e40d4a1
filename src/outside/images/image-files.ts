import type { Readable } from 'node:stream'

/** Where the files of images are: a folder, or a bucket of an object store. */
export type ImageFiles = {
  /** A name for an image that no other has or has had, with its month: `2026/06/poster`. */
  claim(month: string, slug: string, extension: string): Promise<string>
  /** Writes files of one month. When it resolves they outlast a power cut. */
  write(files: readonly ImageFile[]): Promise<void>
  /** A file by its path; undefined: there is none. `readsAll`: it is going to be read from its first byte to its last. */
  open(file: string, readsAll?: boolean): Promise<OpenFile | undefined>
  /** Removes files; missing ones are skipped. */
  remove(files: readonly string[]): Promise<void>
  /** All files, in no particular order. */
  list(): AsyncIterable<{ file: string; size: number }>
  /** Names that are never reused, if they are noted next to the files: `2026/06/poster`. */
  taken(): AsyncIterable<string>
  /** Notes that names are never to be given again. */
  take(names: readonly string[]): Promise<void>
}

export type ImageFile = readonly [file: string, bytes: Uint8Array]

/** Bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

export type OpenFile = {
  size: number
  mtime: Date
  mime: string
  stream: (range?: ByteRange) => Readable | Promise<Readable>
}
