import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { imageFile } from '../support/openapi-body.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const at = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }

async function send(method: string, path: string, body?: object) {
  const reply = await service.send(method, path, { as: 'editor', ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

/** Twice: a response is kept from the second time on. */
async function altsIn(path: string) {
  await service.send('GET', path)
  const { text } = await service.send('GET', path)
  return [...text.matchAll(/"alt":"([^"]*)"/g)].map(([, phrase]) => phrase)
}

test('images in events, venues and organizers say what they show', async () => {
  const uploaded = async (alt: string, width: number) => {
    const reply = await service.send('POST', '/images', {
      as: 'editor',
      body: await imageFile(width, 4),
      query: { alt },
      headers: { 'Content-Type': 'image/png' },
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id as number
  }
  const first = await uploaded('A stage & lamps', 4)
  const event = await send('POST', '/events', {
    title: 'With images',
    ...at,
    image: first,
    venue: { venue: 'Hall', image: first },
    organizer: { organizer: 'Friends', image: first },
  })
  assert.equal(event.image.alt, 'A stage & lamps')
  const venue = `/venues/${event.venue.id}`
  const organizer = `/organizers/${event.organizer[0].id}`
  const one = `/events/${event.id}`
  for (const path of [one, '/events?start_date=2027', `/events?include=${event.id}`])
    assert.deepEqual(await altsIn(path), Array(3).fill('A stage & lamps'), path)
  for (const path of [venue, organizer, '/venues', '/organizers'])
    assert.deepEqual(await altsIn(path), ['A stage & lamps'], path)

  const second = await uploaded('', 5)
  await send('PATCH', venue, { image: second })
  assert.deepEqual((await altsIn(one)).sort(), ['', 'A stage & lamps', 'A stage & lamps'])
  assert.deepEqual(await altsIn('/venues'), [''])
})
