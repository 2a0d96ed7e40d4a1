import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Reply, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const when = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }
const send = (method: string, path: string, body?: object, as = 'editor') =>
  service.send(method, path, { as, ...(body && { body }) })
async function make(path: string, body: object, as = 'editor'): Promise<number> {
  const full = path === '/events' ? { title: 'Event', ...when, ...body } : body
  const reply = await send('POST', path, full, as)
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}
const bulk = (body: object, as = 'editor'): Promise<Reply> =>
  send('POST', `${service.address}/admin/api/bulk`, { kind: 'event', ...body }, as)
const undo = ({ id }: { id: number }, as = 'editor'): Promise<Reply> =>
  send('POST', `${service.address}/admin/api/bulk/${id}/undo`, {}, as)
const restored = async (bulk: { id: number }) => (await undo(bulk)).body.undone?.restored
const read = async (id: number, path = '/events') => (await send('GET', `${path}/${id}`)).body
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id).toSorted((a, b) => a - b)

test('several events change in one transaction, and are as before once that is undone', async () => {
  const [music, talks] = [
    await make('/categories', { name: 'Music' }),
    await make('/categories', { name: 'Talks' }),
  ]
  const records = []
  for (let each = 0; each < 5; each++)
    records.push(await make('/events', { categories: each % 2 ? [talks] : [] }))
  const lines = () => service.rows<{ seq: number }>('SELECT seq FROM journal')
  const before = (await lines()).length
  const changed = await bulk({
    records,
    add: { categories: [music] },
    remove: { categories: [talks] },
    change: { featured: true, cost: '5' },
    move: 7 * 1440,
  })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual([changed.body.state, changed.body.changed], ['done', 5])
  assert.deepEqual(changed.body.refused, [])
  assert.equal((await lines()).length, before + 5)
  for (const id of records) {
    const event = await read(id)
    assert.deepEqual(idsOf(event.categories), [music])
    assert.deepEqual([event.featured, event.start_date], [true, '2027-06-08 10:00:00'])
  }
  const undone = await undo(changed.body)
  assert.equal(undone.status, 200, undone.text)
  assert.deepEqual([undone.body.state, undone.body.undone.restored], ['undone', 5])
  for (const [each, id] of records.entries()) {
    const event = await read(id)
    assert.deepEqual(idsOf(event.categories), each % 2 ? [talks] : [])
    assert.deepEqual([event.featured, event.start_date], [false, '2027-06-01 10:00:00'])
  }
})

test('records edited since are named and left, and nothing is undone twice', async () => {
  const records = [await make('/events', { title: 'One' }), await make('/events', { title: 'Two' })]
  const { body } = await bulk({ records, change: { status: 'draft' } })
  await send('PATCH', `/events/${records[0]}`, { title: 'One, edited' })
  const { undone } = (await undo(body)).body
  assert.equal(undone.restored, 1)
  assert.deepEqual(undone.refused, [
    { id: records[0], title: 'One, edited', message: 'It has changed since and was left alone.' },
  ])
  assert.equal((await undo(body)).body.code, 'bulk_not_possible')
  assert.equal((await read(Number(records[1]))).status, 'publish')
  assert.equal((await read(Number(records[0]))).status, 'draft')
})

test('events are published as they were read, with the new venues of their authors, and both are taken back', async () => {
  const proposed = async (title: string) => {
    const event = { title, status: 'pending', venue: { venue: `Hall of ${title}` } }
    return read(await make('/events', event, 'contributor'))
  }
  const [first, second] = [await proposed('First proposal'), await proposed('Second proposal')]
  const modified = { [first.id]: first.modified_utc, [second.id]: second.modified_utc }
  service.clock.advance(60)
  const title = 'Second proposal, changed'
  assert.equal((await send('PATCH', `/events/${second.id}`, { title }, 'contributor')).status, 200)
  const records = [first.id, second.id]
  const published = (await bulk({ records, change: { status: 'publish' }, modified })).body
  assert.equal(published.changed, 1)
  assert.deepEqual(published.refused, [
    { id: second.id, title, message: 'It has changed since and was left alone.' },
  ])
  const statuses = async () => [
    (await read(first.id)).status,
    (await read(second.id)).status,
    (await read(first.venue.id, '/venues')).status,
    (await read(second.venue.id, '/venues')).status,
  ]
  assert.deepEqual(await statuses(), ['publish', 'pending', 'publish', 'draft'])
  await undo(published)
  assert.deepEqual(await statuses(), ['pending', 'pending', 'draft', 'draft'])
})

