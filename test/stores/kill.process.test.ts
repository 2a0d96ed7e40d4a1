import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { openDataFolder } from '../../src/main.ts'
import { newPlace } from '../support/engine.ts'
import { type Running, startProcess } from '../support/process.ts'
import { often } from '../support/runs.ts'
import { enrol, type Reply, settingsFor } from '../support/service.ts'
import { faultsOf } from './whole.ts'

// On PostgreSQL too: a commit that is cut is each engine’s own.

const rounds = often(6)
const writers = 24

type Body = Reply['body']

/** An event as it was last answered, and a write of it that was sent and never answered. */
type Written = {
  answered: Body
  unanswered?: { verb: 'change' | 'remove' | 'lose its venue'; wanted?: Parts }
}

/** The parts of an event that one change changes together, all of them or none. */
type Parts = ReturnType<typeof partsOf>
const partsOf = ({ start_date, end_date, cost, excerpt, translations, organizer }: Body) => ({
  start_date,
  end_date,
  cost,
  excerpt,
  titles: [translations.en.title, translations.fr.title],
  organizers: organizer.map(({ organizer }: Body) => organizer),
})

/** An event to create, by itself or in a batch with another: all of it with its key. */
type Creation = { root: string; draft: Body; isBatch: boolean }

/** The calendar as the test knows it from the responses. */
type Knowledge = {
  events: Map<number, Written>
  /** Creations that were sent and not answered, by their titles, which are their keys. */
  unansweredCreations: Map<string, Creation>
  touched: Set<number>
  answers: number
}

const below = (max: number) => Math.floor(Math.random() * max)
const oneIn = (many: number) => below(many) === 0
const roots = { en: '/en/cal/events/v1', fr: '/fr/cal/events/v1' }

