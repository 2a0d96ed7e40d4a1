import type { StoredRecord } from '../define/record.ts'
import type { Caller, Context } from './context.ts'
import { inWrites } from './pages.ts'
import { recordFor, refuseUnexpected } from './record-for.ts'
import { erase } from './write.ts'
import type { WrittenName } from './write-types.ts'

/**
 * Deletes a record permanently, from the trash or not: texts, links, slugs, searched words. The change log keeps only that it went.
 * Gives what it was.
 */
export const removeForGood = (
  context: Context,
  caller: Caller,
  kind: WrittenName,
  id: number,
): Promise<StoredRecord> =>
  inWrites(context, caller, async write => {
    const stored = await recordFor(write, 'remove', kind, id)
    refuseUnexpected(caller, stored)
    return erase(write, kind, stored)
  })

/** The same of a record that is in the trash, and was not changed after an instant; says whether it was. */
export const eraseTrashed = (
  context: Context,
  caller: Caller,
  kind: WrittenName,
  id: number,
  until: number,
): Promise<boolean> =>
  inWrites(context, caller, async write => {
    const stored = await write.tx.get(kind, id)
    if (stored?.facts.status !== 'trash' || Number(stored.facts.modified) > until) return false
    return (await erase(write, kind, stored)) && true
  })
