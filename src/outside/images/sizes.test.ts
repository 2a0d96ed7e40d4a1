import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { decodeImage, openImageTurns } from './decode.ts'
import { memoryForImages, weightOf } from './sizes.ts'

const mebibyte = 1024 ** 2
const plenty = 64 * 1024 * mebibyte
const limits = { bytes: 16 * mebibyte, pixels: 50_000_000 }
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' }, limitInputPixels: false })

test('the memory for images follows what the process has, up to what is set', () => {
  const machine = 16 * 1024 * mebibyte
  // where nothing is constrained, Node tells of nothing, or of more than any machine has
  for (const none of [0, 2 ** 64])
    assert.equal(memoryForImages(plenty, none, machine), Math.floor(0.4 * machine))
  assert.ok(memoryForImages(plenty, 384 * mebibyte, machine) < 160 * mebibyte)
  assert.equal(memoryForImages(512 * mebibyte, 0, machine), 512 * mebibyte)
})

test('a photograph of 24 megapixels fits into 384 MiB, a progressive one of 49 does not', () => {
  const small = memoryForImages(plenty, 384 * mebibyte, 16 * 1024 * mebibyte)
  const photograph = {
    format: 'jpeg',
    width: 6000,
    height: 4000,
    orientation: 1,
    isProgressive: false,
  } as const
  assert.ok(weightOf(photograph, 1) < small)
  const large = { ...photograph, width: 7000, height: 7000, isProgressive: true }
  assert.ok(weightOf(large, 1) > small)
})

test('a service with 384 MiB takes each format as far as the operating page says', () => {
  const memory = memoryForImages(plenty, 384 * mebibyte, 16 * 1024 * mebibyte)
  const max: [format: 'jpeg' | 'png' | 'webp' | 'heif', isProgressive: boolean, number][] = [
    ['jpeg', false, 49],
    ['jpeg', true, 19],
    ['png', false, 38],
    ['webp', false, 9],
    ['heif', false, 4],
  ]
  for (const [format, isProgressive, megapixels] of max) {
    const weight = weightOf({ format, width: 1000, height: megapixels * 1000, isProgressive }, 1)
    assert.ok(weight <= memory, format)
  }
})

test('an AVIF weighs what its decoder takes', () => {
  assert.equal(
    weightOf({ format: 'heif', width: 100, height: 100, isProgressive: false }, 1),
    380_000,
  )
})

test('an image that takes more memory than there is is refused before it is decoded', async () => {
  const bytes = await blank(2000, 1000).avif({ effort: 0 }).toBuffer()
  const turns = openImageTurns(20 * mebibyte)
  assert.deepEqual(await decodeImage(bytes, limits, { turns }), { refused: 'memory' })
})

test('an image of one very long line is refused by its side', async () => {
  const bytes = await blank(1, 20_000).png().toBuffer()
  assert.deepEqual(await decodeImage(bytes, limits), { refused: 'side' })
})

test('an animation of a pixel and thousands of frames is refused by their number', async () => {
  const frames = Buffer.concat(
    Array.from({ length: 1200 }, () =>
      Buffer.from('21f90404000000002c00000000010001000002024401' + '00', 'hex'),
    ),
  )
  const bytes = Buffer.concat([
    Buffer.from('47494638396101000100800000', 'hex'),
    Buffer.from('000000ffffff', 'hex'),
    frames,
    Buffer.from('3b', 'hex'),
  ])
  assert.deepEqual(await decodeImage(bytes, limits), { refused: 'frames' })
})

test('an image is refused when too many others wait', async () => {
  const turns = openImageTurns(200 * mebibyte, { wait: 1 })
  let end = () => {}
  const busy = turns.take(200 * mebibyte, () => new Promise<void>(resolve => (end = resolve)))
  const bytes = await blank(100, 100).png().toBuffer()
  assert.deepEqual(await decodeImage(bytes, limits, { turns }), { refused: 'busy' })
  end()
  await busy
})
