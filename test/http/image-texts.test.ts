import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { titleOf } from '../../src/calendar/write/new-images.ts'
import { linearIn } from '../support/growth.ts'
import { imageFile } from '../support/openapi-body.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let width = 10
before(async () => {
  service = await startService()
})
after(() => service.close())

const at = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }
const french = { ml_language: 'fr' }

async function uploaded(query: Record<string, string>, as = 'editor') {
  const reply = await service.send('POST', '/images', {
    as,
    body: await imageFile(++width, 4),
    query,
    headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'filename="stage.png"' },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const change = (id: number, body: object, headers: Record<string, string> = {}) =>
  service.send('PATCH', `/images/${id}`, { as: 'editor', body, headers })

test('texts of an image are written in one language or both, and fall back to the main one', async () => {
  const { id, language, translations } = await uploaded({ alt: 'A stage' })
  assert.deepEqual([language, translations.en.alt, translations.fr], ['en', 'A stage', undefined])
  const both = await change(id, { title: 'Stage', translations: { fr: { alt: 'Une scène' } } })
  assert.equal(both.status, 200, both.text)
  const read = async (query = {}) =>
    (await service.send('GET', `/images/${id}`, { as: 'editor', query })).body
  const { title, alt } = await read(french)
  // alone the alternative text was written in French
  assert.deepEqual([title, alt], ['Stage', 'Une scène'])
  assert.equal((await read()).alt, 'A stage')
  assert.deepEqual((await read({ context: 'edit' })).editing.texts.fr.title, null)
  await change(id, { translations: { fr: null } })
  assert.equal((await read(french)).alt, 'A stage')
  await change(id, { alt: '' })
  assert.equal((await read()).alt, '')

  for (const [body, path] of [
    [{ title: '' }, 'title'],
    [{ translations: { fr: { title: '<b></b>' } } }, 'translations'],
    [{ translations: { de: {} } }, 'translations'],
    [{ alt: 5 }, 'alt'],
  ] as const) {
    const { status, body: problem } = await change(id, body)
    assert.deepEqual([status, Object.keys(problem.data.params)], [400, [path]])
  }
})

test('the credit of an image is written, and below it on pages', async () => {
  const { id, credit } = await uploaded({ alt: 'A stage', credit: 'Ana Silva, CC BY 4.0' })
  assert.equal(credit, 'Ana Silva, CC BY 4.0')
  const body = { title: 'Credited', image: id, ...at }
  const event = await service.send('POST', '/events', { as: 'editor', body })
  const page = () => service.send('GET', `${service.address}/event/${event.body.slug}/`)
  const { text } = await page()
  assert.match(text, /<figcaption>Ana Silva, CC BY 4.0<\/figcaption><\/figure>/)
  assert.match(text, /"creditText":"Ana Silva, CC BY 4.0"/)
  assert.equal((await change(id, { credit: '' })).body.credit, '')
  assert.doesNotMatch((await page()).text, /figcaption|creditText/)
})

test('the title of an image is cleared in one language while the other has one', async () => {
  const { id } = await uploaded({ alt: 'A stage' })
  const read = async (query = {}) =>
    (await service.send('GET', `/images/${id}`, { as: 'editor', query })).body
  await change(id, { title: 'Stage', translations: { fr: { title: 'Scène', alt: 'Une scène' } } })
  const { status, text } = await change(id, { translations: { fr: { title: null } } })
  assert.equal(status, 200, text)
  assert.deepEqual((await read(french)).translations.fr.title, '')
  assert.deepEqual([(await read(french)).title, (await read(french)).alt], ['Stage', 'Une scène'])
  const last = await change(id, { title: null })
  assert.deepEqual([last.status, Object.keys(last.body.data.params)], [400, ['title']])

  // the language that keeps its title becomes the main one
  await change(id, { title: '', translations: { fr: { title: 'Scène' } } })
  const presented = await read()
  assert.deepEqual([presented.title, presented.alt, presented.language], ['Scène', 'A stage', 'fr'])
  const lastFrench = await change(id, { translations: { fr: { title: '' } } })
  assert.deepEqual(
    [lastFrench.status, Object.keys(lastFrench.body.data.params)],
    [400, ['translations']],
  )
  assert.equal((await change(id, { title: 'Stage', alt: '' })).status, 200)
  assert.equal((await change(id, { translations: { fr: null } })).body.language, 'en')
})

test('the focus of an image is a point within it, and each flaw is named', async () => {
  const image = await uploaded({ focus: '25,100' })
  assert.deepEqual(image.focus, { x: 25, y: 100 })
  for (const [focus, expected] of [
    [
      { x: 0, y: 33.34 },
      { x: 0, y: 33.3 },
    ],
    [
      { x: '12', y: 50 },
      { x: 12, y: 50 },
    ],
    [null, undefined],
    ['0,0', { x: 0, y: 0 }],
    ['', undefined],
  ] as const)
    assert.deepEqual((await change(image.id, { focus })).body.focus, expected)
  for (const [focus, names] of [
    [{ x: 101, y: -1 }, ['x', 'y']],
    [{ x: 10 }, ['y']],
    [{ x: true, y: 'top' }, ['x', 'y']],
    ['1e9,5', ['x']],
    ['50', []],
    [7, []],
    [[], undefined],
  ] as const) {
    const { status, body } = await change(image.id, { focus })
    if (names === undefined) assert.equal(status, 200)
    else {
      assert.equal(status, 400)
      for (const name of names)
        assert.match(body.data.params.focus, new RegExp(`focus\\.${name}\\b`))
      assert.match(body.data.params.focus, /Expected|required/)
    }
  }
  const strict = await change(image.id, { focus: { x: 1, y: 2, z: 3 }, strict: true })
  assert.deepEqual([strict.status, Object.keys(strict.body.data.params)], [400, ['focus.z']])
})

test('of two users who change the same image the second is refused, and the image of another user stays unchanged', async () => {
  const { id } = await uploaded({}, 'author')
  const { headers } = await service.send('GET', `/images/${id}`, { as: 'author' })
  const match = { 'If-Match': String(headers.etag) }
  assert.equal((await change(id, { alt: 'One' }, match)).status, 200)
  assert.equal((await change(id, { alt: 'Two' }, match)).status, 412)
  const { authorization } = await service.bearer('editor', { language: 'fr' })
  const patch = (body: object, query = {}) =>
    service.send('PATCH', `/images/${id}`, { as: authorization, body, query })
  assert.equal((await patch({ alt: 'Three' })).status, 403)
  assert.equal((await patch({ alt: 'Trois' }, french)).status, 200)
  const [{ actions }] = (await service.rows<{ actions: number }>(
    `SELECT count(*) AS actions FROM journal WHERE kind = 'image' AND verb = 'change' AND id = ${id}`,
  )) as [{ actions: number }]
  assert.equal(actions, 2)
})

test('every record that shows an image has the new text after a change, also from the cache', async () => {
  const { id } = await uploaded({ alt: 'Before' })
  const event = await service.send('POST', '/events', {
    as: 'editor',
    body: {
      title: 'Shown',
      ...at,
      image: id,
      translations: { fr: { title: 'Montré' } },
      venue: { venue: 'Hall', image: id },
    },
  })
  assert.equal(event.status, 201, event.text)
  const { slug, venue } = event.body
  const site = (path: string) => service.address + path
  const paths = [
    `/events/${event.body.id}`,
    '/events?start_date=2027-01-01',
    `/events/by-slug/${slug}`,
    `/venues/${venue.id}`,
    '/venues',
    '/images',
    `/images/${id}`,
    ...[`/event/${slug}/`].map(site),
  ]
  const text = async (path: string, query = {}) => (await service.send('GET', path, { query })).text
  for (const path of paths) {
    // a response is cached from the second time on
    for (let time = 0; time < 3; time++) await text(path)
    assert.match(await text(path), /Before/, path)
  }
  const focus = { x: 20, y: 80 }
  await change(id, { alt: 'After', focus, translations: { fr: { alt: 'Après' } } })
  for (const path of paths) assert.doesNotMatch(await text(path), /Before/, path)
  const { image } = JSON.parse(await text(paths[0] ?? ''))
  assert.deepEqual([image.alt, image.focus], ['After', focus])
  const page = await text(site(`/event/${slug}/`))
  assert.match(page, /alt="After" class="focus-x20 focus-y80"/)
  assert.match(page, /"@type":"ImageObject"[^}]*"caption":"After"/)
  assert.match(page, /og:image:alt" content="After"/)
  const inFrench = await text(`${service.address}/fr/evenement/montre/`)
  assert.match(inFrench, /alt="Après"/)
  assert.match(inFrench, /"caption":"Après"/)
  assert.equal(JSON.parse(await text(paths[0] ?? '', french)).image.alt, 'Après')
})

test('the name of a file becomes a title of one line without control characters, however it is written', async () => {
  for (const [name, title] of [
    ['a%00b%1b.png', 'ab'],
    ['Two%0D%0Alines%09here.png', 'Two lines here'],
    ['%22Fair%22 %3Cb%3E2027%3C/b%3E.png', 'Fair 2027'],
    ['100%.png', '100%'],
    ['%00%0A.png', 'image'],
  ])
    assert.equal(titleOf(name ?? ''), title)
  assert.equal(titleOf(`${'a'.repeat(199)}🎉.png`).isWellFormed(), true)
  await linearIn(64_000, size => '<'.repeat(size), titleOf)
})
