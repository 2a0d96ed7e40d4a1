import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn, repeated } from '../../test/support/growth.ts'
import { siteFile } from './site-file.ts'

const foreign = { isForeign: true }
const svg = (inside: string) =>
  siteFile(
    'logo',
    'image',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${inside}</svg>`),
    foreign,
  )
const font = (change: (bytes: Buffer) => void, length = 60) => {
  const bytes = Buffer.alloc(length)
  bytes.write('wOF2')
  bytes.writeUInt32BE(length, 8)
  bytes.writeUInt16BE(1, 12)
  change(bytes)
  return siteFile('font', 'font', bytes, foreign)
}

test('a font has the whole header of WOFF 2, which gives the length of the file and its tables', async () => {
  assert.equal(typeof (await font(() => {})), 'object')
  assert.equal(await siteFile('font', 'font', Buffer.from('wOF2'), foreign), 'type')
  assert.equal(await font(() => {}, 48), 'type')
  assert.equal(await font(bytes => bytes.writeUInt32BE(61, 8)), 'type')
  assert.equal(await font(bytes => bytes.writeUInt16BE(0, 12)), 'type')
  assert.equal(await font(bytes => bytes.write('wOFF')), 'type')
})

test('an SVG that could run or load something is refused, whatever prefix its elements have', async () => {
  assert.equal(typeof (await svg('<path d="M0 0"/>')), 'object')
  for (const inside of [
    '<script>1</script>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>',
    '<é.-1:foreignObject/>',
    '<x:set a=">" attributeName="href" to="x"/>',
    '<x:animate attributeName="href"/>',
    '<path fill="url( //evil.example)"/>',
  ])
    assert.equal(await svg(inside), 'type', inside)
})

test('the time for a hostile SVG grows with its length only', async () => {
  for (const part of ['<animate ', '</svg><!--', 'url( ', ' ', '<a', ' on', '<!--'])
    await linearIn(200_000, repeated(part), svg)
  await linearIn(200_000, size => `url(${' '.repeat(size)}#a)`, svg)
})
