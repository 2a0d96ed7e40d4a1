import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRows } from '../support/engine.ts'
import {
  change,
  edit,
  read,
  refused,
  restartService,
  send,
  service,
  useService,
} from '../support/scenario.ts'
import {
  listed,
  page,
  restore,
  scoped,
  series,
  versionPath,
  versionsOf,
} from '../support/series.ts'

useService()

/** The target of a page; its status if it does not redirect. */
async function leads(path: string) {
  const { status, headers } = await page(path)
  return status === 302 ? headers.location : status
}

test('the pages of dates that a split or detach has taken lead to where they are', async () => {
  const { title, slug, ids } = await series()
  const later = await scoped('PATCH', ids[3] ?? 0, 'following', { title: `${title} later` })
  const own = await scoped('PATCH', ids[1] ?? 0, 'detach', { title: `${title} apart` })
  const last = await scoped('PATCH', ids[5] ?? 0, 'following', { cost: '5' })
  const other = await scoped('PATCH', ids[4] ?? 0, 'detach', { cost: '6' })
  const at = (day: string) => leads(`/event/${slug}/2030-${day}/`)
  assert.equal((await page(`/event/${slug}/2030-03-03/`)).status, 200)
  assert.equal(await at('03-10'), `/event/${own.slug}/`)
  assert.equal(await at('03-24'), `/event/${later.slug}/2030-03-24/`)
  assert.equal(await at('03-31'), `/event/${other.slug}/`)
  assert.equal(await at('04-07'), `/event/${last.slug}/2030-04-07/`)
  assert.equal(await at('04-14'), 404)
  assert.equal(await leads(`/event/${slug}/2030-03-10.ics`), `/event/${own.slug}.ics`)
  assert.equal(await leads(`/event/${slug}/2030-03-24.ics`), `/event/${later.slug}/2030-03-24.ics`)
  const find = (day: string) => read(`/events/by-slug/${slug}`, { occurrence: `2030-${day}` })
  for (const [n, day] of ['03-03', '03-10', '03-17', '03-24', '03-31', '04-07'].entries())
    assert.equal((await find(day)).id, ids[n], day)

  // a part that has moved has them as much later; one that is removed leads to its part
  await change(later.series, { start_date: '2030-03-25 21:00', end_date: '2030-03-25 22:00' })
  assert.equal(await at('03-24'), `/event/${later.slug}/2030-03-25/`)
  assert.equal((await find('03-24')).id, ids[3])
  await change(later.series, { recurrence: ['RDATE:20300401T210000'] })
  await edit('DELETE', `/events/${ids[3]}`)
  assert.equal(await at('03-24'), `/event/${later.slug}/`)
  // what is not public is not named
  await change(own.id, { status: 'draft' })
  assert.equal(await at('03-10'), 404)
  const sent = { query: { occurrence: '2030-03-10' } }
  assert.equal((await send('GET', `/events/by-slug/${slug}`, sent)).status, 403)
})

test('the page of a removed date keeps its URL when its series moves', async () => {
  const { id, title, slug, ids } = await series()
  const [, second = 0, , fourth = 0] = ids
  const own = await scoped('PATCH', second, 'detach', { title: `${title} apart` })
  await edit('DELETE', `/events/${fourth}`)
  const moveTo = (day: string) =>
    change(id, { start_date: `2030-${day} 20:00:00`, end_date: `2030-${day} 22:00:00` })
  const at = (day: string) => leads(`/event/${slug}/2030-${day}/`)
  const stay = async () => {
    assert.equal(await at('03-10'), `/event/${own.slug}/`)
    assert.equal(await at('03-24'), `/event/${slug}/`)
  }
  await stay()
  const before = (await versionsOf(id))[0]?.version
  for (const [day, others] of [
    ['03-04', ['03-11', '03-25']],
    ['03-02', ['03-09', '03-23']],
  ] as const) {
    await moveTo(day)
    await stay()
    for (const other of others) assert.equal(await at(other), 404, other)
  }
  // moved back, or restored, the series has the removed date again under its ID, and the detached one stays
  await moveTo('03-03')
  await stay()
  await moveTo('03-04')
  assert.equal((await read(`/events/by-slug/${slug}`, { occurrence: '2030-03-10' })).id, own.id)
  await restore(id, before)
  await stay()
  await moveTo('03-06')
  await restore(id, (await versionsOf(id)).at(-1)?.version)
  assert.deepEqual(
    (await listed(title)).map(each => [each.id, each.start_date.slice(5, 10)]),
    ids.map((date, n) => [date, ['03-03', '03-10', '03-17', '03-24', '03-31', '04-07'][n]]),
  )
  assert.equal((await page(`/event/${slug}/2030-03-24/`)).status, 200)
})

