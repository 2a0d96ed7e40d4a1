import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { flag, html, line } from '../../src/define/field-types.ts'
import {
  type Draft,
  type Patch,
  type Presented,
  type Resource,
  resource,
} from '../../src/define/resource.ts'
import { category } from '../../src/resources/category/category.ts'
import { event } from '../../src/resources/event/event.ts'
import { organizer } from '../../src/resources/organizer/organizer.ts'
import { tag } from '../../src/resources/tag/tag.ts'
import { venue } from '../../src/resources/venue/venue.ts'
import type { Service } from '../support/service.ts'
import '../support/own-process.ts'

/** A field is one entry of its resource: everything else follows, and here is added while the program runs. */
const added = {
  motto: {
    type: line({ max: 40 }),
    onPage: true,
    inFeeds: true,
    label: { en: 'Motto', fr: 'Devise' },
    lives: 'text',
    searched: true,
    en: 'A line for the door.',
    fr: 'Une ligne pour la porte.',
  },
  step_free: {
    type: flag(),
    onPage: true,
    inFeeds: true,
    label: { en: 'Without steps', fr: 'De plain-pied' },
    en: 'Whether there are no steps.',
    fr: 'Indique l’absence de marches.',
  },
  directions: {
    type: html(),
    onPage: true,
    inFeeds: true,
    label: { en: 'Directions', fr: 'Accès' },
    lives: 'text',
    searched: true,
    en: 'How to get there.',
    fr: 'Comment venir.',
  },
  door: {
    type: line(),
    onPage: true,
    inFeeds: true,
    label: { en: 'Door', fr: 'Porte' },
    en: 'Which door it is.',
    fr: 'Quelle porte c’est.',
  },
} as const
const displayed = { motto: true, step_free: true, directions: true, door: true } as const

const grownVenue = resource({
  ...venue,
  fields: { ...venue.fields, ...added },
  presented: { ...venue.presented, ...displayed },
})
const grownEvent = resource({
  ...event,
  fields: { ...event.fields, ...added },
  presented: { ...event.presented, ...displayed },
})

// The types infer the requests and responses of the SDK.
const drafts: [Draft<typeof grownVenue>, Patch<typeof grownEvent>] = [
  { venue: 'Hall', motto: 'Enter', step_free: true, directions: null },
  { motto: null, step_free: false },
]
// @ts-expect-error a flag is no number above one
export const wrong: Patch<typeof grownEvent> = { step_free: 3 }
export const backVenue = (record: Presented<typeof grownVenue>) => {
  const { step_free, motto }: { step_free: boolean; motto?: string } = record
  return [step_free, motto]
}
export const backEvent = (record: Presented<typeof grownEvent>) => {
  // a password hides flags
  const { step_free, directions }: { step_free: boolean | null; directions: string } = record
  return [step_free, directions]
}

const at = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }
const cases: [of: Resource, path: string, base: Record<string, unknown>][] = [
  [venue, 'venues', { ...drafts[0], motto: undefined }],
  [event, 'events', { title: 'Fair', ...at }],
]

