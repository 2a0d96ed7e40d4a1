import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

const headers = { Accept: 'text/html' }
const day = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }
const long = { start_date: '2027-03-02', end_date: '2027-03-12', all_day: true }

/** What nobody without an account may read; each has a word of its own, by which it would be found on any page. */
const closed: Record<string, object> = {
  draft: { title: 'Wordofdraft', status: 'draft', slug: 'wordofdraft' },
  pending: { title: 'Wordofpending', status: 'pending' },
  private: { title: 'Wordofprivate', status: 'private' },
  future: { title: 'Wordoffuture', status: 'publish', date: '2028-01-01 00:00:00' },
  trash: { title: 'Wordoftrash' },
  longDraft: { title: 'Wordoflong', status: 'draft', ...long },
}

let site: Service
before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z' })
  const create = async (path: string, body: object) => {
    const reply = await site.send('POST', path, { as: 'administrator', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id as number
  }
  const venue = await create('/venues', { venue: 'Open house', city: 'Lyon' })
  const secretVenue = await create('/venues', { venue: 'Wordofvenue', status: 'private' })
  const organizer = await create('/organizers', { organizer: 'Wordoforganizer', status: 'draft' })
  const linked = { venue, categories: ['music'], tags: ['outdoors'] }
  await create('/events', { title: 'Seen by all', ...day, ...linked })
  await create('/events', {
    ...{ title: 'With hidden links', ...day, categories: ['music'] },
    ...{ venue: secretVenue, organizer },
  })
  await create('/events', {
    ...{ title: 'Behind a password', ...day, ...linked, password: 'sesame' },
    ...{ description: 'Wordofdescription', excerpt: 'Wordofexcerpt', cost: 'Wordofcost' },
    ...{ website: 'https://wordofwebsite.example/' },
  })
  await create('/events', { title: 'Wordofhidden', ...day, ...linked, hide_from_listings: true })
  for (const [name, body] of Object.entries(closed)) {
    const id = await create('/events', { ...day, ...linked, ...body })
    if (name === 'trash') await site.send('DELETE', `/events/${id}`, { as: 'administrator' })
  }
})
after(() => site.close())

const get = (path: string) => site.send('GET', site.address + path, { headers })

const lists = [
  '/events/',
  '/events/month/2027-03/',
  '/events/week/2027-03-01/',
  '/events/2027-03-06/',
  '/events/list/',
  '/events/list/?past=1',
  '/events/list/?search=word',
  '/events/category/music/',
  '/events/tag/outdoors/',
  '/venue/open-house/',
  '/fr/evenements/',
  '/fr/evenements/mois/2027-03/',
  '/fr/evenements/semaine/2027-03-01/',
  '/fr/evenements/2027-03-06/',
  '/fr/evenements/liste/',
  '/fr/evenements/categorie/music/',
  '/fr/evenements/etiquette/outdoors/',
  '/fr/lieu/open-house/',
  '/event/seen-by-all/',
  '/event/with-hidden-links/',
  '/fr/evenement/with-hidden-links/',
]

test('no page shows what may not be read without an account, also when it comes from the cache', async () => {
  for (const path of lists)
    for (let n = 0; n < 3; n++) {
      const { status, text } = await get(path)
      assert.equal(status, 200, path)
      assert.doesNotMatch(text, /wordof/i, path)
    }
})

test('the lists show what is public', async () => {
  for (const path of lists.slice(0, 5).filter(path => path !== '/events/list/?past=1')) {
    const { text } = await get(path)
    assert.match(text, /Seen by all/, path)
    assert.match(text, /Behind a password/, `${path}: its title and dates are no secret`)
  }
})

test('what may not be read has no page, and nothing tells that it is there', async () => {
  for (const name of ['draft', 'pending', 'private', 'future', 'trash', 'long'])
    for (const path of [`/event/wordof${name}/`, `/fr/evenement/wordof${name}/`]) {
      const { status, text } = await get(path)
      assert.equal(status, 404, path)
      assert.equal(text, (await get(path.replace(/wordof\w+/, 'unknown'))).text, path)
    }
  for (const path of ['/venue/wordofvenue/', '/organizer/wordoforganizer/'])
    assert.equal((await get(path)).status, 404, path)
})

test('the page of a protected event says so, and nothing else', async () => {
  const { status, text } = await get('/event/behind-a-password/')
  assert.equal(status, 403)
  assert.match(text, /protected by a password/)
  assert.doesNotMatch(text, /wordof/i)
  const opened = await get('/event/behind-a-password/?password=sesame')
  assert.doesNotMatch(opened.text, /wordof/i, 'no password opens pages: they are for anyone')
})

test('a filter does not find a protected event by what its password hides', async () => {
  for (const filter of ['categories=music', 'tags=outdoors', 'search=wordofdescription'])
    for (const view of ['month/2027-03/', 'list/'])
      assert.doesNotMatch(
        (await get(`/events/${view}?${filter}`)).text,
        /Behind a password/,
        filter,
      )
})
