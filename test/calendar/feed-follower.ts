import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Sender, Service } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of any kind
type Json = Record<string, any>
type Change = { kind: string; id: number; change: string; version: number; record?: Json }

const paths: Record<string, string> = {
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  event: 'events',
}
const kinds = Object.keys(paths)

/** Sends to one of the services; it says which. */
export type Send = Service['send']
/** What other records give to a record: they have changes of their own. */
const foreign = ['venue', 'organizer', 'categories', 'tags', 'image', 'count', 'json_ld']
const ownOf = (record: Json): Json => {
  // behind a password lists show less, and a read by ID is refused
  if (record.all_day === null) return {}
  const own = { ...record }
  for (const name of foreign) delete own[name]
  return own
}

const readOne = async (send: Send, as: Sender, kind: string, id: number) => {
  const { status, body } = await send('GET', `/${paths[kind]}/${id}`, { as })
  return status === 200
    ? ownOf(body)
    : status === 403 && /password/.test(body.code)
      ? {}
      : undefined
}

/** A program that applies the feed, with records in it or reading each by its ID. */
export function openFollower(send: Send, as: Sender, withRecords: boolean) {
  let copy = new Map<string, Json>()
  let cursor = 'start'
  let named = new Set<string>()
  let beginnings = 0

  async function apply({ kind, id, change, record }: Change) {
    const key = `${kind} ${id}`
    named.add(key)
    const read = record
      ? ownOf(record)
      : change !== 'deleted' && (await readOne(send, as, kind, id))
    if (read) copy.set(key, read)
    else copy.delete(key)
  }

  return {
    as,
    withRecords,
    get copy() {
      return copy
    },
    /** How often its cursor was refused. */
    get beginnings() {
      return beginnings
    },
    /** Reads one response; true: there is more. */
    async read(perPage: number): Promise<boolean> {
      const query = {
        cursor,
        per_page: perPage,
        ...(cursor === 'start' && { records: withRecords }),
      }
      const { status, body } = await send('GET', '/changes', { as, query })
      if (status === 410) {
        beginnings++
        cursor = 'start'
        named = new Set()
        return true
      }
      assert.equal(status, 200, JSON.stringify(body))
      for (const change of body.changes) {
        assert.equal('record' in change, withRecords && change.change !== 'deleted')
        await apply(change)
      }
      cursor = body.cursor
      if (body.complete) copy = new Map([...copy].filter(([key]) => named.has(key)))
      return body.has_more
    },
  }
}

/** Everything that the lists of a caller show, each as a read by its ID. */
export async function listed(send: Send, as: Sender): Promise<Map<string, Json>> {
  const all = new Map<string, Json>()
  for (const kind of kinds) {
    const query = {
      per_page: 50,
      ...(kind === 'event' && {
        start_date: '2000-01-01',
        end_date: '2100-01-01',
        occurrences: 'series',
      }),
      ...((kind === 'category' || kind === 'tag') && { hide_empty: false }),
    }
    for (let page = 1; ; page++) {
      const { status, body } = await send('GET', `/${paths[kind]}`, {
        as,
        query: { ...query, page },
      })
      assert.equal(status, 200, JSON.stringify(body))
      for (const { id, series } of body[paths[kind] ?? '']) {
        const own = await readOne(send, as, kind, series || id)
        if (own) all.set(`${kind} ${series || id}`, own)
      }
      if (page >= body.total_pages) break
    }
  }
  return all
}

const writers = ['contributor', 'author', 'editor'] as const
const statuses = ['publish', 'draft', 'pending', 'private', 'future'] as const
const rules = [undefined, 'RRULE:FREQ=WEEKLY;COUNT=4', 'RRULE:FREQ=DAILY;COUNT=3'] as const
const at = { start_date: '2027-04-02 20:00:00', end_date: '2027-04-02 22:00:00' }

