import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Context } from '../../src/calendar/base/context.ts'
import { openRetention } from '../../src/calendar/retention/retention.ts'
import { type Service, startService } from '../support/service.ts'

type Fields = Record<string, string>

let site: Service
before(async () => {
  site = await startService({
    clock: '2027-03-01T10:00:00Z',
    submissions: 1000,
    timezone: 'Europe/Paris',
    footerLinks:
      '{"en":"Legal /legal\\nPrivacy /pages/privacy","fr":"Confidentialité /confidentialite"}',
  })
})
after(() => site.close())

const at = (path: string) => site.address + path
const get = (path: string) => site.send('GET', at(path), { headers: { Accept: 'text/html' } })
const post = (
  path: string,
  fields: Fields,
  headers: object = { 'Sec-Fetch-Site': 'same-origin' },
) =>
  site.send('POST', at(path), {
    headers: {
      Accept: 'text/html',
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  })
const admin = (method: string, path: string, as: string, body?: object) =>
  site.send(method, at(`/admin/api/${path}`), { as, ...(body && { body }) })
const openedIn = (text: string) => /name="opened" value="([^"]+)"/.exec(text)?.[1] ?? ''
const read = async (id: number) =>
  (await site.send('GET', `/events/${id}?context=edit`, { as: 'editor' })).body

async function published(as = 'editor', more: object = {}) {
  const title = `Concert ${Math.random()}`
  const draft = { title, start_date: '2027-06-01 20:00', end_date: '2027-06-01 22:00' }
  const body = { ...draft, status: 'publish', ...more }
  const created = await site.send('POST', '/events', { as, body })
  assert.equal(created.status, 201, created.text)
  return created.body as { id: number; slug: string; url: string; title: string }
}
const pathsOf = ({ slug }: { slug: string }) => ({
  en: `/event/${slug}/report/`,
  fr: `/fr/evenement/${slug}/signaler/`,
})
async function open(path: string) {
  const opened = openedIn((await get(path)).text)
  site.clock.advance(3)
  return opened
}
const queue = async () => (await admin('GET', 'reports', 'editor')).body
const idsOf = (event: number) => site.store.lookup('report', 'event', event)

test('a visitor reports a mistake, and an editor closes the report', async () => {
  const event = await published()
  const { en } = pathsOf(event)
  const page = await get(`/event/${event.slug}/`)
  assert.ok(page.text.includes(`<a href="${en}" rel="nofollow">Report a mistake</a>`))
  const form = await get(en)
  assert.equal(form.status, 200)
  assert.match(form.text, /noindex/)
  assert.match(String(form.headers['cache-control']), /no-store/)
  assert.ok(form.text.includes(event.title))
  assert.match(form.text, /<label for="consent">[^\n]*href="\/pages\/privacy"[^>]*>Privacy<\/a>/)
  const opened = await open(en)
  const sent = await post(en, {
    opened,
    mistake: 'It is on <b>Sunday</b>.\nNot Saturday.',
    name: 'Ada',
    email: 'ada@example.org',
    consent: 'yes',
  })
  assert.deepEqual([sent.status, sent.headers.location], [303, '/events/report/thanks/'])
  assert.match((await get('/events/report/thanks/')).text, /Your report has arrived/)

  const { reports, total } = await queue()
  assert.equal(total, 1)
  const [report] = reports
  assert.deepEqual(
    [report.event, report.what, report.note, report.name, report.email, report.change],
    [event.id, 'mistake', 'It is on <b>Sunday</b>.\nNot Saturday.', 'Ada', 'ada@example.org', {}],
  )
  assert.doesNotMatch(await site.store.journal(0, 1000).then(JSON.stringify), /ada@|Sunday/)
  for (const as of ['author', 'contributor', 'subscriber'])
    assert.equal((await admin('GET', 'reports', as)).status, 403, as)
  assert.equal((await admin('DELETE', `reports/${report.id}`, 'author')).status, 403)
  assert.equal((await admin('DELETE', `reports/${report.id}`, 'editor')).status, 200)
  assert.equal((await admin('DELETE', `reports/${report.id}`, 'editor')).status, 404)
  assert.equal((await queue()).total, 0)
  assert.doesNotMatch(await site.store.journal(0, 1000).then(JSON.stringify), /ada@|Sunday/)
})

