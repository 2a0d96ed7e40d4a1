import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRows } from '../support/engine.ts'
import { restart, type Service, startService } from '../support/service.ts'
import { typedCosts } from '../support/typed-costs.ts'

// On PostgreSQL too: derived tables are rebuilt by SQL.

const writes = 160

/** Choices that are the same at every run. */
function openChance(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  return { below, pick: <T>(of: readonly T[]): T => of[below(of.length)] as T }
}
const root = ['music', 'food', 'sport', 'film']
const lists = [
  '/events?start_date=2027-01-01&per_page=50',
  '/events?start_date=2027-01-01&status=publish,draft&per_page=50',
  '/events?start_date=2027-01-01&search=jazz&per_page=50',
  '/events?start_date=2027-01-01&categories=music&featured=true',
  '/events?start_date=2027-01-01&custom_fields[level]=expert&custom_fields[seats]=2..',
  '/events?start_date=2027-01-01&custom_fields[dress]=jazz',
  '/venues?search=hall',
  '/categories?search=mus',
]

/** Creates, changes, moves to the trash and deletes, so that every rule of writing is met. */
async function grow({ send }: Service) {
  const { below, pick } = openChance(11)
  const sending = (body: object) => ({ as: 'editor' as const, body })
  const word = () => pick(['Jazz', 'Été', 'Market', 'Hall', 'L’orchestre', 'Film'])
  let made = 0
  const event = () => ({
    cost: typedCosts[made++ % typedCosts.length]?.cost,
    availability: pick(['', '', 'few_left', 'sold_out']),
    title: `${word()} ${below(50)}`,
    start_date: `2027-0${1 + below(9)}-10 1${below(10)}:00:00`,
    end_date: `2027-0${1 + below(9)}-28 12:00:00`,
    timezone: pick(['Europe/Paris', 'America/Toronto', 'UTC']),
    status: pick(['publish', 'publish', 'publish', 'draft', 'pending', 'private']),
    featured: below(2) === 1,
    categories: [pick(root)],
    tags: [word()],
    ...(below(3) === 0 && { venue: { venue: `${word()} hall` } }),
    ...(below(3) === 0 && { translations: { fr: { title: `${word()} en ville` } } }),
    ...(below(9) === 0 && { password: 'sesame' }),
    ...(below(6) === 0 && { hide_from_listings: true }),
    ...(made % 3 !== 0 && {
      custom_fields: { level: made % 2 ? 'beginner' : 'expert', seats: made, dress: 'Jazz' },
    }),
  })
  const done = new Map<string, number>()
  for (let n = 0; n < writes; n++) {
    const id = 1 + below(60)
    const ways: [method: string, path: string, body?: object][] = [
      ['POST', '/events', event()],
      ['POST', '/events', event()],
      ['POST', '/events', event()],
      ['PATCH', `/events/${id}`, event()],
      ['PATCH', `/events/${id}`, { title: `${word()} again`, translations: { fr: null } }],
      ['DELETE', `/events/${id}`],
      ['DELETE', `/events/${id}?force=true`],
      ['PATCH', `/venues/${id}`, { venue: `${word()} house`, city: word() }],
      ['DELETE', `/venues/${id}`],
      ['PATCH', `/categories/${1 + below(8)}`, { name: `${word()} ${n}` }],
      ['DELETE', `/tags/${1 + below(12)}?force=true`],
    ]
    const [method, path, body = {}] = pick(ways)
    const { status } = await send(method, path, sending(body))
    assert.ok(status < 500)
    const name = `${method} ${path.split('/')[1]}`
    if (status < 300) done.set(name, 1 + (done.get(name) ?? 0))
  }
  assert.ok(done.size >= 6, JSON.stringify([...done]))
}

/** Without the port, which is another after a restart. */
const answers = ({ send }: Service) =>
  Promise.all(
    lists.map(async path => {
      const { body } = await send('GET', path, { as: 'editor' })
      return JSON.stringify(body).replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    }),
  )

test('derived tables are the same after many writes as when rebuilt', async t => {
  const customFields =
    'level choice Level: Beginner, Expert\nseats number Seats\ndress text Dress code'
  const grown = await startService({ clock: '2026-12-01T12:00:00Z', customFields })
  let current = grown
  t.after(() => current.close())
  await grow(grown)
  const before = await answers(grown)
  const keys = { occurrence: 'id', search: 'kind, id, language, part' }
  const database = openRows(grown.settings, { mayWrite: true })
  const rows = () =>
    Promise.all(
      Object.entries(keys).map(([table, key]) =>
        database.rows(`SELECT * FROM ${table} ORDER BY ${key}`),
      ),
    )
  const present = await rows()
  assert.ok((present[0] as object[]).length > 20)
  // lists by fields that the site has defined
  for (const list of before.slice(4, 6)) assert.match(list, /"total":[1-9]/)
  await grown.stop()
  for (const sql of [
    `UPDATE note SET value = '{"form":"another"}' WHERE key LIKE 'form of %'`,
    'DELETE FROM occurrence',
    'DELETE FROM search',
  ])
    await database.rows(sql)
  current = await restart(grown)
  const after = await rows()
  await database.close()
  assert.deepEqual(after, present)
  assert.deepEqual(await answers(current), before)
})
