import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let site: Service
let venue = 0
before(async () => {
  const customFields =
    'level choice Level | Niveau: Beginner | Débutant, Expert\nseats number Seats | Places'
  site = await startService({
    clock: '2027-03-10T10:00:00Z',
    timezone: 'Europe/Paris',
    customFields,
  })
  const create = async (path: string, body: object) => {
    const reply = await site.send('POST', path, { as: 'administrator', body })
    assert.equal(reply.status, 201, reply.text)
    return Number(reply.body.id)
  }
  const music = await create('/categories', { name: 'Music' })
  const jazz = await create('/categories', { name: 'Jazz', parent: music })
  const film = await create('/categories', { name: 'Film', color: 'red' })
  venue = await create('/venues', { venue: 'Hall', city: 'Lyon', geo_lat: 45.76, geo_lng: 4.83 })
  const event = (title: string, from: string, to: string, more: object) =>
    create('/events', { title, start_date: from, end_date: to, ...more })
  await event('Trio', '2027-03-13 20:00', '2027-03-13 22:00', {
    categories: [jazz],
    cost: '0',
    availability: 'few_left',
    custom_fields: { level: 'beginner', seats: 8 },
  })
  await event('Opera', '2027-03-14 20:00', '2027-03-14 22:00', { categories: [music], venue })
  await event('Screening', '2027-03-20 20:00', '2027-03-20 22:00', {
    categories: [film],
    attendance: 'online',
    cost: 'Entrée libre',
    tags: ['family'],
    audience: { family: true },
    accessibility: ['wheelchair', 'captions'],
  })
  await event('Season', '2027-02-01', '2027-05-01', { all_day: true, cost: '12' })
})
after(() => site.close())

const html = { Accept: 'text/html' }
/** Led on where the same has a URL of its own. */
const follow = async (path: string) => {
  const reply = await site.send('GET', site.address + path, { headers: html })
  if (reply.status !== 302) return reply
  return site.send('GET', site.address + reply.headers.location, { headers: html })
}
const get = async (path: string) => {
  const reply = await follow(path)
  assert.equal(reply.status, 200, `${path}: ${reply.text.slice(0, 300)}`)
  return reply.text
}
const titles = ['Trio', 'Opera', 'Screening', 'Season']
const titlesIn = (text: string) => titles.filter(title => text.includes(`>${title}</a>`))
const list = async (query: string) => titlesIn(await get(`/events/list/?${query}`))

