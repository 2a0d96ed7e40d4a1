import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import sharp from 'sharp'
import { type DecodedImage, decodeImage } from './decode.ts'
import { slugOf } from './file-name.ts'
import { type Library, openImageLibrary } from './library.ts'
import { filesInFolder } from './place.ts'

test('names become small ASCII slugs', () => {
  const names: [string, string][] = [
    ['test-image.png', 'test-image'],
    ['Été à la Cœur (1).JPG', 'ete-a-la-coeur-1'],
    ['https://a.example/x/%C3%89t%C3%A9.png?v=2#a', 'ete'],
    ['C:\\photos\\Straße.jpeg', 'strasse'],
    ['../../etc/passwd', 'passwd'],
    ['..%2F..%2Fetc%2Fshadow.png', 'shadow'],
    ['archive.tar.gz', 'archive-tar'],
    ['写真.jpg', 'image'],
    ['https://a.example/', 'image'],
    ['%E0%A4%A.png', 'e0-a4-a'],
    ['', 'image'],
    ['a\0b.png', 'a-b'],
    ['x'.repeat(500), 'x'.repeat(80)],
  ]
  for (const [name, slug] of names) assert.equal(slugOf(name), slug)
})

describe('library', () => {
  let decoded: DecodedImage
  let large: DecodedImage
  let folder = ''
  let library: Library
  const folders: string[] = []
  const make = async (width: number, height: number) => {
    const create = { width, height, channels: 3 as const, background: 'teal' }
    const bytes = await sharp({ create }).png().toBuffer()
    const image = await decodeImage(bytes, { bytes: 10_000_000, pixels: 50_000_000 })
    assert.ok('bytes' in image)
    return image
  }
  before(async () => {
    decoded = await make(400, 300)
    large = await make(2700, 1350)
  })
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'library-')), 'uploads')
    folders.push(folder)
    library = openImageLibrary(
      filesInFolder(folder, () => 'lot'),
      () => new Date('2026-06-15T16:00:00Z'),
    )
  })
  after(async () => {
    for (const created of folders) await rm(join(created, '..'), { recursive: true })
  })

  test('an image and its sizes lie in the folder of the month', async () => {
    const stored = await library.store(decoded, 'Test Image.PNG')
    assert.equal(stored.file, '2026/06/test-image-lot.png')
    assert.equal(stored.filesize, decoded.bytes.length)
    assert.deepEqual([stored.width, stored.height, stored.mime], [400, 300, 'image/png'])
    assert.deepEqual(stored.sizes.medium, {
      file: '2026/06/test-image-lot-300x225.png',
      width: 300,
      height: 225,
      mime: 'image/png',
      filesize: decoded.sizes.medium!.bytes.length,
    })
    assert.equal('original_image' in stored, false)
    assert.deepEqual(JSON.parse(JSON.stringify(stored)), stored)
    assert.deepEqual(await readdir(join(folder, '.writing')), [])
    for (const { file, filesize } of [stored, ...Object.values(stored.sizes)]) {
      assert.equal((await stat(join(folder, file))).size, filesize)
    }
  })

  test('the original of a scaled image is named', async () => {
    const stored = await library.store(large, 'wide.png')
    assert.equal(stored.file, '2026/06/wide-lot-scaled.png')
    assert.equal(stored.original_image, 'wide-lot.png')
    assert.equal(stored.sizes.medium?.file, '2026/06/wide-lot-300x150.png')
    const original = await library.open('2026/06/wide-lot.png')
    assert.equal(original?.size, large.originalBytes?.length)
    await library.remove(stored)
    assert.deepEqual(await readdir(join(folder, '2026/06')), [])
  })

  test('a file name is used once, even after its image is deleted', async () => {
    const first = await library.store(decoded, 'a.png')
    const second = await library.store(decoded, 'a.png')
    assert.equal(second.file, '2026/06/a-lot-1.png')
    await library.remove(first)
    await library.remove(first)
    const third = await openImageLibrary(
      filesInFolder(folder, () => 'lot'),
      () => new Date('2026-06-30T23:59:59Z'),
    ).store(decoded, 'A.PNG')
    assert.equal(third.file, '2026/06/a-lot-2.png')
    assert.equal(await library.open(first.file), undefined)
    assert.ok(await library.open(second.file))
  })

  test('many at once get names of their own', async () => {
    const other = openImageLibrary(
      filesInFolder(folder, () => 'lot'),
      () => new Date('2026-06-15T16:00:00Z'),
    )
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        (number % 2 ? library : other).store(decoded, 'same.png'),
      ),
    )
    assert.equal(new Set(all.map(({ file }) => file)).size, 10)
  })

  test('a name never looks like a size of another, nor takes a file that is there', async () => {
    for (const random of ['300x225', 'scaled']) {
      const files = filesInFolder(folder, () => random)
      assert.equal(await files.claim('2026/06', 'a', 'png'), `2026/06/a-${random}-1`)
    }
    await library.store(decoded, 'a.png')
    await writeFile(join(folder, '2026/06/b-lot.png'), 'from a backup')
    assert.equal((await library.store(decoded, 'b.png')).file, '2026/06/b-lot-1.png')
  })

  test('the name of one image says nothing of that of another with the same name', async () => {
    const files = filesInFolder(folder)
    const names = await Promise.all(
      Array.from({ length: 20 }, () => files.claim('2026/06', 'poster', 'png')),
    )
    for (const name of names) assert.match(name, /^2026\/06\/poster-[a-z0-9]{13}$/)
    assert.equal(new Set(names.map(name => name.slice(0, -6))).size, names.length)
  })

  test('a file is opened with its type and read in whole or in part', async () => {
    const { file } = await library.store(decoded, 'a.png')
    const opened = await library.open(file)
    assert.ok(opened)
    assert.equal(opened.mime, 'image/png')
    assert.equal(opened.size, decoded.bytes.length)
    assert.ok(opened.mtime instanceof Date)
    assert.deepEqual(await buffer(await opened.stream()), Buffer.from(decoded.bytes))
    const part = await buffer(await opened.stream({ start: 1, end: 3 }))
    assert.equal(part.toString(), 'PNG')
  })

  test('nothing but images of the library is opened', async () => {
    const { file } = await library.store(decoded, 'a.png')
    await writeFile(join(folder, '../secret.png'), 'secret')
    await writeFile(join(folder, '2026/06/notes.txt'), 'x')
    await mkdir(join(folder, '2026/06/folder.png'))
    await symlink(join(folder, '../secret.png'), join(folder, '2026/06/link.png'))
    const paths = [
      '../secret.png',
      '2026/06/../../../secret.png',
      '2026/06/..%2F..%2F..%2Fsecret.png',
      '2026\\06\\a-lot.png',
      join(folder, file),
      `/${file}`,
      `${file}\0`,
      `${file}\n`,
      '',
      '.',
      '2026/06',
      '2026/06/notes.txt',
      '2026/06/folder.png',
      '2026/06/link.png',
      '2026/06/absent.png',
      `2026/06/${'x'.repeat(300)}.png`,
      '.taken/2026/06/a',
    ]
    for (const path of paths) assert.equal(await library.open(path), undefined, path)
  })

  test('a description that points elsewhere removes nothing there', async () => {
    const stored = await library.store(decoded, 'a.png')
    await writeFile(join(folder, '../secret.png'), 'secret')
    await library.remove({ ...stored, original_image: '../../../secret.png' })
    await library.remove({ ...stored, file: '../secret.png' })
    assert.ok(await stat(join(folder, '../secret.png')))
  })

  test('a file that cannot be removed stays alone', async () => {
    const stored = await library.store(decoded, 'a.png')
    const stuck = Object.values(stored.sizes)[0]?.file ?? ''
    await rm(join(folder, stuck))
    await mkdir(join(folder, stuck))
    await assert.rejects(library.remove(stored))
    assert.deepEqual(await readdir(join(folder, '2026/06')), [stuck.replace('2026/06/', '')])
  })

  test('an image that cannot be written leaves nothing', async () => {
    await mkdir(join(folder, '2026/06/a-lot-150x150.png'), { recursive: true })
    await assert.rejects(library.store(decoded, 'a.png'))
    assert.deepEqual(await readdir(join(folder, '2026/06')), ['a-lot-150x150.png'])
    assert.deepEqual(await readdir(join(folder, '.writing')), [])
  })
})
