import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { removeReplaced } from '../../src/calendar/write/images.ts'
import { openDataFolder } from '../../src/main.ts'
import { imageFile, multipart } from '../support/openapi-body.ts'
import { type Service, startService } from '../support/service.ts'
import { cropsFollowFocus } from './crops.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const png = { 'Content-Type': 'image/png' }
const asFile = async (width: number, height = 200) => ({
  body: await imageFile(width, height),
  headers: { ...png, 'Content-Disposition': 'filename="poster.png"' },
})

async function uploaded(as = 'editor', width = 400) {
  const { status, body, text } = await service.send('POST', '/images', {
    as,
    ...(await asFile(width)),
  })
  assert.equal(status, 201, text)
  return body
}

/** The files of uploads, without what the library notes for itself. */
const filesIn = () =>
  readdirSync(join(service.settings.dataFolder, 'uploads'), {
    recursive: true,
    withFileTypes: true,
  })
    .filter(entry => entry.isFile() && !entry.parentPath.includes('/.'))
    .map(({ name }) => name)
    .sort()

const load = async (url: string) => (await fetch(url)).status

test('a new file replaces that of an image, at new URLs; the old one is deleted later', async () => {
  const before = await uploaded()
  const event = await service.send('POST', '/events', {
    as: 'editor',
    body: { title: 'Fair', start_date: '2027-06-01', end_date: '2027-06-02', image: before.id },
  })
  const readImage = async () => (await service.send('GET', `/events/${event.body.id}`)).body.image
  // a response is cached from the second time on
  for (let time = 0; time < 3; time++) assert.equal((await readImage()).url, before.url)
  const path = `/images/${before.id}`
  const replaced = await service.send('PUT', path, {
    as: 'editor',
    ...(await multipart([['alt', 'A fair']], await imageFile(700, 500))),
  })
  assert.equal(replaced.status, 200, replaced.text)
  const { id, url, width, sizes, alt, title } = replaced.body
  assert.deepEqual([id, width, alt, title], [before.id, 700, 'A fair', 'poster'])
  assert.notEqual(url, before.url)
  assert.deepEqual(await readImage(), {
    ...(await readImage()),
    url,
    width: 700,
    height: 500,
    alt: 'A fair',
  })
  for (const each of [url, sizes.medium.url, before.url, before.sizes.medium.url])
    assert.equal(await load(each), 200)

  const day = 86_400
  const { dataFolder } = service.settings
  await service.stop()
  for (const [later, old] of [
    [0, 200],
    [day, 404],
  ] as const) {
    const opened = await openDataFolder(service.settings)
    const now = () => opened.context.now() + later
    await removeReplaced({ ...opened.context, now })
    await opened.close()
    const isThere = existsSync(join(dataFolder, new URL(before.url).pathname))
    assert.equal(isThere, old === 200)
  }
  assert.ok(existsSync(join(dataFolder, new URL(url).pathname)))
  rmSync(dataFolder, { recursive: true, force: true })
  service = await startService()
})

test('the small sizes are cropped at the focus, and at another one made again', () =>
  cropsFollowFocus(service))

test('a file that is refused changes nothing and leaves nothing behind', async () => {
  const image = await uploaded()
  const files = filesIn()
  const path = `/images/${image.id}`
  const etag = String((await service.send('GET', path, { as: 'editor' })).headers.etag)
  const script = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  )
  const broken = (await imageFile(300, 300)).subarray(0, 120)
  for (const [sending, status, name] of [
    [{ body: script, headers: png }, 400, 'file'],
    [{ body: broken, headers: png }, 400, 'file'],
    [{ body: Buffer.alloc(0), headers: png }, 400, 'file'],
    [{ body: { url: 'http://127.0.0.1:9/a.png' } }, 400, 'url'],
    [{ body: { url: 'file:///etc/passwd' } }, 400, 'url'],
    [{ ...(await asFile(410)), query: { focus: '5,500' } }, 400, 'focus'],
  ] as const) {
    const reply = await service.send('PATCH', path, { as: 'editor', ...sending })
    assert.equal(reply.status, status, reply.text)
    assert.deepEqual(Object.keys(reply.body.data.params), [name])
  }
  const late = await asFile(420)
  for (const [as, headers, status] of [
    ['editor', { 'If-Match': '"7"' }, 412],
    ['author', {}, 403],
    ['contributor', {}, 403],
    ['anonymous', {}, 401],
  ] as const) {
    const sending = { ...late, headers: { ...late.headers, ...headers } }
    assert.equal((await service.send('PATCH', path, { as, ...sending })).status, status, as)
  }
  assert.deepEqual(filesIn(), files)
  const now = await service.send('GET', path, { as: 'editor' })
  assert.deepEqual([now.body.url, now.headers.etag], [image.url, etag])
})