test('each filter shows what it finds, in the list and in its feed', async () => {
  const cases: [string, string[]][] = [
    ['categories=music', ['Trio', 'Opera']],
    ['categories=jazz&categories=film', ['Trio', 'Screening']],
    ['tags=family', ['Screening']],
    [`venue=${venue}`, ['Opera']],
    ['city=LYON', ['Opera']],
    [`city=Paris,lyon&venue=${venue}`, ['Opera']],
    ['city=Paris', []],
    ['attendance=online', ['Screening']],
    ['availability=few_left,sold_out', ['Trio']],
    ['audience=family&accessibility=wheelchair,captions', ['Screening']],
    ['custom_fields[level]=beginner,expert', ['Trio']],
    ['custom_fields[level]=beginner&custom_fields[level]=expert', ['Trio']],
    ['custom_fields[seats]=6..12&custom_fields[level]=', ['Trio']],
    ['custom_fields[seats]=9..', []],
    ['free=true', ['Trio', 'Screening']],
    ['free=false', ['Opera', 'Season']],
    ['from=2027-03-13&to=2027-03-14', ['Trio', 'Opera', 'Season']],
    ['ends_after=2027-03-12&starts_before=2027-03-14', ['Trio', 'Opera', 'Season']],
    ['days=2027-03-13/2027-03-14&from=&to=2027-03-31&free=true', ['Trio']],
    ['start_date=2027-03-14&end_date=2027-03-31', ['Opera', 'Screening']],
    ['geoloc_lat=45.75&geoloc_lng=4.85&geoloc_radius=5', ['Opera']],
    ['categories=&free=&from=', titles],
  ]
  for (const [query, results] of cases) {
    const text = await get(`/events/list/?${query}`)
    assert.deepEqual(titlesIn(text), results, query)
    assert.match(text, new RegExp(`<h1>[^<]*\\(${results.length}\\)</h1>`), query)
    assert.match(text, new RegExp(`<title>[^<]*\\(${results.length}\\)`), query)
    const [, feed = ''] = /application\/rss\+xml" href="([^"]+)"/.exec(text) ?? []
    const { text: rss } = await site.send('GET', feed.replaceAll('&amp;', '&'))
    assert.deepEqual(
      titles.filter(title => rss.includes(`<title>${title}</title>`)).sort(),
      [...results].filter(title => query.includes('=2') || title !== 'Season').sort(),
      `feed of ${query}`,
    )
  }
})

test('filters are taken back one by one, each by the name that readers know', async () => {
  const text = await get(
    '/events/list/?categories=jazz,film&free=true&from=2027-03-13&to=2027-03-14',
  )
  for (const name of ['Jazz', 'Film', 'Free', 'This weekend'])
    assert.match(text, new RegExp(`Remove the filter “${name}”`))
  assert.match(text, /href="\/events\/list\/\?categories=film&amp;free=true&amp;ends_after/)
  assert.match(text, /class="all" href="\/events\/list\/"/)
})

test('the form has the tree of categories with counts, and what is chosen', async () => {
  const text = await get('/events/list/?categories=jazz')
  assert.match(
    text,
    /<li><label><input[^>]*value="music"> <span>Music<\/span> <span class="count">2</,
  )
  assert.match(text, /<li class="depth-1"><label><input[^>]*value="jazz" checked>/)
})

test('a date range or a distance redirects any view to the list, with the other filters', async () => {
  for (const path of [
    '/events/',
    '/events/month/2027-03/',
    '/events/week/2027-03-08/',
    '/events/2027-03-13/',
  ]) {
    const reply = await site.send('GET', `${site.address}${path}?from=2027-03-13&free=true`)
    assert.equal(reply.status, 302, path)
    assert.equal(reply.headers.location, '/events/list/?free=true&ends_after=2027-03-12')
  }
  const reply = await site.send('GET', `${site.address}/events/list/2027-03-01/?to=2027-03-13`)
  assert.equal(reply.headers.location, '/events/list/?starts_before=2027-03-13')
  const quick = await site.send('GET', `${site.address}/events/list/?days=2027-03-13/2027-03-14`)
  assert.equal(
    quick.headers.location,
    '/events/list/?ends_after=2027-03-12&starts_before=2027-03-14',
  )
})

test('empty fields of a form are not in the URL that it leads to', async () => {
  const sent = 'search=&categories=jazz&categories=film&from=&to=&venue=&other=1'
  const reply = await site.send('GET', `${site.address}/events/month/2027-03/?${sent}`)
  assert.deepEqual(
    [reply.status, reply.headers.location],
    [302, '/events/month/2027-03/?categories=jazz,film&other=1'],
  )
})

test('filters stay in every view and in the other language', async () => {
  for (const path of ['month/2027-03', 'week/2027-03-08', '2027-03-13', 'list', 'map']) {
    const text = await get(`/events/${path}/?free=true&attendance=online,mixed`)
    assert.match(text, /href="\/events\/list\/[^"]*\?free=true&amp;attendance=online,mixed"/, path)
    assert.match(text, /href="\/fr\/[^"]*\?free=true&amp;attendance=online,mixed" hreflang="fr"/)
  }
})

test('an invalid filter value is an error with a link onwards, in every view', async () => {
  for (const query of ['free=perhaps', 'attendance=nowhere', 'from=never', 'categories=unknown'])
    for (const view of ['list', 'month/2027-03', 'map']) {
      const to = await follow(`/events/${view}/?${query}`)
      assert.equal(to.status, 400, `${view} ${query}`)
      assert.match(to.text, /Show without filters/, `${view} ${query}`)
    }
})

test('the API has the filter too, and does not disclose the cost of protected events', async () => {
  const events = async (query: string) => {
    const { body } = await site.send('GET', `/events?start_date=2027-01-01&${query}`)
    return body.events.map(({ title }: { title: string }) => title).sort()
  }
  assert.deepEqual(await events('free=true'), ['Screening', 'Trio'])
  const body = {
    title: 'Secret',
    start_date: '2027-04-01',
    end_date: '2027-04-02',
    cost: '0',
    password: 'x',
  }
  const created = await site.send('POST', '/events', { as: 'administrator', body })
  assert.deepEqual(await events('free=true'), ['Screening', 'Trio'])
  await site.send('DELETE', `/events/${created.body.id}?force=true`, { as: 'administrator' })
  assert.deepEqual(await list('free=true'), ['Trio', 'Screening'])
})

test('a venue that moves to another city takes its events along, in cached lists too', async () => {
  const inCity = async () => [await list('city=Lyon'), await list('city=Villeurbanne')]
  for (let n = 0; n < 3; n++) assert.deepEqual(await inCity(), [['Opera'], []])
  const move = (city: string) =>
    site.send('PATCH', `/venues/${venue}`, { as: 'administrator', body: { city } })
  assert.equal((await move('Villeurbanne')).status, 200)
  assert.deepEqual(await inCity(), [[], ['Opera']])
  await move('Lyon')
  assert.deepEqual(await inCity(), [['Opera'], []])
})

test('an unknown parameter of the query is reported in both languages', async () => {
  const page = async (path: string) =>
    (await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })).text
  for (const view of ['list', 'month/2027-03', 'map']) {
    const text = await page(`/events/${view}/?cost=free&%3Cb%3E=1&utm_source=x&fbclid=1&page=1`)
    assert.match(
      text,
      /role="status">This calendar has no filters “cost”, “&lt;b&gt;”\. The list/,
      view,
    )
  }
  assert.match(
    await page('/fr/evenements/liste/?tarif=0'),
    /role="status">Cet agenda n’a pas de filtre «\u00a0tarif\u00a0»\. La liste n’en tient pas compte/,
  )
  assert.doesNotMatch(
    await page('/events/list/?q=fair&free=1&from=2027-03-01&past=1&page=1&mc_cid=1&gclid=2'),
    /has no filter/,
  )
})

test('a filter that is not valid is named, with a way to the list with the others', async () => {
  for (const [path, title, sentence, way] of [
    [
      '/events/list/',
      'A filter is not valid',
      'no category has the slug or ID “nope”',
      'with the other filters',
    ],
    [
      '/fr/evenements/liste/',
      'Un filtre n’est pas valide',
      'aucune catégorie n’a le slug ou l’ID «\u00a0nope\u00a0»',
      'avec les autres filtres',
    ],
  ] as const) {
    const { status, text } = await follow(`${path}?categories=nope&free=true`)
    assert.equal(status, 400)
    assert.ok(text.includes(`<h1>${title}</h1>`), text)
    assert.ok(text.includes(`<title>${title} – `))
    assert.ok(text.includes(sentence))
    const [, to = ''] = new RegExp(`href="([^"]+)">[^<]*${way}`).exec(text) ?? []
    assert.equal(to, `${path}?free=true`)
    assert.ok(text.includes(`<a href="${path}">`))
    assert.doesNotMatch((await follow(`${path}?categories=nope`)).text, new RegExp(way))
  }
  const { text } = await follow('/events/list/?categories=nope&venue=999&tags=nope')
  assert.ok(text.includes('<h1>Some filters are not valid</h1>'))
  const hostile = await follow('/events/list/?categories=%3Cscript%3E')
  assert.doesNotMatch(hostile.text, /<script>/)
})

test('a category whose ID is the slug of another has its own events on its page, in counts and feeds', async () => {
  const make = async (path: string, body: object) =>
    (await site.send('POST', path, { as: 'editor', body })).body as { id: number }
  const { id } = await make('/categories', { name: 'Puppets' })
  const { id: other } = await make('/categories', { name: String(id) })
  const show = { start_date: '2027-03-20 10:00', end_date: '2027-03-20 11:00' }
  const created = [
    await make('/events', { ...show, title: 'Punch', categories: [id] }),
    await make('/events', { ...show, title: 'Numbers', categories: [other] }),
    await make('/events', { ...show, title: 'Judy', categories: [id] }),
  ]
  for (const path of ['/events/category/puppets/', '/events/category/puppets/?ical=1']) {
    const text = await get(path)
    assert.match(text, /Punch/, path)
    assert.doesNotMatch(text, /Numbers/, path)
  }
  const related = /class="related".*?<\/section>/s.exec(await get('/event/punch/'))?.[0] ?? ''
  assert.match(related, /Judy/)
  assert.doesNotMatch(related, /Numbers/)
  assert.match(await get('/events/categories/'), />Puppets<\/a> <span[^>]*>2 /)
  for (const { id: event } of created)
    await site.send('DELETE', `/events/${event}?force=true`, { as: 'administrator' })
  for (const category of [id, other])
    await site.send('DELETE', `/categories/${category}`, { as: 'administrator' })
})

test('a list of one category or venue names its page as the one for search engines, in both languages', async () => {
  const canonical = (text: string) =>
    /rel="canonical" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  const at = (path: string) => site.address + path
  for (const [path, page] of [
    ['/events/list/?categories=music', '/events/category/music/'],
    ['/fr/evenements/liste/?categories=music', '/events/category/music/'],
    [`/events/list/?venue=${venue}`, '/venue/hall/'],
    ['/events/list/?free=true', '/events/list/?free=true'],
    ['/events/list/?categories=music&past=1', '/events/list/?categories=music&past=1'],
    ['/events/month/2027-03/?categories=music', '/events/month/2027-03/?categories=music'],
  ] as const) {
    const text = await get(path)
    assert.equal(canonical(text), at(page), path)
    assert.doesNotMatch(text, /name="robots"/, path)
    assert.ok(text.includes('hreflang="fr" lang="fr"') || path.startsWith('/fr/'))
  }
  const combined = await get('/events/list/?categories=music&free=true')
  assert.match(combined, /<meta name="robots" content="noindex">/)
})

test('the form has whether places are left, and cards the color of their category', async () => {
  const text = await get('/events/list/')
  assert.match(text, /name="availability" value="few_left"> Few places left</)
  assert.doesNotMatch(text, /name="availability" value=""/)
  assert.match(text, /<span class="is-red">Film<\/span>/)
  assert.match(text, /<span>Jazz<\/span>/)
})

test('this evening is what begins from five on today, and stays in feeds and links', async () => {
  const { headers } = await site.send(
    'GET',
    `${site.address}/events/list/?days=2027-03-13/evening&from=2027-03-01`,
  )
  const to =
    '/events/list/?start_date=2027-03-13+17%3A00&starts_before=2027-03-14&strict_dates=true'
  assert.equal(headers.location, to)
  const listed = await get(to)
  assert.deepEqual(titlesIn(listed), ['Trio'])
  assert.match(listed, /events\.ics\?start_date=2027-03-13\+17%3A00/)
  const saturday = await startService({ clock: '2027-03-13T10:00:00Z', timezone: 'Europe/Paris' })
  const text = (await saturday.send('GET', saturday.address + to)).text
  await saturday.close()
  assert.match(text, /name="days" value="2027-03-13\/evening"[^>]*>This evening</)
  assert.match(
    text,
    /<ul class="chips"[^>]*><li><a href="\/events\/list\/">[^<]*<span[^>]*>Remove the filter “This evening”/,
  )
})

test('venues and cities are complete: those with dates to come in a list, and names to type where there are many', async t => {
  const town = await startService({ clock: '2027-03-10T10:00:00Z' })
  t.after(() => town.close())
  const create = async (path: string, body: object) =>
    Number((await town.send('POST', path, { as: 'administrator', body })).body.id)
  const at = async (path: string) => {
    const { status, headers, text } = await town.send('GET', town.address + path, { headers: html })
    return { status, text, to: headers.location }
  }
  const venues: number[] = []
  for (let n = 0; n < 31; n++)
    venues.push(
      await create('/venues', { venue: `Hall ${n}`, city: `Town ${n}`, status: 'publish' }),
    )
  const event = (title: string, venue: number | undefined, day: string) =>
    create('/events', { title, venue, start_date: `${day} 20:00`, end_date: `${day} 22:00` })
  await event('Old', venues[1], '2027-02-01')
  await event('New', venues[0], '2027-04-01')
  const { text: few } = await at('/events/list/')
  const select = /<select name="venue">(.*?)<\/select>/s.exec(few)?.[1] ?? ''
  assert.deepEqual(
    [...select.matchAll(/>([^<]+)<\/option>/g)].map(([, name]) => name),
    ['Any', 'Hall 0 (1)'],
  )
  // a town with many, in a view that does not depend on events to come
  const { text: many } = await at('/events/month/2027-04/')
  assert.match(many, /<input name="venue_name"[^>]* data-suggests="[^" ]*\/venues\?[^" ]*search="/)
  assert.equal(many.match(/<option>Town \d+<\/option>/g)?.length, 31)
  const list = '/events/list/'
  for (const [typed, to] of [
    ['venue_name=hall+7', `?venue=${venues[7]}`],
    ['venue_name=Hall+7,+Town+7&free=true', `?free=true&venue=${venues[7]}`],
    ['venue_name=Hall&q=jazz', '?q=jazz+Hall'],
    ['venue_name=&organizer_name=', ''],
  ])
    assert.deepEqual(await at(`${list}?${typed}`).then(({ status, to }) => [status, to]), [
      302,
      list + to,
    ])
  const { text: chosen } = await at(`/events/month/2027-04/?venue=${venues[7]}`)
  assert.match(chosen, /<input type="hidden" name="venue" value="\d+">/)
  // a venue is among the choices from its first event on
  await event('Newer', venues[2], '2027-04-02')
  assert.match((await at(list)).text, /Hall 2 \(1\)<\/option>/)
})

test('choices that the site has defined are in the form, and stay in all links', async () => {
  const query = 'custom_fields%5Blevel%5D=beginner&custom_fields%5Bseats%5D=6..12'
  const text = await get(`/fr/evenements/liste/?${query}`)
  assert.match(text, /<legend>Niveau<\/legend>/)
  assert.match(
    text,
    /<input type="checkbox" name="custom_fields\[level\]" value="beginner" checked> Débutant/,
  )
  assert.match(text, /<input type="hidden" name="custom_fields\[seats\]" value="6..12">/)
  for (const chip of ['Niveau\u00a0: Débutant', 'Places\u00a0: 6..12'])
    assert.ok(text.includes(`>${chip} ×<`), chip)
  for (const path of ['/fr/evenements.ics', '/fr/evenements/mois', '/fr/evenements/carte'])
    assert.match(text, new RegExp(`${path}[^"]*\\?[^"]*custom_fields%5Blevel%5D=beginner`), path)
  const refused = await follow('/events/list/?custom_fields[level]=master&free=true')
  assert.equal(refused.status, 400)
  assert.match(refused.text, /beginner, expert/)
  assert.match(refused.text, /href="\/events\/list\/\?free=true"/)
  const embed = await get(`/embed/?${query}`)
  assert.match(embed, /custom_fields\[level\]=(&quot;|")beginner/)
})
