import { hash } from 'node:crypto'
import { isObject } from '../../define/objects.ts'
import { fold } from '../../define/text/fold.ts'
import type { ColumnMapping, ReaderOptions } from '../../moving/item.ts'
import type { Context } from '../context.ts'

const note = 'import mappings'

/** Mappings of so many different tables are stored; those chosen last stay. */
const max = 200

type Saved = Record<string, ColumnMapping>

function savedIn(text: string | undefined): Saved {
  const stored: unknown = text ? JSON.parse(text) : undefined
  // what this program has written
  return isObject(stored) ? (stored as Saved) : {}
}

/** Tables with the same columns have the same key, in whatever order and case these are. */
const keyOf = (headings: readonly string[]) =>
  hash('sha256', JSON.stringify(headings.map(each => fold(each.trim())).toSorted()), 'base64url')

/**
 * The options of a reader, with the mapping that was chosen last for a table with the same columns; one that is chosen now is saved with
 * the import, not with its preview.
 */
export const withSavedMappings = (
  { store }: Pick<Context, 'store'>,
  options: ReaderOptions,
  isDry: boolean,
): ReaderOptions => ({
  ...options,
  mappings: {
    saved: async headings => savedIn(await store.note(note))[keyOf(headings)],
    async chosen(headings, mapping) {
      if (isDry) return
      const key = keyOf(headings)
      await store.write(async tx => {
        const { [key]: _, ...others } = savedIn(await tx.note(note))
        const all = [...Object.entries(others), [key, mapping] as const].slice(-max)
        await tx.setNote(note, JSON.stringify(Object.fromEntries(all)))
      })
    },
  },
})