test('a closed report is reopened for a month, counts no more, and then goes', async () => {
  const event = await published()
  const report = { event: event.id, what: 'mistake', note: 'On Sunday', change: '{}', user: 0 }
  // as an earlier version stored it: without the columns of closed ones
  const at = Math.floor(site.clock.now())
  const ids: number[] = []
  for (let n = 0; n < 20; n++)
    ids.push(await site.store.write(tx => tx.insert('report', { ...report, at }, {})))
  const [id = 0] = ids
  const before = (await queue()).total
  site.clock.advance(1)
  assert.equal((await admin('POST', `reports/${id}/reopen`, 'editor', {})).status, 404)
  assert.equal((await admin('DELETE', `reports/${id}`, 'editor')).status, 200)
  const { total, closed } = await queue()
  assert.equal(total, before - 1)
  assert.deepEqual([closed[0].id, closed[0].note, closed[0].closed_by], [id, 'On Sunday', 'editor'])
  // it takes no place among the twenty that wait
  const { en } = pathsOf(event)
  const opened = await open(en)
  assert.equal((await post(en, { opened, mistake: 'Again' })).status, 303)
  assert.equal((await admin('POST', `reports/${id}/apply`, 'editor', {})).status, 404)
  assert.equal((await admin('POST', `reports/${id}/reopen`, 'author', {})).status, 403)
  assert.equal((await admin('POST', `reports/${id}/reopen`, 'editor', {})).status, 200)
  assert.equal((await queue()).total, before + 1)
  assert.deepEqual((await queue()).closed.map(({ id }: { id: number }) => id).includes(id), false)
  assert.equal((await admin('DELETE', `reports/${ids[1]}?force=true`, 'editor')).status, 200)

  assert.equal((await admin('DELETE', `reports/${id}`, 'editor')).status, 200)
  const removal = async () => {
    const context = { store: site.store, now: site.clock.now, site: { language: 'en' } }
    const retention = openRetention(
      context as Context,
      { trash: 0, submitters: 0, imports: 0 },
      { isStopped: () => false, failed: error => assert.fail(String(error)) },
    )
    retention.begin()
    await retention.ended()
    return (await site.store.get('report', id)) === undefined
  }
  site.clock.advance(30 * 86_400 - 60)
  assert.equal(await removal(), false)
  site.clock.advance(120)
  assert.equal(await removal(), true)
  assert.equal((await idsOf(event.id)).length, 19)
  site.clock.advance(-30 * 86_400)
})

test('the queue reads those that wait and the last closed ones, however many there are', async () => {
  const event = await published()
  const report = { event: event.id, what: 'mistake', note: 'Old', change: '{}', user: 0 }
  const at = Math.floor(site.clock.now())
  for (let n = 0; n < 60; n++) {
    const closed = { closed: at - n, closed_by: 0 }
    await site.store.write(tx => tx.insert('report', { ...report, at, ...closed }, {}))
  }
  const { getMany } = site.store
  let read = 0
  site.store.getMany = (kind, ids) => {
    if (kind === 'report') read += ids.length
    return getMany(kind, ids)
  }
  const { total, closed } = await queue()
  site.store.getMany = getMany
  const times = closed.map((one: { closed: string }) => one.closed)
  assert.deepEqual([closed.length, times], [20, times.toSorted().reverse()])
  assert.equal(read, Math.min(total, 100) + 20)
})

