import type { Values } from '../../define/param.ts'
import { Problem } from '../../problem/index.ts'
import { mayWriteForOthers } from '../access/access.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { recordOfSource } from '../read/of-source.ts'
import { refuseUnexpected } from '../read/record-for.ts'
import { forbidden } from './check.ts'
import type { WrittenName } from './write-types.ts'
import { changeRecord, createRecord, type Written } from './write-verbs.ts'

/** Attempts of a write that conflicts with others. */
const attempts = 3

/** Creates the record with this source ID, or updates it; a change without a difference is not written (S1). */
export async function writeBySource(
  context: Context,
  kind: WrittenName,
  caller: WriteCaller,
  sent: Values & { source: string; source_id: string },
): Promise<Written & { isNew: boolean }> {
  if (!mayWriteForOthers(caller.actor) || caller.actor.scope === 'read') throw forbidden(caller)
  const by: WriteCaller = { ...caller, importing: {} }
  for (let attempt = 1; ; attempt++) {
    const stored = await recordOfSource(context.store, kind, sent)
    if (!stored) refuseUnexpected(by, undefined)
    try {
      const written = stored
        ? await changeRecord(context, kind, by, { id: stored.id }, sent)
        : await createRecord(context, kind, by, sent)
      return { ...written, isNew: !stored }
    } catch (error) {
      // another request has created it meanwhile
      const isTaken =
        error instanceof Problem && error.extra.fieldErrors?.source_id !== undefined && !stored
      if (!isTaken || attempt === attempts) throw error
    }
  }
}
