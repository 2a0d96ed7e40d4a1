import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { openTab, startWithPasswords, type Tab } from '../accounts/browser-like.ts'
import { becomes } from '../support/becomes.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import type { Service } from '../support/service.ts'

type Fields = Record<string, string>

const clock = '2027-03-01T10:00:00Z'
const typed: Fields = {
  title: 'Street fair & more',
  start_date: '2027-06-05T10:00',
  end_date: '2027-06-05T18:00',
  description: 'Music & games.\nBring friends.',
  attendance: 'in_person',
  cost: '5 €',
  venue: 'Market square',
  city: 'Lyon',
  organizer: 'The neighbours',
  name: 'Ada SPAM',
  email: 'ada@example.org',
  note: 'Call me.',
  consent: 'yes',
}
const imageFile = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#285' } })
    .png()
    .toBuffer()

let mailbox: Mailbox
let site: Service
let editor: Tab
before(async () => {
  mailbox = await startMailbox()
  site = await startWithPasswords({
    ...mailbox.settings,
    clock,
    submissions: 1000,
    attemptLimit: 5,
    timezone: 'Europe/Paris',
    trustedProxies: ['127.0.0.1'],
  })
  await site.accounts.change('editor', { email: 'editor@example.org', language: 'fr' })
  editor = openTab(site)
  await editor.signIn('editor')
})
after(async () => {
  editor.close()
  await site.close()
  await mailbox.close()
})

const openedIn = (text: string) => /name="opened" value="([^"]+)"/.exec(text)?.[1] ?? ''
const get = (path: string, from = '203.0.113.1') =>
  site.send('GET', new URL(path, site.address).href, {
    headers: { Accept: 'text/html', 'X-Forwarded-For': from },
  })

/** Sends a form as browsers send one that takes a file. */
async function post(
  path: string,
  fields: Fields,
  image?: { bytes: Buffer; name: string } | undefined,
  from = '203.0.113.1',
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const file = image ?? { bytes: Buffer.alloc(0), name: '' }
  form.append('image', new Blob([new Uint8Array(file.bytes)], { type: 'image/png' }), file.name)
  const response = await fetch(new URL(path, site.address), {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': from },
  })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
  }
}

async function proposed(changes: Fields = {}, image?: { bytes: Buffer; name: string }) {
  const path = '/events/submit/'
  const opened = openedIn((await get(path)).text)
  site.clock.advance(3)
  const reply = await post(path, { ...typed, opened, ...changes }, image)
  assert.equal(reply.status, 303, reply.text.slice(0, 3000))
  const token = new URL(reply.location, site.address).searchParams.get('token') ?? ''
  const id = Number(token.split('.')[0])
  return { id, token, link: `/events/submit/correct/?token=${token}`, thanks: reply.location }
}
const read = async (id: number) =>
  (await site.send('GET', `/events/${id}`, { as: 'editor', query: { context: 'edit' } })).body

/** The values in the inputs of a form. */
function valuesIn(text: string): Fields {
  const plain = (html: string) =>
    html
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  const results: Fields = {}
  for (const [, name = '', value = ''] of text.matchAll(
    /<input type="(?:text|datetime-local|url|email)" id="(\w+)"[^>]* value="([^"]*)"/g,
  ))
    results[name] = plain(value)
  for (const [, name = '', value = ''] of text.matchAll(
    /<textarea id="(\w+)"[^>]*>\n([^<]*)<\/textarea>/g,
  ))
    results[name] = plain(value)
  for (const [, name = '', inside = ''] of text.matchAll(
    /<select id="(\w+)"[^>]*>(.*?)<\/select>/gs,
  ))
    results[name] = /value="([^"]*)" selected/.exec(inside)?.[1] ?? ''
  for (const name of ['opened', 'version'])
    results[name] = new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''
  return results
}

