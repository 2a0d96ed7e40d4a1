import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Settings } from '../../src/config/config.ts'
import { type Reply, restart, type Sending, type Service, startService } from './service.ts'

/** For tests of what the API does: one service for all tests of a file, and short ways to write and read. */

export type Body = Reply['body']

/** The service of this file, from `useService` on. */
export let service: Service

export const tenToNoon = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }

/** Starts a service before the tests of a file, and takes it away after them. */
export function useService(settings: Partial<Settings> = {}, fill?: () => Promise<void>) {
  before(async () => {
    service = await startService({
      clock: '2027-05-01T12:00:00Z',
      timezone: 'Europe/Paris',
      ...settings,
    })
    await fill?.()
  })
  after(() => service.close())
}

/** Stops the service, where it is not stopped yet, and starts it on the same data. */
export async function restartService(changes: Partial<Settings> = {}) {
  service = await restart(service, changes)
}

/** Sends as anybody, unless told otherwise. */
export const send = (method: string, path: string, sending: Sending = {}) =>
  service.send(method, path, sending)
export const get = (path: string, sending: Sending = {}) => send('GET', path, sending)

/** Sends as an editor, and returns the body of what went well. */
export async function edit(
  method: string,
  path: string,
  body?: object,
  sending: Sending = {},
): Promise<Body> {
  const reply = await service.send(method, path, {
    as: 'editor',
    ...(body && { body }),
    ...sending,
  })
  assert.ok(reply.status === 200 || reply.status === 201, `${method} ${path}: ${reply.text}`)
  return reply.body
}

export const create = (body: object): Promise<Body> =>
  edit('POST', '/events', { title: 'Event', ...tenToNoon, ...body })

export const change = (id: number, body: object): Promise<Body> =>
  edit('PATCH', `/events/${id}`, body)

/** Reads as anybody. */
export async function read(path: string, query: Sending['query'] = {}): Promise<Body> {
  const reply = await service.send('GET', path, { query })
  assert.equal(reply.status, 200, `${path}: ${reply.text}`)
  return reply.body
}

/** Reads with credentials: others learn of a write of another process, such as an import, some milliseconds later. */
export const readNow = (path: string, query: Sending['query'] = {}): Promise<Body> =>
  edit('GET', path, undefined, { query })

/** Sends what is refused; returns status, code, and the parameters at fault. */
export async function refused(method: string, path: string, body?: object, as = 'editor') {
  const reply = await service.send(method, path, { as, ...(body && { body }) })
  const { params } = reply.body.data
  return [reply.status, reply.body.code, ...(params ? [Object.keys(params).join()] : [])]
}

export const ids = (list: Body[]) => list.map(({ id }) => id)
export const in_ = (language: 'en' | 'fr', path: string) => service.root[language] + path

/** Only these members, for a closer look. */
export const only = (body: Body, ...names: string[]) =>
  Object.fromEntries(names.map(name => [name, body[name]]))

/** Waits for what another process wrote to be known here, and in the end says what is not. */
export async function until(holds: () => Promise<void>) {
  for (let tries = 0; ; tries++) {
    try {
      return await holds()
    } catch (error) {
      if (tries > 1000) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}
