import { isDeepStrictEqual } from 'node:util'
import { type Address, formsShown } from '../../calendar/index.ts'
import { isObject } from '../../define/base/objects.ts'
import type { Values } from '../../define/param.ts'
import type { Call } from './call.ts'
import { kindOf, presentIn } from './check-parameters.ts'

/**
 * The values of a change, without those that are as a read shows them: what was read may be sent back, and changes nothing (U6). Of a form for
 * editors, which knows what is stored, only where the body is such a read itself.
 */
export async function withoutShown(call: Call, address: Address, sent: Values): Promise<Values> {
  const kind = kindOf(call)
  const names = Object.keys(call.body.values)
  const isEditing = isObject(call.body.values.editing)
  if (names.length === 0 || (call.caller.editing && !isEditing)) return sent
  const caller = { ...call.caller, editing: isEditing }
  const forms = await call.service.calendar.perform(formsShown, kind, caller, address)
  const unchanged = forms.map(view => {
    const shown = asRead(presentIn(call, view, false))
    return new Set(names.filter(name => isAlike(sent[name], shown[name])))
  })
  // it was read in the form that most of it equals
  const [most] = unchanged.toSorted((a, b) => b.size - a.size)
  if (!most?.size) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !most.has(name)))
}

const asRead = (body: object): Values => JSON.parse(JSON.stringify(body))

/** True where nothing is otherwise than shown. Of linked records, tools and `_fields` show some members only, and other reads more. */
function isAlike(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === shown.length && sent.every((each, at) => isAlike(each, shown[at]))
  if (!isObject(sent) || !isObject(shown) || !('id' in shown))
    return sent !== undefined && isDeepStrictEqual(sent, shown)
  const names = Object.keys(sent).filter(name => name !== 'json_ld' && name !== 'texts')
  return names.length > 0 && names.every(name => isAlike(sent[name], shown[name]))
}
