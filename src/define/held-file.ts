/**
 * Begins the name of files that are held back: of images that visitors propose. The random part follows. No other name has two
 * hyphens in a row.
 */
export const heldSlug = 'held-'

const stemForm = /^\d{4}\/\d{2}\/(held--[a-z0-9]+)/

/** Begins the names of sizes that are made again of an image that is held back, so that these are too; undefined: it is not held back. */
export const heldStem = (file: string): string | undefined => stemForm.exec(file)?.[1]

const form = /^(\d{4}\/\d{2}\/held--[a-z0-9]+)(?:-[a-z0-9-]+)?\.([a-z]+)$/

/** The files that an image may be stored with, one of which or a size of which is at this path; undefined: it is not held back. */
export function heldImageFiles(path: string): string[] | undefined {
  const [, stem, extension] = form.exec(path) ?? []
  return stem === undefined ? undefined : [`${stem}.${extension}`, `${stem}-scaled.${extension}`]
}
