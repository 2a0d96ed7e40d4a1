import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Reply, type Sending, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ timezone: 'Europe/Paris' })
})
after(() => service.close())

const send = (method: string, path: string, as: string, body?: object, more: Sending = {}) =>
  service.send(method, path, { as, ...(body && { body }), ...more })
const admin = (method: string, path: string, as: string, body?: object, more: Sending = {}) =>
  send(method, `${service.address}/admin/api/${path}`, as, body, more)
async function done(sending: Promise<Reply>): Promise<Reply> {
  const reply = await sending
  assert.ok(reply.status < 300, reply.text)
  return reply
}
const history = async (path: string, as = 'editor') =>
  (await done(admin('GET', `${path}/versions?per_page=100`, as))).body.versions
const restore = (path: string, version: number, as = 'editor', more: Sending = {}) =>
  admin('POST', `${path}/versions/${version}/restore`, as, {}, more)

/** A record as it is read for editing, without what every write changes by nature. */
function steady(body: Reply['body']) {
  const {
    modified: _m,
    modified_utc: _u,
    json_ld: _j,
    ...record
  } = JSON.parse(JSON.stringify(body, (name, value) => (name === 'count' ? undefined : value)))
  const texts = Object.entries<object>(record.editing.texts).map(([language, text]) => [
    language,
    { ...text, changed: '' },
  ])
  return { ...record, editing: { ...record.editing, texts: Object.fromEntries(texts) } }
}
const edited = async (path: string, as = 'editor') =>
  (await done(send('GET', `/${path}?context=edit`, as))).body
const versionIn = ({ headers }: Reply) => Number(String(headers.etag).split('.')[1])

const when = { start_date: '2030-05-01 20:00:00', end_date: '2030-05-01 22:00:00' }

describe('the versions of a record', () => {
  test('show the author, time and language of each version, and its content', async () => {
    const draft = { title: 'Concert', ...when, translations: { fr: { title: 'Le concert' } } }
    const { id } = (await done(send('POST', '/events', 'author', draft))).body
    const path = `events/${id}`
    await done(send('PATCH', `/${path}`, 'editor', { title: 'Grand concert', cost: '5' }))
    const moved = { start_date: '2030-05-01 19:00:00', tags: ['outdoor'], password: 'open sesame' }
    await done(
      send('PATCH', `/${path}`, 'editor', { ...moved, translations: { fr: { excerpt: 'Bref' } } }),
    )
    const versions = await history(path)
    assert.deepEqual(
      versions.map(({ version, user, changed }: Reply['body']) => [version, user, changed]),
      [
        [
          3,
          service.users.editor,
          {
            facts: ['start_date', 'password', 'tags'],
            texts: { fr: ['excerpt'] },
            new_texts: { fr: ['excerpt'] },
            dates: [],
          },
        ],
        [2, service.users.editor, { facts: ['cost'], texts: { en: ['title'] }, dates: [] }],
        [1, service.users.author, null],
      ],
    )
    const reply = await done(admin('GET', `${path}/versions/1`, 'editor'))
    const { record, version } = reply.body
    assert.equal(version.version, 1)
    assert.equal(record.editing.texts.en.title, 'Concert')
    assert.equal(record.editing.facts.is_protected, false)
    assert.deepEqual([record.start_date, record.cost], ['2030-05-01 20:00:00', ''])
    // nothing of the password, sealed or not
    assert.doesNotMatch(reply.text + JSON.stringify(versions), /sesame|scrypt|argon|"password":/)
    const pages = [(await admin('GET', `${path}/versions?per_page=2`, 'editor')).body]
    pages.push((await admin('GET', `${path}/versions?before=${pages[0].next}`, 'editor')).body)
    assert.deepEqual(
      pages.flatMap(page => page.versions),
      versions,
    )
    for (const unknown of ['4', '99999999', '0'])
      assert.equal((await admin('GET', `${path}/versions/${unknown}`, 'editor')).status, 404)
    assert.equal((await admin('GET', 'events/999999/versions', 'editor')).status, 404)
  })

  test('names who wrote by the name that they show, else by the login to those who may know it', async () => {
    const { id } = (await done(send('POST', '/tags', 'editor', { name: 'Named' }))).body
    assert.deepEqual((await history(`tags/${id}`))[0].name, 'editor')
    const event = { start_date: '2027-06-01', end_date: '2027-06-01', title: 'Of an author' }
    const own = (await done(send('POST', '/events', 'author', event))).body.id
    await done(send('PATCH', `/events/${own}`, 'editor', { title: 'Changed' }))
    const seen = (await admin('GET', `events/${own}/versions`, 'author')).body.versions
    assert.deepEqual(
      seen.map(({ name }: { name: string | null }) => name),
      [null, 'author'],
    )
    await service.accounts.change('editor', { name: 'Ed Itor' })
    assert.deepEqual((await history(`tags/${id}`))[0].name, 'Ed Itor')
  })
})