test('a refused record stops no other, and gets the same error as alone', async () => {
  const own = await make('/events', { title: 'Own' }, 'author')
  const others = await make('/events', { title: 'Of others' })
  const changed = (
    await bulk({ records: [own, others, 9_999_999], change: { cost: '3' } }, 'author')
  ).body
  assert.equal(changed.changed, 1)
  // a title is not shown to those who may not change the record
  assert.deepEqual(
    changed.refused.map(({ id, title }: { id: number; title: string }) => [id, title]),
    [
      [others, ''],
      [9_999_999, ''],
    ],
  )
  const wrong = (await bulk({ records: [own], change: { start_date: '2027-07-01 10:00' } })).body
  assert.equal(wrong.changed, 0)
  assert.match(wrong.refused[0].message, /start_date/)
  // refused within the transaction: the others of the batch are changed all the same
  const together = (
    await bulk({ records: [own, others], change: { start_date: '2027-06-01 13:00' } })
  ).body
  assert.equal(together.refused.length, 2)
  const someday = await make('/events', { end_date: '2027-06-03 12:00' })
  const mixed = (
    await bulk({ records: [others, someday], change: { start_date: '2027-06-02 10:00' } })
  ).body
  assert.deepEqual([mixed.changed, idsOf(mixed.refused)], [1, [others]])
  assert.equal((await read(someday)).start_date, '2027-06-02 10:00:00')
})

test('events that go to the trash get the other values of the change as well', async () => {
  const [music, soup] = [await make('/categories', { name: 'Trashed' }), await make('/events', {})]
  const { body } = await bulk({
    records: [soup],
    change: { status: 'trash', cost: '5' },
    add: { categories: [music] },
  })
  assert.equal(body.changed, 1, JSON.stringify(body))
  const stored = await service.store.get('event', soup)
  assert.deepEqual(
    [stored?.facts.status, stored?.facts.cost, stored?.links.category],
    ['trash', '5', [music]],
  )
  assert.equal(await restored(body), 1)
  const back = await read(soup)
  assert.deepEqual([back.status, back.cost, back.categories], ['publish', '', []])
})

test('events go to the trash and come back with their status and slug', async () => {
  const created = [
    await make('/events', { title: 'Soup night' }),
    await make('/events', { title: 'Soup night', status: 'draft' }),
  ]
  const slugs = await Promise.all(created.map(async id => (await read(id)).slug))
  const { body } = await bulk({ records: created, change: { status: 'trash' } })
  assert.equal(body.changed, 2, JSON.stringify(body))
  assert.equal((await send('GET', `/events/${created[0]}`)).status, 403)
  assert.equal(await restored(body), 2)
  const back = await Promise.all(created.map(id => read(id)))
  assert.deepEqual(
    back.map(({ status }) => status),
    ['publish', 'draft'],
  )
  assert.deepEqual(
    back.map(({ slug }) => slug),
    slugs,
  )
})

