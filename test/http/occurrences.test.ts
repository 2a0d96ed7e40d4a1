import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

// On PostgreSQL too: lists of dates are ordered and filtered in SQL.

let site: Service
let series = 0
let single = 0
let dates: number[] = []

before(async () => {
  site = await startService({ clock: '2027-03-10T10:00:00Z', timezone: 'Europe/Paris' })
  const create = async (body: object) =>
    (await site.send('POST', '/events', { as: 'editor', body })).body.id as number
  const at = { start_date: '2027-03-02 20:00:00', end_date: '2027-03-02 22:00:00' }
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=30']
  series = await create({
    ...at,
    recurrence,
    title: 'Class',
    translations: { fr: { title: 'Cours' } },
  })
  single = await create({ ...at, title: 'Once' })
  const { body } = await occurrencesOf(series, { query: { per_page: 50 } })
  const [, ...later] = body.events.map(({ id }: { id: number }) => id)
  dates = later
  removed = dates.splice(3, 1)[0] ?? 0
  assert.equal((await site.send('DELETE', `/events/${removed}`, { as: 'editor' })).status, 200)
})
let removed = 0
after(() => site.close())

test('an occurrence is read by its ID, as lists show it, by anyone and by editors', async () => {
  const [second] = dates
  for (const as of ['anonymous', 'anonymous', 'editor'] as const) {
    const { status, body } = await site.send('GET', `/events/${second}`, { as })
    assert.deepEqual(
      [status, body.id, body.series, body.start_date, body.original_start],
      [200, second, series, '2027-03-09 20:00:00', '2027-03-09 20:00:00'],
    )
    assert.match(body.url, /\/event\/class\/2027-03-09\/$/)
    assert.equal(body.json_ld.url, body.url)
    assert.equal(body.json_ld.startDate, '2027-03-09T20:00:00+01:00')
  }
})

test('the tag of an occurrence changes with its series', async () => {
  const [second] = dates
  const before = (await site.send('GET', `/events/${second}`)).headers.etag
  await site.send('PATCH', `/events/${series}`, { as: 'editor', body: { cost: '12' } })
  const { body, headers } = await site.send('GET', `/events/${second}`)
  assert.equal(body.cost, '$12')
  assert.notEqual(headers.etag, before)
})

test('the ID of a removed date is 410, with a message in both languages', async () => {
  const { status, body } = await site.send('GET', `/events/${removed}`)
  assert.deepEqual([status, body.code], [410, 'event-date-removed'])
  assert.match(body.message, new RegExp(`${removed} .* ${series}`))
  const french = await site.send('GET', `/events/${removed}?ml_language=fr`)
  assert.match(french.body.message, /a été retirée/)
  assert.equal((await site.send('GET', '/events/999999')).status, 404)
})

test('a series by its own ID is on its next date, and names its next ten', async () => {
  for (const as of ['anonymous', 'editor'] as const) {
    const { body } = await site.send('GET', `/events/${series}`, { as })
    assert.deepEqual(
      [body.id, body.series, body.start_date, 'original_start' in body],
      [series, series, '2027-03-16 20:00:00', false],
    )
    assert.match(body.url, /\/event\/class\/$/)
    assert.equal(body.next_occurrences.length, 10)
    assert.deepEqual(body.next_occurrences[0], {
      id: dates[1],
      start_date: '2027-03-16 20:00:00',
      end_date: '2027-03-16 22:00:00',
      utc_start_date: '2027-03-16 19:00:00',
      utc_end_date: '2027-03-16 21:00:00',
      start: '2027-03-16T20:00:00+01:00',
      end: '2027-03-16T22:00:00+01:00',
      original_start: '2027-03-16 20:00:00',
      url: `${site.address}/event/class/2027-03-16/`,
      rest_url: `${site.address}/cal/events/v1/events/${dates[1]}`,
      event_status: 'scheduled',
    })
    // after daylight saving began, at the same time on the clock
    const summer = body.next_occurrences[2]
    assert.deepEqual(
      [summer.start_date, summer.utc_start_date, summer.start],
      ['2027-04-06 20:00:00', '2027-04-06 18:00:00', '2027-04-06T20:00:00+02:00'],
    )
  }
})

