import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { removeReplaced } from '../../src/calendar/write/images.ts'
import { readSettings } from '../../src/config/config.ts'
import { bucketIn, bucketName } from '../../src/config/storage-types.ts'
import { openDataFolder } from '../../src/main.ts'
import { openImageStore, reachImages } from '../../src/outside/images.ts'
import { type ObjectStore, startAnswering, startObjectStore } from '../support/object-store.ts'
import { imageFile } from '../support/openapi-body.ts'
import { restart, type Service, settingsFor, startService } from '../support/service.ts'
import { cropsFollowFocus } from './crops.ts'

let bucket: ObjectStore
let service: Service
before(async () => {
  bucket = await startObjectStore()
  service = await startService(bucket.settings)
})
after(async () => {
  await service.close()
  await bucket.close()
})

const png = { 'Content-Type': 'image/png', 'Content-Disposition': 'filename="Fair.png"' }

async function uploaded(width = 400) {
  const body = await imageFile(width, 200)
  const sent = await service.send('POST', '/images', { as: 'editor', body, headers: png })
  assert.equal(sent.status, 201, sent.text)
  return sent.body
}

/** The URLs of an image in all its sizes, with their length. */
const filesOf = (image: {
  url: string
  filesize: number
  sizes: Record<string, { url: string; filesize: number }>
}) => [image, ...Object.values(image.sizes)].map(({ url, filesize }) => ({ url, filesize }))

/** The names in the bucket of these URLs. */
const namesOf = (image: Parameters<typeof filesOf>[0]) =>
  filesOf(image)
    .map(({ url }) => new URL(url).pathname.replace('/uploads/', 'images/2/'))
    .sort()

/** Runs the background work after so many seconds. */
async function sweep(seconds: number) {
  const opened = await openDataFolder(service.settings)
  const removed = await removeReplaced({
    ...opened.context,
    now: () => opened.context.now() + seconds,
  })
  await opened.close()
  return removed
}

test('images lie in the bucket, in all sizes, and are sent from there', async () => {
  const [first, second] = [await uploaded(), await uploaded()]
  assert.match(first.url, /\/uploads\/\d{4}\/\d{2}\/fair-[0-9a-z]{13}\.png$/)
  assert.notEqual(first.url, second.url)
  assert.deepEqual(bucket.names(), [...namesOf(first), ...namesOf(second)].sort())
  for (const { url, filesize } of filesOf(first)) {
    const loaded = await fetch(url)
    assert.deepEqual(
      [loaded.status, loaded.headers.get('content-type'), (await loaded.bytes()).length],
      [200, 'image/png', filesize],
    )
    assert.match(String(loaded.headers.get('cache-control')), /immutable/)
  }
})

test('the small sizes follow the focus in a bucket as well', () => cropsFollowFocus(service))

test('parts, conditions and HEAD are answered as from a folder', async () => {
  const { url, filesize } = await uploaded()
  const complete = await fetch(url)
  const bytes = await complete.bytes()
  const etag = String(complete.headers.get('etag'))
  const ask = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers })
  const part = await ask({ Range: 'bytes=1-3' })
  assert.deepEqual(
    [part.status, part.headers.get('content-range'), await part.text()],
    [206, `bytes 1-3/${filesize}`, 'PNG'],
  )
  const last = await ask({ Range: 'bytes=-5' })
  assert.deepEqual(await last.bytes(), bytes.slice(-5))
  assert.equal((await ask({ Range: `bytes=${filesize}-` })).status, 416)
  assert.equal((await ask({ 'If-None-Match': etag })).status, 304)
  const modified = String(complete.headers.get('last-modified'))
  assert.equal((await ask({ 'If-Modified-Since': modified })).status, 304)
  const other = await ask({ 'If-None-Match': '"other"' })
  assert.deepEqual([other.status, await other.bytes()], [200, bytes])
  const head = await ask({}, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(filesize)])
  assert.equal(head.headers.get('etag'), etag)
})

test('the store is asked only for images of the calendar', async () => {
  const at = (path: string) =>
    fetch(`${service.root.plain.replace(/\/cal\/.*/, '')}/uploads/${path}`)
  for (const path of ['2026/06/none.png', '..%2F..%2Fsecret.png', '2026/06/a.txt', '?list-type=2'])
    assert.equal((await at(path)).status, 404, path)
})

