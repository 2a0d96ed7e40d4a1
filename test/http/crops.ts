import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Service } from '../support/service.ts'

/** Red on the left, blue on the right. */
const twoHalves = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: 'blue' } })
    .composite([
      {
        input: { create: { width: 200, height: 200, channels: 3, background: 'red' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

/** The colours at the left and the right edge of an image. */
async function edges(url: string): Promise<string> {
  const loaded = await fetch(url)
  assert.equal(loaded.status, 200, url)
  const { data, info } = await sharp(await loaded.bytes())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = data.subarray(0, info.width * info.channels)
  const isRed = (at: number) => (row[at * info.channels] ?? 0) > 128
  return [4, info.width - 5].map(at => (isRed(at) ? 'red' : 'blue')).join(' ')
}

/** An image is cropped at its focus: when it comes, when the focus moves, and when another file takes its place. */
export async function cropsFollowFocus(service: Service) {
  const sending = { body: await twoHalves(), headers: { 'Content-Type': 'image/png' } }
  const query = { focus: '0,50' }
  const { body: image } = await service.send('POST', '/images', { as: 'editor', ...sending, query })
  assert.equal(await edges(image.sizes.thumbnail.url), 'red red')
  const path = `/images/${image.id}`
  const seen = [image.sizes.thumbnail.url]
  const change = async (body: object, expected: string, isNew = true) => {
    const sent = await service.send('PATCH', path, { as: 'editor', ...body })
    assert.equal(sent.status, 200, sent.text)
    const { url } = sent.body.sizes.thumbnail
    assert.equal(await edges(url), expected)
    assert.equal(!seen.includes(url), isNew, url)
    seen.push(url)
    return sent.body
  }
  const moved = await change({ body: { focus: { x: 100, y: 50 } } }, 'blue blue')
  assert.deepEqual([moved.url, moved.sizes.medium], [image.url, image.sizes.medium])
  await change({ body: { focus: null, alt: 'Halves' } }, 'red blue')
  await change({ body: { focus: null, alt: 'Two halves' } }, 'red blue', false)
  await change({ body: { focus: '0,50' } }, 'red red')
  await change(sending, 'red red')
  await change({ ...sending, query: { focus: '100,0' } }, 'blue blue')
  // at once: whichever is last, what is shown is cropped there
  await Promise.all(
    [0, 100, 30].map(x =>
      service.send('PATCH', path, { as: 'editor', body: { focus: { x, y: 0 } } }),
    ),
  )
  const { body: last } = await service.send('GET', path, { as: 'editor' })
  const presented = { 0: 'red red', 100: 'blue blue', 30: 'red blue' }[String(last.focus.x)]
  assert.equal(await edges(last.sizes.thumbnail.url), presented)
  // those who have just loaded the old ones still find them
  for (const url of seen) assert.equal((await fetch(url)).status, 200)
}
