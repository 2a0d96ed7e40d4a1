import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { prepareApp } from '../../src/web/editors/app.ts'
import { type Service, startService } from '../support/service.ts'

const when = { start_date: '2027-03-06 20:00', end_date: '2027-03-06 22:00' }

describe('indexes of venues, organizers and categories', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z' })
  })
  after(() => site.close())

  const get = (path: string) => site.send('GET', site.address + path)
  async function create(path: string, body: object) {
    const reply = await site.send('POST', path, { as: 'administrator', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body as { id: number; url: string }
  }
  const namesIn = (text: string) =>
    text
      .split('<section class="index-group">')
      .slice(1)
      .flatMap(part => [...part.matchAll(/<li[^>]*><a [^>]*>([^<]*)</g)].map(([, name]) => name))

  test('list records by name under letters, with their upcoming events, in both languages', async () => {
    const hall = await create('/venues', { venue: 'Éden', city: 'Lyon', status: 'publish' })
    for (const venue of ['zénith', 'Atrium', '104', 'Élan'])
      await create('/venues', { venue, status: 'publish' })
    await create('/venues', { venue: 'Draft hall', status: 'draft' })
    await create('/events', { title: 'Concert', ...when, venue: hall.id })
    const { text, status } = await get('/venues/')
    assert.equal(status, 200)
    assert.match(text, /<h1>Venues \(5\)<\/h1>/)
    assert.match(text, /Éden<\/a> <span class="about-entry">Lyon · 1 upcoming event/)
    assert.doesNotMatch(text, /Draft hall/)
    const order = ['104', 'Atrium', 'Éden', 'Élan', 'zénith'].map(name => text.indexOf(`>${name}<`))
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    )
    assert.deepEqual(
      [...text.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, letter]) => letter),
      ['0–9', 'A', 'E', 'Z'],
    )
    const french = await get('/fr/lieux/')
    assert.match(french.text, /<h1>Lieux \(5\)<\/h1>/)
    assert.match(french.text, /Lyon · 1 évènement à venir/)
    assert.match(text, /hreflang="fr" href="[^"]*\/fr\/lieux\/"/)
  })

  test('have a page for each letter, and one for what begins with none', async () => {
    for (let at = 0; at < 13; at++)
      await create('/organizers', { organizer: `Club ${at}`, status: 'publish' })
    await create('/organizers', { organizer: '2 Rives', status: 'publish' })
    await create('/organizers', { organizer: 'École', status: 'publish' })
    const { text } = await get('/organizers/')
    assert.match(text, /href="\/organizers\/\?letter=e">E</)
    assert.match(text, /href="\/organizers\/\?letter=0">0–9</)
    assert.deepEqual(namesIn((await get('/organizers/?letter=e')).text), ['École'])
    assert.deepEqual(namesIn((await get('/organizers/?letter=%C3%89')).text), ['École'])
    assert.deepEqual(namesIn((await get('/organizers/?letter=0')).text), ['2 Rives'])
    const none = await get('/organizers/?letter=%25')
    assert.equal(none.status, 200)
    assert.match(none.text, /Nothing matches these filters/)
  })

  test('find names by letters, and name what was searched in the field alone', async () => {
    const { text } = await get('/organizers/?q=ecole')
    assert.deepEqual(namesIn(text), ['École'])
    assert.match(text, /noindex/)
    const hostile = await get(`/organizers/?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    assert.equal(hostile.status, 200)
    assert.doesNotMatch(hostile.text, /<script>alert/)
  })

  test('show categories as a tree until letters are chosen', async () => {
    const music = await create('/categories', { name: 'Music' })
    await create('/categories', { name: 'Jazz', parent: music.id })
    await create('/categories', { name: 'Arts' })
    const { text } = await get('/events/categories/')
    assert.deepEqual(namesIn(text), ['Arts', 'Music', 'Jazz'])
    assert.match(text, /class="depth-1"><a[^>]*>Jazz/)
    assert.deepEqual(namesIn((await get('/events/categories/?letter=j')).text), ['Jazz'])
    assert.equal((await get('/fr/evenements/categories/')).status, 200)
  })

  test('have pages of sixty, and a page beyond the last leads to the first', async () => {
    for (let at = 0; at < 70; at++)
      await create('/venues', { venue: `Room ${String(at).padStart(2, '0')}`, status: 'publish' })
    const first = await get('/venues/')
    assert.equal(namesIn(first.text).length, 60)
    assert.match(first.text, /href="\/venues\/\?page=2" rel="next"/)
    const second = await get('/venues/?page=2')
    assert.equal(namesIn(second.text).length, 15)
    for (const path of [
      '/venues/?page=9',
      '/events/categories/?page=9',
      '/venues/?letter=r&page=9',
    ]) {
      const { status } = await get(path)
      assert.equal(status, 302, path)
    }
  })

  test('are another page as soon as a name, or what is on, changes', async () => {
    for (const letter of ['e', 'e', 'x', 'x']) await get(`/organizers/?letter=${letter}`)
    await create('/organizers', { organizer: 'Xeno', status: 'publish' })
    assert.deepEqual(namesIn((await get('/organizers/?letter=x')).text), ['Xeno'])
    const organizer = await create('/organizers', { organizer: 'Espace', status: 'publish' })
    assert.deepEqual(namesIn((await get('/organizers/?letter=e')).text), ['École', 'Espace'])
    await create('/events', { title: 'Fair', ...when, organizer: [organizer.id] })
    assert.match(
      (await get('/organizers/?letter=e')).text,
      /Espace<\/a> <span[^>]*>1 upcoming event/,
    )
  })

  test('are in the sitemap, in the footer, and above the records that they list', async () => {
    const { text } = await get('/sitemap-pages.xml')
    for (const path of ['/venues/', '/organizers/', '/events/categories/'])
      assert.ok(text.includes(`<loc>${site.address}${path}</loc>`), path)
    const { url } = await create('/venues', { venue: 'Agora', status: 'publish' })
    const page = await get(new URL(url).pathname)
    assert.match(page.text, /<p class="eyebrow"><a href="\/venues\/">Venue<\/a>/)
    assert.match(page.text, /<footer[\s\S]*href="\/venues\/">Venues/)
    assert.match(page.text, /"BreadcrumbList"[^<]*\/venues\//)
  })
})

test('a private calendar shows no index', async () => {
  const site = await startService({ private: true })
  assert.equal((await site.send('GET', `${site.address}/venues/`)).status, 401)
  await site.close()
})

test('the index of venues has a map of those on the page, and each pin leads to its venue in the list', async t => {
  await prepareApp()
  const site = await startService({
    clock: '2027-03-01T10:00:00Z',
    mapSource: 'url https://tiles.example/{z}/{x}/{y}.png',
  })
  t.after(() => site.close())
  const create = async (body: object) =>
    Number((await site.send('POST', '/venues', { as: 'administrator', body })).body.id)
  const point = { geo_lat: 45.76, geo_lng: 4.83 }
  const opera = await create({ venue: 'Opera', ...point })
  await create({ venue: 'Hidden from maps', ...point, show_map: false })
  await create({ venue: 'Somewhere' })
  const { text, headers } = await site.send('GET', `${site.address}/venues/`)
  const [, data = '{}'] = /data-map="([^"]+)"/.exec(text) ?? []
  const { places } = JSON.parse(data.replaceAll('&quot;', '"'))
  assert.deepEqual(
    places.map(({ name, href }: { name: string; href: string }) => [name, href]),
    [['Opera', `#venue-${opera}`]],
  )
  assert.match(text, new RegExp(`<li id="venue-${opera}" tabindex="-1"><a href="/venue/opera/">`))
  assert.match(String(headers['content-security-policy']), /img-src [^;]*https:\/\/tiles\.example/)
  assert.match(text, /aria-label="Map with 1 venue; the list has the same"/)
  for (const path of ['/organizers/', '/events/categories/', '/venues/?q=somewhere'])
    assert.doesNotMatch((await site.send('GET', site.address + path)).text, /data-map/, path)
})