describe('a proposal', () => {
  test('is corrected by its link until it is reviewed, and by nothing else', async () => {
    const { id, link, token, thanks } = await proposed()
    assert.match((await get(thanks)).text, /Correct your proposal/)
    const form = await get(link)
    assert.equal(form.status, 200)
    assert.match(String(form.headers['cache-control']), /no-store/)
    assert.equal(form.headers['referrer-policy'], 'same-origin')
    const filled = valuesIn(form.text)
    for (const name of ['title', 'start_date', 'end_date', 'description', 'venue', 'city', 'cost'])
      assert.equal(filled[name], typed[name], name)
    assert.doesNotMatch(form.text, /ada@example|name="consent"/)

    site.clock.advance(3)
    const reply = await post(link, { ...filled, title: 'Night fair', cost: '' })
    assert.equal(reply.status, 303, reply.text.slice(0, 3000))
    assert.match((await get(reply.location)).text, /Your correction has arrived/)
    const event = await read(id)
    assert.deepEqual(
      [event.title, event.status, event.cost, event.submission.email],
      ['Night fair', 'pending', '', 'ada@example.org'],
    )
    assert.equal(event.venue.venue, 'Market square')

    // the same form once more: it has changed since
    assert.equal((await post(link, { ...filled, title: 'Old' })).status, 409)
    const wrong = `/events/submit/correct/?token=${id}.${'A'.repeat(47)}`
    const ofOther = `/events/submit/correct/?token=${id + 1000}.${token.split('.')[1]}`
    for (const other of [wrong, ofOther, '/events/submit/correct/', `${link}x`])
      assert.equal((await get(other, '203.0.113.2')).status, 404, other)

    const late = valuesIn((await get(link)).text)
    site.clock.advance(3)
    await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
    // from now on it is a report
    assert.equal((await post(link, { ...late, title: 'Too late' })).status, 303)
    assert.equal((await read(id)).title, 'Night fair')
    await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'draft' } })
    assert.equal((await get(link)).status, 404)
    assert.equal((await post(link, { ...late, title: 'Too late' })).status, 404)
  })

  test('is reported as changed or cancelled once it is published, and waits for an editor', async () => {
    const admin = (method: string, path: string) =>
      site.send(method, `${site.address}/admin/api/${path}`, {
        as: 'editor',
        ...(method === 'POST' && { body: {} }),
      })
    const reportsOn = async (event: number) =>
      (await admin('GET', 'reports')).body.reports.filter(
        (report: { event: number }) => report.event === event,
      )
    const { id, link } = await proposed({ title: 'Play', other_date_1: '2027-06-12T10:00' })
    await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
    const form = await get(link)
    assert.equal(form.status, 200)
    assert.match(form.text, /Your event is published/)
    assert.doesNotMatch(form.text, /type="file"/)
    const filled = valuesIn(form.text)
    site.clock.advance(3)
    const same = await post(link, filled)
    assert.equal(same.status, 400, JSON.stringify(await reportsOn(id)))
    assert.match(same.text, /Nothing is different/)
    const later = { ...filled, start_date: '2027-06-05T11:00', venue: 'Town square', cost: '' }
    assert.equal((await post(link, later)).status, 303)
    const [changed, ...others] = await reportsOn(id)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [changed.what, changed.name, changed.email, Object.keys(changed.change).toSorted()],
      [
        'changed',
        'Ada SPAM',
        'ada@example.org',
        ['all_day', 'cost', 'end_date', 'recurrence', 'start_date', 'venue'],
      ],
    )
    assert.match((await read(id)).cost, /5/)
    assert.equal((await admin('POST', `reports/${changed.id}/apply`)).status, 200)
    const event = await read(id)
    assert.deepEqual(
      [event.cost, event.start_date, event.venue.venue, event.status],
      ['', '2027-06-05 11:00:00', 'Town square', 'publish'],
    )
    const cancelled = await post(link, {
      what: 'cancelled',
      opened: filled.opened ?? '',
      reason: 'Rain',
    })
    assert.equal(cancelled.status, 303, cancelled.text)
    const [report] = await reportsOn(id)
    assert.deepEqual(
      [report.what, report.change],
      ['cancelled', { event_status: 'cancelled', event_status_reason: 'Rain' }],
    )
    assert.equal((await read(id)).event_status, 'scheduled')
    assert.equal((await admin('POST', `reports/${report.id}/apply`)).status, 200)
    const { event_status, event_status_reason } = await read(id)
    assert.deepEqual([event_status, event_status_reason], ['cancelled', 'Rain'])
  })

  test('does not disclose its token, and refuses guesses', async () => {
    const { id, link, token } = await proposed()
    const secret = token.split('.')[1] ?? ''
    const [stored] = await site.store.getMany('event', [id])
    assert.ok(String(stored?.facts.submission).includes('"key"'))
    assert.ok(!String(stored?.facts.submission).includes(secret))
    assert.doesNotMatch(JSON.stringify(await read(id)), /"key"/)
    const from = '203.0.113.9'
    const wrong = `/events/submit/correct/?token=${id}.${'B'.repeat(47)}`
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await get(wrong, from)).status)
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429])
    assert.equal((await get(link, from)).status, 429)
    assert.equal((await get(link)).status, 200)
    // what editors erase of its sender ends the link too
    await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { submission: null } })
    assert.equal((await get(link)).status, 404)
  })

  test('has an image that only those who review it load before it is published', async () => {
    const image = { bytes: await imageFile(), name: 'fair--x.png' }
    const { id, link } = await proposed({ alt: 'A green field' }, image)
    const presented = (await read(id)).image
    assert.equal(presented.alt, 'A green field')
    const { sizes } = presented
    const urls = [
      presented.url,
      ...Object.values(sizes as Record<string, Fields>).map(size => size.url),
    ]
    assert.ok(urls.length > 1)
    const spelt = urls.map(url => String(url).replace('held--', 'held%2D-'))
    const statusOf = async (url: string, headers = {}) =>
      (await site.send('GET', url, { headers })).status
    for (const url of [...urls, ...spelt]) {
      assert.match(String(url), /\/held(--|%2D-)/)
      assert.equal(await statusOf(String(url)), 404, String(url))
      for (const as of ['subscriber', 'contributor', 'author'] as const)
        assert.equal((await site.send('GET', String(url), { as })).status, 404, `${as} ${url}`)
      const mine = await site.send('GET', String(url), { as: 'editor' })
      assert.equal(mine.status, 200)
      assert.match(String(mine.headers['cache-control']), /no-store/)
    }
    assert.match((await get(link)).text, /Your proposal has an image/)
    await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
    for (const url of urls) {
      const reply = await site.send('GET', String(url))
      assert.equal(reply.status, 200)
      assert.match(String(reply.headers['cache-control']), /public/)
    }
    await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'draft' } })
    assert.equal(await statusOf(String(urls[0])), 404)
  })

  test('with a file that is not an image is refused next to its input, and nothing is stored', async () => {
    const path = '/events/submit/'
    const opened = openedIn((await get(path)).text)
    site.clock.advance(3)
    const before = await site.store.lastId('event')
    const reply = await post(
      path,
      { ...typed, opened },
      { bytes: Buffer.from('no'), name: 'a.png' },
    )
    assert.equal(reply.status, 400)
    assert.match(reply.text, /id="image-wrong">The image was refused/)
    assert.doesNotMatch(reply.text, /held_image/)
    assert.ok(reply.text.includes('Market square'))
    assert.equal(await site.store.lastId('event'), before)
  })

  test('takes an existing venue by its label or its name, and creates no other', async () => {
    const { body } = await site.send('POST', '/venues', {
      as: 'editor',
      body: { venue: 'Town hall', city: 'Lyon', status: 'publish' },
    })
    assert.match((await get('/events/submit/')).text, /<option value="Town hall, Lyon">/)
    for (const [venue, city] of [
      ['Town hall, Lyon', ''],
      ['town HALL', 'Lyon'],
      ['Town hall', ''],
    ] as const) {
      const { id } = await proposed({ venue, city })
      assert.equal((await read(id)).venue.id, body.id, venue)
    }
    const { id } = await proposed({ venue: 'Town hall', city: 'Paris' })
    assert.notEqual((await read(id)).venue.id, body.id)
  })

  test('has several dates, which a correction changes', async () => {
    const { id, link } = await proposed({
      other_date_1: '2027-06-12T10:00',
      other_date_5: '2027-06-19T11:30',
    })
    assert.deepEqual(
      (await read(id)).recurrence.join(),
      'RDATE;TZID=Europe/Paris:20270605T100000,20270612T100000,20270619T113000',
    )
    const filled = valuesIn((await get(link)).text)
    assert.deepEqual(
      [filled.start_date, filled.other_date_1, filled.other_date_2],
      ['2027-06-05T10:00', '2027-06-12T10:00', '2027-06-19T11:30'],
    )
    site.clock.advance(3)
    assert.equal((await post(link, { ...filled, other_date_2: '' })).status, 303)
    assert.match((await read(id)).recurrence.join(), /:20270605T100000,20270612T100000$/)
    const again = valuesIn((await get(link)).text)
    site.clock.advance(3)
    assert.equal((await post(link, { ...again, other_date_1: '' })).status, 303)
    assert.equal((await read(id)).recurrence, undefined)
    const wrong = valuesIn((await get(link)).text)
    site.clock.advance(3)
    const dates = { other_date_3: 'soon', other_date_4: '2027-06-04T10:00' }
    const reply = await post(link, { ...wrong, ...dates })
    assert.equal(reply.status, 400)
    assert.match(reply.text, /id="other_date_3-wrong"/)
    assert.match(reply.text, /id="other_date_4-wrong">Further date 4 is before the start\./)
  })
})

