import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

type Typed = Record<string, string>

const typed: Typed = {
  title: 'Street fair',
  start_date: '2027-06-05T10:00',
  end_date: '2027-06-05T18:00',
  description: 'Music & games.\nBring friends.',
  attendance: 'in_person',
  cost: 'Free',
  venue: 'Market square',
  city: 'Lyon',
  organizer: 'The neighbours',
  name: 'Ada',
  email: 'ada@example.org',
  note: 'The <b>square</b> is booked.\nCall me.',
  consent: 'yes',
}

const paths = { en: '/events/submit/', fr: '/fr/evenements/proposer/' }
const mayBrowser = { 'Sec-Fetch-Site': 'same-origin' }

const clock = '2027-03-01T10:00:00Z'

/** The form must have been open for a moment. */
const wait = (site: Service) => site.clock.advance(3)

describe('the form by which visitors propose events', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock, submissions: 1000, timezone: 'Europe/Paris' })
  })
  after(() => site.close())

  const at = (path: string) => site.address + path
  const show = (language: 'en' | 'fr' = 'en') =>
    site.send('GET', at(paths[language]), { headers: { Accept: 'text/html' } })
  const openedIn = (text: string) => /name="opened" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const post = (fields: Typed, language: 'en' | 'fr' = 'en', headers: object = mayBrowser) =>
    site.send('POST', at(paths[language]), {
      headers: {
        Accept: 'text/html',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    })
  const queue = async () =>
    (
      await site.send('GET', '/events', {
        as: 'editor',
        query: { status: 'pending', start_date: '2027-01-01', context: 'edit', per_page: 50 },
      })
    ).body.events as Typed[]
  const countOf = async () => (await queue()).length

  test('it asks what the fields say, in both languages', async () => {
    const [english, french] = [await show('en'), await show('fr')]
    assert.equal(english.status, 200)
    assert.match(String(english.headers['cache-control']), /no-store/)
    assert.match(english.text, /<label for="title">Title \*<\/label>/)
    assert.match(english.text, /The URL of the event’s website\./)
    assert.match(
      english.text,
      /<input type="url" id="website"[^>]* aria-describedby="website-hint"/,
    )
    assert.match(english.text, /<textarea id="note"[^>]* maxlength="2000"/)
    assert.match(
      english.text,
      /<input type="datetime-local" id="start_date" name="start_date" required/,
    )
    assert.match(english.text, /<option value="mixed">In person and online<\/option>/)
    assert.match(french.text, /<html lang="fr">/)
    assert.match(french.text, /<label for="title">Titre \*<\/label>/)
    assert.match(french.text, /L’URL du site web de l’évènement\./)
  })

  test('a proposal waits for the editors, who alone see who it came from', async () => {
    const opened = openedIn((await show('fr')).text)
    wait(site)
    const reply = await post({ ...typed, opened }, 'fr')
    assert.equal(reply.status, 303)
    assert.match(
      String(reply.headers.location),
      /^\/fr\/evenements\/proposer\/merci\/\?token=\d+\.alm_[\w-]{43}$/,
    )
    const thanks = await site.send('GET', at('/fr/evenements/proposer/merci/'))
    assert.match(thanks.text, /Votre proposition est arrivée/)
    const [proposal, ...others] = await queue()
    assert.ok(proposal)
    assert.equal(others.length, 0)
    const { id, title, status, language, start_date, submission, venue } = proposal as Record<
      string,
      unknown
    >
    assert.deepEqual(
      [title, status, language, start_date],
      ['Street fair', 'pending', 'fr', '2027-06-05 10:00:00'],
    )
    assert.equal((venue as Typed).status, 'draft')
    const { agreed, ...rest } = submission as Typed
    assert.match(agreed as string, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.deepEqual(rest, { name: typed.name, email: typed.email, note: typed.note })
    const { body: plain } = await site.send('GET', `/events/${id}`, { as: 'editor' })
    assert.equal('submission' in plain, false)
    assert.deepEqual([plain.show_map, plain.show_map_link], [true, true])
    for (const as of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
      const query = { context: 'edit' }
      assert.ok((await site.send('GET', `/events/${id}`, { as, query })).status >= 400, as)
    }
    await site.send('PATCH', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
    for (const as of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
      const presented = await site.send('GET', `/events/${id}`, { as, query: { context: 'edit' } })
      assert.equal(presented.status, 200)
      assert.doesNotMatch(presented.text, /submission|ada@example/)
    }
    assert.doesNotMatch(
      (await site.send('GET', at('/event/street-fair/'))).text,
      /ada@example|booked/,
    )
    const author = await site.send('PATCH', `/events/${id}`, {
      as: 'editor',
      body: { submission: { name: 'Eve' } },
    })
    assert.deepEqual([author.status, Object.keys(author.body.data.params)], [400, ['submission']])
    const erased = await site.send('PATCH', `/events/${id}`, {
      as: 'editor',
      query: { context: 'edit' },
      body: { submission: null },
    })
    assert.equal(erased.status, 200)
    const { body } = await site.send('GET', `/events/${id}`, {
      as: 'editor',
      query: { context: 'edit' },
    })
    assert.equal('submission' in body, false)
  })

  test('errors stand next to their fields, in the language of the page, and nothing typed is lost', async () => {
    const opened = openedIn((await show('fr')).text)
    wait(site)
    const wrong = {
      ...typed,
      opened,
      title: '',
      start_date: 'demain "soir"',
      end_date: '2027-06-05T18:00',
      website: 'javascript:alert(1)',
      email: 'ada',
      consent: '',
    }
    const before = await countOf()
    const reply = await post(wrong, 'fr')
    assert.equal(reply.status, 400)
    assert.equal(reply.headers['content-language'], 'fr')
    const errorOf = (name: string) =>
      new RegExp(`<p class="wrong" id="${name}-wrong">([^<]*)</p>`).exec(reply.text)?.[1]
    assert.match(errorOf('title') ?? '', /^Titre manque/)
    assert.match(errorOf('website') ?? '', /^Site web n’est pas une URL/)
    assert.match(errorOf('email') ?? '', /^Votre adresse e-mail n’est pas/)
    assert.match(errorOf('consent') ?? '', /^Votre accord manque/)
    assert.match(reply.text, /<a href="#website">/)
    assert.match(reply.text, /id="website"[^>]* aria-invalid="true"/)
    for (const value of [
      'Music &amp; games.\nBring friends.',
      'Market square',
      'javascript:alert(1)',
      'value="demain &quot;soir&quot;"',
    ])
      assert.ok(reply.text.includes(value), value)
    assert.match(reply.text, /\n?The &lt;b&gt;square&lt;\/b&gt; is booked/)
    assert.equal(await countOf(), before)
    const late = { ...typed, opened, end_date: '2027-06-01T10:00' }
    const ends = await post(late)
    assert.equal(ends.status, 400)
    assert.match(ends.text, /id="end_date-wrong">End: an event cannot end before it starts/)
    assert.equal(await countOf(), before)
  })

  test('programs and other sites propose nothing', async () => {
    const opened = openedIn((await show()).text)
    const before = await countOf()
    const fast = await post({ ...typed, opened })
    assert.equal(fast.status, 400)
    assert.match(fast.text, /look it over/)
    assert.ok(fast.text.includes('Market square'))
    wait(site)
    for (const forged of [
      '',
      'x',
      '1.abc',
      `${Number(opened.split('.')[0]) - 100}${opened.slice(opened.indexOf('.'))}`,
    ])
      assert.equal((await post({ ...typed, opened: forged })).status, 400, forged)
    const trap = await post({ ...typed, opened, homepage: 'https://spam.example' })
    assert.equal(trap.status, 303)
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ])
      assert.equal((await post({ ...typed, opened }, 'en', headers)).status, 403)
    assert.equal(await countOf(), before)
  })

  test('no form makes the service fail, and one that is too large is refused', async () => {
    const opened = openedIn((await show()).text)
    wait(site)
    const odd: Typed[] = [
      {},
      { opened },
      { ...typed, opened, 'categories-999999': 'yes' },
      { ...typed, opened, 'categories-x': 'yes', 'accessibility-x': 'yes', min_age: 'x' },
      { ...typed, opened, attendance: 'nowhere' },
      { ...typed, opened, online_url: 'https://meet.example.org/' },
      { ...typed, opened, title: '<p></p>' },
      { ...typed, opened, 'venue[city]': 'x', __proto__: 'y', title: '\u0000' },
    ]
    for (const fields of odd) {
      const { status, text } = await post(fields)
      assert.ok(
        [200, 303, 400].includes(status),
        `${status} ${JSON.stringify(fields)} ${text.slice(0, 300)}`,
      )
    }
    const large = await post({ ...typed, opened, description: 'x'.repeat(300_000) })
    assert.equal(large.status, 413)
  })
})

