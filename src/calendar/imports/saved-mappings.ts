import { hash } from 'node:crypto'
import type { ImportHow } from '../../define/import-options.ts'
import { fold } from '../../define/text/fold.ts'
import {
  type ColumnMapping,
  isOfReasons,
  type ReadContext,
  type ReaderOptions,
} from '../../moving/index.ts'
import type { Context } from '../base/context.ts'

/** What readers know of the calendar; its language where the source has none. */
export const readContextOf = (
  { site, now }: Context,
  { source_language }: ImportHow,
): ReadContext => ({
  zone: site.zone,
  language: source_language || site.language,
  customFields: site.customFields,
  now: now(),
})

const note = 'import mappings'

/** Mappings of so many different tables are stored; those chosen last stay. */
const max = 200

type Saved = Record<string, ColumnMapping>

function savedIn(text: string | undefined): Saved {
  // what this program has written
  return text ? JSON.parse(text) : {}
}

/** Tables with the same columns have the same key, in whatever order and case these are. */
function keyOf(headings: readonly string[]): string {
  const own = headings.filter(each => !isOfReasons(each)).map(each => fold(each.trim()))
  return hash('sha256', JSON.stringify(own.toSorted()), 'base64url')
}

type Chosen = NonNullable<ReaderOptions['mappings']>['chosen']

/** All mappings that were chosen before, as they are stored. */
export const storedMappings = ({ store }: Pick<Context, 'store'>) => store.note(note)

/** Stores a mapping that is chosen now. */
export const storeMapping =
  ({ store }: Pick<Context, 'store'>): Chosen =>
  async (headings, mapping) => {
    const key = keyOf(headings)
    await store.write(async tx => {
      const { [key]: _, ...others } = savedIn(await tx.note(note))
      const all = [...Object.entries(others), [key, mapping] as const].slice(-max)
      await tx.setNote(note, JSON.stringify(Object.fromEntries(all)))
    })
  }

/**
 * The options of a reader, with the mapping that was chosen last for a table with the same columns (`stored`); `chosen` hears of one that is
 * chosen now.
 */
export const withMappings = (
  options: ReaderOptions,
  stored: string | undefined,
  chosen: Chosen,
): ReaderOptions => ({
  ...options,
  mappings: { saved: async headings => savedIn(stored)[keyOf(headings)], chosen },
})

/** The same of a calendar: a mapping is saved with the import, not with its preview. */
export const withSavedMappings = async (
  context: Pick<Context, 'store'>,
  options: ReaderOptions,
  isDry: boolean,
): Promise<ReaderOptions> =>
  withMappings(
    options,
    await storedMappings(context),
    isDry ? async () => {} : storeMapping(context),
  )