test('a deleted image leaves the bucket, and one whose file is replaced later', async () => {
  const deleted = await uploaded()
  await service.send('DELETE', `/images/${deleted.id}`, { as: 'editor' })
  assert.equal((await fetch(deleted.url)).status, 404)
  assert.ok(bucket.names().every(name => !namesOf(deleted).includes(name)))

  const before = await uploaded()
  const body = await imageFile(500, 500)
  const path = `/images/${before.id}`
  const replaced = await service.send('PUT', path, { as: 'editor', body, headers: png })
  assert.equal(replaced.status, 200, replaced.text)
  assert.equal((await fetch(before.url)).status, 200)
  await service.stop()
  await sweep(86_400)
  service = await restart({ ...service, stop: async () => {} })
  assert.equal(
    (await fetch(replaced.body.url.replace(/:\d+/, `:${new URL(service.root.plain).port}`))).status,
    200,
  )
  assert.ok(bucket.names().every(name => !namesOf(before).includes(name)))
})

test('while the store is unreachable images get 503 with a message, and the rest works; it recovers by itself', async () => {
  const image = await uploaded()
  bucket.stop()
  const body = await imageFile(300, 300)
  const refused = await service.send('POST', '/images', { as: 'editor', body, headers: png })
  assert.deepEqual([refused.status, refused.body.code], [503, 'rest_images_unreachable'])
  assert.equal(refused.headers['retry-after'], '5')
  const loaded = await fetch(image.url)
  const answer = (await loaded.json()) as { code: string; message: string }
  assert.deepEqual([loaded.status, answer.code], [503, 'rest_images_unreachable'])
  assert.match(answer.message, /^The service cannot reach its image storage/)
  assert.equal(loaded.headers.get('cache-control'), 'no-store')
  assert.equal((await service.send('GET', `/images/${image.id}`, { as: 'editor' })).status, 200)
  const ready = await fetch(new URL('/health/ready', service.root.plain))
  assert.equal(ready.status, 200)
  // the record goes at once, its files when that is possible
  const removed = await service.send('DELETE', `/images/${image.id}`, { as: 'editor' })
  assert.equal(removed.status, 200, removed.text)
  assert.ok(namesOf(image).every(name => bucket.names().includes(name)))

  bucket.start()
  assert.equal((await fetch((await uploaded()).url)).status, 200)
  await service.stop()
  await sweep(0)
  assert.ok(bucket.names().every(name => !namesOf(image).includes(name)))
  service = await restart({ ...service, stop: async () => {} })
})

test('an image is deleted also while the store says nothing: its files go later', async () => {
  const image = await uploaded()
  const opened = await openDataFolder(service.settings)
  try {
    // as a store in a black hole, which does not even refuse
    const remove = () => new Promise<never>(() => {})
    opened.context.imageStore = { ...opened.context.imageStore, remove }
    const actor = {
      id: service.users.editor,
      login: 'editor',
      role: 'editor',
      scope: 'admin',
    } as const
    const caller = { actor, language: 'en', fallback: true } as const
    await opened.calendar.remove('image', caller, { id: image.id })
  } finally {
    await opened.close()
  }
  await sweep(0)
  assert.deepEqual(
    (await bucket.names()).filter(name => namesOf(image).includes(name)),
    [],
  )
})

test('files of a process that ended before their record was written are removed an hour later', async () => {
  await service.stop()
  // those of an upload that failed before
  await sweep(3600)
  const names = bucket.names()
  const opened = await openDataFolder(service.settings)
  const { imageStore, store, now } = opened.context
  const stored = await imageStore.keep(
    await imageFile(400, 300),
    'lost.png',
    new Date(),
    undefined,
    async files => {
      await store.write(tx =>
        tx.insert('replaced_file', { files: JSON.stringify(files), due: now() + 3600 }, {}),
      )
      assert.deepEqual(bucket.names(), names, 'nothing is written before it is noted')
    },
  )
  assert.ok('file' in stored)
  await opened.close()
  assert.equal(await sweep(0), 0)
  assert.ok(bucket.names().length > names.length)
  assert.equal(await sweep(3600), 1)
  assert.deepEqual(bucket.names(), names)
  service = await restart({ ...service, stop: async () => {} })
})

test('an upload leaves nothing to remove', async () => {
  const image = await uploaded()
  const rows = await service.rows<{ files: string }>('SELECT files FROM replaced_file')
  assert.deepEqual(
    rows.filter(({ files }) =>
      files.includes(new URL(image.url).pathname.replace('/uploads/', '')),
    ),
    [],
  )
})

test('a wrong secret and a missing bucket are reported when the service starts', async () => {
  const settings = settingsFor('/nowhere', bucket.settings)
  await reachImages(settings)
  for (const [wrong, message] of [
    [{ imageStore: bucket.urlOf('calendar', 'of another') }, /403 SignatureDoesNotMatch/],
    [{ imageStore: bucket.urlOf('another') }, /404 NoSuchBucket/],
  ] as const)
    await assert.rejects(reachImages({ ...settings, ...wrong }), { message })
})

