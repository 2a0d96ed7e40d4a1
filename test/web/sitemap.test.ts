import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import { type Service, startService } from '../support/service.ts'

const when = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }

/** One address as sitemaps.org has it. */
type Entry = { loc: string; lastmod: string | undefined; alternates: Record<string, string> }

const childrenOf = (element: XmlElement) =>
  element.children.filter((child): child is XmlElement => child.type === 'element')
const textOf = (element: XmlElement, name: string) =>
  childrenOf(element).find(child => child.name === name)?.text

/** The addresses of a sitemap or of an index, once the XML is found to be in order. */
function entriesOf(xml: string): Entry[] {
  const { root } = parseXml(xml)
  assert.ok(root)
  assert.equal(root.attributes.xmlns, 'http://www.sitemaps.org/schemas/sitemap/0.9')
  const entries = childrenOf(root).map(entry => ({
    loc: textOf(entry, 'loc') ?? '',
    lastmod: textOf(entry, 'lastmod'),
    alternates: Object.fromEntries(
      childrenOf(entry)
        .filter(({ name }) => name === 'xhtml:link')
        .map(({ attributes: { hreflang, href } }) => [hreflang, href]),
    ),
  }))
  assert.ok(entries.length > 0 && entries.length <= 50_000)
  assert.ok(Buffer.byteLength(xml) <= 50 * 1024 ** 2)
  for (const { loc, lastmod } of entries) {
    assert.ok(URL.canParse(loc) && loc.length < 2048, loc)
    if (lastmod !== undefined) assert.match(lastmod, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  }
  assert.equal(new Set(entries.map(({ loc }) => loc)).size, entries.length)
  return entries
}

describe('pages and files for crawlers', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z' })
  })
  after(() => site.close())

  const get = (path: string) =>
    site.send('GET', path.startsWith('http') ? path : site.address + path)
  async function create(body: object, path = '/events') {
    const reply = await site.send('POST', path, {
      as: 'editor',
      body: { ...(path === '/events' && { title: 'Fair', ...when }), ...body },
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.body as { id: number; slug: string; url: string }
  }
  async function sitemapOf(prefix = '') {
    const index = await get(`${prefix}/sitemap.xml`)
    assert.deepEqual(
      [index.status, index.headers['content-type']],
      [200, 'application/xml; charset=utf-8'],
    )
    const entries: Entry[] = []
    for (const { loc } of entriesOf(index.text)) entries.push(...entriesOf((await get(loc)).text))
    return entries
  }
  const path = (url: string) => url.slice(site.address.length)
  const paths = async (prefix?: string) => (await sitemapOf(prefix)).map(({ loc }) => path(loc))

  test('the sitemap of a language has the records with texts in it, with links to the other language', async () => {
    await create({ title: 'Fair & co', translations: { fr: { title: 'Foire' } } })
    await create({ title: 'English only', venue: { venue: 'Hall' }, tags: [] })
    await create({ title: 'Café 音楽' })
    await create({ name: 'Music' }, '/categories')
    const { slug } = await create({ name: 'Jazz' }, '/categories')
    await create({ title: 'Concert', categories: [slug] })
    const english = await sitemapOf()
    const pathsOf = english.map(({ loc }) => path(loc))
    for (const expected of [
      '/',
      '/events/',
      '/event/fair-co/',
      '/event/english-only/',
      '/venue/hall/',
      '/events/category/jazz/',
    ])
      assert.ok(pathsOf.includes(expected), `${expected} of ${pathsOf.join(' ')}`)
    assert.ok(!pathsOf.includes('/events/category/music/'), 'a category without events')
    const fair = english.find(({ loc }) => loc.endsWith('/fair-co/'))
    assert.deepEqual(fair?.alternates, {
      en: `${site.address}/event/fair-co/`,
      fr: `${site.address}/fr/evenement/foire/`,
      'x-default': `${site.address}/event/fair-co/`,
    })
    assert.ok(fair?.lastmod)
    assert.deepEqual(english.find(({ loc }) => loc.endsWith('/english-only/'))?.alternates, {})
    const french = await paths('/fr')
    for (const expected of ['/fr/', '/fr/evenements/', '/fr/evenement/foire/'])
      assert.ok(french.includes(expected), expected)
    assert.ok(!french.some(each => each.includes('english-only')))
    for (const { loc } of english)
      if (/\/event\//.test(loc)) assert.equal((await get(loc)).status, 200, loc)
  })

  test('nothing that is not for anyone is in it, and what changes is there or gone at once', async () => {
    const event = await create({ title: 'Comes and goes' })
    const own = '/event/comes-and-goes/'
    const change = (body: object) =>
      site.send('PATCH', `/events/${event.id}`, { as: 'editor', body })
    const isThere = async () => {
      for (let n = 0; n < 3; n++) await paths()
      return (await paths()).includes(own)
    }
    assert.equal(await isThere(), true)
    for (const [hide, show] of [
      [{ status: 'draft' }, { status: 'publish' }],
      [{ status: 'private' }, { status: 'publish' }],
      [{ password: 'sesame' }, { password: '' }],
      [{ hide_from_listings: true }, { hide_from_listings: false }],
      [{ status: 'trash' }, { status: 'publish' }],
    ]) {
      await change(hide as object)
      assert.equal(await isThere(), false, JSON.stringify(hide))
      await change(show as object)
      assert.equal(await isThere(), true, JSON.stringify(show))
    }
    await create({ venue: 'Secret den', status: 'draft' }, '/venues')
    await create({ title: 'Quite new' })
    const all = await paths()
    assert.ok(all.includes('/event/quite-new/'))
    assert.ok(!all.some(each => each.includes('den')))
  })

  test('a series is there once, and with the pages of its next twenty dates', async () => {
    const event = await create({
      title: 'Choir',
      translations: { fr: { title: 'Chorale' } },
      start_date: '2027-02-20 20:00:00',
      end_date: '2027-02-20 22:00:00',
      recurrence: ['RRULE:FREQ=DAILY;COUNT=50'],
    })
    const own = async (prefix?: string) =>
      (await paths(prefix)).filter(each => /(choir|chorale)/.test(each))
    const day = (of: string) => `/event/choir/2027-${of}/`
    const before = await own()
    assert.equal(before.length, 21)
    assert.deepEqual(before.slice(0, 3), ['/event/choir/', day('03-01'), day('03-02')])
    assert.equal(before.at(-1), day('03-20'))
    const date = async (on: string) =>
      (await site.send('GET', `/events/by-slug/choir?occurrence=${on}`)).body.id
    const change = async (on: string, body: object) => {
      const path = `/events/${await date(on)}`
      assert.equal((await site.send('PATCH', path, { as: 'editor', body })).status, 200)
    }
    await change('2027-03-02', { status: 'draft' })
    await change('2027-03-03', { hide_from_listings: true })
    await change('2027-03-04', { password: 'open' })
    const after = await own()
    assert.deepEqual(after.slice(1, 3), [day('03-01'), day('03-05')])
    assert.equal(after.at(-1), day('03-23'))
    assert.equal((await own('/fr')).length, 21)
    const entry = (await sitemapOf()).find(({ loc }) => path(loc) === day('03-05'))
    assert.equal(entry?.alternates.fr, `${site.address}/fr/evenement/chorale/2027-03-05/`)
    assert.equal((await get(entry?.loc ?? '')).status, 200)
    await site.send('DELETE', `/events/${event.id}`, { as: 'editor' })
    assert.deepEqual(await own(), [])
  })

  test('a part that is not there is not found', async () => {
    for (const part of ['0', '2', '9999999', 'events', '-1'])
      assert.equal((await get(`/sitemap-${part}.xml`)).status, 404, part)
  })

  test('robots.txt names the sitemaps and keeps crawlers from the API', async () => {
    const { status, text, headers } = await get('/robots.txt')
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
    assert.deepEqual(text.match(/^Sitemap: .*$/gm), [
      `Sitemap: ${site.address}/sitemap.xml`,
      `Sitemap: ${site.address}/fr/sitemap.xml`,
    ])
    assert.match(text, /^User-agent: \*\nDisallow: \/cal\/events\/v1\/\n/)
    assert.equal((await get('/fr/robots.txt')).headers.location, '/robots.txt')
  })

  test('security.txt is there when there is a contact, and ends within a year', async () => {
    const path = '/.well-known/security.txt'
    assert.equal((await get(path)).status, 404)
    const other = await startService({
      securityContact: 'mailto:security@example.org',
      clock: '2027-03-01T12:00:00Z',
    })
    const ask = () => other.send('GET', other.address + path)
    const { status, text, headers } = await ask()
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
    assert.equal(
      text,
      `Contact: mailto:security@example.org\nExpires: 2028-02-28T00:00:00.000Z\nPreferred-Languages: en, fr\nCanonical: ${other.address}${path}\n`,
    )
    // so that it is cached
    for (let times = 0; times < 5; times++) await ask()
    other.clock.advance(86_400)
    assert.match((await ask()).text, /^Expires: 2028-02-29T/m)
    await other.close()
  })

  test('llms.txt is Markdown with a title, a summary, and lists of links', async () => {
    await create({ title: 'A [bracketed] fair' })
    await create({ title: 'Quartet', event_status: 'cancelled' })
    const { text, headers } = await get('/llms.txt')
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
    assert.match(text, /^# [^\n]+\n\n> [^\n]+\n\n## Pages\n\n- \[/)
    assert.match(
      text,
      /- \[A \\\[bracketed\\\] fair\]\(http[^)]+\/event\/a-bracketed-fair\/\): Saturday 6 March 2027, 8\u00a0pm – 10\u00a0pm/,
    )
    assert.match(text, /- \[Cancelled: Quartet\]\(/)
    for (const line of text.split('\n').filter(each => each.startsWith('- ')))
      assert.match(line, /^- \[(?:[^\\\]]|\\.)+\]\(https?:\/\/[^\s)]+\)(?:: .+)?$/)
  })
})

test('a site that may not be indexed says so in robots.txt and on every page', async () => {
  const site = await startService({ robots: 'none' })
  const get = (path: string) => site.send('GET', site.address + path)
  assert.equal((await get('/robots.txt')).text, 'User-agent: *\nDisallow: /\n')
  assert.equal((await get('/events/')).headers['x-robots-tag'], 'noindex, nofollow')
  await site.close()
})

test('a private calendar has no sitemap, no guide and nothing to embed', async () => {
  const site = await startService({ private: true })
  await site.send('POST', '/events', { as: 'editor', body: { title: 'Fair', ...when } })
  const url = `${site.address}/event/fair/`
  for (const path of ['/sitemap.xml', '/sitemap-1.xml', '/llms.txt', `/oembed?url=${url}`]) {
    const { status, text } = await site.send('GET', site.address + path)
    assert.equal(status, 401, path)
    assert.doesNotMatch(text, /Fair/)
  }
  assert.equal((await site.send('GET', `${site.address}/robots.txt`)).status, 200)
  await site.close()
})
