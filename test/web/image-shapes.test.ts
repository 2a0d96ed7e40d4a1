import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startService } from '../support/service.ts'

type Shape = { url: string; width: number; height: number }

test('a large image is there in three shapes at its focus, which the API does not have', async t => {
  const site = await startService({ clock: '2027-03-01T12:00:00Z' })
  t.after(() => site.close())
  const half = { create: { width: 1500, height: 1000, channels: 3, background: 'red' } } as const
  const file = await sharp({ create: { ...half.create, width: 3000, background: 'blue' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer()
  const sent = await site.send('POST', '/images', {
    as: 'editor',
    body: file,
    query: { focus: '0,50' },
    headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename=b.png' },
  })
  const { id, sizes } = sent.body
  const names = ['medium', 'large', 'thumbnail', 'medium_large', '1536x1536', '2048x2048']
  assert.deepEqual(Object.keys(sizes), names)
  const body = {
    title: 'Fair',
    start_date: '2027-03-06 20:00:00',
    end_date: '2027-03-06 22:00:00',
    image: id,
  }
  const { body: event } = await site.send('POST', '/events', { as: 'editor', body })

  async function imagesOf() {
    const { text } = await site.send('GET', `${site.address}/event/${event.slug}/`, {
      headers: { Accept: 'text/html' },
    })
    const [, json = ''] = /ld\+json">([^<]*"@type":"Event"[^<]*)</.exec(text) ?? []
    const { image }: { image: Shape[] } = JSON.parse(json)
    const colours: string[] = []
    for (const { url, width, height } of image) {
      const drawn = sharp(await (await fetch(url)).bytes())
      const read = await drawn.metadata()
      assert.deepEqual([read.width, read.height], [width, height], url)
      const { dominant } = await drawn.stats()
      colours.push(dominant.r > dominant.b ? 'red' : 'blue')
    }
    const preview = (name: string) =>
      new RegExp(`property="og:image${name}" content="([^"]+)"`).exec(text)?.[1]
    assert.equal(preview(''), image.at(-1)?.url)
    assert.deepEqual([preview(':width'), preview(':height')], ['1200', '675'])
    assert.doesNotMatch(/srcset="([^"]+)"/.exec(text)?.[1] ?? '', /1200x/)
    return { measures: image.map(({ width, height }) => `${width}x${height}`), colours }
  }

  const first = await imagesOf()
  assert.deepEqual(first.measures, ['2560x853', '1000x1000', '1200x900', '1200x675'])
  assert.deepEqual(first.colours.slice(1), ['red', 'red', 'red'])
  await site.send('PATCH', `/images/${id}`, { as: 'editor', body: { focus: '100,50' } })
  assert.deepEqual((await imagesOf()).colours.slice(1), ['blue', 'blue', 'blue'])
})
