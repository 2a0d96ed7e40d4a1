import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { isShape } from '../../define/image-shapes.ts'
import { cropImage, type DecodedImage, decodeImage, openImageTurns } from './decode.ts'
import { fit, sizesOf } from './sizes.ts'

const limits = { bytes: 20_000_000, pixels: 50_000_000 }

// quarters of different colours, so that a turn shows
function canvas(width: number, height: number) {
  const quarter = {
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 2),
    channels: 3 as const,
  }
  const background = { width, height, channels: 3 as const, background: '#3366cc' }
  const corner = { create: { ...quarter, background: '#ee2222' } }
  return sharp({ create: background }).composite([{ input: corner, left: 0, top: 0 }])
}

async function animation() {
  const still = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp(await Promise.all(['red', 'green', 'blue'].map(still)), { join: { animated: true } })
}

async function read(bytes: Uint8Array, more = {}): Promise<DecodedImage> {
  const decoded = await decodeImage(bytes, { ...limits, ...more })
  assert.ok('bytes' in decoded, JSON.stringify(decoded))
  return decoded
}

const measures = ({ sizes }: DecodedImage) =>
  Object.fromEntries(Object.entries(sizes).map(([name, { suffix }]) => [name, suffix]))

describe('measures', () => {
  test('are those of the reference', () => {
    assert.deepEqual(fit({ width: 465, height: 700 }, { width: 177, height: 177 }), {
      width: 118,
      height: 177,
    })
    assert.deepEqual(fit({ width: 10_000, height: 1 }, { width: 300, height: 300 }), {
      width: 300,
      height: 1,
    })
    assert.deepEqual(fit({ width: 200, height: 100 }, { width: 300, height: 300 }), {
      width: 200,
      height: 100,
    })
  })

  test('only sizes smaller than the image are made', () => {
    const names = (width: number, height: number) =>
      sizesOf({ width, height }).flatMap(size =>
        isShape(size.name) ? [] : `${size.name} ${size.width}x${size.height}`,
      )
    assert.deepEqual(names(100, 100), [])
    assert.deepEqual(names(150, 150), [])
    assert.deepEqual(names(200, 100), ['thumbnail 150x100'])
    assert.deepEqual(names(300, 300), ['thumbnail 150x150'])
    assert.deepEqual(names(500, 1200), ['medium 125x300', 'large 427x1024', 'thumbnail 150x150'])
    assert.deepEqual(names(1200, 800), [
      'medium 300x200',
      'large 1024x683',
      'thumbnail 150x150',
      'medium_large 768x512',
    ])
    assert.equal(names(3000, 2000).length, 6)
  })

  test('an image that is wide enough has the shapes that it is not itself', () => {
    const shapes = (width: number, height: number) =>
      sizesOf({ width, height }).flatMap(size =>
        isShape(size.name) ? `${size.width}x${size.height}` : [],
      )
    assert.deepEqual(shapes(719, 2000), [])
    assert.deepEqual(shapes(720, 1080), ['720x720', '720x540', '720x405'])
    assert.deepEqual(shapes(4000, 6000), ['1200x1200', '1200x900', '1200x675'])
    assert.deepEqual(shapes(4000, 3000), ['1200x1200', '1200x675'])
    assert.deepEqual(shapes(1921, 1080), ['1080x1080', '1200x900'])
    assert.deepEqual(shapes(1000, 1000), ['1000x750', '1000x563'])
    assert.deepEqual(shapes(4000, 400), [])
  })
})

