import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Body,
  change,
  create,
  edit,
  ids,
  in_,
  only,
  read,
  refused,
  service,
  tenToNoon,
  useService,
} from '../support/scenario.ts'
import { startService } from '../support/service.ts'

useService()

test('M1 a record has one set of facts and a text for each language', async () => {
  const { id } = await create({
    title: 'Concert',
    description: 'Music',
    cost: '10',
    featured: true,
  })
  await edit('PUT', in_('fr', `/events/${id}`), {
    title: 'Le concert',
    description: 'De la musique',
  })
  const [en, fr] = [await read(`/events/${id}`), await read(in_('fr', `/events/${id}`))]
  assert.deepEqual(
    [en.title, en.slug, fr.title, fr.slug],
    ['Concert', 'concert', 'Le concert', 'le-concert'],
  )
  assert.deepEqual([fr.id, fr.start_date, fr.featured], [en.id, en.start_date, true])
  assert.match(fr.description, /De la musique/)
  const [venue, organizer] = [
    await edit('POST', '/venues', {
      venue: 'Town hall',
      city: 'Lyon',
      translations: { fr: { venue: 'Mairie' } },
    }),
    await edit('POST', '/organizers', {
      organizer: 'Friends',
      email: 'a@example.org',
      translations: { fr: { organizer: 'Amis' } },
    }),
  ]
  assert.deepEqual(only(await read(in_('fr', `/venues/${venue.id}`)), 'venue', 'slug', 'city'), {
    venue: 'Mairie',
    slug: 'mairie',
    city: 'Lyon',
  })
  assert.equal((await read(in_('fr', `/organizers/${organizer.id}`))).organizer, 'Amis')
})

test('M2 the parameter names the language, else the base address, else the setting', async () => {
  const { id } = await create({ title: 'Bread', translations: { fr: { title: 'Pain' } } })
  const title = async (path: string, query = {}) => (await read(path, query)).title
  assert.equal(await title(`/events/${id}`), 'Bread')
  assert.equal(await title(in_('fr', `/events/${id}`)), 'Pain')
  assert.equal(await title(in_('en', `/events/${id}`), { ml_language: 'fr' }), 'Pain')
  assert.equal(await title(in_('fr', `/events/${id}`), { ml_language: 'en' }), 'Bread')
  const french = await startService({ language: 'fr' })
  const { body } = await french.send('POST', '/events', {
    as: 'editor',
    body: { title: 'Vin', ...tenToNoon },
  })
  assert.equal(body.language, 'fr')
  await french.close()
})

test('M3 writing in a language leaves the other alone; translations write it along', async () => {
  const both = {
    title: 'Fair',
    excerpt: 'Short',
    translations: { fr: { title: 'Foire', slug: 'la-foire', excerpt: 'Bref' } },
  }
  const { id } = await create(both)
  await edit('PATCH', in_('fr', `/events/${id}`), { title: 'Grande foire' })
  assert.deepEqual(only(await read(`/events/${id}`), 'title', 'excerpt'), {
    title: 'Fair',
    excerpt: '<p>Short</p>',
  })
  assert.deepEqual(only(await read(in_('fr', `/events/${id}`)), 'title', 'excerpt', 'slug'), {
    title: 'Grande foire',
    excerpt: '<p>Bref</p>',
    slug: 'la-foire',
  })
  const { body } = await service.send('PATCH', `/events/${id}`, {
    as: 'editor',
    body: { title: 'Big fair', translations: { fr: { title: 'Fête' } } },
  })
  assert.deepEqual([body.title, body.translations.fr.title], ['Big fair', 'Fête'])
})

test('M4 a missing text is shown in the main language, and found by the shown text', async () => {
  const { id } = await create({
    title: 'Onlyenglish',
    description: 'Everything',
    translations: { fr: { title: 'Unmotfrançais' } },
  })
  const plain = await create({ title: 'Neverfrench' })
  const fr = await read(in_('fr', `/events/${id}`))
  assert.deepEqual([fr.title, fr.description], ['Unmotfrançais', '<p>Everything</p>'])
  const find = async (search: string, base: 'en' | 'fr', query = {}) =>
    ids((await read(in_(base, '/events'), { search, ...query })).events)
  assert.deepEqual(await find('unmotfrancais', 'fr'), [id], 'accents do not matter')
  assert.deepEqual(await find('onlyenglish', 'fr'), [], 'that title is not shown in French')
  assert.deepEqual(await find('unmotfrancais', 'en'), [])
  assert.deepEqual(await find('neverfrench', 'fr'), [plain.id])
  assert.deepEqual(await find('neverfrench', 'fr', { ml_fallback: false }), [])
  assert.deepEqual(await find('unmotfrancais', 'fr', { ml_fallback: false }), [id])
})

