import type { StoredRecord } from '../../define/record.ts'
import { type Focus, focusOf, resources } from '../../resources/index.ts'
import type { Context, StoredImageFiles, StoredSizes } from '../base/context.ts'
import { factsOf } from './facts.ts'
import { refuseImage, removeUnlessUsed } from './new-images.ts'
import type { DraftOf } from './write-types.ts'

/** The files of an image and the point at which some of its sizes are to be cropped. */
export type Wanted = { of: StoredImageFiles; focus: Focus | undefined }

/** The cropped sizes of an image, made again and not yet in the database. */
export type NewCrop = Wanted & {
  files: StoredSizes
  /** The ID of the note that removes these files if no record names them in time; undefined: there are none. */
  unused: number | undefined
}

/** The focus of an image once a draft of it is written. */
export const focusAfter = (
  draft: DraftOf<'image'>,
  stored?: Pick<StoredRecord, 'facts'>,
): Focus | undefined => focusOf({ facts: { ...stored?.facts, ...factsOf(resources.image, draft) } })

export const isSamePoint = (a: Focus | undefined, b: Focus | undefined): boolean =>
  a?.x === b?.x && a?.y === b?.y

export const isCropOf = (crop: NewCrop, { of, focus }: Wanted): boolean =>
  crop.of.file === of.file && isSamePoint(crop.focus, focus)

/** Makes the cropped sizes of an image; where nothing is left to make them from, it keeps those that it has. */
export async function newCrop(context: Context, wanted: Wanted): Promise<NewCrop> {
  if (context.shared)
    return context.shared.outside(`crop ${wanted.of.file}`, outer => newCrop(outer, wanted))
  let unused: number | undefined
  const at = new Date(context.now() * 1000)
  const cropped = await context.imageStore.crop(wanted.of, at, wanted.focus, async files => {
    unused = await removeUnlessUsed(context, files)
  })
  if (cropped && 'refused' in cropped) throw refuseImage(cropped.refused, 'focus')
  return { ...wanted, files: cropped ?? { sizes: {} }, unused }
}
