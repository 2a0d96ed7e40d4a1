import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { service as administrator } from '../../src/calendar/access/access.ts'
import { runImport } from '../../src/calendar/imports/import.ts'
import { howOf } from '../../src/define/import-options.ts'
import { openDataFolder } from '../../src/main.ts'
import type { Import } from '../../src/transfer/imports.ts'
import { importRows } from '../support/import-rows.ts'
import {
  change,
  edit,
  get,
  read,
  readNow,
  send,
  service,
  tenToNoon,
  until,
  useService,
} from '../support/scenario.ts'

useService()

const folder = mkdtempSync(join(tmpdir(), 'almanac-import-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const heading = 'ID,Event Name,Event Description,Event Start Date,Event Start Time,Event Venue Name'

/** Imports rows as a file of a source, while the service runs. */
const rows = (source: string, lines: readonly string[], how: Partial<Import> = {}) =>
  importRows(service.settings, { folder, source, lines: [heading, ...lines] }, how)

async function withCalendar<T>(
  work: (opened: Awaited<ReturnType<typeof openDataFolder>>) => Promise<T>,
): Promise<T> {
  const opened = await openDataFolder(service.settings)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

const fair = '1,Fair,Old,2027-06-05,19:30,Town hall'
const market = '2,Market,Stalls,2027-06-06,10:00,Square'

const counted = async (of: ReturnType<typeof rows>) => Object.values((await of).counts.event).join()
/** created, updated, unchanged, skipped, refused */
const bySource = async (source: string) =>
  (await read('/events', { source, per_page: 50 })).events as { id: number; source_id: string }[]
const idOf = async (source: string, id: string) =>
  Number((await bySource(source)).find(({ source_id }) => source_id === id)?.id)
const lastLine = async () =>
  (await service.rows<{ seq: number }>('SELECT max(seq) AS seq FROM journal'))[0]?.seq

test('a preview writes nothing; a repeated import neither', async () => {
  const before = await lastLine()
  assert.equal(await counted(rows('twice', [fair, market], { isDry: true })), '2,0,0,0,0')
  assert.equal(await lastLine(), before)
  assert.equal(await counted(rows('twice', [fair, market])), '2,0,0,0,0')
  const written = await lastLine()
  assert.equal(await counted(rows('twice', [fair, market])), '0,0,2,0,0')
  assert.equal(await counted(rows('twice', [fair, market], { isDry: true })), '0,0,2,0,0')
  assert.equal(await lastLine(), written)
  assert.equal((await bySource('twice')).length, 2)
})

test('edits made here stay or are overwritten by the policy, at every later import too', async () => {
  await rows('edited', [fair])
  const id = await idOf('edited', '1')
  await change(id, { description: 'Mine' })
  const renamed = fair.replace('Fair', 'Great fair').replace('Old', 'New')
  assert.equal(await counted(rows('edited', [renamed])), '0,1,0,0,0')
  const { title, description } = await readNow(`/events/${id}`)
  assert.deepEqual([title, description], ['Great fair', '<p>Mine</p>'])
  await rows('edited', [renamed.replace('New', 'Newer').replace('19:30', '20:30')])
  const later = await readNow(`/events/${id}`)
  assert.deepEqual([later.start_date, later.description], ['2027-06-05 20:30:00', '<p>Mine</p>'])
  const reported = await rows('edited', [renamed.replace('New', 'Newest')], { policy: 'ask' })
  assert.deepEqual(reported.conflicts[0]?.fields, ['en.description'])
  assert.equal(await counted(rows('edited', [renamed], { policy: 'theirs' })), '0,1,0,0,0')
  assert.equal((await readNow(`/events/${id}`)).description, '<p>New</p>')
})

test('records that the source no longer has are treated by the policy, never more than the threshold', async () => {
  const many = Array.from({ length: 10 }, (_, at) => fair.replace('1,Fair', `${at},Fair ${at}`))
  await rows('gone', many)
  const few = many.slice(0, 5)
  const refusing = await rows('gone', few, { gone: 'trash' })
  assert.deepEqual(refusing.gone, { found: 5, changed: 0 })
  assert.match(refusing.notes[0]?.reason ?? '', /5 of 10/)
  const empty = await rows('gone', [], { gone: 'trash', threshold: 100 })
  assert.deepEqual(empty.gone, { found: 10, changed: 0 })
  const cancelled = await idOf('gone', '9')
  await rows('gone', many.slice(0, 9), { gone: 'cancel' })
  assert.equal((await readNow(`/events/${cancelled}`)).event_status, 'cancelled')
  await rows('gone', many, { gone: 'cancel' })
  assert.equal((await readNow(`/events/${cancelled}`)).event_status, 'scheduled')
  await rows('gone', many.slice(0, 9), { gone: 'trash' })
  const status = async () => (await get(`/events/${cancelled}`)).status
  // the service hears of what others write within moments
  await until(async () => assert.equal(await status(), 403))
  assert.equal(await counted(rows('gone', many, { gone: 'trash' })), '0,1,9,0,0')
  await until(async () => assert.equal(await status(), 200))
})

test('an event in the trash stays there; a broken row is refused with its line', async () => {
  await rows('trash', [fair, market])
  await send('DELETE', `/events/${await idOf('trash', '1')}`, { as: 'editor' })
  const report = await rows('trash', [fair.replace('Fair', 'X'), market, '3,Bad,,2027-02-31,,'])
  assert.equal(Object.values(report.counts.event).join(), '0,0,1,1,1')
  assert.deepEqual(
    report.problems.map(({ line }) => line),
    [4],
  )
  assert.match(report.problems[0]?.reason ?? '', /Event Start Date is “2027-02-31”/)
})

test('source and source_id belong to one record of a kind, and are for editors', async () => {
  const body = { title: 'Own', ...tenToNoon, source: 'own', source_id: 'a/b' }
  const own = await edit('POST', '/events', body)
  assert.deepEqual([own.source, own.source_id], ['own', 'a/b'])
  const status = async (of: object, as: string) =>
    (await send('POST', '/events', { as, body: of })).status
  assert.equal(await status(body, 'editor'), 400)
  assert.equal(await status({ ...body, source_id: 'c' }, 'author'), 403)
  await change(own.id, { source: 'own', source_id: 'a/b', title: 'Still own' })
  const cleared = await edit('POST', `/events/${own.id}`, { source: '', source_id: '' })
  assert.equal('source' in cleared, false)
})

test('a venue that is like another but for its source is that venue', async () => {
  const first = await edit('POST', '/venues', { venue: 'Arena', source: 's', source_id: '1' })
  const again = await edit('POST', '/venues', { venue: 'Arena' })
  assert.equal(again.id, first.id)
  const { venues } = await read('/venues', { source: 's', source_id: '1' })
  assert.deepEqual(
    venues.map(({ id }: { id: number }) => id),
    [first.id],
  )
})

test('PUT by source creates, then updates, and writes nothing where nothing changes', async () => {
  const put = (path: string, body: object, as = 'editor') => send('PUT', path, { as, body })
  const path = `/events/by-source/feed/${encodeURIComponent('a/b@c')}`
  const created = await put(path, { title: 'Fair', ...tenToNoon, venue: { venue: 'Arena 2' } })
  assert.deepEqual(
    [created.status, created.body.source, created.body.source_id],
    [201, 'feed', 'a/b@c'],
  )
  const before = await lastLine()
  const same = await put(path, { title: 'Fair', ...tenToNoon, venue: { venue: 'Arena 2' } })
  assert.deepEqual([same.status, same.body.id, await lastLine()], [200, created.body.id, before])
  const other = await put(path, { title: 'Great fair' })
  assert.deepEqual([other.status, other.body.title], [200, 'Great fair'])
  assert.equal((await put('/events/by-source/feed/new', { title: 'No dates' })).status, 400)
  assert.equal((await put(path, { title: 'X' }, 'author')).status, 403)
  assert.equal((await put(path, { title: 'X' }, 'anonymous')).status, 401)
  const twins = await Promise.all(
    Array.from({ length: 8 }, () =>
      put('/events/by-source/feed/race', { title: 'A', ...tenToNoon }),
    ),
  )
  assert.equal(new Set(twins.map(({ body }) => body.id)).size, 1)
  assert.equal(twins.filter(({ status }) => status === 201).length, 1)
  assert.equal((await put('/tags/by-source/feed/t', { name: 'By source' })).status, 201)
  assert.equal((await put('/tags/by-source/feed/t', { name: 'By source' })).status, 200)
})

test('a term whose slug is taken here keeps the one that its first import gave it', async () => {
  await edit('POST', '/tags', { name: 'Jazz here', slug: 'jazz' })
  const put = (name: string) =>
    send('PUT', '/tags/by-source/feed/jazz', { as: 'editor', body: { name, slug: 'jazz' } })
  const created = await put('Jazz there')
  assert.deepEqual([created.status, created.body.slug], [201, 'jazz-2'])
  assert.equal((await get(String(created.headers.location))).body.id, created.body.id)
  const again = await put('Jazz there')
  assert.deepEqual([again.status, again.body.slug], [200, 'jazz-2'])
  const renamed = await put('Jazz elsewhere')
  assert.deepEqual(
    [renamed.status, renamed.body.slug, renamed.body.name],
    [200, 'jazz-2', 'Jazz elsewhere'],
  )
})

test('a write by source is refused where the record is not as If-Match says', async () => {
  const body = { title: 'Guarded', ...tenToNoon }
  const put = (tag: string) =>
    send('PUT', '/events/by-source/feed/guarded', {
      as: 'editor',
      body,
      headers: { 'If-Match': tag },
    })
  const { headers } = await send('PUT', '/events/by-source/feed/guarded', { as: 'editor', body })
  assert.equal((await put('"another"')).status, 412)
  assert.equal((await put(String(headers.etag))).status, 200)
})

for (const tag of ['"another"', '*'])
  test(`a write by source with If-Match ${tag} creates no record`, async () => {
    const path = '/venues/by-source/feed/absent'
    const body = { venue: 'Absent hall' }
    const put = (headers: Record<string, string>) =>
      send('PUT', path, { as: 'editor', body, headers })
    const refused = await put({ 'If-Match': tag })
    assert.deepEqual([refused.status, refused.body.code], [412, 'rest_precondition_failed'])
    assert.equal((await read('/venues', { source: 'feed', source_id: 'absent' })).total, 0)
    assert.equal((await put({ 'If-None-Match': '*' })).status, 201)
    assert.equal((await put({ 'If-None-Match': '*' })).status, 412)
    await edit('DELETE', `/venues/${(await put({})).body.id}?force=true`)
  })

test('links of an import to a merged record lead to the remaining one', async () => {
  const items = (title: string, venue: object) =>
    (async function* () {
      const values = { title, ...tenToNoon, venue: [{ source_id: 'v', ...venue }] }
      yield { kind: 'event' as const, source_id: 'e', at: {}, values }
    })()
  const run = (title: string, venue: object) =>
    withCalendar(({ context }) =>
      runImport(
        context,
        { actor: { ...administrator, id: 0 }, language: 'en', fallback: true },
        items(title, venue),
        {
          ...howOf({}),
          source: 'merged',
          language: 'en',
          isDry: false,
        },
      ),
    )
  await run('Fair', { venue: 'The Hall' })
  const [from] = await service.rows<{ id: number }>("SELECT id FROM venue WHERE source = 'merged'")
  const { id: into } = await edit('POST', '/venues', { venue: 'Hall of all' })
  const merged = await send('POST', `${service.address}/admin/api/merge`, {
    as: 'editor',
    body: { kind: 'venue', into, from: [Number(from?.id)] },
  })
  assert.equal(merged.status, 200, merged.text)
  const report = await run('Great fair', { venue: 'The Hall' })
  assert.deepEqual([report.counts.event.updated, report.problems], [1, []])
  await until(async () => {
    const { events } = await read('/events', { source: 'merged' })
    assert.deepEqual([events[0].title, events[0].venue.id], ['Great fair', into])
  })
})