test('M5 every record has its language and its translations', async () => {
  const { id } = await create({ title: 'Talk', translations: { fr: { title: 'Causerie' } } })
  const { body, headers } = await service.send('GET', in_('fr', `/events/${id}`))
  assert.deepEqual(
    [body.language, Object.keys(body.translations), headers['content-language']],
    ['fr', ['en', 'fr'], 'fr'],
  )
  assert.deepEqual(body.translations.fr, {
    title: 'Causerie',
    slug: 'causerie',
    url: `${service.address}/fr/evenement/causerie/`,
    rest_url: in_('fr', `/events/${id}`),
  })
  const lonely = await create({ title: 'English only' })
  const fell = await service.send('GET', in_('fr', `/events/${lonely.id}`))
  assert.deepEqual([fell.body.language, fell.headers['content-language']], ['en', 'en'])
  const list = await service.send('GET', in_('fr', '/events'))
  assert.equal(list.headers['content-language'], 'fr')
})

test('M6 a slug of either language leads to the record, under either address', async () => {
  const { id } = await create({ title: 'Walk', translations: { fr: { title: 'Balade à pied' } } })
  for (const base of ['en', 'fr'] as const)
    for (const slug of ['walk', 'balade-a-pied', 'BALADE-A-PIED'])
      assert.equal((await read(in_(base, `/events/by-slug/${slug}`))).id, id)
})

test('M7 filters by terms take ids and slugs of either language, and refuse the rest', async () => {
  const term = await edit('POST', '/categories', {
    name: 'Theatre',
    translations: { fr: { name: 'Théâtre', slug: 'scene' } },
  })
  const { id } = await create({ title: 'Play', categories: [term.id] })
  for (const categories of [
    'theatre',
    'scene',
    term.id,
    `${term.id},nothing-else`.split(',')[0] as string,
  ])
    assert.deepEqual(ids((await read('/events', { categories })).events), [id])
  assert.deepEqual(await refused('GET', '/events?categories=scene,unknown'), [
    400,
    'rest_invalid_param',
    'categories',
  ])
  assert.equal((await read(in_('fr', `/events/${id}`))).categories[0].name, 'Théâtre')
})

test('M8 the index describes its parameters in the language of its URL; nothing else differs', async () => {
  const [en, fr] = [await read(service.root.en), await read(service.root.fr)]
  const search = (index: Body) =>
    index.routes['/cal/events/v1/events'].endpoints[0].args.search.description
  assert.match(search(en), /^Events whose/)
  assert.match(search(fr), /^Évènements dont/)
  const plain = (index: Body) =>
    JSON.stringify(index, (name, value) => (name === 'description' ? undefined : value)).replaceAll(
      '/en/',
      '/fr/',
    )
  assert.equal(plain(en), plain(fr))
  assert.match(search(await read(service.root.en, { ml_language: 'fr' })), /^Évènements dont/)
})

test('M9 deleting in a language deletes the record; translations: null deletes a text, never the last', async () => {
  const { id } = await create({ title: 'Two', translations: { fr: { title: 'Deux' } } })
  const one = await change(id, { translations: { en: null } })
  assert.deepEqual([Object.keys(one.translations), one.language, one.title], [['fr'], 'fr', 'Deux'])
  assert.deepEqual(await refused('PATCH', `/events/${id}`, { translations: { fr: null } }), [
    400,
    'rest_invalid_param',
    'translations',
  ])
  assert.equal((await edit('DELETE', `/events/${id}?ml_language=fr`)).status, 'trash')
})

test('E5 another language is refused', async () => {
  assert.deepEqual(await refused('GET', '/events?ml_language=de'), [
    400,
    'rest_invalid_param',
    'ml_language',
  ])
  assert.deepEqual(
    await refused('POST', '/events', { title: 'x', ...tenToNoon, ml_language: 'de' }),
    [400, 'rest_invalid_param', 'ml_language'],
  )
})
