import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tableOf } from '../../src/define/base/objects.ts'
import {
  postNames,
  type ResourceName,
  resourceNames,
  resources,
} from '../../src/resources/table.ts'
import { imageFile } from './openapi-body.ts'
import type { Json } from './openapi-document.ts'
import type { Service } from './service.ts'

export type { ResourceName }
export const pathsOfKinds = tableOf(resourceNames, name => `/${resources[name].path}`)
export const kindAt = (path: string) =>
  resourceNames.find(kind => path.startsWith(pathsOfKinds[kind]))

/** A place on the network that has an image. */
export async function openGallery() {
  const bytes = await imageFile(640, 480)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/png' })
    response.end(bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

let created = 0

/** Makes records as an administrator; each has a name of its own. */
export function openMaker(service: Service) {
  return async function make(kind: ResourceName, more: Json = {}): Promise<Json> {
    created++
    const { titled, one } = resources[kind]
    const dates = { start_date: 'tomorrow 20:00', end_date: 'tomorrow 22:00' }
    const plain = { [titled]: `${one.en} ${created}`, ...(kind === 'event' && dates) }
    const sending =
      kind === 'image'
        ? {
            body: await imageFile(400 + (created % 100)),
            headers: { 'Content-Type': 'image/png' },
            query: more,
          }
        : { body: { ...plain, ...more } }
    const reply = await service.send('POST', pathsOfKinds[kind], {
      as: 'administrator',
      ...sending,
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
}

export type Maker = ReturnType<typeof openMaker>

/** A calendar with something of everything. */
export async function fill(make: Maker, gallery: string) {
  const poster = await make('image', { title: 'Poster', alt: 'A poster' })
  const large = await make('image')
  const parent = await make('category', { translations: { fr: { name: 'Sorties' } } })
  const child = await make('category', { parent: parent.id, description: 'Music & more' })
  const tag = await make('tag', { translations: { fr: { name: 'Plein air' } } })
  const venue = await make('venue', {
    description: 'A hall.\n\nWith a bar.',
    address: '1 rue de la Paix',
    city: 'Paris',
    country: 'France',
    province: 'Île-de-France',
    state: 'IDF',
    zip: '75002',
    phone: '+33 1 00 00 00 00',
    website: 'https://www.example.org/hall',
    image: poster.id,
    geo_lat: 48.86,
    geo_lng: 2.33,
    show_map: true,
    show_map_link: false,
    translations: { fr: { venue: 'La Salle', description: 'Une salle.' } },
  })
  const bare = await make('venue')
  const organizer = await make('organizer', {
    description: 'People.',
    phone: '1',
    email: 'people@example.org',
    website: 'https://www.example.org/?a=1&b=2',
    image: `${gallery}/face.png`,
    translations: { fr: { organizer: 'Les Gens' } },
  })
  const full = {
    description: 'Come & listen.',
    excerpt: 'Short.',
    cost: '$10 – $20',
    website: 'https://www.example.org/?x=1&y=2',
    image: large.id,
    featured: true,
    sticky: true,
    ticketed: true,
    show_map: true,
    show_map_link: true,
    categories: [child.id, parent.id],
    tags: [tag.id],
    venue: venue.id,
    organizer: [organizer.id, { organizer: 'Newcomers' }],
    timezone: 'Europe/Paris',
    translations: { fr: { title: 'Un concert', description: 'Venez écouter.' } },
  }
  const event = await make('event', full)
  await make('event', { ...full, password: 'sesame' })
  const events = [
    { ml_language: 'fr', title: 'Seulement en français' },
    { venue: [venue.id, bare.id], organizer: [], all_day: true, timezone: 'UTC+5.5' },
    { cost: 0, hide_from_listings: true },
    { cost: 'Pay what you want', post_parent: event.id },
    { cost: ['5 €', '12,50 €'], timezone: 'Pacific/Chatham' },
    { title: 'Ünïcödé 音楽 <b>bold</b> & co', website: '' },
    { title: '音楽', cost: '-5' },
    { start_date: '0002-01-01', end_date: '9998-12-31 23:59:59' },
    { status: 'future', date: '2090-01-01 10:00:00' },
    { status: 'draft' },
    { status: 'draft', slug: 'a-draft' },
    { status: 'pending', venue: { venue: 'Pending place', status: 'draft' } },
    { status: 'private', organizer: { organizer: 'Private person', status: 'private' } },
    { status: 'auto-draft' },
    { status: 'inherit' },
  ]
  for (const more of events) await make('event', more)
  for (const kind of postNames.filter(name => name !== 'event'))
    for (const status of ['draft', 'private', 'pending', 'trash']) await make(kind, { status })
  const named = { poster, parent, child, tag, venue, organizer, event }
  const ofKind: Partial<Record<ResourceName, Json>> = { ...named, image: poster, category: child }
  for (const kind of resourceNames) ofKind[kind] ??= await make(kind)
  return { ...named, ofKind }
}

export type Filled = Awaited<ReturnType<typeof fill>>