describe('readPicture', () => {
  const encoded: [string, string, () => Promise<Buffer>][] = [
    ['image/jpeg', 'jpg', () => canvas(640, 480).jpeg().toBuffer()],
    ['image/png', 'png', () => canvas(640, 480).png().toBuffer()],
    ['image/webp', 'webp', () => canvas(640, 480).webp().toBuffer()],
    ['image/gif', 'gif', () => canvas(640, 480).gif().toBuffer()],
    ['image/avif', 'avif', () => canvas(640, 480).avif({ effort: 0 }).toBuffer()],
  ]
  for (const [mime, extension, make] of encoded) {
    test(`${mime} is kept in its own format, with its sizes`, async () => {
      const decoded = await read(await make())
      assert.equal(decoded.mime, mime)
      assert.equal(decoded.extension, extension)
      assert.deepEqual([decoded.width, decoded.height], [640, 480])
      assert.deepEqual(measures(decoded), { medium: '300x225', thumbnail: '150x150' })
      assert.equal(decoded.originalBytes, undefined)
      for (const { bytes, width, height, mime } of [decoded, ...Object.values(decoded.sizes)]) {
        const metadata = await sharp(bytes).metadata()
        assert.deepEqual(
          [metadata.mediaType, metadata.width, metadata.height],
          [mime, width, height],
        )
      }
    })
  }

  test('cropped sizes are cropped at the focus', async () => {
    const source = await canvas(400, 200).png().toBuffer()
    const reds = async (focus?: { x: number; y: number }) => {
      const cropped = await cropImage(source, { focus })
      assert.ok('sizes' in cropped)
      assert.deepEqual(Object.keys(cropped.sizes), ['thumbnail'])
      const { data, info } = await sharp(cropped.sizes.thumbnail!.bytes)
        .raw()
        .toBuffer({ resolveWithObject: true })
      assert.deepEqual([info.width, info.height], [150, 150])
      return [10, 140].map(x => (data[(10 * info.width + x) * info.channels] ?? 0) > 200)
    }
    assert.deepEqual(await reds({ x: 0, y: 0 }), [true, true])
    assert.deepEqual(await reds(), [true, false])
    assert.deepEqual(await reds({ x: 100, y: 100 }), [false, false])
  })

  test('a large image is scaled down, and the original is stored too', async () => {
    const decoded = await read(await canvas(3000, 1500).jpeg().toBuffer())
    assert.deepEqual([decoded.width, decoded.height], [2560, 1280])
    const original = await sharp(decoded.originalBytes).metadata()
    assert.deepEqual([original.width, original.height], [3000, 1500])
    assert.deepEqual(measures(decoded), {
      medium: '300x150',
      large: '1024x512',
      thumbnail: '150x150',
      medium_large: '768x384',
      '1536x1536': '1536x768',
      '2048x2048': '2048x1024',
      'shape-1x1': '1200x1200',
      'shape-4x3': '1200x900',
      'shape-16x9': '1200x675',
    })
  })

  test('metadata are removed, and the image is upright', async () => {
    const exif = {
      IFD0: { Artist: 'Ada Private', Make: 'SecretCam' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' },
    }
    const source = await canvas(400, 200)
      .jpeg()
      .withExif(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Ada Private</a></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const tagged = await sharp(source).metadata()
    assert.equal(tagged.orientation, 6)
    assert.ok(tagged.exif?.includes('Ada Private'))
    assert.ok(tagged.icc)

    const decoded = await read(source)
    assert.deepEqual([decoded.width, decoded.height], [200, 400])
    for (const { bytes } of [decoded, ...Object.values(decoded.sizes)]) {
      const metadata = await sharp(bytes).metadata()
      for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'orientation', 'comments'] as const) {
        assert.equal(metadata[kind], undefined, kind)
      }
      assert.ok(!Buffer.from(bytes).includes('Private'))
    }
    // the red corner, top left before the turn, is top right after it
    const { data, info } = await sharp(decoded.bytes).raw().toBuffer({ resolveWithObject: true })
    const red = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
    assert.ok(red(190, 10) > 200)
    assert.ok(red(10, 10) < 100)
  })

  for (const format of ['gif', 'webp'] as const) {
    test(`an animated ${format} stays animated, its sizes are stills`, async () => {
      const source = await (await animation())
        [format]({ delay: [100, 200, 300], loop: 2 })
        .toBuffer()
      const decoded = await read(source)
      assert.deepEqual([decoded.width, decoded.height], [400, 300])
      const metadata = await sharp(decoded.bytes, { animated: true }).metadata()
      assert.deepEqual([metadata.pages, metadata.pageHeight, metadata.loop], [3, 300, 2])
      assert.deepEqual(metadata.delay, [100, 200, 300])
      const thumbnail = await sharp(decoded.sizes.thumbnail!.bytes).metadata()
      assert.equal(thumbnail.pages ?? 1, 1)
    })
  }

  test('frames count as pixels', async () => {
    const source = await (await animation()).gif().toBuffer()
    const pixels = 400 * 300 * 3
    await read(source, { pixels })
    const refused = await decodeImage(source, { ...limits, pixels: pixels - 1 })
    assert.deepEqual(refused, { refused: 'pixels' })
  })

  test('a file that is not an image of the five formats is refused, whatever its name', async () => {
    const tiff = await canvas(20, 20).tiff().toBuffer()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path/></svg>'
    const texts = ['', svg, `<?xml version="1.0"?>${svg}`, '<html>', '%PDF-1.7\n', 'PK\x03\x04']
    for (const bytes of [tiff, ...texts.map(text => Buffer.from(text))]) {
      assert.deepEqual(await decodeImage(bytes, limits), { refused: 'type' })
    }
  })

  test('cut and garbled images are refused as broken', async () => {
    for (const source of await Promise.all([
      canvas(640, 480).jpeg().toBuffer(),
      canvas(640, 480).png().toBuffer(),
      canvas(640, 480).webp().toBuffer(),
      canvas(640, 480).avif({ effort: 0 }).toBuffer(),
    ])) {
      const cut = source.subarray(0, Math.floor(source.length * 0.6))
      assert.deepEqual(await decodeImage(cut, limits), { refused: 'broken' })
    }
    const start = (await canvas(640, 480).png().toBuffer()).subarray(0, 40)
    assert.deepEqual(await decodeImage(start, limits), { refused: 'broken' })
  })

  test('a file over the byte limit is not even looked at', async () => {
    const source = await canvas(64, 64).png().toBuffer()
    const refused = await decodeImage(source, { ...limits, bytes: source.length - 1 })
    assert.deepEqual(refused, { refused: 'size' })
  })

  test('a small file that unfolds to billions of pixels is refused at once', async () => {
    await read(await canvas(10, 10).png().toBuffer())
    const jpeg = await canvas(16, 16).jpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(65_000, frame + 5)
    jpeg.writeUInt16BE(65_000, frame + 7)
    // a reader that went on to its pixels would find them broken
    for (const bomb of [pngOf(60_000, 60_000), jpeg])
      assert.deepEqual(await decodeImage(bomb, limits), { refused: 'pixels' })
  })

  test('a burst is taken two at a time and all of it answered', async () => {
    const source = await canvas(640, 480).png().toBuffer()
    let busiest = 0
    const watch = setInterval(() => {
      const { queue, process } = sharp.counters()
      busiest = Math.max(busiest, queue + process)
    }, 1)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        decodeImage(number % 3 ? source : source.subarray(0, 60), limits),
      ),
    )
    clearInterval(watch)
    assert.equal(answers.filter(answer => 'bytes' in answer).length, 8)
    // A finished image counts until its result is taken, in addition to the two in work.
    assert.ok(busiest === 2 || busiest === 3, `${busiest} at once`)
  })
})