test('a series changes with all of its dates', async () => {
  const series = await make('/events', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
  const plain = await make('/events', {})
  const { body } = await bulk({ records: [series, plain], change: { featured: true } })
  assert.equal(body.changed, 2, JSON.stringify(body))
  const list = async () =>
    (await send('GET', `/events?include=${series}&per_page=10`)).body.events.map(
      ({ featured }: { featured: boolean }) => featured,
    )
  assert.deepEqual(await list(), [true, true, true])
  assert.equal(await restored(body), 2)
  assert.deepEqual(await list(), [false, false, false])
})

test('venues and terms change so too, and what no resource has is refused before anything is written', async () => {
  const venues = [await make('/venues', { venue: 'A' }), await make('/venues', { venue: 'B' })]
  const changed = (await bulk({ kind: 'venue', records: venues, change: { city: 'Lyon' } })).body
  assert.equal(changed.changed, 2)
  assert.equal((await read(Number(venues[1]), '/venues')).city, 'Lyon')
  assert.equal(await restored(changed), 2)
  const event = await make('/events', {})
  for (const body of [
    { change: { titel: 'x' } },
    { change: { venue: { venue: 'New for each' } } },
    { change: { image: 'http://example.org/a.jpg' } },
    { change: [] },
    { add: { categories: ['x'] } },
    { add: { title: [1] } },
    { add: { constructor: [1] } },
    { move: 'x' },
    { move: 1e15 },
    { records: Array.from({ length: 10_001 }, (_, at) => at + 1) },
    { records: [] },
    { kind: 'image' },
  ]) {
    const reply = await bulk({ records: [event], ...body })
    assert.equal(reply.status, 400, `${JSON.stringify(body)}: ${reply.text}`)
  }
  const reply = await bulk({ kind: 'venue', records: venues, move: 60 })
  assert.equal(reply.status, 400)
  assert.equal((await undo({ id: 9_999_999 })).body.code, 'bulk_not_found')
  assert.equal((await bulk({ records: [event], change: { cost: '1' } }, 'subscriber')).status, 403)
  assert.equal((await bulk({ records: [event], change: { cost: '1' } }, 'anonymous')).status, 403)
})

type Tabled = {
  rows: { id: number; events?: number; changed: string; record?: Row }[]
  total: number
}
type Row = { title: string; venue: { venue: string } }
async function table(query: Record<string, string | number>, as = 'editor'): Promise<Tabled> {
  const params = new URLSearchParams(Object.entries(query).map(([name, of]) => [name, String(of)]))
  const reply = await send('GET', `${service.address}/admin/api/table?${params}`, undefined, as)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

test('a table is sorted by any column, in the language of the request, with its whole total', async () => {
  const [hall, abbey] = [
    await make('/venues', { venue: 'Town hall' }),
    await make('/venues', { venue: 'Abbey' }),
  ]
  const days = { start_date: '2031-06-01 10:00', end_date: '2031-06-01 12:00' }
  const titles: [string, object][] = [
    ['Zebra', { venue: abbey, cost: '7' }],
    ['Élan', { venue: hall, status: 'draft', featured: true }],
    ['apple', { translations: { fr: { title: 'Pomme' } } }],
    ['Mango', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4', venue: hall }],
  ]
  for (const [title, more] of titles) await make('/events', { title, ...days, ...more })
  const query = 'start_date=2031-01-01&end_date=2032-01-01&occurrences=series'
  const sorted = async (sort: string, more: object = {}) => {
    const { rows, total } = await table({ kind: 'event', query, sort, fields: 'id,title', ...more })
    assert.equal(total, 4)
    return rows.map(({ record }) => record?.title)
  }
  assert.deepEqual(await sorted('title'), ['apple', 'Élan', 'Mango', 'Zebra'])
  assert.deepEqual(await sorted('-title'), ['Zebra', 'Mango', 'Élan', 'apple'])
  assert.deepEqual(await sorted('-title', { per_page: 2, page: 2 }), ['Élan', 'apple'])
  assert.equal((await sorted('status'))[0], 'Élan')
  assert.deepEqual((await sorted('venue'))[0], 'apple')
  assert.deepEqual((await sorted('venue'))[1], 'Zebra')
  assert.deepEqual((await sorted('-featured'))[0], 'Élan')
  assert.deepEqual((await sorted('-languages'))[0], 'apple')
  assert.deepEqual((await sorted('-modified')).length, 4)
  const venues = await table({ kind: 'venue', sort: '-events', fields: 'id', per_page: 1 })
  assert.equal(venues.rows[0]?.id, hall)
  assert.equal(venues.rows[0]?.events, 2)
  const { rows } = await table({ kind: 'event', query })
  assert.equal(rows.length, 4)
  assert.equal(rows[0]?.record, undefined)
})

test('every field that a table offers can be sorted by, each way, on every resource', async () => {
  for (const kind of ['event', 'venue', 'organizer', 'category', 'tag', 'page']) {
    const wrong = await send('GET', `${service.address}/admin/api/table?kind=${kind}&sort=x`)
    assert.equal(wrong.status, 400)
    const message: string = wrong.body.data.params.sort
    const names = message.match(/[a-z_]+/g)?.slice(0) ?? []
    const indexed = names.filter(name => name.length > 2)
    let tried = 0
    for (const name of indexed)
      for (const sort of [name, `-${name}`]) {
        const reply = await send(
          'GET',
          `${service.address}/admin/api/table?kind=${kind}&fields=id&sort=${sort}`,
        )
        assert.ok(reply.status === 200 || reply.status === 400, `${kind} ${sort}: ${reply.text}`)
        if (reply.status === 200) tried++
      }
    assert.ok(tried >= 8, `${kind}: ${tried}`)
  }
})

test('a table shows no user more than lists do, and refuses invalid parameters', async () => {
  await make('/events', { title: 'A draft of the editor', status: 'draft' })
  const query = 'status=any&search=draft+of+the+editor'
  assert.equal((await table({ kind: 'event', query, sort: 'title', fields: 'id' })).total, 1)
  assert.equal((await table({ kind: 'event', query, sort: 'title' }, 'contributor')).total, 0)
  const get = (text: string, as?: string) =>
    send('GET', `${service.address}/admin/api/table?${text}`, undefined, as)
  assert.equal((await get('kind=event&query=status%3Ddraft', 'subscriber')).status, 400)
  assert.equal((await get('kind=event', 'anonymous')).status, 401)
  assert.equal((await get('kind=event&query=status%3Dnone')).status, 400)
  assert.equal((await get('kind=image')).status, 400)
  for (const sort of ['password', 'constructor', '__proto__', '-', 'id;drop'])
    assert.equal((await get(`kind=event&sort=${encodeURIComponent(sort)}`)).status, 400, sort)
})

test('the order of a table and its counts say nothing of what a password hides', async () => {
  const place = await make('/venues', { venue: 'Aaa secret cellar' })
  const days = { start_date: '2033-06-01 10:00', end_date: '2033-06-01 12:00' }
  const created = [
    await make('/events', { ...days, title: 'A', password: 'x', website: 'https://m.example.org' }),
    await make('/events', { ...days, title: 'B', password: 'x', website: 'https://z.example.org' }),
    await make('/events', { ...days, title: 'C', password: 'x', website: 'https://a.example.org' }),
    await make('/events', { ...days, title: 'D', password: 'x', venue: place, cost: '9' }),
    await make('/events', { ...days, title: 'E', website: 'https://b.example.org' }),
  ]
  const query = 'start_date=2033-01-01&end_date=2034-01-01'
  const order = async (sort: string, as: string) =>
    (await table({ kind: 'event', query, sort, fields: 'id' }, as)).rows.map(({ id }) => id)
  const [a, b, c, d, e] = created
  assert.deepEqual(await order('website', 'editor'), [d, c, e, a, b])
  for (const sort of ['website', 'cost', 'venue'])
    for (const as of ['author', 'contributor'])
      assert.deepEqual(
        (await order(sort, as)).filter(id => id !== e),
        [a, b, c, d],
        `${sort} ${as}`,
      )
  assert.deepEqual(await order('-title', 'author'), [e, d, c, b, a])
  const countAs = async (as: string) =>
    (await table({ kind: 'venue', fields: 'id', per_page: 100 }, as)).rows.find(
      ({ id }) => id === place,
    )?.events
  assert.deepEqual([await countAs('editor'), await countAs('author')], [1, 0])
})

test('a table with more records than can be sorted in a moment is to be filtered first', async () => {
  const ids: number[] = []
  await service.store.write(async tx => {
    for (let n = 0; n <= 20_000; n++)
      ids.push(await tx.insert('tag', {}, { en: { name: `Tag ${n}`, name_key: `tag ${n}` } }))
  })
  const get = (sort: string, search = '') => {
    const query = encodeURIComponent(`hide_empty=false${search}`)
    const path = `table?kind=tag&fields=id&per_page=2&query=${query}${sort}`
    return send('GET', `${service.address}/admin/api/${path}`)
  }
  assert.equal((await get('')).body.rows.length, 2)
  const { status, body } = await get('&sort=-name')
  assert.equal(status, 400)
  assert.match(body.data.params.sort, /more than 20.?000 records cannot be sorted/)
  const some = ids.slice(0, 5)
  const filtered = await get('&sort=-name', `&include=${some}`)
  assert.equal(filtered.body.total, 5, filtered.text)
  assert.equal(filtered.body.rows[0].id, some[4])
})
