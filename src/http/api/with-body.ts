import { type Caller, forbidden } from '../../calendar/index.ts'
import type { Endpoint } from '../../operations/index.ts'
import { isFile } from '../../resources/index.ts'
import type { Held } from '../request/load.ts'
import { type Body, readBody } from '../request/parse.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { acts } from './allow.ts'
import type { Response } from './call.ts'

/** Reads the body of a write, waits for its turn and works on it. The body counts towards the load until then. */
export async function holding<Content, T>(
  { load, turns }: Pick<Service, 'load' | 'turns'>,
  isStranger: boolean,
  read: (held: Held) => Content | Promise<Content>,
  work: (sent: Content) => Promise<T>,
): Promise<T> {
  const held = load.hold(isStranger)
  try {
    const sent = await read(held)
    // The process whose turn it is writes in a moment: nothing slow is waited for in between.
    await turns.take()
    return await work(sent)
  } finally {
    held.release()
  }
}

/** The body of a write, as much of it as this caller may send. */
export function withBody(
  service: Service,
  request: Request,
  { kind, verb }: Endpoint,
  caller: Caller,
  work: (body: Body) => Promise<Response>,
): Promise<Response> {
  const { calendar, limits, load } = service
  const act = verb && acts[verb]
  const isStranger =
    act && kind ? !calendar.may(caller, act, kind) : caller.actor.role === 'anonymous'
  return holding(
    service,
    isStranger,
    held =>
      readBody(request, limits, {
        takesFile: kind !== undefined && isFile(kind) && (verb === 'create' || verb === 'change'),
        forbidden: act && isStranger ? forbidden(caller) : undefined,
        held,
      }),
    body => load.work(request, () => work(body)),
  )
}