/** Random values for a write of each resource. */
const below = (max: number) => Math.floor(Math.random() * max)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
const maybe = (of: () => object) => (below(3) === 0 ? of() : {})
const word = () => `${oneOf(['Blue', 'Grand', 'Été', 'Nuit'])} ${below(1000)}`
const textsOf = (titled: string) => ({
  ...maybe(() => ({ [titled]: word() })),
  ...maybe(() => ({ description: `<p>${word()}</p>` })),
  ...maybe(() => ({
    translations: {
      fr: oneOf([null, { [titled]: word() }, { [titled]: word(), description: word() }]),
    },
  })),
})
const status = () => ({ status: oneOf(['publish', 'draft', 'pending', 'private', 'trash']) })

type Linkable = { venues: number[]; organizers: number[]; categories: number[] }
const writes: Record<string, { made: object; change(of: Linkable): object }> = {
  events: {
    made: { title: 'Concert', ...when, translations: { fr: { title: 'Le concert' } } },
    change: ({ venues, organizers, categories }) => ({
      ...textsOf('title'),
      ...maybe(status),
      ...maybe(() => ({ slug: `slug-${below(1000)}` })),
      ...maybe(() => ({ cost: oneOf(['', '5', '0']), featured: oneOf([true, false]) })),
      ...maybe(() => ({ all_day: oneOf([true, false]), timezone: oneOf(['UTC', 'Asia/Tokyo']) })),
      ...maybe(() => ({ end_date: `2030-05-0${2 + below(5)} 22:00:00` })),
      ...maybe(() => ({ password: oneOf(['', 'open', 'sesame']) })),
      ...maybe(() => ({ venue: oneOf(venues), organizer: [oneOf(organizers)] })),
      ...maybe(() => ({ categories: [oneOf(categories)], tags: oneOf([[], ['a', 'b'], ['c']]) })),
      ...maybe(() => ({ date: '2020-01-01 10:00:00' })),
    }),
  },
  venues: {
    made: { venue: 'Hall', city: 'Lyon', translations: { fr: { venue: 'Salle' } } },
    change: () => ({
      ...textsOf('venue'),
      ...maybe(() => ({ city: word(), show_map: oneOf([true, false]) })),
      ...maybe(() => ({ phone: String(below(1000)) })),
      ...maybe(status),
    }),
  },
  organizers: {
    made: { organizer: 'Club', translations: { fr: { organizer: 'Le club' } } },
    change: () => ({ ...textsOf('organizer'), ...maybe(() => ({ email: 'a@example.org' })) }),
  },
  categories: {
    made: { name: 'Music', translations: { fr: { name: 'Musique' } } },
    change: ({ categories }) => ({
      ...textsOf('name'),
      ...maybe(() => ({ parent: oneOf([0, ...categories]) })),
    }),
  },
  tags: {
    made: { name: 'Open air', translations: { fr: { name: 'Plein air' } } },
    change: () => textsOf('name'),
  },
}

