import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type Service, startService } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-icons-'))
const file = join(folder, 'logo.svg')
let plain: Service
let branded: Service
before(async () => {
  writeFileSync(
    file,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#0a0"/></svg>',
  )
  plain = await startService({ accentColor: '#a00000', siteName: 'Agenda de Lyon' })
  branded = await startService({ logo: file, private: true })
})
after(async () => {
  await plain.close()
  await branded.close()
  rmSync(folder, { recursive: true })
})

const get = async (site: Service, path: string) => {
  const reply = await fetch(site.address + path)
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', bytes }
}
const linkIn = (text: string, rel: string) =>
  new RegExp(`<link rel="${rel}"[^>]* href="([^"]+)"`).exec(text)?.[1] ?? ''
/** Red, green and blue in the middle of an image. */
async function middleOf(image: Buffer): Promise<number[]> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * 0.24) * info.width + Math.floor(info.width / 2)) * 3
  return [...data.subarray(at, at + 3)]
}

test('pages name an icon, a touch icon, a manifest and a colour, and all of them are there', async () => {
  const { text } = await plain.send('GET', `${plain.address}/events/`, {
    headers: { Accept: 'text/html' },
  })
  const icon = await get(plain, linkIn(text, 'icon'))
  assert.deepEqual([icon.status, icon.type], [200, 'image/svg+xml'])
  assert.match(icon.bytes.toString(), /#a00000/)
  const touch = await get(plain, linkIn(text, 'apple-touch-icon'))
  assert.deepEqual([touch.status, touch.type], [200, 'image/png'])
  const { width, height, hasAlpha } = await sharp(touch.bytes).metadata()
  assert.deepEqual([width, height, hasAlpha], [180, 180, false])
  assert.deepEqual(await middleOf(touch.bytes), [0xa0, 0, 0])
  assert.match(
    text,
    /<meta name="theme-color" content="#a00000" media="\(prefers-color-scheme: light\)">/,
  )
  assert.equal((await get(plain, '/assets/icon-a00000-0000000000.svg')).status, 404)
})

test('the manifest has the name of the site, its language, and icons of the sizes that it names', async () => {
  for (const [path, lang, start] of [
    ['/manifest.webmanifest', 'en', '/'],
    ['/fr/manifest.webmanifest', 'fr', '/fr/'],
  ] as const) {
    const { type, bytes } = await get(plain, path)
    assert.equal(type, 'application/manifest+json; charset=utf-8')
    const manifest = JSON.parse(bytes.toString())
    assert.deepEqual(
      [manifest.name, manifest.lang, manifest.start_url],
      ['Agenda de Lyon', lang, start],
    )
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp((await get(plain, src)).bytes).metadata()
      assert.equal(`${width}x${height}`, sizes)
    }
  }
  assert.equal((await get(plain, '/icon-7.png')).status, 404)
})

test('favicon.ico is an icon with one image, of the logo where there is one, in a private calendar too', async () => {
  for (const [site, colour] of [
    [plain, [0xa0, 0, 0]],
    [branded, [0, 0xaa, 0]],
  ] as const) {
    const { status, type, bytes } = await get(site, '/favicon.ico')
    assert.deepEqual([status, type], [200, 'image/x-icon'])
    assert.deepEqual([bytes.readUInt16LE(2), bytes.readUInt16LE(4), bytes[6]], [1, 1, 48])
    assert.equal(bytes.readUInt32LE(14) + bytes.readUInt32LE(18), bytes.length)
    assert.deepEqual(await middleOf(bytes.subarray(22)), colour)
  }
})
