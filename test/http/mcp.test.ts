import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { authorizationOf, type Sender, type Service, startService } from '../support/service.ts'

let service: Service
const clients: Client[] = []
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(async () => {
  for (const client of clients) await client.close()
  await service.close()
})

type Revision = 'auto' | 'legacy'
type Connection = { revision?: Revision; path?: string; headers?: Record<string, string> }

/** The official client, connected as a user. With `auto` it finds the revision of 2026. */
async function connect(as: Sender, { revision = 'auto', path = '/mcp', headers }: Connection = {}) {
  const client = new Client(
    { name: 'tests', version: '1' },
    { versionNegotiation: { mode: revision } },
  )
  const url = new URL(path, service.root.plain)
  const requestInit = { headers: { ...authorizationOf(as), ...headers } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  clients.push(client)
  // with the schemas of tools, the client compares results with them
  await client.listTools()
  return client
}

const toolNames = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted()

type Json = ReturnType<typeof JSON.parse>

/** Calls a tool, which must succeed; the client compares the result with the schema of the tool. */
async function call(client: Client, name: string, values: object = {}): Promise<Json> {
  const result = await client.callTool({ name, arguments: { ...values } })
  assert.equal(result.isError, undefined, textOf(result))
  assert.notEqual(textOf(result), '')
  return result.structuredContent
}

const textOf = ({ content }: { content: unknown[] }) => {
  const [first]: Json[] = content
  return String(first.text)
}

/** Calls a tool, which must be refused; returns the words. */
async function refused(client: Client, name: string, values: object = {}): Promise<string> {
  const result = await client.callTool({ name, arguments: { ...values } })
  assert.equal(result.isError, true, textOf(result))
  return textOf(result)
}

const evening = { start_date: '2027-05-10 18:00', end_date: '2027-05-10 20:00', status: 'publish' }

const forReaders = [
  'get_event',
  'get_organizer',
  'get_venue',
  'list_categories',
  'list_occurrences',
  'list_organizers',
  'list_tags',
  'list_venues',
  'search_events',
]
const forWriters = ['create', 'update', 'delete']
  .flatMap(verb => ['event', 'organizer', 'venue'].map(kind => `${verb}_${kind}`))
  .concat('preview_recurrence')

describe('the tools of assistants', () => {
  for (const revision of ['auto', 'legacy'] as const)
    test(`a client of ${revision === 'auto' ? '2026' : '2025'} lists the tools that it may use`, async () => {
      const anonymous = await connect('anonymous', { revision })
      const version = revision === 'auto' ? '2026-07-28' : '2025-11-25'
      assert.equal(anonymous.getNegotiatedProtocolVersion(), version)
      assert.match(anonymous.getInstructions() ?? '', /scope/)
      assert.deepEqual(await toolNames(anonymous), forReaders)
      const reader = await connect('subscriber', { revision })
      assert.deepEqual(await toolNames(reader), forReaders)
      const writer = await connect('editor', { revision })
      assert.deepEqual(await toolNames(writer), [...forReaders, ...forWriters].toSorted())
    })

  test('a token that only reads has no tool that writes, whoever made it', async () => {
    const { authorization } = await service.bearer('editor', { scope: 'read' })
    assert.deepEqual(await toolNames(await connect(authorization)), forReaders)
  })

  test('tools say what they do, and their arguments are the parameters of the API', async () => {
    const { tools } = await (await connect('editor')).listTools()
    for (const { name, title, description, annotations, inputSchema } of tools) {
      assert.ok(title && description?.startsWith(title), name)
      const isWrite = /^(create|update|delete)_/.test(name)
      assert.equal(annotations?.readOnlyHint, !isWrite, name)
      assert.equal(annotations?.destructiveHint ?? false, /^(update|delete)_/.test(name), name)
      assert.equal(inputSchema.additionalProperties, false)
    }
    const { body } = await service.send('GET', '/doc')
    const named = (name: string) => {
      const schema: Json = tools.find(each => each.name === name)?.inputSchema
      return Object.keys(schema.properties).filter(each => each !== 'fields')
    }
    const parameters: Json[] = body.paths['/events'].get.parameters
    const ofList = parameters.flatMap(each => each.name ?? [])
    assert.deepEqual(named('search_events').toSorted(), [...ofList, 'ml_language'].toSorted())
    const fields = Object.keys(body.components.schemas.EventDraft.properties)
    assert.deepEqual(named('create_event').toSorted(), fields.toSorted())
    const changed = Object.keys(body.components.schemas.EventPatch.properties)
    assert.deepEqual(named('update_event').toSorted(), [...changed, 'id', 'scope'].toSorted())
  })

  test('they are described in the language of the URL', async () => {
    for (const path of ['/fr/mcp', '/mcp?ml_language=fr']) {
      const { tools } = await (await connect('anonymous', { path })).listTools()
      const search = tools.find(({ name }) => name === 'search_events')
      assert.equal(search?.title, 'Lister les évènements')
      assert.match(JSON.stringify(search.inputSchema), /Les champs à renvoyer/)
    }
  })

  test('each of them answers by the schema that it states', async () => {
    const client = await connect('editor')
    const { venue } = await call(client, 'create_venue', { venue: 'Hall of tools', city: 'Lyon' })
    const { organizer } = await call(client, 'create_organizer', { organizer: 'Tool makers' })
    const draft = {
      ...evening,
      title: 'With everything',
      venue: venue.id,
      organizer: [organizer.id],
      categories: ['Tools'],
      tags: ['tool'],
      performers: [{ name: 'Ada' }],
      audience: { min_age: 6 },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    }
    const { event, applied } = await call(client, 'create_event', draft)
    assert.deepEqual(applied, {
      action: 'create',
      id: event.id,
      fields: Object.keys(draft),
      scope: 'all',
    })
    const named = { id: event.id }
    const { start_date, end_date } = evening
    const values: Record<string, object> = {
      search_events: { start_date: '2027-05-01', venue: [venue.id] },
      get_event: named,
      list_occurrences: named,
      preview_recurrence: { start_date, end_date, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] },
      list_venues: { search: 'Hall of tools' },
      get_venue: { id: venue.id },
      list_organizers: {},
      get_organizer: { id: organizer.id },
      list_categories: {},
      list_tags: {},
      update_event: { ...named, cost: '12' },
      update_venue: { id: venue.id, city: 'Nice' },
      update_organizer: { id: organizer.id, phone: '1' },
      delete_event: named,
      delete_venue: { id: venue.id, force: true },
      delete_organizer: { id: organizer.id },
    }
    const results = new Map<string, Json>()
    for (const [name, sent] of Object.entries(values))
      results.set(name, await call(client, name, sent))
    const created = ['create_event', 'create_organizer', 'create_venue']
    assert.deepEqual([...results.keys(), ...created].toSorted(), await toolNames(client))
    const of = (name: string) => results.get(name)
    assert.deepEqual(
      [of('search_events').total, of('search_events').events[0].venue.city],
      [3, 'Lyon'],
    )
    assert.deepEqual(of('get_event').event.performers, [{ name: 'Ada', url: '' }])
    assert.equal(of('list_occurrences').events.length, 3)
    assert.equal(of('preview_recurrence').total, 3)
    assert.equal(of('list_categories').categories[0].name, 'Tools')
    assert.equal(of('update_venue').venue.city, 'Nice')
    assert.equal(of('delete_event').event.status, 'trash')
    assert.deepEqual(of('delete_venue').applied, {
      action: 'delete',
      id: venue.id,
      fields: [],
      permanent: true,
    })
    assert.match(await refused(client, 'get_venue', { id: venue.id }), /\(\w+[-_]/)
  })

  test('answers are the same to clients of both revisions', async () => {
    const values = { start_date: '2027-01-01', per_page: 2 }
    const [modern, legacy] = [
      await connect('editor'),
      await connect('editor', { revision: 'legacy' }),
    ]
    assert.deepEqual(
      await call(modern, 'search_events', values),
      await call(legacy, 'search_events', values),
    )
  })
})

describe('the answers of a search', () => {
  before(async () => {
    const operations = [1, 2, 3, 4, 5].map(at => ({
      method: 'POST',
      path: '/events',
      body: {
        ...evening,
        start_date: `2028-02-0${at} 18:00`,
        end_date: `2028-02-0${at} 20:00`,
        title: `Paged ${at}`,
        description: 'Words. '.repeat(100),
      },
    }))
    const { status } = await service.send('POST', '/batch', { as: 'editor', body: { operations } })
    assert.equal(status, 200)
  })
  const february = { start_date: '2028-02-01', end_date: '2028-02-28' }
  /** Each is answered from the cache of the API the second time. */
  const both = ['anonymous', 'anonymous', 'editor'] as const

  test('have a page with few fields, and name the next one', async () => {
    for (const as of both) {
      const client = await connect(as)
      const first = await call(client, 'search_events', { ...february, per_page: 2 })
      assert.deepEqual([first.total, first.total_pages, first.page, first.next_page], [5, 3, 1, 2])
      assert.deepEqual(
        first.events.map(({ title }: Json) => title),
        ['Paged 1', 'Paged 2'],
      )
      assert.equal('description' in first.events[0], false)
      const last = await call(client, 'search_events', { ...february, per_page: 2, page: 3 })
      assert.deepEqual([last.events.length, last.page, last.next_page], [1, 3, undefined])
      const counted = { ...february, per_page: 2, facets: 'month' }
      assert.deepEqual((await call(client, 'search_events', counted)).facets, {
        month: [{ name: '2028-02', count: first.total }],
      })
      const ids: number[] = []
      for (let cursor = 'start'; cursor !== ''; ) {
        const page = await call(client, 'search_events', { ...february, per_page: 2, cursor })
        ids.push(...page.events.map(({ id }: Json) => id))
        assert.deepEqual([page.page, page.next_page], [undefined, undefined])
        cursor = page.next_cursor ?? ''
      }
      assert.equal(new Set(ids).size, first.total)
      const none = await call(client, 'search_events', { ...february, search: 'nowhere' })
      assert.deepEqual([none.events, none.total], [[], 0])
    }
  })

  test('have a line for each record as text', async () => {
    const values = { ...february, per_page: 2 }
    for (const [path, asked] of [
      ['/fr/mcp', values],
      ['/mcp', { ...values, ml_language: 'fr' }],
    ] as const) {
      const client = await connect('anonymous', { path })
      const result = await client.callTool({ name: 'search_events', arguments: asked })
      const lines = textOf(result).split('\n')
      assert.equal(lines[0], '2 sur 5, page 1 sur 3.')
      assert.match(lines[1] ?? '', /^- id: \d+; .*title: Paged 1; start_date: 2028-02-01 18:00:00/)
      assert.match(lines[3] ?? '', /page=2/)
    }
  })

  test('have other fields when these are asked for; unknown ones are refused', async () => {
    for (const as of both) {
      const client = await connect(as)
      const search = async (fields: string[] | undefined) =>
        (await call(client, 'search_events', { ...february, per_page: 3, fields })).events[2]
      const usual = await search(undefined)
      assert.equal(usual.title, 'Paged 3')
      assert.deepEqual(Object.keys(await search(['id', 'description'])), ['id', 'description'])
      assert.deepEqual(await search(undefined), usual)
      const words = await refused(client, 'search_events', { fields: ['id', 'titel'] })
      assert.match(words, /fields.*title/)
    }
  })

  test('show a change at once, and to nobody what they may not see', async () => {
    const [writer, anyone] = [await connect('editor'), await connect('anonymous')]
    const search = async (client: Client) =>
      (await call(client, 'search_events', { ...february, search: 'Paged 4' })).events
    const [event] = await search(anyone)
    await call(writer, 'update_event', { id: event.id, title: 'Paged 4 again' })
    assert.equal((await search(anyone))[0].title, 'Paged 4 again')
    await call(writer, 'update_event', { id: event.id, status: 'draft' })
    assert.deepEqual(await search(anyone), [])
    assert.match(await refused(anyone, 'get_event', { id: event.id }), /rest_|event-/)
  })
})

describe('what tools refuse', () => {
  test('every argument that is wrong is named, in the language asked for', async () => {
    const client = await connect('editor')
    const wrong = { start_dat: '2027-01-01', per_page: 'many', venue: { id: 1 } }
    const words = await refused(client, 'search_events', wrong)
    for (const name of ['start_dat', 'per_page', 'venue'])
      assert.match(words, new RegExp(`- ${name}: `))
    assert.match(words, /Did you mean start_date\?/)
    const french = await refused(client, 'search_events', { ...wrong, ml_language: 'fr' })
    assert.match(french, /Vouliez-vous dire start_date/)
    const write = await refused(client, 'create_event', { titel: 'A', end_date: 'never' })
    for (const name of ['titel', 'end_date']) assert.match(write, new RegExp(`- ${name}: `))
    assert.match(await refused(client, 'create_event'), /title, start_date, end_date/)
  })

  test('an ID that is missing, no number or unknown', async () => {
    const client = await connect('editor')
    assert.match(await refused(client, 'get_event'), /rest_missing_callback_param/)
    assert.match(await refused(client, 'get_venue', { id: '../events' }), /- id: /)
    assert.match(await refused(client, 'update_event', { id: 99_999, title: 'A' }), /\(\S+\)/)
  })

  test('a tool that reads writes nothing, whatever its arguments are named', async () => {
    const client = await connect('editor')
    const draft = { ...evening, title: 'By the back door' }
    for (const name of [
      '_method',
      '_method[]',
      '_method[0]',
      '_envelope',
      'context',
      'a&_method',
    ]) {
      const words = await refused(client, 'search_events', { ...draft, [name]: 'POST' })
      assert.match(words, /rest_invalid_param/)
    }
    const { total } = await call(client, 'search_events', { search: draft.title, status: 'any' })
    assert.equal(total, 0)
    const long = await refused(client, 'search_events', { search: 'x'.repeat(20_000) })
    assert.match(long, /rest_body_too_large/)
  })

  test('callers write what the API lets them write, and nothing else', async () => {
    const { total } = (await service.send('GET', '/events?status=any&per_page=1', { as: 'editor' }))
      .body
    const draft = { ...evening, title: 'Not to be' }
    for (const as of ['anonymous', 'subscriber']) {
      const words = await refused(await connect(as), 'create_event', draft)
      assert.match(words, /rest_forbidden/)
    }
    const again = await service.send('GET', '/events?status=any&per_page=1', { as: 'editor' })
    assert.equal(again.body.total, total)
    const contributor = await connect('contributor')
    const { event } = await call(contributor, 'create_event', { ...draft, status: 'pending' })
    assert.equal(event.status, 'pending')
  })

  test('a tool or a method that does not exist is an error of the protocol', async () => {
    const client = await connect('anonymous')
    await assert.rejects(client.callTool({ name: 'list_users', arguments: {} }), { code: -32_602 })
  })
})

describe('a write of a series', () => {
  test('changes one date alone unless it says otherwise, and says so', async () => {
    const client = await connect('editor')
    const { event: series } = await call(client, 'create_event', {
      ...evening,
      title: 'Lesson',
      start_date: '2029-03-05 18:00',
      end_date: '2029-03-05 19:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'],
    })
    const dates = async () => (await call(client, 'list_occurrences', { id: series.id })).events
    const titles = async () => (await dates()).map(({ title }: Json) => title)
    const [first, second, third, fourth] = await dates()
    const one = await call(client, 'update_event', { id: second.id, title: 'Test' })
    assert.deepEqual(one.applied, {
      action: 'update',
      id: second.id,
      fields: ['title'],
      scope: 'this',
    })
    assert.deepEqual(await titles(), ['Lesson', 'Test', 'Lesson', 'Lesson', 'Lesson'])
    const { applied } = await call(client, 'delete_event', { id: third.id })
    assert.equal(applied.scope, 'this')
    assert.deepEqual(await titles(), ['Lesson', 'Test', 'Lesson', 'Lesson'])
    const later = await call(client, 'update_event', {
      id: fourth.id,
      title: 'Late',
      scope: 'following',
    })
    assert.equal(later.applied.scope, 'following')
    assert.deepEqual(await titles(), ['Lesson', 'Test'])
    const all = await call(client, 'update_event', { id: first.id, title: 'Course', scope: 'all' })
    assert.equal(all.applied.scope, 'all')
    assert.deepEqual(all.event.differing_occurrences, [second.id])
    assert.match(await refused(client, 'update_event', { id: first.id, scope: 'those' }), /scope/)
    const { event } = await call(client, 'create_event', { ...evening, title: 'Alone' })
    const single = await call(client, 'update_event', { id: event.id, title: 'Still alone' })
    assert.equal('scope' in single.applied, false)
  })
})