describe('restoring a version', () => {
  test('a restored version is read as it was, whatever was written since', async () => {
    const create = async (path: string, body: object) =>
      (await done(send('POST', `/${path}`, 'editor', body))).body.id as number
    const linkable: Linkable = {
      venues: [await create('venues', { venue: 'One' }), await create('venues', { venue: 'Two' })],
      organizers: [await create('organizers', { organizer: 'One' })],
      categories: [await create('categories', { name: 'One' })],
    }
    for (const [resource, { made: body, change }] of Object.entries(writes)) {
      const path = `${resource}/${await create(resource, { ...body, status: 'publish' })}`
      const seen = new Map<number, Reply['body']>()
      const look = async () => {
        const reply = await send('GET', `/${path}?context=edit`, 'editor')
        // an event in the trash is not read; its versions are
        if (reply.status < 300) seen.set(versionIn(reply), steady(reply.body))
      }
      await look()
      for (let n = 0; n < 12; n++) {
        const sent = change(linkable)
        const reply = await send('PATCH', `/${path}`, 'editor', sent)
        // chance may ask for what is refused: a slug that is taken, a name in no language
        if (reply.status < 300) await look()
      }
      // what is saved of a draft in one go is one version: the states between are no versions of their own
      const remaining = new Set(
        (await history(path)).map(({ version }: { version: number }) => version),
      )
      for (const [version, { status: seenAs }] of seen)
        assert.ok(remaining.has(version) || seenAs === 'draft', `${path} ${version}`)
      const versions = [...seen].filter(([version]) => remaining.has(version))
      for (const [version, record] of versions.toSorted(() => Math.random() - 0.5).slice(0, 6)) {
        const presented = await done(admin('GET', `${path}/versions/${version}`, 'editor'))
        assert.deepEqual(steady(presented.body.record), inPrefix(record), `${path} ${version}`)
        const restored = await done(restore(path, version))
        assert.deepEqual(restored.body.left_out, [])
        assert.equal(restored.body.version.restored_from, version)
        assert.deepEqual(steady(await edited(path)), record, `${path} ${version}`)
      }
    }
  })

  test('in the trash gives back the slugs that it had there', async () => {
    const { id } = (await done(send('POST', '/venues', 'editor', { venue: 'Old granary' }))).body
    const path = `venues/${id}`
    const change = (body: object) => done(send('PATCH', `/${path}`, 'editor', body))
    await change({ status: 'trash' })
    // a text that is new in the trash has a slug without the ending
    await change({ translations: { fr: { venue: 'Vieux grenier' } } })
    const [{ version }] = await history(path)
    const there = (await edited(path)).translations
    assert.deepEqual([there.en.slug, there.fr.slug], ['old-granary__trashed', 'vieux-grenier'])
    await change({ status: 'publish' })
    assert.equal((await edited(path)).translations.en.slug, 'old-granary')
    await done(restore(path, version))
    const { en, fr } = (await edited(path)).translations
    assert.deepEqual([en.slug, fr.slug], [there.en.slug, there.fr.slug])
  })

  /** The screens are shown URLs under the language they ask in. */
  const inPrefix = (record: object) =>
    JSON.parse(JSON.stringify(record).replaceAll(service.root.plain, service.root.en))

  test('requires the version that was read, and is in the journal', async () => {
    const { id } = (await done(send('POST', '/venues', 'editor', { venue: 'First hall' }))).body
    const path = `venues/${id}`
    const second = await done(send('PATCH', `/${path}`, 'editor', { venue: 'Second hall' }))
    await done(send('PATCH', `/${path}`, 'editor', { venue: 'Third hall' }))
    const late = await restore(path, 1, 'editor', {
      headers: { 'If-Match': String(second.headers.etag) },
    })
    assert.deepEqual([late.status, late.body.code], [412, 'rest_precondition_failed'])
    const now = await send('GET', `/${path}`, 'editor')
    const headers = { 'If-Match': String(now.headers.etag) }
    const restored = await done(restore(path, 1, 'editor', { headers }))
    assert.equal((await edited(path)).venue, 'First hall')
    // what it answers is good for the next write
    const next = { headers: { 'If-Match': String(restored.headers.etag) } }
    await done(send('PATCH', `/${path}`, 'editor', { city: 'Lyon' }, next))
    const { activity } = (await admin('GET', 'activity?kind=venue&per_page=2', 'editor')).body
    assert.deepEqual(
      activity.map(({ action, restored_from }: Reply['body']) => [action, restored_from]),
      [
        ['changed', null],
        ['restored', 1],
      ],
    )
    assert.deepEqual(
      (await history(path)).map(({ restored_from }: Reply['body']) => restored_from),
      [null, 1, null, null, null],
    )
  })

  test('names deleted links, and leaves them out', async () => {
    const of = async (path: string, body: object) =>
      (await done(send('POST', `/${path}`, 'editor', body))).body.id as number
    const venue = await of('venues', { venue: 'Gone hall' })
    const category = await of('categories', { name: 'Gone category' })
    const parent = await of('events', { title: 'Whole', ...when })
    const id = await of('events', {
      title: 'Part',
      slug: 'part',
      ...when,
      venue,
      categories: [category],
      post_parent: parent,
    })
    const path = `events/${id}`
    await done(
      send('PATCH', `/${path}`, 'editor', {
        venue: null,
        categories: null,
        post_parent: null,
        slug: 'other',
      }),
    )
    const taker = await of('events', { title: 'Taker', slug: 'part', ...when })
    for (const removed of [`venues/${venue}`, `categories/${category}`, `events/${parent}`])
      await done(send('DELETE', `/${removed}?force=true`, 'editor'))
    const expected = [
      { field: 'post_parent', id: parent, language: null },
      { field: 'venue', id: venue, language: null },
      { field: 'categories', id: category, language: null },
      { field: 'slug', id: taker, language: 'en' },
    ]
    const presented = await done(admin('GET', `${path}/versions/1`, 'editor'))
    assert.deepEqual(presented.body.left_out, expected)
    const { body } = await done(restore(path, 1))
    assert.deepEqual(body.left_out, expected)
    const { slug, venue: venueNow, categories, post_parent, title } = await edited(path)
    assert.deepEqual([title, slug, venueNow, categories, post_parent], ['Part', 'other', [], [], 0])
  })

  test('is impossible for records deleted permanently and for versions no longer stored', async () => {
    const { id } = (await done(send('POST', '/tags', 'editor', { name: 'Erased' }))).body
    await done(send('PATCH', `/tags/${id}`, 'editor', { description: 'Erased words' }))
    await done(send('DELETE', `/tags/${id}`, 'editor'))
    assert.equal((await restore(`tags/${id}`, 1)).status, 400)
    assert.deepEqual(await service.rows("SELECT * FROM replaced WHERE before LIKE '%Erased%'"), [])
  })
})