test('a removed date of a moved series belongs to the part that has its place', async () => {
  const { id, title, slug, ids } = await series()
  const [, , third = 0, fourth = 0, , sixth = 0] = ids
  const own = await scoped('PATCH', fourth, 'detach', { title: `${title} apart` })
  await edit('DELETE', `/events/${sixth}`)
  await change(id, { start_date: '2030-03-11 20:00:00', end_date: '2030-03-11 22:00:00' })
  const later = await scoped('PATCH', third, 'following', { title: `${title} later` })
  await change(later.series, {
    start_date: '2030-03-26 20:00:00',
    end_date: '2030-03-26 22:00:00',
  })
  // by their places in the series as it was when it was split
  assert.equal(await leads(`/event/${slug}/2030-04-01/`), `/event/${own.slug}/`)
  assert.equal(await leads(`/event/${slug}/2030-04-15/`), `/event/${later.slug}/`)
  // and by those that they had when they went
  assert.equal(await leads(`/event/${slug}/2030-03-24/`), `/event/${own.slug}/`)
  assert.equal(await leads(`/event/${slug}/2030-04-07/`), `/event/${later.slug}/`)
  assert.equal(await leads(`/event/${slug}/2030-04-02/`), 404)
  // the removed date comes back to the later part, under its ID
  await change(later.series, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] })
  assert.equal((await read(`/events/${sixth}`)).start_date, '2030-04-16 20:00:00')
})

test('the parts of a split series name each other', async () => {
  const { id, ids } = await series()
  const parts = async (...of: number[]) => {
    const presented = await Promise.all(of.map(one => read(`/events/${one}`)))
    return presented.map(({ continues = 0, continued_by = 0 }) => [continues, continued_by])
  }
  assert.deepEqual(await parts(id, ids[0] ?? 0), [
    [0, 0],
    [0, 0],
  ])
  const { series: last } = await scoped('PATCH', ids[4] ?? 0, 'following', { cost: '5' })
  assert.deepEqual(await parts(id, last, ids[5] ?? 0), [
    [0, last],
    [id, 0],
    [id, 0],
  ])
  const { series: middle } = await scoped('PATCH', ids[2] ?? 0, 'following', { cost: '6' })
  const full = [
    [0, middle],
    [id, last],
    [middle, 0],
  ]
  assert.deepEqual(await parts(id, middle, last), full)
  await change(middle, { source: 'Their calendar', source_id: '7' })
  const own = await scoped('PATCH', ids[2] ?? 0, 'detach', {})
  assert.deepEqual([own.source, own.source_id], [undefined, undefined])
  assert.ok(!('continues' in own) && !('continued_by' in own))
  // a version that is restored leaves them parts
  for (const one of [id, last]) await restore(one, (await versionsOf(one)).at(-1)?.version)
  assert.deepEqual(await parts(id, middle, last), full)
  await edit('DELETE', `/events/${middle}?force=true`)
  assert.deepEqual(await parts(id, last), [
    [0, last],
    [id, 0],
  ])
  assert.deepEqual(await refused('GET', `/events/${middle}`), [404, 'rest-event-not-found'])
})

/** The dates of a series in lists, with their costs. */
const costs = async (title: string) =>
  (await listed(title)).map(({ id, start_date, cost }) => [id, start_date.slice(5, 16), cost])
const last = async (id: number): Promise<number> => (await versionsOf(id))[0]?.version