test('one address may propose so much in an hour, and nothing that it typed is lost', async () => {
  const site = await startService({ clock, submissions: 1 })
  const url = `${site.address}${paths.en}`
  const { text } = await site.send('GET', url)
  const opened = /name="opened" value="([^"]+)"/.exec(text)?.[1] ?? ''
  wait(site)
  const send = () =>
    site.send('POST', url, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...mayBrowser },
      body: new URLSearchParams({ ...typed, opened }).toString(),
    })
  assert.equal((await send()).status, 303)
  const second = await send()
  assert.equal(second.status, 429)
  assert.ok(second.text.includes('Market square'))
  await site.close()
})

test('every page leads to the form, where there is one', async () => {
  for (const submissions of [0, 5]) {
    const site = await startService({ clock, submissions })
    for (const [page, link] of [
      ['/events/', `<a href="${paths.en}">Submit an event</a>`],
      ['/events/unknown/', `<a href="${paths.en}">Submit an event</a>`],
      ['/fr/evenements/liste/', `<a href="${paths.fr}">Proposer un évènement</a>`],
    ] as const) {
      const headers = { Accept: 'text/html' }
      const { text } = await site.send('GET', site.address + page, { headers })
      assert.equal(text.includes(link), submissions > 0, page)
      assert.equal(text.includes(paths.en), page.startsWith('/events') && submissions > 0)
    }
    await site.close()
  }
})

test('without the setting, and where the calendar is private, there is no form', async () => {
  const closed = await startService()
  const privateSite = await startService({ clock, submissions: 5, private: true })
  for (const [site, status] of [
    [closed, 404],
    [privateSite, 401],
  ] as const) {
    assert.equal((await site.send('GET', site.address + paths.en)).status, status)
    const sent = await site.send('POST', site.address + paths.en, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...mayBrowser },
      body: new URLSearchParams(typed).toString(),
    })
    assert.equal(sent.status, status)
    await site.close()
  }
})
