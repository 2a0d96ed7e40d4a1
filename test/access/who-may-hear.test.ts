import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/calendar/access/access.ts'
import { visibleChange } from '../../src/calendar/access/visible-change.ts'
import { scopes } from '../../src/define/account-messages.ts'
import { seenIn } from '../../src/journal/entry.ts'
import type { JournalEntry } from '../../src/store/contract/store.ts'
import type { Detail } from '../../src/store/sql/journal-detail.ts'
import { noOccurrence } from '../support/plain-events.ts'
import { startService } from '../support/service.ts'
import { everyone, kinds, mayRead, type Requester, type Status, sees, statuses } from './rule.ts'

const ids = new Map<string, number>(everyone.map((name, at) => [name, at + 1]))
const idOf = (name: string) => (name === 'anonymous' ? 0 : (ids.get(name) ?? 99))
const actorOf = (role: Requester, scope: Actor['scope'] = 'admin'): Actor =>
  role === 'anonymous'
    ? { id: 0, login: '', role, scope: 'read' }
    : { id: idOf(role), login: role, role, scope }

type Verb = JournalEntry['verb']
const line = (kind: string, verb: Verb, detail: Detail | null): JournalEntry => ({
  seq: 1,
  instant: 0,
  actor: 1,
  id: 7,
  language: 'en',
  version: 1,
  kind,
  verb,
  detail,
})

/** The notice about a record that was visible before, or is visible after. */
const received = (before: boolean, after: boolean): Verb | undefined =>
  before ? (after ? 'change' : 'remove') : after ? 'create' : undefined

/** Each way from one status to another; undefined is before it was made, or after it went. */
const ways = [undefined, ...statuses].flatMap(before =>
  [undefined, ...statuses].flatMap(after => ((before ?? after) ? [{ before, after }] : [])),
)
const verbOf = (before?: Status, after?: Status): Verb =>
  before === undefined ? 'create' : after === undefined ? 'remove' : 'change'

/** A line as the journal has it: of events in the form of the list index. */
function changeOf(kind: string, author: number, before?: Status, after?: Status, hidden = 0) {
  const listed = (status: Status) => ({
    facts: { ...noOccurrence, event: 7, status, author, hidden },
    dates: [],
    links: { venue: [], organizer: [], category: [], tag: [] },
  })
  const seen = (status?: Status) => (status ? { status, author } : null)
  const detail: Detail =
    kind === 'event'
      ? { ...(before && { was: listed(before) }), ...(after && { is: listed(after) }) }
      : { seen: [seen(before), seen(after)] }
  return line(kind, verbOf(before, after), detail)
}

test('everyone sees the changes of events, venues and organizers that they may read, before or after', () => {
  for (const requester of everyone)
    for (const kind of kinds)
      for (const owner of [requester, 'neighbour'])
        for (const { before, after } of ways) {
          const entry = changeOf(kind, idOf(owner), before, after)
          const may = (state?: Status) =>
            state !== undefined && mayRead(requester, { kind, owner, state })
          const message = `${requester}: ${kind} of ${owner}, ${before} to ${after}`
          assert.equal(
            visibleChange(actorOf(requester), entry),
            received(may(before), may(after)),
            message,
          )
        }
})

test('a record moved to the trash is removed for users who do not see the trash, and changed for the others', () => {
  const entry = changeOf('event', 99, 'publish', 'trash')
  const by = Object.fromEntries(everyone.map(role => [role, visibleChange(actorOf(role), entry)]))
  assert.deepEqual(by, {
    administrator: 'change',
    editor: 'change',
    author: 'remove',
    contributor: 'remove',
    translator: 'change',
    subscriber: 'remove',
    anonymous: 'remove',
  })
  const own = changeOf('event', idOf('author'), 'publish', 'trash')
  assert.equal(visibleChange(actorOf('author'), own), 'change')
})

