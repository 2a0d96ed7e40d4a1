import type { Store, Transaction } from '../../store/index.ts'
import { everyRecord } from '../read/every-event.ts'

/** Use is noted to the minute: a burst of requests writes once. */
const everySeconds = 60
type Used = 'credential' | 'session'

/** True if the last noted use is old enough to note another one. */
export const isNewUse = (used: number, now: number) => now - used >= everySeconds

/**
 * Notes when a credential or session was last used. The stored moment is read in the transaction: it may differ from the one that this process has
 * cached, and the difference is added to the stored one.
 */
export async function noteUse(tx: Transaction, kind: Used, id: number, now: number) {
  const stored = await tx.get(kind, id)
  if (!stored) return
  const used = Number(stored.facts.used)
  if (isNewUse(used, now)) await tx.add(kind, [id], 'used', now - used)
}

/**
 * Brings last uses that lie in the future back to now. Earlier versions added up what each of several processes knew, which led
 * decades ahead; the true moment is not stored anywhere.
 */
export async function bringUsesBack(
  store: Pick<Store, 'idsAfter' | 'getMany' | 'write'>,
  now: number,
) {
  for await (const credentials of everyRecord(store, 'credential'))
    for (const { id, facts } of credentials)
      if (Number(facts.used) > now) await store.write(tx => bringBack(tx, id, now))
}

/** The stored moment is read in the transaction: another process may have corrected it. */
async function bringBack(tx: Transaction, id: number, now: number) {
  const ahead = Number((await tx.get('credential', id))?.facts.used) - now
  if (ahead > 0) await tx.add('credential', [id], 'used', -ahead)
}