test('images are found by the texts of either language and by file name, in both orders', async () => {
  const alone = { as: 'author' }
  const [first, second] = [await uploaded('author', 500), await uploaded('author', 510)]
  await service.send('PATCH', `/images/${first.id}`, {
    ...alone,
    body: { alt: 'An old bridge', translations: { fr: { alt: 'Le pont d’Avignon' } } },
  })
  const find = async (query: Record<string, string>) =>
    (await service.send('GET', '/images', { ...alone, query })).body.images.map(
      ({ id }: { id: number }) => id,
    )
  for (const search of ['old bridge', 'PONT avignon', 'poster bridge', 'd’Avignon'])
    for (const ml_language of ['en', 'fr'])
      assert.deepEqual(await find({ search, ml_language }), [first.id], search)
  assert.deepEqual(await find({ search: 'bridge tower' }), [])
  assert.deepEqual(await find({ search: 'poster' }), [second.id, first.id])
  assert.deepEqual(await find({ search: 'poster', order: 'asc' }), [first.id, second.id])
  for (const query of [{ order: 'up' }, { search: '' }])
    assert.equal((await service.send('GET', '/images', { ...alone, query })).status, 400)
  await service.send('PATCH', `/images/${first.id}`, {
    ...alone,
    body: await imageFile(520, 40),
    headers: { ...png, 'Content-Disposition': 'filename="viaduct.png"' },
  })
  assert.deepEqual(await find({ search: 'viaduct' }), [first.id])
})

test('the uses of an image are listed as far as the caller may read them', async () => {
  const { id: image } = await uploaded('author')
  const at = { start_date: '2027-06-01', end_date: '2027-06-02', image }
  const make = async (path: string, body: object, as = 'editor') => {
    const reply = await service.send('POST', path, { as, body })
    assert.ok(reply.status < 300, reply.text)
    return reply.body.id as number
  }
  const published = await make('/events', {
    title: 'Open',
    ...at,
    translations: { fr: { title: 'Ouvert' } },
  })
  const draft = await make('/events', { title: 'Draft', ...at, status: 'draft' })
  const closed = await make('/events', { title: 'Closed', ...at, password: 'sesame' })
  const mine = await make('/events', { title: 'Mine', ...at, status: 'draft' }, 'author')
  const venue = await make('/venues', { venue: 'Hall', image })
  await service.send('DELETE', `/events/${draft}`, { as: 'editor' })
  const uses = (as: string, query = {}) =>
    service.send('GET', `${service.address}/admin/api/images/${image}/uses`, { as, query })
  const ids = async (as: string) => (await uses(as)).body.uses.map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids('editor'), [mine, closed, draft, published, venue])
  assert.deepEqual(await ids('author'), [mine, published, venue])
  assert.deepEqual(await ids('subscriber'), [published, venue])
  const short = await uses('editor', { per_page: 1 })
  assert.deepEqual([short.body.uses.length, short.body.total], [1, 5])
  const french = await service.send('GET', `${service.address}/fr/admin/api/images/${image}/uses`, {
    as: 'subscriber',
  })
  assert.equal(french.body.uses[0].title, 'Ouvert')
  assert.equal((await uses('anonymous')).status, 401)
  const hidden = await uploaded('editor')
  const other = await service.send('GET', `${service.address}/admin/api/images/${hidden.id}/uses`, {
    as: 'author',
  })
  assert.deepEqual([other.status, other.body.code], [400, 'rest_invalid_param'])
  const refused = await service.send('DELETE', `/images/${image}`, { as: 'author' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'rest_image_in_use'])
})