test('a report needs no name, and consent where there is one', async () => {
  const event = await published()
  const { en, fr } = pathsOf(event)
  const opened = await open(fr)
  const empty = await post(fr, { opened })
  assert.equal(empty.status, 400)
  assert.match(empty.text, /id="mistake-wrong"/)
  assert.match(empty.text, /href="\/confidentialite"/)
  // corrected within a second: the form has been open since its first time
  assert.equal(openedIn(empty.text), opened)
  const named = await post(fr, { opened, mistake: 'Faux', email: 'nobody' })
  assert.equal(named.status, 400)
  for (const name of ['email', 'consent'])
    assert.ok(named.text.includes(`id="${name}-wrong"`), name)
  assert.equal((await post(fr, { opened, mistake: 'Faux' })).status, 303)
  // a program, a form that was not open, another site
  assert.equal((await post(en, { opened, mistake: 'No', homepage: 'x' })).status, 303)
  assert.equal((await post(en, { mistake: 'No' })).status, 400)
  const elsewhere = await post(en, { opened, mistake: 'No' }, { 'Sec-Fetch-Site': 'cross-site' })
  assert.equal(elsewhere.status, 403)
  const ids = await idsOf(event.id)
  assert.equal(ids.length, 1)
  // with the event, what was reported on it goes
  await site.send('DELETE', `/events/${event.id}?force=true`, { as: 'editor' })
  assert.deepEqual(await idsOf(event.id), [])
})

test('what is not public has no form, and one event takes no more reports than are read', async () => {
  const draft = await published('editor', { status: 'draft' })
  const secret = await published('editor', { password: 'x' })
  for (const event of [draft, secret])
    assert.equal((await get(pathsOf(event).en)).status, 404, event.title)
  assert.equal((await get('/event/nowhere/report/')).status, 404)
  const event = await published()
  const { en } = pathsOf(event)
  const opened = await open(en)
  for (let n = 0; n < 20; n++)
    assert.equal((await post(en, { opened, mistake: `No ${n}` })).status, 303)
  const last = await post(en, { opened, mistake: 'No' })
  assert.equal(last.status, 400)
  assert.match(last.text, /id="mistake-wrong">Many reports/)
  assert.equal((await idsOf(event.id)).length, 20)
})

test('an author’s event changes once an editor agrees, and only as far as its author decides', async () => {
  const draft = { status: 'pending' }
  const { id } = await published('contributor', draft)
  const change = { start_date: '2027-06-02 20:00', end_date: '2027-06-02 22:00', featured: true }
  const report = { what: 'changed', note: 'A day later', change }
  // it waits: it is corrected as it is
  assert.equal((await admin('POST', `events/${id}/reports`, 'contributor', report)).status, 403)
  await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
  assert.equal((await admin('POST', `events/${id}/reports`, 'author', report)).status, 403)
  const nothing = { what: 'changed' }
  assert.equal((await admin('POST', `events/${id}/reports`, 'contributor', nothing)).status, 400)
  const wrong = { ...report, change: { start_date: 'soon', title: 'New' } }
  const refused = await admin('POST', `events/${id}/reports`, 'contributor', wrong)
  assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['start_date']])
  assert.equal((await admin('POST', `events/${id}/reports`, 'contributor', report)).status, 201)
  const [waiting] = await idsOf(id)
  const [listed] = (await queue()).reports.filter(({ event }: { event: number }) => event === id)
  assert.deepEqual([listed.what, listed.name], ['changed', 'contributor'])
  const preview = await admin('GET', `reports/${waiting}/preview`, 'editor')
  assert.equal(preview.body.record.start_date, '2027-06-02 20:00:00')
  assert.equal((await read(id)).start_date, '2027-06-01 20:00:00')
  assert.equal((await admin('POST', `reports/${waiting}/apply`, 'contributor', {})).status, 403)
  assert.equal((await admin('POST', `reports/${waiting}/apply`, 'editor', {})).status, 200)
  const event = await read(id)
  assert.deepEqual(
    [event.start_date, event.featured, event.status],
    ['2027-06-02 20:00:00', false, 'publish'],
  )
  const { closed } = await queue()
  assert.ok(closed.some((one: { id: number }) => one.id === waiting))
})
