import { forbidden } from '../../calendar/check.ts'
import type { Caller } from '../../calendar/context.ts'
import type { Endpoint } from '../../operations/routes.ts'
import { acts } from '../api/allow.ts'
import type { Response } from '../api/call.ts'
import { type Body, readBody } from '../api/parse.ts'
import type { Service } from '../service.ts'
import type { Request } from './request.ts'

/** Reads the body of a write, as much of it as this caller may send, and works on it; both count as long as they last. */
export async function withBody(
  { calendar, limits, load, turns }: Service,
  request: Request,
  { kind, verb }: Endpoint,
  caller: Caller,
  work: (body: Body) => Promise<Response>,
): Promise<Response> {
  const act = acts[verb]
  const isStranger = act !== undefined && kind !== undefined && !calendar.may(caller, act, kind)
  const held = load.hold(isStranger)
  try {
    const body = await readBody(request, limits, {
      takesFile: kind === 'image' && (verb === 'create' || verb === 'change'),
      forbidden: isStranger ? forbidden(caller) : undefined,
      held,
    })
    // Whoever has their turn writes in a moment: nothing slow is waited for in between.
    await turns.take()
    return await load.work(request, () => work(body))
  } finally {
    held.release()
  }
}