test('mails go to editors and to the sender: received, returned with a word, published', async () => {
  const { id, link } = await proposed({ email: 'grace@example.org', title: 'Buy <now>' })
  const mailsTo = (address: string) => mailbox.letters.filter(({ to }) => to.includes(address))
  while (mailsTo('grace@example.org').length < 1)
    await new Promise(resolve => setTimeout(resolve, 50))
  const [received] = mailsTo('grace@example.org')
  assert.ok((received?.text ?? '').includes(link.slice(1)))
  // anybody may type any address: nothing that was typed goes there
  assert.doesNotMatch(received?.text ?? '', /Buy|SPAM|Call me/)
  const ofEditor = () => mailsTo('editor@example.org').map(({ text }) => text)
  await becomes(() => ofEditor().some(text => /Buy|admin\/review/.test(text)), true)
  assert.match(ofEditor().join(), /la relecture/)

  // the background looks for reviews from its first round on
  while ((await site.store.note('proposal-mails')) === undefined)
    await new Promise(resolve => setTimeout(resolve, 100))
  const note = 'Which street? Ça manque.'
  assert.equal((await editor.send('POST', `events/${id}/return`, { note })).status, 200)
  while (mailsTo('grace@example.org').length < 2)
    await new Promise(resolve => setTimeout(resolve, 50))
  const returned = mailsTo('grace@example.org')[1]?.text ?? ''
  assert.match(returned, /Which street\? Ça manque\./)
  assert.match(returned, /needs a change/)

  // this e-mail has a link of its own, which opens the same and nothing else
  const [own = ''] = /\/events\/submit\/correct\/\?token=\S+/.exec(returned) ?? []
  assert.notEqual(own, link)
  assert.equal((await get(own.replace(`=${id}.`, `=${id - 1}.`), '203.0.113.4')).status, 404)
  const form = await get(own)
  assert.match(form.text, /Which street\?/)
  site.clock.advance(3)
  assert.equal((await post(link, valuesIn(form.text))).status, 303)
  assert.equal((await read(id)).status, 'pending')
  await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
  while (mailsTo('grace@example.org').length < 3)
    await new Promise(resolve => setTimeout(resolve, 50))
  const published = mailsTo('grace@example.org')[2]?.text ?? ''
  assert.match(published, /\/event\/buy\//)
  const [last = ''] = /\/events\/submit\/correct\/\?token=\S+/.exec(published) ?? []
  assert.match((await get(last)).text, /It is cancelled/)
})

test('a mail server that refuses loses no proposal', async () => {
  mailbox.refusals.push(550)
  const { id } = await proposed({ email: 'lost@example.org' })
  await mailbox.refusedAll()
  assert.equal((await read(id)).status, 'pending')
})

// last: the sessions of the others expire meanwhile
test('an image of a proposal is held back also after editors crop it again, a month later', async () => {
  const file = { bytes: await imageFile(), name: 'fair.png' }
  const { id } = await proposed({ alt: 'A field', email: 'crop@example.org' }, file)
  const { image } = await read(id)
  const seen = new Set<string>()
  for (const x of [0, 100]) {
    site.clock.advance(31 * 86_400)
    const focus = { x, y: 50 }
    const path = `/images/${image.id}`
    const reply = await site.send('PATCH', path, { as: 'editor', body: { focus } })
    assert.equal(reply.status, 200, reply.text)
    const { url } = reply.body.sizes.thumbnail
    assert.ok(!seen.has(url))
    seen.add(url)
    const load = (as: 'anonymous' | 'contributor' | 'editor') => site.send('GET', url, { as })
    assert.deepEqual(
      [(await load('anonymous')).status, (await load('contributor')).status],
      [404, 404],
      url,
    )
    assert.equal((await load('editor')).status, 200)
  }
  await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
  for (const url of seen) assert.equal((await site.send('GET', url)).status, 200, url)
})
