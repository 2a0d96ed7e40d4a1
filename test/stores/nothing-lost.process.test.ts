import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { openDataFolder } from '../../src/main.ts'
import { imageFile } from '../support/openapi-body.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { type Running, startProcess } from '../support/process.ts'
import { enrol, type Reply, settingsFor } from '../support/service.ts'
import { faultsOf } from './whole.ts'

// Two processes on one PostgreSQL write with hardly a pause, and in each run one of them is killed, or the database crashes. It is
// PostgreSQL's alone: `kill.test.ts` does the like with one process on either engine. `ALMANAC_FAULT_RUNS=50` makes more runs.

const runs = Number(process.env.ALMANAC_FAULT_RUNS ?? 3)
const writers = 8

after(closePostgres)

type Body = Reply['body']
const below = (max: number) => Math.floor(Math.random() * max)
const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T
const when = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }

/** The confirmed requests of callers, and those without a response. */
const existing = {
  answered: 0,
  refused: new Map<number, number>(),
  /** Titles that were sent, each once, with the id that was answered. */
  events: new Map<string, number | undefined>(),
  images: new Map<number, number>(),
  /** Versions of the one event that all change, and who was told that the change of this very version was theirs. */
  winners: new Map<string, number[]>(),
  merged: new Map<number, number>(),
}

type Send = Running['send']
let next = 1

/** Each is one write, or a few that follow each other; one without a response ends it. */
const actions: Record<string, (send: Send, common: number) => Promise<void>> = {
  async create(send) {
    const title = `Event ${++next}`
    existing.events.set(title, undefined)
    // All ask for the same slug.
    const { body } = await done(send('POST', '/events', { body: { title, slug: 'fair', ...when } }))
    existing.events.set(title, body.id)
  },
  /** All fields say the same number, so that halves of two changes would show. */
  async change(send, common) {
    const number = String(++next)
    const body = { title: number, cost: number, excerpt: number, tags: [`tag ${number}`] }
    await done(send('PATCH', `/events/${common}`, { body }))
  },
  async changeThisVersion(send, common) {
    const { headers } = await done(send('GET', `/events/${common}`))
    const etag = String(headers.etag)
    const number = ++next
    const cost = String(number)
    const body = { title: cost, cost, excerpt: cost, tags: [`tag ${cost}`] }
    const reply = await send('PATCH', `/events/${common}`, { body, headers: { 'If-Match': etag } })
    if (reply.status === 412) return
    await done(Promise.resolve(reply))
    existing.winners.set(etag, [...(existing.winners.get(etag) ?? []), number])
  },
  /** A series, which is otherwise on one date and splits at another. */
  async split(send) {
    const [title, later] = [`Event ${++next}`, `Event ${++next}`]
    existing.events.set(title, undefined)
    const created = { title, slug: 'fair', ...when, recurrence: ['RRULE:FREQ=DAILY;COUNT=40'] }
    const { body } = await done(send('POST', '/events', { body: created }))
    existing.events.set(title, body.id)
    const dates = await done(send('GET', `/events/${body.id}/occurrences?per_page=40`))
    const [some, at] = [5, 20].map(n => dates.body.events[n + below(9)].id)
    await done(send('PATCH', `/events/${some}`, { body: { cost: '5', scope: 'this' } }))
    existing.events.set(later, undefined)
    const half = { title: later, slug: 'fair', scope: 'following' }
    const split = await done(send('PATCH', `/events/${at}`, { body: half }))
    existing.events.set(later, split.body.series)
  },
  async upload(send) {
    const file = await imageFile(40 + below(50), 40)
    const headers = { 'Content-Type': 'image/png' }
    const { body } = await done(send('POST', '/images', { body: file, headers }))
    existing.images.set(body.id, body.filesize)
  },
  async merge(send) {
    const venues: number[] = []
    for (const name of ['Hall', 'Old hall']) {
      const { body } = await done(send('POST', '/venues', { body: { venue: `${name} ${++next}` } }))
      venues.push(body.id)
    }
    const [into = 0, from = 0] = venues
    const title = `Event ${++next}`
    existing.events.set(title, undefined)
    const { body } = await done(send('POST', '/events', { body: { title, ...when, venue: from } }))
    existing.events.set(title, body.id)
    await done(send('POST', '/admin/api/merge', { body: { kind: 'venue', into, from: [from] } }))
    existing.merged.set(body.id, into)
  },
}

class Refused extends Error {}

async function done(sending: Promise<Reply>): Promise<Reply> {
  const reply = await sending
  if (reply.status === 503) {
    existing.refused.set(503, (existing.refused.get(503) ?? 0) + 1)
    assert.ok(reply.headers['retry-after'], reply.text)
    throw new Refused()
  }
  assert.ok(reply.status < 300, `${reply.status} ${reply.text}`)
  existing.answered++
  return reply
}