test('versions of a series have what differs on its dates, and a restored one brings it back', async () => {
  const { id, title, ids } = await series()
  const [, second = 0, third = 0] = ids
  const before = await costs(title)
  const [created] = [await last(id)]
  await change(second, { cost: '5' })
  await change(third, { cost: '6', start_date: '2030-03-18 20:00', end_date: '2030-03-18 22:00' })
  const both = await costs(title)
  const [differing] = [await last(id)]
  const [newest] = await versionsOf(id)
  assert.deepEqual(newest?.changed.dates, [third])
  await change(second, { cost: '7' })
  await restore(id, differing)
  assert.deepEqual(await costs(title), both)
  await restore(id, created)
  assert.deepEqual(await costs(title), before)
  await restore(id, differing)
  assert.deepEqual(await costs(title), both)
  const presented = await edit('GET', `${versionPath(id)}/${created}`)
  assert.deepEqual(presented.dates, [
    { id: second, original_start: '2030-03-10 20:00:00' },
    { id: third, original_start: '2030-03-17 20:00:00' },
  ])

  // a date that is removed loses what differs: it comes back with the version, not with the rule
  await edit('DELETE', `/events/${third}`)
  const [removed] = [await last(id)]
  await change(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'] })
  assert.deepEqual((await costs(title))[2], [third, '03-17 20:00', ''])
  await restore(id, removed)
  assert.equal((await costs(title)).length, 5)
  await restore(id, differing)
  assert.deepEqual(await costs(title), both)
  // the whole series, and back
  await change(id, { recurrence: [] })
  await restore(id, differing)
  assert.deepEqual(await costs(title), both)
})

test('a version from before a split or detach doubles no date', async () => {
  const { id, title, ids } = await series()
  await change(ids[4] ?? 0, { cost: '5' })
  const created = await last(id)
  const own = await scoped('PATCH', ids[1] ?? 0, 'detach', { excerpt: 'Own.' })
  const later = await scoped('PATCH', ids[3] ?? 0, 'following', { excerpt: 'Later.' })
  const before = await costs(title)
  assert.equal(before.length, 6)
  await change(id, { excerpt: 'Changed.' })
  const restored = await restore(id, created)
  assert.deepEqual(await costs(title), before)
  assert.deepEqual(restored.left_out, [
    { field: 'recurrence', id: later.series, language: null },
    { field: 'recurrence', id: own.id, language: null },
  ])
  assert.equal((await read(`/events/${id}`)).excerpt, '')
  // once these are in the trash, the series has its dates again
  await edit('DELETE', `/events/${later.series}`)
  await edit('DELETE', `/events/${own.id}`)
  await restore(id, created)
  const again = await costs(title)
  assert.deepEqual(
    again.map(([, start]) => start),
    before.map(([, start]) => start),
  )
  assert.ok(again.every(([date]) => date !== own.id))
})

/** The times of a series that begins on a day. */
const startOn = (day: string) => ({
  start_date: `2030-${day} 20:00:00`,
  end_date: `2030-${day} 22:00:00`,
})
/** The dates with a title in lists, by the place of their ID among some, and their days. */
const days = async (title: string, ids: readonly number[]) =>
  (await listed(title)).map(({ id, start_date }) => `${ids.indexOf(id)} ${start_date.slice(5, 10)}`)

test('a version from before a move and a split doubles no date', async () => {
  const { id, title, ids } = await series()
  const first = await last(id)
  await change(id, startOn('03-04'))
  const moved = await last(id)
  const later = await scoped('PATCH', ids[2] ?? 0, 'following', { cost: '5' })
  const others = ['2 03-18', '3 03-25', '4 04-01', '5 04-08']
  const restored = await restore(id, first)
  assert.deepEqual(await days(title, ids), ['0 03-03', '1 03-10', ...others])
  assert.deepEqual(restored.left_out, [{ field: 'recurrence', id: later.series, language: null }])
  await restore(id, moved)
  assert.deepEqual(await days(title, ids), ['0 03-04', '1 03-11', ...others])
  // moves after the split leave that as it is
  await change(id, startOn('03-05'))
  await restore(id, first)
  assert.deepEqual(await days(title, ids), ['0 03-03', '1 03-10', ...others])
})

test('a version of the first part of a series has all of its dates, however it was moved', async () => {
  const { id, title, ids } = await series()
  await scoped('PATCH', ids[3] ?? 0, 'following', { cost: '5' })
  const others = ['3 03-24', '4 03-31', '5 04-07']
  const split = await last(id)
  await change(id, startOn('03-13'))
  const moved = await last(id)
  await change(id, { ...startOn('02-24'), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] })
  const longer = await last(id)
  const four = await days(title, ids)
  assert.equal(four.length, 7)
  await restore(id, moved)
  assert.deepEqual(
    (await days(title, ids)).toSorted(),
    ['0 03-13', '1 03-20', '2 03-27', ...others].toSorted(),
  )
  await restore(id, split)
  assert.deepEqual(await days(title, ids), ['0 03-03', '1 03-10', '2 03-17', ...others])
  await restore(id, longer)
  assert.deepEqual(await days(title, ids), four)
  // what the later part has stays there, even where the first had dates there too
  await change(id, { ...startOn('03-03'), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'] })
  assert.equal((await listed(title)).length, 9)
  const both = await last(id)
  await restore(id, split)
  await restore(id, both)
  assert.deepEqual(await days(title, ids), ['0 03-03', '1 03-10', '2 03-17', ...others])
})

test('a version of a series that an earlier program has split doubles no date', async () => {
  const { id, title, ids } = await series()
  const first = await last(id)
  const { series: later } = await scoped('PATCH', ids[3] ?? 0, 'following', { cost: '5' })
  await service.stop()
  const { rows, close } = openRows(service.settings, { mayWrite: true })
  await rows('UPDATE event SET continued_after = NULL')
  await close()
  await restartService()
  const restored = await restore(id, first)
  const others = ['3 03-24', '4 03-31', '5 04-07']
  assert.deepEqual(await days(title, ids), ['0 03-03', '1 03-10', '2 03-17', ...others])
  assert.deepEqual(restored.left_out, [{ field: 'recurrence', id: later, language: null }])
  // a split of a part with such an end, and the deletion of that part, leave it so
  const { series: middle } = await scoped('PATCH', ids[2] ?? 0, 'following', { cost: '6' })
  await edit('DELETE', `/events/${middle}?force=true`)
  await restore(id, first)
  const again = await listed(title)
  assert.deepEqual(
    again.map(({ start_date }) => start_date.slice(5, 10)),
    ['03-03', '03-10', '03-17', '03-24', '03-31', '04-07'],
  )
})

test('a version doubles no date of the parts that are left when one between them is deleted', async () => {
  const { id, title, ids } = await series()
  const first = await last(id)
  await change(id, startOn('03-04'))
  await scoped('PATCH', ids[4] ?? 0, 'following', { cost: '5' })
  await change(id, startOn('03-05'))
  const { series: middle } = await scoped('PATCH', ids[2] ?? 0, 'following', { cost: '6' })
  const others = ['4 04-01', '5 04-08']
  const both = ['2 03-19', '3 03-26', ...others]
  await restore(id, first)
  assert.deepEqual(await days(title, ids), ['0 03-03', '1 03-10', ...both])
  // the middle part has all of its dates in each of its versions
  const created = await last(middle)
  await change(middle, startOn('03-21'))
  await restore(middle, created)
  assert.deepEqual(await days(title, ids), ['0 03-03', '1 03-10', ...both])
  await edit('DELETE', `/events/${middle}?force=true`)
  await restore(id, first)
  const again = await listed(title)
  assert.deepEqual(
    again.map(({ start_date }) => start_date.slice(5, 10)),
    ['03-03', '03-10', '03-17', '03-24', '04-01', '04-08'],
  )
})

test('links to deleted records do not come back with a version of a date', async () => {
  const { id, ids } = await series()
  const [, second = 0] = ids
  const [deleted, stays] = [
    await edit('POST', '/venues', { venue: 'Barn' }),
    await edit('POST', '/venues', { venue: 'Mill' }),
  ]
  await change(second, { venue: [deleted.id, stays.id], cost: '5' })
  const had = await last(id)
  await change(second, { venue: [], cost: '' })
  await edit('DELETE', `/venues/${deleted.id}?force=true`)
  await restore(id, had)
  const date = await read(`/events/${second}`)
  assert.deepEqual([date.venue.id, date.cost], [stays.id, '$5'])
})

test('a series whose last date is detached has a date again when it leaves the trash', async () => {
  const { id, title, ids } = await series({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })
  const [first = 0, second = 0] = ids
  await scoped('DELETE', first, 'this')
  const own = await scoped('PATCH', second, 'detach', { title: `${title} apart` })
  assert.deepEqual([own.id, own.series], [second, undefined])
  assert.deepEqual(
    (await listed(title)).map(each => each.id),
    [second],
  )
  await change(id, { status: 'publish' })
  const dates = (await listed(title)).map(each => [each.id, each.start_date])
  assert.equal(dates.length, 2)
  const [, again] = dates.map(([each]) => each).toSorted((a, b) => a - b)
  assert.ok(again > second)
  assert.equal((await read(`/events/${again}`)).series, id)
  assert.equal(dates[0]?.[1], dates[1]?.[1])
})