test('an image is not cut short unnoticed when the store breaks off', async t => {
  const server = await startAnswering((_, response) => {
    response.writeHead(200, {
      'Content-Length': '1000',
      'Last-Modified': 'Mon, 15 Jun 2026 16:00:00 GMT',
    })
    response.write('half', () => response.destroy())
  })
  t.after(server.close)
  const other = await startService({
    imageStore: bucket.settings.imageStore.replace(bucket.endpoint, server.url),
  })
  t.after(other.close)
  const loading = fetch(new URL('/uploads/2026/06/a.png', other.root.plain))
  await assert.rejects(loading.then(loaded => loaded.bytes()))
})

test('the address of the store is for images alone: callers cannot fetch from it', async () => {
  const store = openImageStore(service.settings)
  assert.deepEqual(await store.fetch(`${bucket.endpoint}/calendar/a.png`), {
    refused: 'address',
  })
})

test('a bucket needs a key, and its URL is never shown', () => {
  const of = (env: Record<string, string>) => readSettings({ flags: {}, env, cwd: '/nowhere' })
  const storeOf = (url: string, env = {}) => {
    const { settings, fieldErrors } = of({ ALMANAC_IMAGE_STORE: url, ...env })
    assert.deepEqual(fieldErrors, [], url)
    return bucketIn(settings.imageStore)
  }
  const [error] = of({ ALMANAC_IMAGE_STORE: 's3://bucket/a/' }).fieldErrors
  assert.match(
    error?.sentence.en ?? '',
    /^ALMANAC_IMAGE_STORE has no access key: .*AWS_ACCESS_KEY_ID/,
  )
  const usual = {
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'such/a+secret=@?',
    AWS_REGION: 'eu-west-3',
  }
  const read = {
    bucket: 'bucket',
    path: 'a/b',
    endpoint: '',
    region: 'eu-west-3',
    key: 'AKIA',
    secret: 'such/a+secret=@?',
  }
  assert.deepEqual(storeOf('s3://bucket/a/b/', usual), read)
  // as a provider shows it: only @, ? and % must be escaped
  const secret = 'such/a+secret=%40%3F'
  assert.deepEqual(storeOf(`s3://AKIA:${secret}@bucket/a/b?region=eu-west-3`), read)
  const own = storeOf(
    `s3://K:other@bucket/a/b?endpoint=https://{bucket}.s3.example/&region=x1`,
    usual,
  )
  assert.deepEqual(own, {
    ...read,
    endpoint: 'https://{bucket}.s3.example',
    region: 'x1',
    key: 'K',
    secret: 'other',
  })
  const backup = of({ ALMANAC_BACKUP_STORE: 's3://backups', ...usual }).settings.backupStore
  assert.equal(bucketIn(backup)?.key, 'AKIA')
  for (const wrong of [
    'https://bucket',
    's3://K:secret@Bucket',
    's3://K:secret@b',
    's3://K:secret@bucket/../x',
    's3://K:secret@bucket/a b',
    's3://K:secret%@bucket',
    's3://K:secret@bucket?endpoint=ftp://a',
    's3://K:secret@bucket?endpoint=https://u:p@a',
    's3://K:secret@bucket?endpoint=https://{other}.a',
    's3://K:secret@bucket?place=x',
    's3://K:secret@bucket?region=x/y',
  ]) {
    const [refused, ...others] = of({ ALMANAC_IMAGE_STORE: wrong, ...usual }).fieldErrors
    assert.deepEqual([refused?.name, others], ['imageStore', []], wrong)
    assert.ok(!JSON.stringify(refused).includes('K:secret'))
  }
  assert.equal(bucketName(`s3://AKIA:${secret}@bucket/a/b/?region=x1`), 's3://bucket/a/b')
})

test('files that cannot be removed delay no others, and go later', async () => {
  await service.stop()
  const opened = await openDataFolder(service.settings)
  const { store, now } = opened.context
  const names = ['stuck.png', 'free.png']
  await removeReplaced(opened.context)
  await store.write(async tx => {
    for (const file of names)
      await tx.insert(
        'replaced_file',
        { files: JSON.stringify({ file, sizes: {} }), due: now() },
        {},
      )
  })
  const removed: string[] = []
  const remove = async (files: object) => {
    const file = 'file' in files ? String(files.file) : ''
    if (file === 'stuck.png') throw new Error('stuck')
    removed.push(file)
  }
  const context = { ...opened.context, imageStore: { ...opened.context.imageStore, remove } }
  assert.equal(await removeReplaced(context), 1)
  assert.deepEqual(removed, ['free.png'])
  await assert.rejects(removeReplaced(context), /stuck/)
  assert.equal(await removeReplaced(opened.context), 1)
  await opened.close()
  service = await restart({ ...service, stop: async () => {} })
})