test('a date of the event of a slug is read by its original start, or by its day', async () => {
  for (const occurrence of ['2027-03-09', '2027-03-09T20:00'])
    for (const slug of ['class', 'cours']) {
      const path = `/events/by-slug/${slug}?occurrence=${occurrence}`
      assert.equal((await site.send('GET', path)).body.id, dates[0])
    }
  const once = await site.send('GET', '/events/by-slug/once?occurrence=2027-03-02')
  assert.equal(once.body.id, single)
  for (const wrong of ['2027-03-10', '2027-03-09T19:00', 'x', '2027-02-30', '2027-03-30']) {
    const { status, body } = await site.send('GET', `/events/by-slug/class?occurrence=${wrong}`)
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['occurrence']], wrong)
  }
})

test('a single event has none of the keys of a series', async () => {
  const { body } = await site.send('GET', `/events/${single}`)
  for (const name of ['series', 'original_start', 'next_occurrences'])
    assert.ok(!(name in body), name)
})

test('the form of an editor has the first date of a series, as it is written', async () => {
  const path = `/events/${series}?context=edit`
  const { body } = await site.send('GET', path, { as: 'editor' })
  assert.deepEqual([body.id, body.start_date], [series, '2027-03-02 20:00:00'])
  assert.ok(!('next_occurrences' in body))
  const date = await site.send('GET', `/events/${dates[0]}?context=edit`, { as: 'editor' })
  assert.equal(date.body.start_date, '2027-03-09 20:00:00')
})

