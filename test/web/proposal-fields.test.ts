import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { openTab, startWithPasswords, type Tab } from '../accounts/browser-like.ts'
import type { Service } from '../support/service.ts'

type Fields = Record<string, string>

let site: Service
let contributor: Tab
before(async () => {
  site = await startWithPasswords({
    clock: '2027-03-01T10:00:00Z',
    submissions: 1000,
    timezone: 'Europe/Paris',
  })
  contributor = openTab(site)
  await contributor.signIn('contributor')
})
after(async () => {
  contributor.close()
  await site.close()
})

const typed: Fields = {
  title: 'Night walk',
  start_date: '2027-06-05T20:00',
  end_date: '2027-06-05T22:00',
  attendance: 'in_person',
  name: 'Ada',
  email: 'ada@example.org',
  consent: 'yes',
}
const path = '/events/submit/'
const get = (to: string, headers: object = {}) =>
  site.send('GET', new URL(to, site.address).href, { headers: { Accept: 'text/html', ...headers } })
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''
const checked = (text: string) =>
  [...text.matchAll(/id="([\w-]+)" name="[\w-]+" value="[^"]+" checked/g)].map(([, id]) => id)

async function post(fields: Fields, image?: Buffer, to = path) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (image) form.append('image', new Blob([new Uint8Array(image)]), 'walk.png')
  const response = await fetch(new URL(to, site.address), {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' },
  })
  const location = response.headers.get('location') ?? ''
  return { status: response.status, location, text: await response.text() }
}
async function open() {
  const opened = hidden((await get(path)).text, 'opened')
  site.clock.advance(3)
  return opened
}
function idOf({ status, location, text }: Awaited<ReturnType<typeof post>>) {
  assert.equal(status, 303, text.slice(0, 5000))
  return Number(new URL(location, site.address).searchParams.get('token')?.split('.')[0])
}
const read = async (id: number) =>
  (await site.send('GET', `/events/${id}?context=edit`, { as: 'editor' })).body
async function create(what: string, body: object) {
  const created = await site.send('POST', `/${what}`, { as: 'editor', body })
  assert.equal(created.status, 201, created.text)
  return created.body
}

