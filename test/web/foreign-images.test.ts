import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { prose } from '../../src/web/parts/prose.ts'
import { linearIn } from '../support/growth.ts'
import { type Service, startService } from '../support/service.ts'

const calls: string[] = []
let isThere = true
const pictures = new Map<string, Buffer>()
/** Another host: one image, one that is not there, and one that never comes. */
const host = createServer(({ url = '' }, response) => {
  calls.push(url)
  if (url === '/silent.png') return
  if (url.startsWith('/photo') && isThere)
    response
      .setHeader('Content-Type', 'image/png')
      .end(pictures.get(url.includes('2') ? 'navy' : 'teal'))
  else response.writeHead(404).end()
})
let origin = ''
let site: Service
before(async () => {
  for (const background of ['navy', 'teal']) {
    const image = sharp({ create: { width: 900, height: 600, channels: 3, background } })
    pictures.set(background, await image.png().toBuffer())
  }
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', () => resolve()))
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  site = await startService({
    clock: '2027-03-01T10:00:00Z',
    fetchAllow: ['127.0.0.1'],
    fetchTimeout: 1500,
    submissions: 5,
  })
})
after(async () => {
  await site.close()
  host.closeAllConnections()
  host.close()
})

const dates = { start_date: '2027-03-06 20:00', end_date: '2027-03-06 22:00' }
const create = async (body: object) => {
  const reply = await site.send('POST', '/events', { as: 'editor', body: { ...dates, ...body } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body as { id: number; description: string }
}
const proseOf = async (path: string) => {
  const { text, status } = await site.send('GET', site.address + path, {
    headers: { Accept: 'text/html' },
  })
  assert.equal(status, 200)
  return /<div class="prose">([\s\S]*?)<\/div>/.exec(text)?.[1] ?? ''
}

test('an image of another host in a description is shown by a copy, and the API has it as it was sent', async () => {
  const description = `<p>See <img src="${origin}/photo.png?a=1&amp;b=2" alt="The &amp; hall" /></p>`
  const { description: presented } = await create({ title: 'Hall', description })
  assert.match(presented, /photo\.png\?a=1&amp;b=2/)
  const prose = await proseOf('/event/hall/')
  assert.ok(!prose.includes(origin), prose)
  assert.match(
    prose,
    /<img src="\/uploads\/[^"]+" srcset="[^"]+ 300w[^"]*" [^>]*alt="The &amp; hall"/,
  )
  const [, file = ''] = /src="([^"]+)"/.exec(prose) ?? []
  const image = await fetch(site.address + file)
  assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png'])
  // another record with the same image has the same copy
  const before = calls.length
  await create({ title: 'Again', translations: { fr: { title: 'Encore', description } } })
  assert.equal(calls.length, before)
  assert.match(await proseOf('/fr/evenement/encore/'), /<img src="\/uploads\//)
})

test('an image of another host in the text of one date is copied too', async () => {
  const { id } = await create({ title: 'Choir', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const list = await site.send('GET', '/events', { query: { include: String(id) } })
  const { id: date } = list.body.events[1]
  const description = `<p><img src="${origin}/photo.png?of=date" alt="" /></p>`
  const body = { description }
  assert.equal((await site.send('PATCH', `/events/${date}`, { as: 'editor', body })).status, 200)
  assert.match(await proseOf('/event/choir/2027-03-13/'), /<img src="\/uploads\//)
})

test('an image that cannot be copied becomes a link, fails no write, and is not requested again by the next one', async () => {
  const images = ['gone', 'silent'].map(name => `<img src="${origin}/${name}.png" alt="${name}">`)
  const description = `<p>${images.join('')}<a href="https://x.example/"><img src="${origin}/gone.png" alt=""></a></p>`
  const { id } = await create({ title: 'Broken', description })
  const prose = await proseOf('/event/broken/')
  assert.doesNotMatch(prose, /<img/)
  for (const name of ['gone', 'silent'])
    assert.ok(
      prose.includes(`<a rel="noopener nofollow ugc" href="${origin}/${name}.png">${name}</a>`),
      prose,
    )
  assert.match(
    prose,
    /<a rel="nofollow ugc noopener" href="https:\/\/x\.example\/">Image on 127\.0\.0\.1:\d+<\/a>/,
  )
  const before = calls.length
  const again = await site.send('PUT', `/events/${id}`, { as: 'editor', body: { featured: true } })
  assert.equal(again.status, 200)
  assert.equal(calls.length, before)
})

test('a cached page shows a copy as soon as there is one', async () => {
  isThere = false
  const description = `<img src="${origin}/photo2.png" alt="later">`
  await create({ title: 'First', description })
  for (let n = 0; n < 2; n++) assert.doesNotMatch(await proseOf('/event/first/'), /<img/)
  isThere = true
  const upload = await site.send('POST', '/images', {
    as: 'editor',
    body: { url: `${origin}/photo2.png` },
  })
  assert.equal(upload.status, 201, upload.text)
  assert.match(await proseOf('/event/first/'), /<img src="\/uploads\/[^"]*"[^>]*alt="later"/)
  const removed = await site.send('DELETE', `/images/${upload.body.id}`, { as: 'editor' })
  assert.equal(removed.status, 200, removed.text)
  assert.doesNotMatch(await proseOf('/event/first/'), /<img/)
})

test('at most ten images of a record are copied', async () => {
  const before = calls.length
  const images = Array.from({ length: 14 }, (_, at) => `<img src="${origin}/photo${at}-many.png">`)
  await create({ title: 'Many', description: images.join('') })
  assert.equal(calls.length - before, 10)
})

test('an image of this calendar is not copied when a text names it by its whole URL', async () => {
  const url = `${origin}/photo-own.png`
  const upload = await site.send('POST', '/images', { as: 'editor', body: { url } })
  assert.equal(upload.status, 201, upload.text)
  const images = async () =>
    (await site.send('GET', '/images', { as: 'editor' })).headers['x-total']
  const before = await images()
  await create({ title: 'Own', description: `<img src="${upload.body.url}" alt="own">` })
  assert.equal(await images(), before)
})

test('a text of thousands of images takes no longer to show than any other', async () => {
  const images = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `<img src="https://images.example.org/a/long/path/to/it/${100_000 + at}.png" />`,
    ).join('')
  const request = {
    language: 'en',
    locale: 'en-GB',
    links: { publicUrl: 'https://calendar.example.org' },
    reading: { copies: async () => new Map() },
  }
  await linearIn(32_000, images, text => prose(request as never, { text, lang: undefined }))
})