test('a date is part of its series for programs, and its page says how it repeats', async () => {
  const body = {
    title: 'Yoga',
    start_date: '2027-03-07 10:00:00',
    end_date: '2027-03-07 11:00:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
    translations: { fr: { title: 'Yoga doux' } },
  }
  await site.send('POST', '/events', { as: 'editor', body })
  const { body: date } = await site.send('GET', '/events/by-slug/yoga?occurrence=2027-03-14')
  const url = `${site.address}/event/yoga/`
  assert.deepEqual(date.json_ld.superEvent, { '@type': 'EventSeries', name: 'Yoga', url })
  const { body: full } = await site.send('GET', '/events/by-slug/yoga')
  assert.ok(!('superEvent' in full.json_ld))
  const get = (path: string) =>
    site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
  assert.match((await get('/event/yoga/')).text, /<br><span class="zone">Every Sunday, 6 times</)
  assert.match((await get('/fr/evenement/yoga-doux/2027-03-21/')).text, /Tous les dimanches, 6/)
  assert.match((await get('/event/yoga/2027-03-21/')).text, /"superEvent":\{"@type":"EventSeries"/)
})

test('a list by series has each series once, with its first date in the window and their number', async () => {
  const window = 'start_date=2027-03-10&end_date=2027-04-30&occurrences=series'
  for (const as of ['anonymous', 'editor'] as const) {
    const { body } = await site.send('GET', `/events?${window}`, { as })
    assert.equal(body.total, 2)
    assert.deepEqual(
      body.events.map((each: Record<string, unknown>) => [
        each.title,
        each.start_date,
        each.occurrence_count,
      ]),
      [
        ['Yoga', '2027-03-14 10:00:00', 5],
        ['Class', '2027-03-16 20:00:00', 6],
      ],
    )
    assert.equal((await site.send('GET', `/events?${window}&per_page=1&page=2`)).body.total, 2)
  }
  const first = 'start_date=2027-03-01&end_date=2027-03-03&occurrences=series&search=once'
  const { body } = await site.send('GET', `/events?${first}`)
  assert.deepEqual([body.total, 'occurrence_count' in body.events[0]], [1, false])
  assert.equal((await site.send('GET', '/events?occurrences=none')).status, 400)
})

const occurrencesOf = (id: number | undefined, more: object = {}) =>
  site.send('GET', `/events/${id}/occurrences`, more)

test('the dates of a series are listed in order, by its ID and by the ID of a date', async () => {
  for (const as of ['anonymous', 'editor'] as const)
    for (const id of [series, dates[5]]) {
      const { status, body, headers } = await occurrencesOf(id, { as, query: { per_page: 50 } })
      assert.deepEqual([status, body.total, body.total_pages], [200, 29, 1])
      assert.deepEqual([headers['x-total'], headers['x-total-pages']], ['29', '1'])
      const listed: { id: number; start_date: string; series: number }[] = body.events
      assert.deepEqual(
        listed.slice(1).map(each => each.id),
        dates,
      )
      assert.ok(listed.every(each => each.series === series))
      const starts = listed.map(each => each.start_date)
      assert.deepEqual(starts, starts.toSorted())
      assert.equal(starts[0], '2027-03-02 20:00:00')
    }
})

test('a date in the list of dates equals the single date', async () => {
  const { body } = await occurrencesOf(series, { query: { per_page: 2 } })
  const { body: alone } = await site.send('GET', `/events/${dates[0]}`)
  const { json_ld: _, ...same } = alone
  const { json_ld: _1, ...listed } = body.events[1]
  assert.deepEqual(listed, same)
})

test('the list of dates has pages and a window, and its links lead on', async () => {
  const window = { start_date: '2027-04-01', end_date: '2027-06-01' }
  const first = await occurrencesOf(series, { query: { ...window, per_page: 5 } })
  assert.deepEqual([first.body.total, first.body.total_pages], [9, 2])
  assert.equal(first.body.events[0].start_date, '2027-04-06 20:00:00')
  assert.match(String(first.headers.link), /occurrences\/\?[^>]*page=2>; rel="next"/)
  const second = await site.send('GET', first.body.next_rest_url)
  assert.equal(second.body.events.at(-1).start_date, '2027-06-01 20:00:00')
  assert.ok(!('next_rest_url' in second.body))
  const beyond = await occurrencesOf(series, { query: { ...window, page: 9 } })
  assert.deepEqual([beyond.status, beyond.body.code], [404, 'event-archive-page-not-found'])
  const wrong = await occurrencesOf(series, { query: { start_date: 'soonish', per_page: 'x' } })
  assert.deepEqual(Object.keys(wrong.body.data.params).toSorted(), ['per_page', 'start_date'])
})

test('a tag of the list of dates saves reading it again, until the series changes', async () => {
  const { etag } = (await occurrencesOf(series)).headers
  const headers = { 'If-None-Match': etag }
  assert.equal((await occurrencesOf(series, { headers })).status, 304)
  await site.send('PATCH', `/events/${series}`, { as: 'editor', body: { cost: '13' } })
  assert.equal((await occurrencesOf(series, { headers })).status, 200)
})

test('a single event has its one date', async () => {
  const { body } = await occurrencesOf(single)
  assert.deepEqual([body.total, body.events[0].id, 'series' in body.events[0]], [1, single, false])
})

test('dates are open to those who may read the event', async () => {
  const at = { start_date: '2027-05-02 20:00:00', end_date: '2027-05-02 22:00:00' }
  const createRecord = async (more: object) => {
    const body = { ...at, title: 'Closed', recurrence: ['RRULE:FREQ=DAILY;COUNT=3'], ...more }
    return (await site.send('POST', '/events', { as: 'editor', body })).body.id as number
  }
  const draft = await createRecord({ status: 'draft' })
  assert.equal((await occurrencesOf(draft)).body.code, 'event-not-accessible')
  assert.equal((await occurrencesOf(draft, { as: 'editor' })).body.total, 3)
  const secret = await createRecord({ password: 'sesame' })
  assert.equal((await occurrencesOf(secret)).body.code, 'event-password-protected')
  const opened = await occurrencesOf(secret, { query: { password: 'sesame' } })
  assert.deepEqual([opened.body.total, opened.headers.etag], [3, undefined])
  assert.ok(!opened.text.includes('sesame'))
  assert.equal((await occurrencesOf(removed)).status, 410)
  assert.equal((await occurrencesOf(999_999)).status, 404)
})

test('the differences of a date are in the list of dates, and only there', async () => {
  const at = { start_date: '2027-05-02 20:00:00', end_date: '2027-05-02 22:00:00' }
  const event = { ...at, title: 'Open', recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }
  const created = await site.send('POST', '/events', { as: 'editor', body: event })
  const titles = (body: { events: { title: string }[] }) => body.events.map(each => each.title)
  const { body: plain } = await occurrencesOf(created.body.id)
  const second = plain.events[1].id
  await site.send('PATCH', `/events/${second}`, { as: 'editor', body: { title: 'Late' } })
  for (const id of [created.body.id, second])
    assert.deepEqual(titles((await occurrencesOf(id)).body), ['Open', 'Late', 'Open'])
})

test('lists of later dates say up to when they have the dates of series', async () => {
  const body = {
    title: 'Endless',
    start_date: '2027-05-02 20:00:00',
    end_date: '2027-05-02 22:00:00',
    recurrence: ['RRULE:FREQ=MONTHLY'],
  }
  const horizonOf = async (query: object, path = '/events', as?: string) => {
    const sent = { query: { per_page: 1, ...query }, ...(as && { as }) }
    return (await site.send('GET', path, sent)).headers['x-almanac-horizon']
  }
  const far = { start_date: '2027-05-01', end_date: '2040-12-31' }
  assert.equal(await horizonOf(far), undefined)
  const { id } = (await site.send('POST', '/events', { as: 'editor', body })).body
  for (const as of [undefined, undefined, 'editor']) {
    assert.equal(await horizonOf(far, '/events', as), '2032-03-10 00:00:00')
    assert.equal(
      await horizonOf({ starts_after: '2027-06-01' }, '/events', as),
      '2032-03-10 00:00:00',
    )
    assert.equal(await horizonOf({}, '/events', as), undefined)
    assert.equal(await horizonOf({ end_date: '2031-12-31' }, '/events', as), undefined)
  }
  const path = `/events/${id}/occurrences`
  assert.equal(await horizonOf({}, path), '2032-03-10 00:00:00')
  assert.equal(await horizonOf({ end_date: '2032-01-01' }, path), undefined)
  assert.equal(await horizonOf({ end_date: '2034-01-01' }, path), undefined)
  // computed for so many years at most
  assert.equal(await horizonOf({ end_date: '2999-01-01' }, path), '2082-04-17 00:00:00')
})

test('the dates of a series go on without IDs to the end of a window beyond the horizon', async () => {
  const query = { start_date: '2032-02-01', end_date: '2032-06-30' }
  const results = await site.send('GET', '/events?search=endless&per_page=1')
  const { series: of } = results.body.events[0]
  for (const as of ['anonymous', 'editor'] as const) {
    const { body } = await occurrencesOf(of, { as, query })
    const presented = body.events.map((each: Record<string, unknown>) => [
      each.id === of,
      each.start_date,
      each.original_start,
      each.utc_start_date,
      String(each.url).endsWith('/event/endless/'),
    ])
    const at = (day: string, isComputed: boolean, hour = '18') => {
      const start = `2032-${day} 20:00:00`
      return [isComputed, start, start, `2032-${day} ${hour}:00:00`, isComputed]
    }
    assert.deepEqual(presented, [
      at('02-02', false, '19'),
      at('03-02', false, '19'),
      at('04-02', true),
      at('05-02', true),
      at('06-02', true),
    ])
    assert.equal(body.total, 5)
    const pages = await Promise.all(
      [1, 2, 3].map(page => occurrencesOf(of, { as, query: { ...query, per_page: 2, page } })),
    )
    assert.deepEqual(
      pages.flatMap(({ body }) => body.events),
      body.events,
    )
  }
  const after = { start_date: '2050-01-01', end_date: '2050-02-28' }
  const { body } = await occurrencesOf(of, { query: after })
  assert.deepEqual(
    body.events.map((each: { start_date: string }) => each.start_date),
    ['2050-01-02 20:00:00', '2050-02-02 20:00:00'],
  )
})