describe('permissions', () => {
  test('see and restore: users who may edit the record, and of a version those who could edit it then', async () => {
    const draft = { title: 'Secret plan', ...when, status: 'private' }
    const { id } = (await done(send('POST', '/events', 'editor', draft))).body
    const path = `events/${id}`
    const given = { author: service.users.contributor, status: 'draft', title: 'Open plan' }
    await done(send('PATCH', `/${path}`, 'editor', given))
    await done(send('PATCH', `/${path}`, 'contributor', { cost: '5' }))
    const versions = async (as: string) =>
      (await history(path, as)).map(({ version }: Reply['body']) => version)
    assert.deepEqual(await versions('editor'), [3, 2, 1])
    assert.deepEqual(await versions('administrator'), [3, 2, 1])
    assert.deepEqual(await versions('contributor'), [3, 2])
    assert.equal((await restore(path, 1, 'contributor')).status, 404)
    assert.equal((await admin('GET', `${path}/versions/1`, 'contributor')).status, 404)
    // a write of an unknown user could come from anywhere
    for (const [as, refusal, written] of [
      ['author', 403, 403],
      ['subscriber', 403, 403],
      ['anonymous', 401, 403],
    ] as const) {
      const replies = [
        await admin('GET', `${path}/versions`, as),
        await admin('GET', `${path}/versions/2`, as),
        await restore(path, 2, as),
      ]
      assert.deepEqual(
        replies.map(({ status }) => status),
        [refusal, refusal, written],
        as,
      )
    }
    await done(restore(path, 2, 'contributor'))
    // who may not publish submits what was published
    await done(send('PATCH', `/${path}`, 'editor', { status: 'publish' }))
    await done(send('PATCH', `/${path}`, 'editor', { status: 'draft' }))
    await done(restore(path, 5, 'contributor'))
    assert.equal((await edited(path)).status, 'pending')
    await done(send('PATCH', `/${path}`, 'editor', { status: 'publish' }))
    assert.equal((await restore(path, 3, 'contributor')).status, 403)
    assert.deepEqual(await versions('contributor'), [8, 7, 6, 5, 4, 3, 2])
    const read = await service.bearer('editor', { scope: 'read' })
    assert.equal((await restore(path, 3, read.authorization)).status, 403)
    const french = await service.bearer('editor', { language: 'fr' })
    assert.equal((await restore(path, 1, french.authorization)).status, 403)
    const tag = (await done(send('POST', '/tags', 'editor', { name: 'For editors' }))).body.id
    assert.equal((await admin('GET', `tags/${tag}/versions`, 'author')).status, 403)
    const category = (await done(send('POST', '/categories', 'author', { name: 'Own' }))).body.id
    assert.equal((await admin('GET', `categories/${category}/versions`, 'author')).status, 200)
    assert.equal((await admin('GET', `categories/${category}/versions`, 'contributor')).status, 403)
  })
})
