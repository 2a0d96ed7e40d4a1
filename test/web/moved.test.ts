import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const when = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }

async function make(path: string, body: object): Promise<number> {
  const reply = await service.send('POST', path, { as: 'editor', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}
const change = async (path: string, body: object) => {
  const reply = await service.send('PATCH', path, { as: 'editor', body })
  assert.equal(reply.status, 200, reply.text)
}
async function merge(kind: string, into: number, from: number[]) {
  const reply = await service.send('POST', `${service.address}/admin/api/merge`, {
    as: 'editor',
    body: { kind, into, from },
  })
  assert.deepEqual([reply.status, reply.body?.state], [200, 'done'], reply.text)
}
/** The status of a page, and where it leads. */
async function at(path: string): Promise<[number, string?]> {
  const { status, headers } = await service.send('GET', service.address + path)
  return headers.location === undefined ? [status] : [status, headers.location]
}
const leadsTo = async (path: string, to: string) => {
  assert.deepEqual(await at(path), [301, to], path)
  assert.deepEqual(await at(to), [200], to)
}
const inBoth = (name: string, en: string, fr: string) => ({
  [name]: en,
  translations: { fr: { [name]: fr } },
})

test('the pages of merged venues lead to the one that stays, in both languages and over several merges', async () => {
  const hall = await make('/venues', inBoth('venue', 'Town hall', 'Mairie'))
  const annexe = await make('/venues', inBoth('venue', 'Annexe', 'Annexe de la mairie'))
  const shed = await make('/venues', { venue: 'Shed' })
  await merge('venue', annexe, [shed])
  await leadsTo('/venue/shed/', '/venue/annexe/')
  await merge('venue', hall, [annexe])
  for (const slug of ['annexe', 'annexe-de-la-mairie', 'shed'])
    await leadsTo(`/venue/${slug}/`, '/venue/town-hall/')
  await leadsTo('/fr/lieu/annexe-de-la-mairie/', '/fr/lieu/mairie/')
  await leadsTo('/fr/lieu/shed/', '/fr/lieu/mairie/')
  // the API speaks of what is there
  const reply = await service.send('GET', '/venues/by-slug/shed')
  assert.equal(reply.status, 400)
})

test('feeds and lists by a merged record are asked of the one that stays', async () => {
  const [jazz, music] = [
    await make('/categories', inBoth('name', 'Jazz music', 'Musique jazz')),
    await make('/categories', inBoth('name', 'Music', 'Musique')),
  ]
  const [room, house] = [
    await make('/venues', { venue: 'Room' }),
    await make('/venues', { venue: 'House' }),
  ]
  await make('/events', { title: 'A concert', ...when, categories: [jazz], venue: room })
  // known to the caches
  for (let time = 0; time < 3; time++) {
    assert.deepEqual(await at('/events.ics?categories=jazz-music'), [200])
    assert.deepEqual(await at(`/events/list/?venue=${room}`), [200])
    assert.deepEqual(await at('/events/category/jazz-music/'), [200])
  }
  await merge('category', music, [jazz])
  await merge('venue', house, [room])
  await leadsTo('/events/category/jazz-music/', '/events/category/music/')
  await leadsTo('/fr/evenements/categorie/musique-jazz/', '/fr/evenements/categorie/musique/')
  await leadsTo('/events/category/jazz-music/feed/', '/events/category/music/feed/')
  await leadsTo('/events/category/jazz-music/ical/', '/events/category/music/ical/')
  await leadsTo('/events/category/jazz-music/?ical=1', '/events/category/music/?ical=1')
  await leadsTo('/events.ics?categories=jazz-music', '/events.ics?categories=music')
  await leadsTo(
    `/fr/evenements.json?venue=${room},${house}&categories=musique-jazz,musique&search=concert`,
    `/fr/evenements.json?venue=${house}&categories=musique&search=concert`,
  )
  await leadsTo(`/events/list/?venue=${room}`, `/events/list/?venue=${house}`)
  await leadsTo(`/events.rss?categories=${jazz}`, `/events.rss?categories=${music}`)
  assert.equal((await at('/events.ics?categories=never-was'))[0], 400)
  const { text } = await service.send('GET', `${service.address}/events.ics?categories=music`)
  assert.match(text, /:A concert\r/)
})

test('an address of before leads to a record by its new slug, unless another has that one now', async () => {
  const event = await make('/events', { ...inBoth('title', 'A fair', 'Une foire'), ...when })
  await change(`/events/${event}`, { slug: 'the-fair' })
  await leadsTo('/event/a-fair/', '/event/the-fair/')
  await leadsTo('/event/a-fair.ics', '/event/the-fair.ics')
  await leadsTo('/fr/evenement/a-fair/', '/fr/evenement/une-foire/')
  const other = await make('/events', { title: 'Another', slug: 'a-fair', ...when })
  assert.deepEqual(await at('/event/a-fair/'), [200])
  await service.send('DELETE', `/events/${other}`, { as: 'editor' })
  await leadsTo('/event/a-fair/', '/event/the-fair/')
  const tag = await make('/tags', { name: 'fairs' })
  for (let time = 0; time < 3; time++)
    for (const path of ['/events/tag/fairs/', '/events/tag/fairs/feed/'])
      assert.deepEqual(await at(path), [200])
  await change(`/tags/${tag}`, { slug: 'markets' })
  await leadsTo('/events/tag/fairs/', '/events/tag/markets/')
  await leadsTo('/events/tag/fairs/feed/', '/events/tag/markets/feed/')
  // and back again
  await change(`/events/${event}`, { slug: 'a-fair' })
  await leadsTo('/event/the-fair/', '/event/a-fair/')
})

test('nothing redirects to a hidden record, and a restored record has its URL', async () => {
  const [removed, stays] = [
    await make('/organizers', { organizer: 'Club' }),
    await make('/organizers', { organizer: 'Society' }),
  ]
  await merge('organizer', stays, [removed])
  await change(`/organizers/${stays}`, { status: 'draft' })
  assert.equal((await at('/organizer/club/'))[0], 404)
  assert.deepEqual(await at(`/events/list/?organizer=${removed}`), [200])
  await change(`/organizers/${stays}`, { status: 'publish' })
  await leadsTo('/organizer/club/', '/organizer/society/')
  await change(`/organizers/${removed}`, { status: 'publish' })
  assert.deepEqual(await at('/organizer/club/'), [200])
  assert.deepEqual(await at(`/events/list/?organizer=${removed}`), [200])
  await service.send('DELETE', `/organizers/${removed}?force=true`, { as: 'editor' })
  await leadsTo('/organizer/club/', '/organizer/society/')
  await service.send('DELETE', `/organizers/${stays}?force=true`, { as: 'editor' })
  assert.equal((await at('/organizer/club/'))[0], 404)
  // a slug that was never public leads nowhere
  const draft = await make('/events', { title: 'Secret', slug: 'secret', status: 'draft', ...when })
  await change(`/events/${draft}`, { slug: 'open', status: 'publish' })
  assert.deepEqual([await at('/event/open/'), await at('/event/secret/')], [[200], [404]])
})

test('a private calendar does not disclose the current slug of a record', async t => {
  const closed = await startService({ clock: '2027-05-01T12:00:00Z', private: true })
  t.after(() => closed.close())
  const tag = async (name: string) =>
    (await closed.send('POST', '/tags', { as: 'editor', body: { name } })).body.id
  const [from, into] = [await tag('old'), await tag('secret')]
  await closed.send('POST', `${closed.address}/admin/api/merge`, {
    as: 'editor',
    body: { kind: 'tag', into, from: [from] },
  })
  for (const path of ['/events/list/?tags=old', '/events.ics?tags=old', '/events/tag/old/feed/'])
    for (const token of ['', '&token=alm_wrong']) {
      const url = `${closed.address}${path}${path.includes('?') ? token : token.replace('&', '?')}`
      const { status, headers } = await closed.send('GET', url)
      assert.deepEqual([status, headers.location], [401, undefined], url)
    }
})

test('pages and files of removed events say so with 410, in both languages; of drafts and of what never was, 404', async () => {
  const id = await make('/events', { ...when, ...inBoth('title', 'Last fair', 'Dernière foire') })
  const draft = await make('/events', { ...when, title: 'Secret plan', status: 'draft' })
  const pages = ['/event/last-fair/', '/fr/evenement/derniere-foire/', '/event/last-fair.ics']
  const statuses = async () => (await Promise.all(pages.map(at))).map(([status]) => status)
  const send = async (method: string, path: string, query = {}) => {
    const reply = await service.send(method, path, { as: 'administrator', query })
    assert.ok(reply.status < 300, reply.text)
  }
  assert.deepEqual(await statuses(), [200, 200, 200])
  await send('DELETE', `/events/${id}`)
  await send('DELETE', `/events/${draft}`)
  assert.deepEqual(await statuses(), [410, 410, 410])
  assert.deepEqual(await at('/event/secret-plan/'), [404])
  assert.deepEqual(await at('/event/last-fairy/'), [404])
  const { text } = await service.send('GET', `${service.address}/fr/evenement/derniere-foire/`, {
    headers: { Accept: 'text/html' },
  })
  assert.match(text, /<h1>Cette page a été retirée<\/h1>[\s\S]*name="q"[\s\S]*Vers l’agenda/)
  await change(`/events/${id}`, { status: 'publish' })
  assert.deepEqual(await statuses(), [200, 200, 200])
  await send('DELETE', `/events/${id}`)
  // deleted for good
  await send('DELETE', `/events/${id}`, { force: true })
  assert.deepEqual(await statuses(), [410, 410, 410])
  // until another event has the URL
  await make('/events', { ...when, title: 'Last fair' })
  assert.deepEqual(await statuses(), [200, 410, 200])
})