test('changes of an event hidden from lists are visible only to users who may edit it', () => {
  for (const requester of everyone)
    for (const owner of [requester, 'neighbour'])
      for (const { before, after } of ways) {
        const entry = changeOf('event', idOf(owner), before, after, 1)
        const may = (state?: Status) =>
          state !== undefined && sees(requester, { kind: 'event', owner, state: 'draft' })
        const expected = received(may(before), may(after))
        assert.equal(visibleChange(actorOf(requester), entry), expected, `${requester}, ${owner}`)
      }
})

test('changes of terms are visible to everyone; those of images to their uploaders and to editors', () => {
  for (const requester of everyone)
    for (const verb of ['create', 'change', 'remove'] as const) {
      const states = (seen: object): Detail => ({
        seen: [verb === 'create' ? null : seen, verb === 'remove' ? null : seen],
      })
      for (const kind of ['category', 'tag'])
        assert.equal(visibleChange(actorOf(requester), line(kind, verb, states({}))), verb)
      for (const owner of [requester, 'neighbour']) {
        const image = line('image', verb, states({ status: 'publish', author: idOf(owner) }))
        const isAllowed =
          ['administrator', 'editor', 'translator'].includes(requester) ||
          (owner === requester && ['author', 'contributor'].includes(requester))
        assert.equal(
          visibleChange(actorOf(requester), image),
          isAllowed ? verb : undefined,
          requester,
        )
      }
    }
})

test('changes of accounts are visible to administrators, with credentials that cover them; old lines to any administrator', () => {
  for (const requester of everyone)
    for (const scope of scopes)
      for (const verb of ['create', 'change', 'remove'] as const) {
        const isAdministrator = requester === 'administrator'
        for (const kind of ['user', 'credential'])
          for (const detail of [null, { seen: [{}, {}] } satisfies Detail])
            assert.equal(
              visibleChange(actorOf(requester, scope), line(kind, verb, detail)),
              isAdministrator && scope === 'admin' ? verb : undefined,
            )
        for (const kind of ['event', 'venue', 'organizer', 'category', 'tag', 'image'])
          assert.equal(
            visibleChange(actorOf(requester, scope), line(kind, verb, null)),
            isAdministrator ? verb : undefined,
          )
      }
})

test('every line that a write adds to the journal says who may see it', async t => {
  const service = await startService({ clock: '2027-05-01T12:00:00Z' })
  t.after(() => service.close())
  const as = 'editor'
  const send = async (method: string, path: string, body?: object) => {
    const response = await service.send(method, path, { as, ...(body && { body }) })
    assert.ok(response.status < 300, response.text)
    return response.body
  }
  const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }
  const parent = await send('POST', '/categories', { name: 'Music' })
  const child = await send('POST', '/categories', { name: 'Jazz', parent: parent.id })
  const event = await send('POST', '/events', {
    title: 'One',
    ...when,
    categories: [child.id],
    tags: ['free'],
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Club' },
  })
  await send('POST', '/events', { title: 'Part', ...when, post_parent: event.id })
  await send('PATCH', `/events/${event.id}`, { status: 'draft' })
  await send('PATCH', `/categories/${child.id}`, { name: 'Swing' })
  await send('DELETE', `/categories/${parent.id}`)
  for (const path of [
    `/venues/${event.venue.id}`,
    `/organizers/${event.organizer[0].id}`,
    `/events/${event.id}`,
  ]) {
    await send('DELETE', path)
    await send('DELETE', `${path}?force=true`)
  }
  const lines = await service.rows<JournalEntry & { detail: string }>('SELECT * FROM journal')
  const verbs = new Set(lines.map(({ kind, verb }) => `${kind} ${verb}`))
  for (const kind of kinds)
    for (const verb of ['create', 'change', 'remove']) assert.ok(verbs.has(`${kind} ${verb}`))
  for (const { detail, ...entry } of lines) {
    if (entry.kind === 'user' || entry.kind === 'credential') continue
    const [before, after] = seenIn({ detail: detail && JSON.parse(detail) }) ?? []
    assert.equal(before === null, entry.verb === 'create', JSON.stringify(entry))
    assert.equal(after === null, entry.verb === 'remove', JSON.stringify(entry))
  }
})
