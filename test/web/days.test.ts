import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let site: Service
before(async () => {
  site = await startService({ clock: '2027-03-10T10:00:00Z', timezone: 'Europe/Paris' })
})
after(() => site.close())

async function create(title: string, from: string, to: string, more: object = {}) {
  const body = { title, start_date: from, end_date: to, ...more }
  const reply = await site.send('POST', '/events', { as: 'administrator', body })
  assert.equal(reply.status, 201, reply.text)
}

async function get(path: string): Promise<string> {
  const reply = await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
  assert.equal(reply.status, 200, path)
  return reply.text
}
const cellOf = (text: string, day: string) =>
  text.split('<td').find(cell => cell.includes(`/events/${day}/`)) ?? ''
const sectionOf = (text: string, day: string) =>
  text.split('<section').find(section => section.includes(`<h2><a href="/events/${day}/`)) ?? ''
/** The views that show it on a day: month, week and day. */
async function viewsWith(title: string, day: string): Promise<string[]> {
  const views = {
    month: cellOf(await get(`/events/month/${day.slice(0, 7)}/`), day),
    week: sectionOf(await get(`/events/week/${day}/`), day),
    day: await get(`/events/${day}/`),
  }
  return Object.entries(views).flatMap(([view, text]) => (text.includes(title) ? [view] : []))
}

test('an event that ends in the night belongs to its evening, in every view', async () => {
  await create('Until six', '2027-04-06 20:00', '2027-04-07 06:00')
  assert.deepEqual(await viewsWith('Until six', '2027-04-06'), ['month', 'week', 'day'])
  assert.deepEqual(await viewsWith('Until six', '2027-04-07'), [])
  assert.match(await get('/events/list/'), /Tue 6 April, 8\u00a0pm\u00a0– 6\u00a0am/)
})

test('an event that ends after the night, or began before the evening, is on both days', async () => {
  await create('Until seven', '2027-04-13 20:00', '2027-04-14 07:00')
  await create('From night to night', '2027-04-13 05:00', '2027-04-14 05:00')
  await create('Two nights', '2027-04-12 20:00', '2027-04-14 03:00')
  for (const title of ['Until seven', 'From night to night', 'Two nights']) {
    assert.deepEqual(
      await viewsWith(title, '2027-04-13').then(views => views.includes('day')),
      true,
    )
    assert.match(await get('/events/2027-04-14/'), new RegExp(title))
    assert.match(cellOf(await get('/events/month/2027-04/'), '2027-04-14'), new RegExp(title))
  }
  assert.doesNotMatch(await get('/events/2027-04-15/'), /Until seven|night/)
})

test('a night across the beginning of a week is of the week before', async () => {
  await create('Sunday night', '2027-04-18 22:00', '2027-04-19 04:00')
  assert.match(await get('/events/week/2027-04-12/'), /Sunday night/)
  assert.doesNotMatch(await get('/events/week/2027-04-19/'), /Sunday night/)
})

/** More than a month names. */
const many = 410

test('a pinned event is shown in its day, however many are before it', async () => {
  for (let n = 0; n < many; n++)
    await create(`Many ${n}.`, '2027-05-05 10:00', '2027-05-05 11:00', {
      date: `2027-01-01 00:${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
    })
  const readDays = async () =>
    [
      ...cellOf(await get('/events/month/2027-05/'), '2027-05-05').matchAll(
        />([^<>]+)<\/a><\/li>/g,
      ),
    ].map(([, title]) => title)
  assert.deepEqual(await readDays(), ['Many 0.', 'Many 1.', 'Many 2.'])
  const body = { title: 'Last', start_date: '2027-05-05 22:00', end_date: '2027-05-05 23:00' }
  const created = await site.send('POST', '/events', { as: 'administrator', body })
  assert.deepEqual(await readDays(), ['Many 0.', 'Many 1.', 'Many 2.'])
  const path = `/events/${created.body.id}`
  await site.send('PUT', path, { as: 'administrator', body: { sticky: true } })
  assert.deepEqual(await readDays(), ['Last', 'Many 0.', 'Many 1.'])
  await site.send('DELETE', path, { as: 'administrator' })
  assert.deepEqual(await readDays(), ['Many 0.', 'Many 1.', 'Many 2.'])
})

test('a day with very many events has pages, and its week and month say how many more there are', async () => {
  await create('Going on', '2027-05-03 10:00', '2027-05-06 11:00')
  const seen = new Set<string>()
  let pages = 0
  for (let path: string | undefined = '/events/2027-05-05/'; path; pages++) {
    const text = await get(path)
    const titles = [...text.matchAll(/>(Many \d+)\.</g)].map(([, title = '']) => title)
    assert.ok(titles.length <= 100)
    for (const title of titles) seen.add(title)
    assert.equal(text.includes('Going on'), pages === 0)
    path = /href="([^"]+)" rel="next">Later/.exec(text)?.[1]
  }
  assert.deepEqual([pages, seen.size], [5, many])
  const week = sectionOf(await get('/events/week/2027-05-03/'), '2027-05-05')
  const [onScreen = '', onPaper = ''] = week.split('<div class="on-paper">')
  assert.equal(onScreen.match(/>Many \d+\.</g)?.length, 25)
  assert.equal(onPaper.match(/>Many \d+\.</g)?.length, 35)
  assert.match(onPaper, /<p>\+ 350 more<\/p>/)
  assert.match(week, /aria-label="385 more events on 5 May 2027">\+ 385 more</)
  const cell = cellOf(await get('/events/month/2027-05/'), '2027-05-05')
  assert.match(cell, />\+ 407 more</)
})

test('days without events lead only towards events', async t => {
  const own = await startService({ clock: '2027-03-10T10:00:00Z', timezone: 'Europe/Paris' })
  t.after(() => own.close())
  for (const day of ['2027-04-06', '2027-06-06']) {
    const body = { title: 'Walk', start_date: `${day} 10:00`, end_date: `${day} 11:00` }
    await own.send('POST', '/events', { as: 'administrator', body })
  }
  const ways = async (path: string) => {
    const { text } = await own.send('GET', `${own.address}/events/${path}/`, {
      headers: { Accept: 'text/html' },
    })
    return ['prev', 'next'].filter(
      rel => text.includes(`class="step" href=`) && text.includes(`" rel="${rel}"`),
    )
  }
  for (const [before, within, between, after] of [
    ['month/2027-03', 'month/2027-04', 'month/2027-05', 'month/2027-07'],
    ['week/2027-03-29', 'week/2027-04-05', 'week/2027-05-10', 'week/2027-06-14'],
    ['2027-04-05', '2027-04-06', '2027-05-12', '2027-06-07'],
  ] as const) {
    assert.deepEqual(await ways(before), ['next'])
    assert.deepEqual(await ways(within), ['prev', 'next'])
    assert.deepEqual(await ways(between), ['prev', 'next'])
    assert.deepEqual(await ways(after), ['prev'])
  }
})