/** Asks again as long as it is refused: one process needs a moment more than the other to come back to the database. */
async function sure(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;)
    try {
      return await done(ask())
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await passed(20)
    }
}

/** Writes until it is over, through whichever process answers. */
async function write(services: Running[], common: number, isOver: () => boolean) {
  while (!isOver()) {
    try {
      await pick(Object.values(actions))(pick(services).send, common)
      await passed(5)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      // killed, or refused
      await passed(20)
    }
  }
}

/** Pages of all events, as a process shows them. */
async function readAll(send: Send): Promise<Body[]> {
  const all: Body[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { start_date: '2027-01-01', per_page: 1000, page, occurrences: 'series' }
    const { body } = await sure(() => send('GET', '/events', { query }))
    all.push(...body.events)
    pages = body.total_pages
  }
  return all
}

async function assertComplete({ send, address }: Running, common: number) {
  const events = await readAll(send)
  const byTitle = Map.groupBy(events, ({ title }) => String(title))
  for (const [title, id] of existing.events) {
    const there = byTitle.get(title) ?? []
    assert.ok(there.length <= 1, `${title} is there ${there.length} times`)
    const event = there[0]?.series ?? there[0]?.id
    if (id !== undefined) assert.equal(event, id, `${title} was answered and is gone`)
  }
  const slugs = events.map(({ slug }) => slug)
  assert.equal(new Set(slugs).size, slugs.length, 'slugs are unique')
  for (const [id, venue] of existing.merged) {
    const event = events.find(each => each.id === id)
    assert.equal(event?.venue.id, venue, `event ${id} is at the venue that its own became`)
  }
  const { body } = await sure(() => send('GET', `/events/${common}`))
  const messages = [body.title, body.cost, body.excerpt, body.tags[0].name]
  const numbers = messages.map(text => text.replace(/\D/g, ''))
  assert.equal(new Set(numbers).size, 1, `half of two changes: ${numbers}`)
  for (const [etag, numbers] of existing.winners)
    assert.equal(numbers.length, 1, `${etag} was changed by ${numbers}`)
  for (const [id, size] of [...existing.images].slice(-5)) {
    const { body: image } = await sure(() => send('GET', `/images/${id}`))
    const file = await fetch(image.url.replace('http://calendar.example', address))
    assert.equal((await file.arrayBuffer()).byteLength, size, `image ${id}`)
  }
}

test(`nothing is lost and nothing doubled in ${runs} runs of kills and crashes`, {
  timeout: 180_000 + runs * 40_000,
}, async t => {
  const server = await postgresServer()
  const databaseUrl = await server.database()
  const folder = mkdtempSync(join(tmpdir(), 'almanac-nothing-lost-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const settings = settingsFor(folder, { databaseUrl })
  const { accounts, close } = await openDataFolder(settings)
  await enrol(accounts, 'editor', 'editor')
  await close()
  const services = await Promise.all([
    startProcess(folder, databaseUrl),
    startProcess(folder, databaseUrl),
  ])
  t.after(() => Promise.all(services.map(({ kill }) => kill())))
  const first = { title: '1', cost: '1', excerpt: '1', tags: ['tag 1'], ...when }
  for (let run = 0; run < runs; run++) {
    // Another in each run: of one record only so many versions are kept.
    const { body } = await sure(() => pick(services).send('POST', '/events', { body: first }))
    let isOver = false
    const writing = Promise.all(
      Array.from({ length: writers }, () => write(services, body.id, () => isOver)),
    )
    const more = async (count: number) => {
      const enough = existing.answered + count
      while (existing.answered < enough) await Promise.race([passed(2), writing])
    }
    await more(10 + below(30))
    if (run % 3 === 2) {
      await server.stop('SIGQUIT')
      await server.start()
    } else {
      const at = below(2)
      await services[at]?.kill()
      await more(5)
      services[at] = await startProcess(folder, databaseUrl)
    }
    await more(10)
    isOver = true
    await writing
    assert.deepEqual(await faultsOf(settings), [], `after run ${run}`)
    for (const service of services) await assertComplete(service, body.id)
  }
  const { answered, events, images, winners, merged, refused } = existing
  t.diagnostic(
    `${answered} answers; ${events.size} events sent, ${[...events.values()].filter(id => id === undefined).length} of them unanswered; ${images.size} images, ${merged.size} merges, ${winners.size} conditional changes; ${refused.get(503) ?? 0} answers of 503`,
  )
})