let service: Service
before(async () => {
  for (const { fields, presented: items } of [venue, event, organizer, category, tag]) {
    Object.assign(fields, added)
    Object.assign(items, displayed)
  }
  // what follows from the resources is made when it is first loaded
  const { startService } = await import('../support/service.ts')
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const send = (method: string, path: string, body?: object, query = {}) =>
  service.send(method, path, { as: 'editor', query, ...(body && { body }) })

for (const [of, path, base] of cases)
  describe(`a field added to the ${of.name}`, () => {
    const sent = {
      ...base,
      motto: 'Come <b>in</b> & stay < all',
      step_free: 'true',
      directions: '<p>Then <strong>left</strong></p><script>no()</script>',
      translations: { fr: { [of.titled]: 'Nom', motto: 'Entrez', directions: 'À gauche' } },
    }
    let id = 0

    test('is taken by create, cleaned, and shown in both languages', async () => {
      const { status, body, text } = await send('POST', `/${path}`, sent)
      assert.equal(status, 201, text)
      id = body.id
      const english = (await service.send('GET', `/${path}/${id}`)).body
      assert.equal(english.motto, 'Come in & stay < all')
      assert.equal(english.step_free, true)
      assert.equal(english.directions.trim(), '<p>Then <strong>left</strong></p>')
      const french = (await service.send('GET', `/${path}/${id}`, { query: { ml_language: 'fr' } }))
        .body
      assert.equal(french.motto, 'Entrez')
      assert.equal(french.directions.trim(), '<p>À gauche</p>')
      const list = (await service.send('GET', `/${path}`)).body[path]
      assert.equal(list[0].motto, english.motto)
    })

    test('is refused when it is wrong, by its name', async () => {
      const wrong = { ...base, motto: 'x'.repeat(41), step_free: 'perhaps', directions: 5 }
      const { status, body } = await send('POST', `/${path}`, wrong)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.data.params), ['motto', 'step_free', 'directions'])
    })

    test('lies in a column of its own, facts once and texts by language', async () => {
      assert.deepEqual(
        await service.rows(`SELECT step_free, motto_en, motto_fr FROM ${of.name} WHERE id = ?`, id),
        [{ step_free: 1, motto_en: 'Come in & stay < all', motto_fr: 'Entrez' }],
      )
    })

    test('is searched by its text, not by its markup', async () => {
      const findIds = async (search: string) =>
        (await service.send('GET', `/${path}`, { query: { search, start_date: '2027-01-01' } }))
          .body.total
      assert.equal(await findIds('left'), 1)
      assert.equal(await findIds('stay'), 1)
      assert.equal(await findIds('strong'), 0)
    })

    test('changes, and is cleared, by itself', async () => {
      const change = { step_free: false, motto: '', directions: 'Up' }
      const { body } = await send('PATCH', `/${path}/${id}`, change)
      assert.equal(body.step_free, false)
      assert.equal(body.motto ?? '', '')
      assert.equal(body.directions.trim(), '<p>Up</p>')
      const cleared = (await send('PATCH', `/${path}/${id}`, { step_free: null })).body
      assert.equal(cleared.step_free, false)
    })

    test('is in the namespace index and in the documentation, of requests and of responses', async () => {
      const index = (await service.send('GET', '/')).body.routes
      const route = index[`/${service.root.plain.split('/').slice(-3).join('/')}/${path}`]
      const [, create] = route.endpoints
      assert.equal(create.args.step_free.type, 'boolean')
      assert.equal(create.args.motto.description, added.motto.en)
      const { schemas } = (await service.send('GET', '/doc', { query: { ml_language: 'fr' } })).body
        .components
      const name = of.name === 'venue' ? 'Venue' : 'Event'
      for (const field of ['motto', 'step_free', 'directions'] as const) {
        assert.equal(schemas[`${name}Draft`].properties[field].description, added[field].fr)
        assert.equal(schemas[name].properties[field].description, added[field].fr)
      }
      assert.equal(schemas[`${name}Texts`].properties.motto.maxLength, 40)
      assert.equal(schemas[name].properties.motto.minLength, of.leavesOutEmpty ? 1 : undefined)
    })
  })

test('a field added to the event is hidden by its password', async () => {
  const { body } = await send('POST', '/events', {
    title: 'Secret',
    ...at,
    password: 'sesame',
    motto: 'hidden',
    step_free: true,
    directions: 'hidden',
  })
  const list = (await service.send('GET', '/events')).body.events
  const masked = list.find(({ id }: { id: number }) => id === body.id)
  assert.deepEqual([masked.motto, masked.step_free, masked.directions], ['', null, ''])
})

for (const [{ name, path }, base] of [
  [event, { title: 'Fete', ...at }],
  [venue, { venue: 'Barn' }],
  [organizer, { organizer: 'Choir' }],
  [category, { name: 'Songs' }],
  [tag, { name: 'loud' }],
] as const)
  test(`a field with onPage is on the page of its ${name}`, async () => {
    const { body, text } = await send('POST', `/${path}`, {
      ...base,
      motto: 'Come in & stay <',
      door: 'B & C <',
      step_free: true,
      directions: '<p>Then <strong>left</strong></p>',
    })
    const page = await service.send('GET', body.url, { headers: { Accept: 'text/html' } })
    assert.equal(page.status, 200, text)
    assert.match(page.text, /<dt>Motto<\/dt><dd>Come in &amp; stay &lt;<\/dd>/)
    assert.match(page.text, /<dt>Door<\/dt><dd>B &amp; C &lt;<\/dd>/)
    assert.match(page.text, /<dt>Without steps<\/dt><dd>Yes<\/dd>/)
    assert.match(page.text, /<p>Then <strong>left<\/strong><\/p>/)
  })

test('a field with inFeeds is in feeds as people read it, and for programs as the API has it', async () => {
  const { body } = await send('POST', '/events', {
    title: 'Feed',
    ...at,
    motto: 'Stay <',
    door: 'B & C <',
    step_free: true,
    directions: '<p>Then <strong>left</strong></p>',
  })
  const feed = async (format: string) => {
    const { text } = await service.send('GET', `${service.address}/events.${format}`)
    return text.replaceAll('\r\n ', '')
  }
  const row = (await feed('csv')).split('\r\n').find(line => line.startsWith(`${body.id},`))
  assert.match(row ?? '', /,Stay <,true,Then left,B & C <$/)
  assert.match(
    await feed('ics'),
    /Motto: Stay <\\nWithout steps: Yes\\nDirections: Then left\\nDoor: B & C </,
  )
  const { items } = JSON.parse(await feed('json'))
  const { _event } = items.find(({ title }: { title: string }) => title === 'Feed')
  const { motto, door, step_free, directions } = body
  assert.deepEqual({ ..._event, motto, door, step_free, directions }, _event)
  assert.deepEqual([motto, door], ['Stay &lt;', 'B & C &lt;'])
})

// @ts-expect-error a password, and codes of The Events Calendar, are for what is dated
export const locked: Resource = { ...venue, hasPassword: true }