// a black image of one bit a pixel, packed a thousand times smaller; only its first rows are there
function pngOf(width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(10_000_000))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), end])
}

function chunk(name: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(name), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const hold = () => {
  let end = () => {}
  const until = new Promise<void>(resolve => (end = resolve))
  return { work: () => until.then(() => 'done'), end: () => end() }
}

test('images are worked on two at a time, in their order', async () => {
  const turns = openImageTurns(100)
  const [a, b, c] = [hold(), hold(), hold()]
  const order: string[] = []
  const all = [a, b, c].map((each, at) =>
    turns.take(10, async () => {
      order.push(`begin ${at}`)
      return each.work()
    }),
  )
  await new Promise(setImmediate)
  assert.deepEqual(order, ['begin 0', 'begin 1'])
  a.end()
  await all[0]
  await new Promise(setImmediate)
  assert.deepEqual(order, ['begin 0', 'begin 1', 'begin 2'])
  b.end()
  c.end()
  assert.deepEqual(await Promise.all(all), ['done', 'done', 'done'])
})

test('two that do not fit into the memory together take turns', async () => {
  const turns = openImageTurns(100)
  const first = hold()
  let hasStarted = false
  const one = turns.take(60, first.work)
  const two = turns.take(60, async () => {
    hasStarted = true
  })
  await new Promise(setImmediate)
  assert.equal(hasStarted, false)
  first.end()
  await Promise.all([one, two])
  assert.equal(hasStarted, true)
})

test('one that fails gives its turn back', async () => {
  const turns = openImageTurns(100)
  await assert.rejects(turns.take(100, () => Promise.reject(new Error('broken'))))
  assert.equal(await turns.take(100, async () => 'next'), 'next')
})

test('those who wait too long, or behind too many, are sent away', async () => {
  const turns = openImageTurns(100, { wait: 10 })
  const first = hold()
  const one = turns.take(100, first.work)
  const others = Array.from({ length: 20 }, () => turns.take(100, async () => 'late'))
  assert.deepEqual(await Promise.all(others), Array(20).fill(undefined))
  first.end()
  assert.equal(await one, 'done')
  assert.equal(await turns.take(100, async () => 'free'), 'free')
})
