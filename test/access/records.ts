import assert from 'node:assert/strict'
import { type Reply, type Sending, type Service, startService } from '../support/service.ts'
import {
  everyone,
  type Kind,
  type Outcome,
  paths,
  type Requester,
  type Subject,
  states,
} from './rule.ts'

/** For the tests of access: records of every owner and state, and how responses are judged. */

export const titled = { event: 'title', venue: 'venue', organizer: 'organizer' } as const
export const when = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }
export const password = 'sésame'
/** Owns records of its own, and is none of the requesters: its records are another's to all of them. */
export const neighbour = 'neighbour'
export const owners = [...everyone.filter(requester => requester !== 'anonymous'), neighbour]

/** A stored record with words that stand nowhere else: in its title, and in its text. */
export type Sample = Subject & { id: number; slug: string; title: string; text: string }

/** Starts a service where long lists come on one page, and the neighbour has an account. */
export async function begin() {
  const service = await startService({
    clock: '2027-05-01T12:00:00Z',
    maxPerPage: 500,
    perPage: 500,
    attemptLimit: 1000,
  })
  service.users[neighbour as 'author'] = (await service.enrol(neighbour, 'author')).id
  return service
}

let created = 0
/** A number that no other record of this file has. */
export const nextNumber = () => ++created

/** Makes a record in a state, owned by a given user, as an administrator. */
export async function make(
  service: Service,
  { kind, owner, state }: Subject,
  more: object = {},
): Promise<Sample> {
  const number = ++created
  const [title, text] = [`titleword${number}x`, `textword${number}x`]
  const { body, status } = await service.send('POST', `/${paths[kind]}`, {
    as: 'administrator',
    body: {
      [titled[kind]]: title,
      description: text,
      author: service.users[owner as 'author'],
      status: state === 'protected' ? 'publish' : state,
      ...(kind === 'event' && { slug: `record-${number}`, ...when }),
      ...(state === 'future' && { date: '2027-06-01 08:00:00' }),
      ...(state === 'protected' && { password }),
      ...more,
    },
  })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.status, state === 'protected' ? 'publish' : state)
  return { kind, owner, state, title, text, id: body.id, slug: body.slug }
}

export const all = (kind: Kind) =>
  owners.flatMap(owner => states[kind].map(state => ({ kind, owner, state })))

export const idOf = ({ id }: { id: number }) => id
export const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
export const idsOf = ({ body }: Reply, path: string) => sorted(body[path].map(idOf))

export const cell = (requester: string, { kind, owner, state }: Subject, what: string) =>
  `${requester} ${what} ${kind} of ${owner}, ${state}`

export function assertOutcome(reply: Reply, [status, code]: Outcome, name: string) {
  assert.deepEqual(
    [reply.status, reply.body?.code],
    [status, code],
    `${name}: ${reply.text.slice(0, 300)}`,
  )
}

/** Nothing that a response says, in its body or its headers, lets a record's words out. */
export function assertRevealsNothing(
  { text, headers }: Reply,
  { title, text: words }: Sample,
  name: string,
) {
  const response = text + JSON.stringify(headers)
  for (const word of [title, words])
    assert.ok(!response.includes(word), `${name} tells ${word}: ${response.slice(0, 500)}`)
}

/** The state of the calendar: a refused write leaves all of it as it was. */
export async function standing(service: Service, table: string, id: number) {
  const [record] = await service.rows(`SELECT * FROM "${table}" WHERE id = ?`, id)
  return { record, journal: await journalLength(service) }
}
export const journalLength = async (service: Service) =>
  (await service.rows<{ n: number }>('SELECT count(*) AS n FROM journal'))[0]?.n

/** Responses to anyone are cached: a second request must get the same. */
export async function ask(
  service: Service,
  path: string,
  sending: Sending & { as: Requester },
): Promise<Reply> {
  const first = await service.send('GET', path, sending)
  if (sending.as !== 'anonymous') return first
  const second = await service.send('GET', path, sending)
  assert.deepEqual([second.status, second.text], [first.status, first.text], `${path} again`)
  return second
}

export const byId = ({ kind, id }: Sample) => `/${paths[kind]}/${id}`
export const bySlug = ({ kind, slug }: Sample) => `/${paths[kind]}/by-slug/${slug}`
export const routes = [byId, bySlug]

/** Records made on the way belong to no list that is looked at later: they go to the trash, under another name. */
export async function forget(service: Service, kind: Kind, id: number) {
  const reply = await service.send('DELETE', `/${paths[kind]}/${id}`, { as: 'administrator' })
  assert.equal(reply.status, 200)
}

export const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The records that a requester owns, and those of another; one of each status. */
export const concerningOf = (samples: Sample[], requester: Requester) =>
  samples.filter(({ owner }) => owner === requester || owner === neighbour)
