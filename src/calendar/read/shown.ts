import { maskedView, type ResourceName, resources } from '../../resources/index.ts'
import { may } from '../access/access.ts'
import type { Caller, Context, View } from '../base/context.ts'
import { type Address, findForReader } from './record-for.ts'
import { viewOf } from './views.ts'

/** A record in every form in which a read may have shown it to a caller who may change it: whole, or behind its password. */
export async function formsShown(
  context: Context,
  kind: ResourceName,
  caller: Caller,
  address: Address,
): Promise<View[]> {
  const record = await findForReader(context, kind, address, caller)
  if (!record || !may(caller.actor, 'change', kind, record)) return []
  const whole = await viewOf(context, caller, record, true)
  const isMasked = !caller.editing && typeof record.facts.password === 'string'
  return isMasked ? [whole, maskedView(resources[kind], record)] : [whole]
}
