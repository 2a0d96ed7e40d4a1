import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { imageFile } from '../support/openapi-body.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'

let service: Service
const when = (year: number) => ({
  start_date: `${year}-06-01 10:00`,
  end_date: `${year}-06-01 12:00`,
})
const add = (as: string, path: string, body: object) => service.send('POST', path, { as, body })

before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
  const events: [as: string, year: number, more?: object][] = [
    ['editor', 2026],
    ['editor', 2028],
    ['editor', 2028, { status: 'draft' }],
    ['author', 2026, { status: 'draft' }],
    ['author', 2026, { status: 'auto-draft' }],
    ['author', 2028, { status: 'private' }],
    ['author', 2028, { hide_from_listings: true }],
    ['contributor', 2028, { status: 'pending' }],
  ]
  for (const [as, year, more] of events)
    await add(as, '/events', { title: 'Event', ...when(year), ...more })
  const { body } = await add('author', '/events', { title: 'Gone', ...when(2028) })
  await service.send('DELETE', `/events/${body.id}`, { as: 'author' })
  await add('editor', '/venues', { venue: 'Hall' })
  await add('author', '/venues', { venue: 'Shed', status: 'draft' })
})
after(() => service.close())

type Counted = Record<'counts' | 'later', Record<string, number>>
async function counted(as: string, query: string): Promise<Counted> {
  const reply = await service.send('GET', `${service.address}/admin/api/counts?${query}`, { as })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
/** Only what there is anything of. */
const some = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

test('records are counted by status, each as lists show them to the caller', async () => {
  const query = 'kind=event&ends_after=2027-05-01'
  for (let time = 0; time < 2; time++) {
    const { counts, later } = await counted('editor', query)
    assert.deepEqual(some(counts), {
      all: 7,
      mine: 3,
      publish: 2,
      draft: 2,
      'auto-draft': 1,
      private: 1,
      pending: 1,
      trash: 1,
    })
    assert.deepEqual(some(later), {
      all: 4,
      mine: 2,
      publish: 1,
      draft: 1,
      private: 1,
      pending: 1,
      trash: 1,
    })
  }
  const own = await counted('author', query)
  assert.deepEqual(some(own.counts), {
    all: 5,
    mine: 3,
    publish: 2,
    draft: 1,
    'auto-draft': 1,
    private: 1,
    trash: 1,
  })
  assert.deepEqual((await counted('subscriber', query)).later, { all: 1, publish: 1 })
  assert.deepEqual(some((await counted('editor', 'kind=venue')).counts), {
    all: 2,
    publish: 1,
    draft: 1,
  })
  assert.deepEqual(some((await counted('contributor', 'kind=venue')).counts), {
    all: 1,
    publish: 1,
  })
})

test('venues are counted with events to come, events by whether they take place, as their lists show them', async () => {
  const { body: hall } = await add('editor', '/venues', { venue: 'Hall', status: 'draft' })
  const [start_date, end_date] = ['2039-05-01 20:00', '2039-05-01 22:00']
  const event = { title: 'Call', start_date, end_date, venue: hall.id, event_status: 'cancelled' }
  await add('editor', '/events', event)
  const { counts } = await counted('editor', 'kind=venue&only_with_upcoming=true')
  assert.deepEqual(some(counts), { all: 1, draft: 1 })
  const called = await counted('editor', 'kind=event&event_status=cancelled&ends_after=2039-01-01')
  assert.deepEqual(some(called.later), { all: 1, mine: 1, publish: 1 })
})

test('events are found by having an image, until it is deleted', async () => {
  const { body: image } = await service.send('POST', '/images', {
    as: 'editor',
    body: await imageFile(4, 4),
    headers: { 'Content-Type': 'image/png' },
  })
  const [start_date, end_date] = ['2041-05-01 20:00', '2041-05-01 22:00']
  const event = { title: 'Seen', start_date, end_date }
  await add('editor', '/events', { ...event, title: 'Unseen' })
  await add('editor', '/events', { ...event, image: image.id })
  const titles = async (has_image: boolean) => {
    const query = `ends_after=2041-01-01&has_image=${has_image}`
    const { body } = await service.send('GET', `/events?${query}`)
    assert.equal((await counted('editor', `kind=event&${query}`)).later.all, body.total)
    return body.events.map(({ title }: { title: string }) => title)
  }
  assert.deepEqual([await titles(true), await titles(false)], [['Seen'], ['Unseen']])
  await service.send('DELETE', `/images/${image.id}?force=true`, { as: 'editor' })
  assert.deepEqual((await titles(false)).toSorted(), ['Seen', 'Unseen'])
})

test('events are found by having a category, until it is deleted', async () => {
  const parent = (await add('editor', '/categories', { name: 'Craft' })).body.id
  const { body: child } = await add('editor', '/categories', { name: 'Pottery', parent })
  const event = { start_date: '2042-05-01 20:00', end_date: '2042-05-01 22:00' }
  await add('editor', '/events', { ...event, title: 'Loose' })
  await add('editor', '/events', { ...event, title: 'Filed', categories: [child.id] })
  const titles = async (has_category: boolean, more = '') => {
    const query = `ends_after=2042-01-01&has_category=${has_category}${more}`
    const { body } = await service.send('GET', `/events?${query}`)
    if (more === '') {
      const { later } = await counted('editor', `kind=event&${query}`)
      assert.equal(later.all, body.total)
    }
    return body.events.map(({ title }: { title: string }) => title).toSorted()
  }
  for (let n = 0; n < 3; n++)
    assert.deepEqual([await titles(true), await titles(false)], [['Filed'], ['Loose']])
  assert.deepEqual(await titles(true, '&categories=craft'), ['Filed'])
  assert.deepEqual(await titles(false, '&categories=craft'), [])
  const { body: other } = await add('editor', '/categories', { name: 'Weaving' })
  await add('editor', '/events', { ...event, title: 'New', categories: [other.id] })
  for (let n = 0; n < 3; n++)
    assert.deepEqual([await titles(true), await titles(false)], [['Filed', 'New'], ['Loose']])
  await service.send('DELETE', `/categories/${child.id}?force=true`, { as: 'editor' })
  assert.deepEqual([await titles(true), await titles(false)], [['New'], ['Filed', 'Loose']])
})

test('each count is the total of its list, with any filter', async () => {
  const { body: category } = await add('editor', '/categories', { name: 'Vigils' })
  const { body: venue } = await add('editor', '/venues', { venue: 'Barn' })
  const more = { categories: [category.id], venue: venue.id, title: 'Veillée' }
  for (const body of [{ status: 'draft' }, { status: 'publish' }, { status: 'pending' }])
    await add('author', '/events', { ...when(2028), ...more, ...body })
  await add('author', '/events', { ...when(2026), ...more, translations: { fr: { title: 'V' } } })
  const always = { start_date: '1000-01-01', end_date: '9999-12-31' }
  const dated: [dates: Record<string, string>, name: 'counts' | 'later'][] = [
    [{}, 'counts'],
    [{ ends_after: '2027-05-01' }, 'later'],
    [{ ends_before: '2027-05-01' }, 'later'],
    [{ ends_after: '2028-05-31', starts_before: '2028-06-30' }, 'later'],
  ]
  const filters = [
    {},
    { search: 'veillee' },
    { category: String(category.id) },
    { venue: String(venue.id), search: 'veillee' },
    { ml_missing: 'fr' },
    { venue: '9999' },
  ]
  for (const [dates, name] of dated)
    for (const { category: id, ...others } of filters) {
      const sent = { ...dates, ...others, ...(id && { category: id }) }
      const query = new URLSearchParams({ kind: 'event', ...sent })
      const counts = (await counted('author', `${query}`))[name]
      for (const [status, count] of Object.entries(counts)) {
        const query = {
          ...(name === 'counts' ? always : dates),
          ...others,
          ...(id && { categories: id }),
          ...(status === 'mine' && { author: String(service.users.author) }),
          ...(status !== 'all' && status !== 'mine' && { status }),
        }
        const { body } = await service.send('GET', '/events', { as: 'author', query })
        // an unknown venue is an error of the list, and nothing to count
        assert.equal(body.total ?? 0, count, JSON.stringify([sent, status]))
      }
    }
  const search = await counted('editor', 'kind=venue&search=barn')
  assert.equal(search.counts.all, 1)
})

test('counts need credentials and a resource with a status', async () => {
  const ask = (query: string, as?: string) =>
    service.send('GET', `${service.address}/admin/api/counts?${query}`, as ? { as } : {})
  assert.equal((await ask('kind=event')).status, 401)
  assert.equal((await ask('kind=tag', 'editor')).status, 400)
  assert.equal((await ask('', 'editor')).status, 400)
})

test('events are found by having a venue, series by each of their dates', async () => {
  const [start_date, end_date] = ['2029-05-01 20:00', '2029-05-01 22:00']
  const event = { start_date, end_date }
  await add('editor', '/events', { ...event, title: 'Bare' })
  await add('editor', '/events', { ...event, title: 'Placed', venue: { venue: 'Mill of 2029' } })
  const series = await add('editor', '/events', {
    ...event,
    title: 'Series',
    recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
  })
  const asVisitor = await service.send('GET', '/events?has_venue=true')
  assert.equal(asVisitor.status, 400)
  const found = async (query: string) => {
    const dates = `start_date=2029-05-01&end_date=2029-06-01&${query}`
    const { body } = await service.send('GET', `/events?${dates}`, { as: 'editor' })
    const series = await service.send('GET', `/events?${dates}&occurrences=series`, {
      as: 'editor',
    })
    const counts = await counted('editor', `kind=event&${dates}`)
    assert.equal(counts.later.all, series.body.total)
    return body.events.map(({ title }: { title: string }) => title).toSorted()
  }
  const bare = ['Bare', 'Series', 'Series']
  assert.deepEqual(await found('has_venue=true'), ['Placed'])
  assert.deepEqual(await found('has_venue=false'), bare)
  const { id } = (await service.send('GET', '/venues?search=2029')).body.venues[0]
  await service.send('PATCH', `/events/${series.body.id}`, { as: 'editor', body: { venue: id } })
  assert.deepEqual(await found('has_venue=true'), ['Placed', 'Series', 'Series'])
  await service.send('DELETE', `/venues/${id}`, { as: 'editor' })
  assert.deepEqual(await found('has_venue=true'), [])
})