/** `of` chooses a record among those that were made. */
export const actions = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('event' as const),
      as: fc.constantFrom(...writers),
      status: fc.constantFrom(...statuses),
      rule: fc.constantFrom(...rules),
      hidden: fc.boolean(),
      of: fc.nat(99),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('other' as const),
      as: fc.constantFrom(...writers),
      kind: fc.constantFrom('venue', 'organizer', 'category', 'tag'),
      of: fc.nat(99),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('change' as const),
      as: fc.constantFrom(...writers),
      of: fc.nat(99),
      body: fc.oneof(
        fc.record({ status: fc.constantFrom(...statuses) }),
        fc.record({ hide_from_listings: fc.boolean() }),
        fc.record({ title: fc.constantFrom('One', 'Two', 'Three') }),
        fc.record({ password: fc.constantFrom('sesame', null) }),
        fc.record({ recurrence: fc.constantFrom([], ['RRULE:FREQ=WEEKLY;COUNT=3']) }),
        fc.record({ author: fc.constantFrom(...writers) }),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('date' as const),
      of: fc.nat(99),
      nth: fc.nat(3),
      body: fc.constantFrom<object | undefined>(
        undefined,
        { title: 'On its own' },
        { status: 'draft' },
        { start_date: '2027-04-10 19:00:00' },
      ),
      scope: fc.constantFrom('this', 'this', 'following', 'all'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('remove' as const),
      of: fc.nat(99),
      force: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('read' as const),
      of: fc.nat(99),
      perPage: fc.constantFrom(1, 3, 50),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('prune' as const) }) },
)
export type Action = typeof actions extends fc.Arbitrary<infer A> ? A : never

export type Made = { kind: string; id: number }
export const one = <T>(all: readonly T[], at: number): T | undefined =>
  all[at % Math.max(1, all.length)]

/** Writes; what its sender may not do, or no longer can, is refused. */
export async function write(
  { send: sendTo, users }: Pick<Service, 'send' | 'users'>,
  action: Action,
  made: Made[],
) {
  const send = async (method: string, path: string, as: Sender, body: Json = {}) => {
    const reply = await sendTo(method, path, { as, body })
    assert.ok(reply.status < 500, reply.text)
    return reply
  }
  const ofKind = (kind: string, at: number) =>
    one(
      made.filter(each => each.kind === kind),
      at,
    )?.id
  const add = (kind: string, { status, body }: { status: number; body: Json }) => {
    if (status === 201) made.push({ kind, id: body.id })
  }
  if (action.act === 'event') {
    const { as, status, rule, hidden, of } = action
    const [venue, tag, category] = ['venue', 'tag', 'category'].map(kind => ofKind(kind, of))
    const body = {
      ...at,
      title: `Event ${of}`,
      status,
      hide_from_listings: hidden && of % 3 === 0,
      ...(status === 'future' && { date: '2027-06-01 00:00:00' }),
      ...(rule && { recurrence: [rule] }),
      ...(venue && { venue }),
      ...(tag && { tags: [tag] }),
      ...(category && { categories: [category] }),
    }
    add('event', await send('POST', '/events', as, body))
  } else if (action.act === 'other') {
    const { as, kind, of } = action
    const isTerm = kind === 'category' || kind === 'tag'
    const name = `${kind} ${of}`
    const parent = ofKind('category', of)
    const body = isTerm
      ? { name, ...(kind === 'category' && parent && of % 2 === 0 && { parent }) }
      : { [kind]: name, status: of % 3 === 0 ? 'draft' : 'publish' }
    add(kind, await send('POST', `/${paths[kind]}`, as, body))
  } else if (action.act === 'change') {
    const record = one(made, action.of)
    if (!record) return
    const { author, ...fields } = action.body as Json
    const name =
      fields.title && record.kind !== 'event'
        ? {
            [record.kind === 'venue' || record.kind === 'organizer' ? record.kind : 'name']:
              fields.title,
          }
        : {}
    const body = { ...fields, ...name, ...(author && { author: users[author as 'editor'] }) }
    await send('PATCH', `/${paths[record.kind]}/${record.id}`, action.as, body)
  } else if (action.act === 'date') {
    const series = ofKind('event', action.of)
    if (!series) return
    const { body } = await sendTo('GET', `/events/${series}/occurrences`, { as: 'editor' })
    const date = one<{ id: number }>(body.events ?? [], action.nth)
    if (!date) return
    if (action.body)
      await send('PATCH', `/events/${date.id}?scope=${action.scope}`, 'editor', action.body)
    else await send('DELETE', `/events/${date.id}?scope=${action.scope}`, 'editor')
  } else if (action.act === 'remove') {
    const record = one(made, action.of)
    if (!record) return
    const isTerm = record.kind === 'category' || record.kind === 'tag'
    await send(
      'DELETE',
      `/${paths[record.kind]}/${record.id}${action.force || isTerm ? '?force=true' : ''}`,
      'editor',
    )
  }
}