/** Writes without a pause until nobody answers any more. */
async function write({ send }: Running, name: string, knowledge: Knowledge) {
  const own: number[] = []
  for (let n = 0; ; n++) {
    const id = own[below(own.length)]
    const isFree = id !== undefined && knowledge.events.get(id)?.answered.status === 'publish'
    try {
      if (!isFree || oneIn(2)) own.push(await create(send, `${name} ${n}`, knowledge))
      else if (oneIn(3)) await remove(send, id, knowledge)
      else if (oneIn(4)) await loseVenue(send, id, knowledge)
      else await change(send, id, `${name} ${n}`, knowledge)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}
type Send = Running['send']

async function create(send: Send, name: string, knowledge: Knowledge): Promise<number> {
  const [language, other] = oneIn(2) ? (['en', 'fr'] as const) : (['fr', 'en'] as const)
  const title = `Event ${name} ${language}`
  const draft = {
    title,
    description: `About ${name}.`,
    translations: { [other]: { title: `Event ${name} ${other}` } },
    start_date: '2027-05-10 10:00:00',
    end_date: '2027-05-10 12:00:00',
    timezone: 'Europe/Paris',
    venue: oneIn(2)
      ? { venue: `Common hall ${below(5)}` }
      : { venue: `Hall of ${name}`, city: 'Lyon' },
    organizer: [{ organizer: `Common friends ${below(5)}` }, { organizer: `Friends of ${name}` }],
    categories: ['Music', `Category ${below(300)}`],
    tags: [`Tag ${below(300)}`],
  }
  const creation = { root: roots[language], draft, isBatch: oneIn(3) }
  knowledge.unansweredCreations.set(title, creation)
  const { answered } = await sendCreation(send, creation)
  knowledge.unansweredCreations.delete(title)
  knowledge.events.set(answered.id, { answered })
  note(knowledge, answered.id)
  return answered.id
}

async function sendCreation(send: Send, { root, draft, isBatch }: Creation) {
  const headers = { 'Idempotency-Key': draft.title }
  const { title, venue: _, ...rest } = draft
  const second = { ...rest, title: `${title} again`, translations: null, venue: '$1.venue.id' }
  const operations = [draft, second].map(body => ({ method: 'POST', path: '/events', body }))
  const reply = isBatch
    ? await send('POST', `${root}/batch`, { headers, body: { operations } })
    : await send('POST', `${root}/events`, { headers, body: draft })
  assert.equal(reply.status, isBatch ? 200 : 201, reply.text)
  const answered: Body = isBatch ? reply.body.results[0].body : reply.body
  return { answered, wasThere: reply.headers['idempotency-replayed'] === 'true' }
}

function note(knowledge: Knowledge, id: number) {
  knowledge.touched.add(id)
  knowledge.answers++
}

async function attempt(
  id: number,
  unanswered: NonNullable<Written['unanswered']>,
  knowledge: Knowledge,
  sending: () => Promise<Body>,
) {
  const expected = knowledge.events.get(id) as Written
  expected.unanswered = unanswered
  knowledge.touched.add(id)
  const answered = await sending()
  knowledge.events.set(id, { answered })
  note(knowledge, id)
}

async function change(send: Send, id: number, name: string, knowledge: Knowledge) {
  const wanted: Parts = {
    start_date: `2027-06-${String(1 + below(28)).padStart(2, '0')} 10:00:00`,
    end_date: '2027-07-01 12:00:00',
    cost: `€${1 + below(1000)}`,
    excerpt: `<p>Changed ${name}</p>`,
    titles: [`Changed ${name}`, `Changé ${name}`],
    organizers: [`New friends of ${name}`],
  }
  await attempt(id, { verb: 'change', wanted }, knowledge, async () => {
    const { start_date, end_date, cost } = wanted
    const body = {
      start_date,
      end_date,
      cost,
      title: wanted.titles[0],
      excerpt: `Changed ${name}`,
      translations: { fr: { title: wanted.titles[1], excerpt: null } },
      organizer: [{ organizer: wanted.organizers[0] }],
      tags: [`Tag ${below(300)}`],
    }
    const reply = await send(oneIn(2) ? 'PUT' : 'PATCH', `${roots.en}/events/${id}`, { body })
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(partsOf(reply.body), wanted)
    return reply.body
  })
}

async function remove(send: Send, id: number, knowledge: Knowledge) {
  await attempt(id, { verb: 'remove' }, knowledge, async () => {
    const reply = await send('DELETE', `${roots.en}/events/${id}`)
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  })
}

/** Deletes the venue of an event, if it is the event's alone; the event then shows none. */
async function loseVenue(send: Send, id: number, knowledge: Knowledge) {
  const { answered } = knowledge.events.get(id) as Written
  if (answered.venue.city !== 'Lyon') return
  await attempt(id, { verb: 'lose its venue' }, knowledge, async () => {
    const reply = await send('DELETE', `${roots.en}/venues/${answered.venue.id}`)
    assert.equal(reply.status, 200, reply.text)
    return { ...answered, venue: [] }
  })
}

/** Without what other writes change, and in one language: counts of terms, and the base address asked. */
function plain(body: Body): Body {
  return JSON.parse(JSON.stringify(body, (name, value) => (name === 'count' ? undefined : value)))
}

/** Events by id as the service shows them now. */
async function readEach(send: Send, ids: number[]): Promise<Map<number, Body>> {
  const presented = new Map<number, Body>()
  for (let at = 0; at < ids.length; at += 200)
    for (const status of ['any', 'trash']) {
      const query = { include: ids.slice(at, at + 200).join(), status, per_page: 200 }
      const { body } = await send('GET', `${roots.en}/events`, { query })
      for (const event of body.events) presented.set(event.id, event)
    }
  return presented
}

/** Every answered write is there as answered; one that was not answered is there whole, or not at all. */
async function assertStored(send: Send, ids: number[], { events }: Knowledge) {
  const presented = await readEach(send, ids)
  for (const id of ids) {
    const { answered, unanswered } = events.get(id) as Written
    const now = presented.get(id)
    assert.ok(now, `event ${id} was answered and is gone`)
    if (!unanswered || isSame(now, answered)) assertSame(now, answered, id)
    else if (unanswered.verb === 'change') {
      assert.deepEqual(partsOf(now), unanswered.wanted, `event ${id} is half changed`)
      assert.deepEqual(unchangeable(now), unchangeable(answered), `event ${id} changed otherwise`)
    } else if (unanswered.verb === 'remove')
      assert.equal(now.status, 'trash', `event ${id} is half removed`)
    else assertSame(now, { ...answered, venue: [] }, id)
    events.set(id, { answered: now })
  }
}

/** In one language: a response under /fr has other addresses and words under /en. */
const inOneLanguage = ({
  rest_url: _r,
  url: _u,
  title: _t,
  slug: _s,
  language: _l,
  website: _w,
  ...rest
}: Body) => ({
  ...plain(rest),
  categories: rest.categories.map(({ id }: Body) => id),
  tags: rest.tags.map(({ id }: Body) => id),
  venue: rest.venue.id ?? null,
  organizer: rest.organizer.map(({ id }: Body) => id),
})
const unchangeable = ({ id, author, date, venue, timezone, description }: Body) => ({
  id,
  author,
  date,
  timezone,
  description,
  venue: venue.id ?? null,
})
const isSame = (now: Body, answered: Body) =>
  now.modified === answered.modified &&
  now.status === answered.status &&
  JSON.stringify(inOneLanguage(now)) === JSON.stringify(inOneLanguage(answered))
const assertSame = (now: Body, answered: Body, id: number) =>
  assert.deepEqual(
    inOneLanguage(now),
    inOneLanguage(answered),
    `event ${id} is not as it was answered`,
  )

/** A creation that was not answered is repeated by its key: whether it had happened or not, it then has happened once, with everything it was sent with. */
async function assertOnce(send: Send, { unansweredCreations, events }: Knowledge): Promise<number> {
  let there = 0
  for (const [title, creation] of unansweredCreations) {
    const { answered, wasThere } = await sendCreation(send, creation)
    if (wasThere) there++
    const { body } = await send('GET', `${creation.root}/events`, {
      query: { search: `"${title}"`, start_date: '2027-01-01' },
    })
    const named = (name: string) =>
      body.events.filter(({ translations }: Body) =>
        [translations.en?.title, translations.fr?.title].includes(name),
      )
    const [event, ...others] = named(title)
    assert.deepEqual([event?.id, others], [answered.id, []], `${title} is there once`)
    assert.equal(named(`${title} again`).length, creation.isBatch ? 1 : 0, title)
    const { venue, organizer, categories, tags } = event
    assert.deepEqual(Object.keys(event.translations), ['en', 'fr'], title)
    assert.deepEqual(
      [typeof venue.id, organizer.length, categories.length, tags.length],
      ['number', 2, 2, 1],
      title,
    )
    events.set(event.id, { answered: event })
  }
  unansweredCreations.clear()
  return there
}

test(`a process killed ${rounds} times while it writes loses no confirmed write, leaves none incomplete, and repeats none by its key`, {
  timeout: 300_000,
}, async t => {
  const { folder, remove } = await newPlace('almanac-kill-')
  t.after(remove)
  const context = await openDataFolder(settingsFor(folder))
  await enrol(context.accounts, 'editor', 'editor')
  await context.close()

  const knowledge: Knowledge = {
    events: new Map(),
    unansweredCreations: new Map(),
    touched: new Set(),
    answers: 0,
  }
  let [unanswered, there] = [0, 0]
  for (let round = 1; round <= rounds + 1; round++) {
    const service = await startProcess(folder)
    t.after(service.kill)
    assert.deepEqual(await faultsOf(settingsFor(folder)), [], `after ${round - 1} kills`)
    await assertStored(service.send, [...knowledge.touched], knowledge)
    unanswered += knowledge.unansweredCreations.size
    there += await assertOnce(service.send, knowledge)
    knowledge.touched.clear()
    if (round > rounds) {
      await assertStored(service.send, [...knowledge.events.keys()], knowledge)
      await service.kill()
      break
    }
    const writing = Array.from({ length: writers }, (_, n) =>
      write(service, `${round}.${n}`, knowledge),
    )
    const failed = Promise.all(writing).then(
      () => undefined,
      (error: unknown) => error,
    )
    const before = knowledge.answers
    while (knowledge.answers === before) await passed(5)
    const [enough, end] = [before + below(300), performance.now() + below(500)]
    while (knowledge.answers < enough && performance.now() < end) await passed(1)
    await service.kill()
    assert.ifError(await failed)
  }
  t.diagnostic(`${knowledge.answers} answered writes, ${knowledge.events.size} events`)
  t.diagnostic(`${unanswered} creations were not answered; ${there} of them had happened`)
})
