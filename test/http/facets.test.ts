import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Body, create, edit, in_, read, refused, useService } from '../support/scenario.ts'

useService()

const all = 'categories,tags,venues,city,month'
const facetsOf = async (query: object = {}, path = '/events'): Promise<Record<string, Body[]>> =>
  (await read(path, { facets: all, per_page: 1, ...query })).facets
const counted = (facets: Record<string, Body[]>) =>
  Object.fromEntries(
    Object.entries(facets).map(([facet, values]) => [
      facet,
      values.map(({ name, count }) => `${name} ${count}`),
    ]),
  )
const on = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` })

describe('the facets of a list', () => {
  before(async () => {
    const music = await edit('POST', '/categories', {
      name: 'Music & more',
      translations: { fr: { name: 'Musique' } },
    })
    await edit('POST', '/categories', { name: 'Jazz', parent: music.id })
    const cellar = await edit('POST', '/venues', { venue: 'Cellar', city: 'Montréal' })
    const loft = await edit('POST', '/venues', { venue: 'Loft', city: 'montreal' })
    const vault = await edit('POST', '/venues', { venue: 'Vault', city: 'Laval', status: 'draft' })
    await create({ ...on('2027-05-10'), categories: ['Jazz'], tags: ['Free'], venue: cellar.id })
    await create({
      ...on('2027-06-10'),
      categories: ['Jazz', 'Music & more'],
      venue: [{ id: cellar.id }, { id: loft.id }, { id: vault.id }],
    })
    await create({ ...on('2027-06-11'), categories: ['Music & more'], tags: ['Free', 'Young'] })
    await create({ ...on('2027-06-12'), tags: ['Secret'], venue: loft.id, password: 'sesame' })
    await create({ ...on('2027-06-13'), tags: ['Free'], venue: loft.id, status: 'draft' })
    await create({
      ...on('2027-08-01'),
      tags: ['Series'],
      recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
    })
  })

  test('count its events by what the caller sees of them', async () => {
    assert.deepEqual(counted(await facetsOf()), {
      categories: ['Music &amp; more 3', 'Jazz 2'],
      tags: ['Series 5', 'Free 2', 'Young 1'],
      venues: ['Cellar 2', 'Loft 1'],
      city: ['Montréal 2'],
      month: ['2027-08 5', '2027-06 3', '2027-05 1'],
    })
    const ofEditor = await edit('GET', '/events', undefined, { query: { facets: all } })
    assert.deepEqual(counted(ofEditor.facets), {
      categories: ['Music &amp; more 3', 'Jazz 2'],
      tags: ['Series 5', 'Free 3', 'Young 1', 'Secret 1'],
      venues: ['Loft 3', 'Cellar 2', 'Vault 1'],
      city: ['Montréal 4', 'Laval 1'],
      month: ['2027-08 5', '2027-06 4', '2027-05 1'],
    })
  })

  test('are what the list counts with each value as a filter', async () => {
    const facets = await facetsOf()
    const totalOf = async (query: Record<string, string | number>) =>
      (await read('/events', query)).total
    for (const [facet, name] of [
      ['categories', 'categories'],
      ['tags', 'tags'],
      ['venues', 'venue'],
    ] as const)
      for (const { id, slug, count } of facets[facet] ?? []) {
        assert.equal(await totalOf({ [name]: id }), count, `${facet} ${slug}`)
        if (facet !== 'venues') assert.equal(await totalOf({ [name]: slug }), count, slug)
      }
    for (const { name, count } of facets.city ?? [])
      assert.equal(await totalOf({ city: name }), count)
  })

  test('follow the filters, the language and the entries of the list', async () => {
    assert.deepEqual(counted(await facetsOf({ tags: 'free' })).categories, [
      'Music &amp; more 2',
      'Jazz 1',
    ])
    assert.deepEqual(counted(await facetsOf({ start_date: '2027-07-01' })), {
      categories: [],
      tags: ['Series 5'],
      venues: [],
      city: [],
      month: ['2027-08 5'],
    })
    const bySeries = counted(await facetsOf({ occurrences: 'series' }))
    assert.deepEqual([bySeries.tags?.[1], bySeries.month?.[2]], ['Young 1', '2027-08 1'])
    const [french] =
      (await facetsOf({ facets: 'categories' }, in_('fr', '/events'))).categories ?? []
    assert.deepEqual([french?.name, french?.slug], ['Musique', 'musique'])
  })

  test('are left out of a list that does not ask for them, and unknown ones are refused', async () => {
    assert.equal('facets' in (await read('/events')), false)
    assert.deepEqual(Object.keys(await facetsOf({ facets: 'month' })), ['month'])
    assert.deepEqual(await refused('GET', '/events?facets=colour'), [
      400,
      'rest_invalid_param',
      'facets',
    ])
    const next = (await read('/events', { facets: 'month', per_page: 2 })).next_rest_url
    assert.match(next, /facets=month/)
  })
})
