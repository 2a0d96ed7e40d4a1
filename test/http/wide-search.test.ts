import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Body,
  change,
  create,
  edit,
  in_,
  read,
  refused,
  send,
  useService,
} from '../support/scenario.ts'

useService()

const titles = (body: Body): string[] => body.events.map(({ title }: Body) => title)
const find = async (q: string, query: object = {}, path = '/events') =>
  titles(await read(path, { q, per_page: 50, ...query }))

describe('the wide search', () => {
  before(async () => {
    await create({
      title: 'Exhibition of prints',
      description: 'Works on paper',
      venue: { venue: 'Great Hall', city: 'Ottawa' },
      organizer: { organizer: 'Cedar Coast Arts' },
      categories: ['Visual arts'],
      tags: ['Vernissage'],
      translations: { fr: { title: 'Exposition d’estampes' } },
    })
    await create({
      title: 'Evening',
      description: 'A talk on the exhibition',
      categories: ['Talks'],
    })
    await create({ title: 'Concert', venue: { venue: 'Cellar', city: 'Lyon' }, tags: ['Jazz'] })
    await create({
      title: 'Closed',
      description: 'Exhibition for members',
      venue: { venue: 'Vault', city: 'Timbuktu' },
      password: 'sesame',
    })
    await create({ title: 'Sketch', description: 'Unspeakably exhibitive', status: 'draft' })
  })

  test('finds titles, texts, venues, cities, organizers, categories and tags', async () => {
    for (const q of ['prints', 'paper', 'great hall', 'OTTAWA', 'cedar', 'visual', 'vernissage'])
      assert.deepEqual(await find(q), ['Exhibition of prints'], q)
    assert.deepEqual(await find('ottawa prints'), ['Exhibition of prints'])
    assert.deepEqual(await find('ottawa jazz'), [])
    assert.deepEqual(await find('lyon', { tags: 'jazz' }), ['Concert'])
    assert.deepEqual(await find('lyon', { tags: 'vernissage' }), [])
    // the other parameter keeps its meaning
    assert.deepEqual(titles(await read('/events', { search: 'ottawa' })), [])
  })

  test('finds the texts shown in the requested language, also those of the other language', async () => {
    const path = in_('fr', '/events')
    assert.deepEqual(await find('estampes', {}, path), ['Exposition d’estampes'])
    assert.deepEqual(await find('prints', {}, path), [])
    assert.deepEqual(await find('ottawa', {}, path), ['Exposition d’estampes'])
    assert.deepEqual(await find('concert', {}, path), ['Concert'])
    assert.deepEqual(await find('concert', { ml_fallback: false }, path), [])
  })

  test('forgives one wrong letter in words of five letters and more, and no two', async () => {
    for (const q of [
      'exibition',
      'exhibtion',
      'exhiibtion',
      'exhibitoin',
      'exhibitiom',
      'exhibittion',
    ])
      assert.deepEqual(await find(q), ['Exhibition of prints', 'Evening'], q)
    for (const q of ['otawa', 'ottava', 'vernisage', 'cedra coast'])
      assert.deepEqual(await find(q), ['Exhibition of prints'], q)
    for (const q of ['exibitoin', 'lion', 'jaxz']) assert.deepEqual(await find(q), [], q)
    assert.deepEqual(await find('vernisage otawa'), ['Exhibition of prints'])
    assert.deepEqual(await find('estampse', {}, in_('fr', '/events')), ['Exposition d’estampes'])
  })

  test('finds words with a hyphen that are sought without it', async () => {
    await create({ title: 'Week-end of stand-up' })
    for (const q of ['weekend', 'standup', 'week-end', 'stand up'])
      assert.deepEqual(await find(q), ['Week-end of stand-up'], q)
  })

  test('ranks titles before texts, unless another order is requested', async () => {
    await create({
      title: 'Exhibition of maps',
      start_date: '2027-05-20 10:00:00',
      end_date: '2027-05-20 12:00:00',
    })
    const ranked = ['Exhibition of prints', 'Exhibition of maps', 'Evening']
    assert.deepEqual(await find('exhibition'), ranked)
    assert.deepEqual(
      [
        await find('exhibition', { per_page: 2 }),
        await find('exhibition', { per_page: 2, page: 2 }),
      ],
      [ranked.slice(0, 2), ranked.slice(2)],
    )
    assert.deepEqual(
      (await find('exhibition', { sort: '-start_date' })).at(0),
      'Exhibition of maps',
    )
  })

  test('finds nothing by what the caller may not see (A2, A3, A10)', async () => {
    for (const q of [
      'closed',
      'members',
      'vault',
      'timbuktu',
      'timbuktou',
      'sketch',
      'unspeakably',
    ])
      assert.deepEqual(await find(q), [], q)
    const asEditor = async (q: string) =>
      titles((await send('GET', '/events', { as: 'editor', query: { q, status: 'any' } })).body)
    assert.deepEqual(await asEditor('timbuktu'), ['Closed'])
    assert.deepEqual(await asEditor('unspeakably'), ['Sketch'])
    const hidden = await create({ title: 'Walk', venue: { venue: 'Hideaway', status: 'draft' } })
    assert.deepEqual(await find('hideaway'), [])
    const { id } = hidden.venue
    await edit('PATCH', `/venues/${id}`, { status: 'publish' })
    assert.deepEqual(await find('hideaway'), ['Walk'])
  })

  test('sees at once what is written, renamed or linked', async () => {
    const { id, tags, venue } = await create({
      title: 'Market',
      tags: ['Cheese'],
      venue: { venue: 'Square' },
    })
    assert.deepEqual([await find('cheese'), await find('square')], [['Market'], ['Market']])
    await edit('PATCH', `/tags/${tags[0].id}`, { name: 'Honey' })
    await edit('PATCH', `/venues/${venue.id}`, { city: 'Quimper' })
    assert.deepEqual(
      [await find('cheese'), await find('honey'), await find('quimper')],
      [[], ['Market'], ['Market']],
    )
    await change(id, { tags: [] })
    assert.deepEqual(await find('honey'), [])
  })

  test('finds a series by the words that it has now', async () => {
    const { id } = await create({ title: 'Choir', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
    const both = async () => [(await find('choir')).length, (await find('madrigal')).length]
    // often enough for the responses to be cached
    for (let n = 0; n < 4; n++) assert.deepEqual(await both(), [3, 0])
    await change(id, { title: 'Madrigals' })
    assert.deepEqual(await both(), [0, 3])
  })

  test('finds what is written with signs as it stands, or else by its longer words', async () => {
    await create({ title: 'R&B night', organizer: { organizer: 'C++ users' } })
    for (const q of ['R&B', 'r&b night', '(R&B)', 'c++'])
      assert.deepEqual(await find(q), ['R&#038;B night'], q)
    assert.deepEqual(await find('C#'), [])
    assert.deepEqual(await find('d’exhibition'), await find('exhibition'))
  })

  test('takes any text, and refuses only what is empty or too long', async () => {
    for (const q of [
      '%_',
      '"',
      '-',
      '👩‍👩‍👧 🎉',
      '\\',
      "l'",
      ' ',
      '東京',
      'a'.repeat(500),
      'word '.repeat(90),
    ])
      assert.ok(Array.isArray(await find(q)), q)
    assert.deepEqual(await refused('GET', '/events?q='), [400, 'rest_invalid_param', 'q'])
    assert.deepEqual(await refused('GET', `/events?q=${'a'.repeat(501)}`), [
      400,
      'rest_invalid_param',
      'q',
    ])
  })
})