test('a proposal says all that visitors look for, in both languages, and a correction keeps it', async () => {
  const [walks, nature] = [
    await create('categories', { name: 'Walks' }),
    await create('categories', { name: 'Nature' }),
  ]
  const all = {
    registration_url: 'https://tickets.example/',
    website: 'https://walk.example/',
    availability: 'few_left',
    attendance: 'mixed',
    online_url: 'https://meet.example/',
    [`categories-${walks.id}`]: 'yes',
    [`categories-${nature.id}`]: 'yes',
    'accessibility-wheelchair': 'yes',
    'accessibility-captions': 'yes',
    family: 'true',
    min_age: '6',
    max_age: '',
    title_fr: 'Balade nocturne',
    description_fr: 'Dans les bois.',
    venue: 'Forest house',
    zip: '69000',
    organizer: 'The walkers',
    phone: '+33 4 72 00 00 00',
  }
  const opened = await open()
  const wrong = await post({ ...typed, ...all, opened, min_age: 'six' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /<fieldset class="choices" id="audience">.*id="audience-wrong"/s)
  const boxes = [`categories-${walks.id}`, `categories-${nature.id}`, 'accessibility-captions']
  for (const box of boxes) assert.ok(checked(wrong.text).includes(box), box)
  // corrected at once
  const reply = await post({ ...typed, ...all, opened: hidden(wrong.text, 'opened') })
  const id = idOf(reply)
  const expected = {
    registration_url: 'https://tickets.example/',
    availability: 'few_left',
    accessibility: ['wheelchair', 'captions'],
    audience: { family: true, min_age: 6, max_age: null },
    categories: ['Nature', 'Walks'],
    titles: ['Night walk', 'Balade nocturne'],
    zip: '69000',
    phone: '+33 4 72 00 00 00',
  }
  const stateOf = async () => {
    const event = await read(id)
    const { registration_url, accessibility, audience, categories, venue, organizer } = event
    return {
      registration_url,
      availability: event.availability,
      accessibility,
      audience,
      categories: categories.map(({ name }: Fields) => name).toSorted(),
      titles: [event.title, event.translations.fr.title],
      zip: venue.zip,
      phone: organizer[0].phone,
    }
  }
  assert.deepEqual(await stateOf(), expected)

  const link = reply.location.replace('thanks', 'correct')
  const form = (await get(link)).text
  for (const box of boxes) assert.ok(checked(form).includes(box), box)
  for (const name of ['attendance', 'availability'] as const)
    assert.match(form, new RegExp(`<select id="${name}"[^\\n]*"${all[name]}" selected`))
  for (const name of ['registration_url', 'online_url', 'website'] as const)
    assert.ok(form.includes(`value="${all[name]}"`), name)
  assert.match(form, /id="title_fr"[^>]* value="Balade nocturne"/)
  site.clock.advance(3)
  const again = { opened: hidden(form, 'opened'), version: hidden(form, 'version') }
  const changed = { ...typed, ...all, ...again, title: 'Late walk' }
  assert.equal((await post(changed, undefined, link)).status, 303)
  assert.deepEqual(await stateOf(), { ...expected, titles: ['Late walk', 'Balade nocturne'] })
})

const pixels = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#285' } })
    .png()
    .toBuffer()

test('an image that was kept counts, and its correction does not', async t => {
  const other = await startWithPasswords({ clock: '2027-03-01T10:00:00Z', submissions: 1 })
  t.after(other.close)
  const to = `${other.address}${path}`
  const opened = hidden((await get(to)).text, 'opened')
  other.clock.advance(3)
  const wrong = await post({ ...typed, opened, title: '' }, await pixels(), to)
  assert.equal(wrong.status, 400)
  assert.equal((await post({ ...typed, opened, title: '' }, await pixels(), to)).status, 429)
  const held_image = hidden(wrong.text, 'held_image')
  for (const title of ['', 'Night walk'])
    assert.equal(
      (await post({ ...typed, opened, title, held_image }, undefined, to)).status,
      title ? 303 : 400,
    )
  assert.equal((await post({ ...typed, opened }, undefined, to)).status, 429)
})

test('the chosen image stays after an error, for the form that has sent it', async () => {
  const image = await pixels()
  const opened = await open()
  const wrong = await post({ ...typed, opened, title: '', alt: 'A wood' }, image)
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /The image “walk.png” is kept/)
  const again = {
    ...typed,
    opened,
    alt: 'A wood',
    title: 'With image',
    held_image: hidden(wrong.text, 'held_image'),
    held_name: hidden(wrong.text, 'held_name'),
  }
  const once = await read(idOf(await post(again)))
  assert.equal(once.image.alt, 'A wood')
  // it belongs to that proposal now
  const twice = await post({ ...again, title: 'Another' })
  assert.equal(twice.status, 400)
  assert.match(twice.text, /id="image-wrong">The image was kept for an hour/)
  const [held = ''] = again.held_image.split('.')
  const forged = { ...again, title: 'Forged', held_image: `${Number(held) + 1}.a.b` }
  assert.equal((await read(idOf(await post(forged)))).image, false)
  const without = await post({ ...typed, opened, title: '' }, image)
  const token = hidden(without.text, 'held_image')
  const taken = { ...typed, opened, title: 'Without', held_image: token, without_held: 'yes' }
  assert.equal((await read(idOf(await post(taken)))).image, false)
})

test('a venue of a similar name and a second event of the day are asked about, once', async () => {
  const venue = await create('venues', { venue: 'Salle Molière', city: 'Lyon', status: 'publish' })
  const opened = await open()
  const fields = { ...typed, opened, title: 'Les Fourberies', venue: 'salle moliere' }
  assert.equal((await read(idOf(await post(fields)))).venue.id, venue.id)
  const near = { ...fields, venue: 'La salle Molierre', city: 'Lyon' }
  const asked = await post(near)
  assert.equal(asked.status, 200)
  assert.match(asked.text, /Did you mean this venue\?/)
  assert.ok(asked.text.includes(`id="place-${venue.id}"`))
  const meant = await post({ ...near, sure: 'yes', place: String(venue.id) })
  assert.equal((await read(idOf(meant))).venue.id, venue.id)
  const other = await read(idOf(await post({ ...near, sure: 'yes', place: 'other' })))
  assert.notEqual(other.venue.id, venue.id)
  // elsewhere it is another one
  idOf(await post({ ...near, title: 'Ailleurs', city: 'Paris' }))

  const day = { start_date: '2027-06-05 10:00', end_date: '2027-06-05 11:00' }
  const event = await create('events', {
    title: 'Les fourberies !',
    venue: venue.id,
    ...day,
    status: 'publish',
  })
  const second = await post({ ...fields, title: 'LES FOURBERIES' })
  assert.equal(second.status, 200)
  assert.ok(second.text.includes(event.slug), 'the other is named')
  for (const changes of [
    { sure: 'yes' },
    { start_date: '2027-06-06T20:00', end_date: '2027-06-06T21:00' },
    { title: 'Les fourberies de Scapin' },
    { venue: 'Gymnase' },
  ])
    idOf(await post({ ...fields, title: 'LES FOURBERIES', ...changes }))
})

test('users who write events are led to their own screen', async () => {
  assert.doesNotMatch((await get(path)).text, /You are signed in/)
  const page = await get(path, { Cookie: contributor.cookie })
  assert.match(page.text, /You are signed in[^<]*<a href="\/admin\/events\/new"/)
})
