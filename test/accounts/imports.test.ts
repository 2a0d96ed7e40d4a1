import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { service as administrator } from '../../src/calendar/access/access.ts'
import { claimRun } from '../../src/calendar/imports/runs.ts'
import { openService } from '../../src/service.ts'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

let service: Service
let tab: Tab
let feed = ''
const site = createServer((_, response) => {
  response.setHeader('content-type', 'text/calendar')
  response.end(feed)
})
let origin = ''
before(async () => {
  await new Promise<void>(listening => site.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  service = await startWithPasswords({ fetchAllow: [origin] })
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
})
after(async () => {
  tab.close()
  site.close()
  await service.close()
})

async function sent(method: string, path: string, body?: object) {
  const reply = await tab.send(method, path, method === 'POST' ? (body ?? {}) : undefined)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

/** Reads an import until it is in a state. */
async function until(id: number, state: string) {
  for (let attempt = 0; ; attempt++) {
    const run = await sent('GET', `imports/${id}`)
    if (run.state === state) return run
    assert.ok(attempt < 200 && run.state !== 'failed', `${run.state}: ${run.error}`)
    await setTimeout(100)
  }
}

const table = `ID,Event Name,Event Start Date,Event Start Time,Event Venue Name
1,Fair,2027-06-05,19:30,Old mill
2,Market,2027-06-06,10:00,Square
3,,2027-06-06,10:00,Square
`

/** Sends a file in two parts, and waits for its preview. */
async function upload(text: string, more: object = {}, state = 'ready') {
  const { id } = await sent('POST', 'imports', { format: 'csv', file: 'Spring.csv', ...more })
  const bytes = Buffer.from(text)
  const half = Math.floor(bytes.length / 2)
  await sent('POST', `imports/${id}/parts`, { part: bytes.subarray(0, half).toString('base64') })
  const part = bytes.subarray(half).toString('base64')
  await sent('POST', `imports/${id}/parts`, { part, last: true })
  return until(id, state)
}

/** With credentials: others learn of a write of another process some milliseconds later. */
const total = async (source: string) =>
  (await service.send('GET', '/events', { as: 'editor', query: { source, status: 'publish' } }))
    .body.total

test('a file is previewed, imported and undone', async () => {
  const preview = await upload(table)
  assert.deepEqual(preview.counts, {
    created: 2,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    refused: 1,
  })
  assert.equal(preview.source, 'Spring')
  assert.equal(preview.problems[0].line, 4)
  const { records } = await sent('GET', `imports/${preview.id}/records?outcome=created`)
  assert.ok(records.some((one: { title: string }) => one.title === 'Fair'))
  assert.equal(preview.can_be_undone, false)
  assert.equal(await total('Spring'), 0)

  await sent('POST', `imports/${preview.id}/run`)
  const done = await until(preview.id, 'done')
  assert.equal(done.counts.created, 2)
  assert.equal(done.name, 'administrator')
  assert.equal(await total('Spring'), 2)
  const again = await tab.send('POST', `imports/${preview.id}/run`, {})
  assert.equal(again.body.code, 'import_not_possible')

  await sent('POST', `imports/${preview.id}/undo`)
  const { undone } = await until(preview.id, 'undone')
  assert.deepEqual([undone.restored, undone.left], [0, 0])
  assert.equal(await total('Spring'), 0)
  const { imports } = await sent('GET', 'imports')
  assert.deepEqual([imports[0].id, imports[0].state], [preview.id, 'undone'])
})

test('a file that is uploaded again under another name of the source is another source', async () => {
  const first = await upload(table, { source: 'one' })
  await sent('POST', `imports/${first.id}/run`)
  await until(first.id, 'done')
  assert.equal((await upload(table, { source: 'one' })).counts.unchanged, 2)
  assert.equal((await upload(table, { source: 'two' })).counts.created, 2)
})

test('a preview is read again with the columns that the user names', async () => {
  const text = 'Quoi,Quand\nFair,2027-06-05 19:30\n'
  const { id, error, columns, fields, counts } = await upload(text, { source: 'mapped' }, 'failed')
  assert.match(error, /Quoi, Quand/)
  // by them, the fields of the next preview are chosen
  assert.deepEqual(columns, [
    { name: 'Quoi', sample: 'Fair', field: '' },
    { name: 'Quand', sample: '2027-06-05 19:30', field: '' },
  ])
  const names = fields.map(({ name }: { name: string }) => name)
  for (const name of ['skip', 'title', 'title.fr', 'start_date', 'venue'])
    assert.ok(names.includes(name), name)
  assert.equal(counts, null)
  await sent('POST', `imports/${id}/preview`, { map: 'Quoi=title,Quand=start_date' })
  const run = await until(id, 'ready')
  assert.equal(run.counts.created, 1)
  assert.deepEqual(
    run.columns.map(({ field }: { field: string }) => field),
    ['title', 'start_date'],
  )
})

test('a table of venues has the fields of venues to choose from', async () => {
  const run = await upload('Venue Name,Venue City\nOld mill,Delft\n', { source: 'places' })
  const names = run.fields.map(({ name }: { name: string }) => name)
  assert.ok(names.includes('address2') && !names.includes('start_date'), names.join())
})

test('a feed is imported from its URL, by the guard', async () => {
  feed = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270605T193000\r\nSUMMARY:Fair\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  const { id, source } = await sent('POST', 'imports', { format: 'ics', url: `${origin}/a.ics` })
  assert.equal(source, new URL(origin).host)
  await until(id, 'ready')
  await sent('POST', `imports/${id}/run`)
  assert.equal((await until(id, 'done')).counts.created, 1)

  const inside = await sent('POST', 'imports', { format: 'ics', url: 'http://127.0.0.1:1/a.ics' })
  for (let state = 'previewing'; state === 'previewing'; await setTimeout(100)) {
    const run = await sent('GET', `imports/${inside.id}`)
    state = run.state
    if (state === 'failed') assert.match(run.error, /could be fetched|téléchargé/)
  }
  const wrong = await tab.send('POST', 'imports', { format: 'ics', url: 'file:///etc/passwd' })
  assert.equal(wrong.status, 400)
})

test('another process continues a killed import, and the report counts all of it', async () => {
  const { id } = await upload(table, { source: 'killed' })
  const other = await openService(service.settings)
  try {
    // as a process leaves it that is killed after its first event
    const { calendar, now } = other.service
    const context = { store: other.store, now }
    await claimRun(context, id, ['ready'], 'running')
    const caller = {
      actor: administrator,
      language: 'en',
      fallback: true,
      importing: { mark: 'of an older file' },
      action: id,
    } as const
    await calendar.create('event', caller, {
      title: 'Fair',
      start_date: '2027-06-05 19:30:00',
      end_date: '2027-06-05 19:30:00',
      source: 'killed',
      source_id: '1',
    })
    await other.service.imports.look()
    assert.equal((await sent('GET', `imports/${id}`)).state, 'running')
    await other.store.write(tx => tx.update('import_run', id, { seen: 1 }))
    assert.equal((await sent('GET', `imports/${id}`)).state, 'interrupted')
    await other.service.imports.look()
    const { counts } = await until(id, 'done')
    assert.equal(counts.created + counts.updated, 2)
    assert.equal(await total('killed'), 2)
  } finally {
    await other.close()
  }
})

test('imports are for administrators', async () => {
  const editor = openTab(service)
  try {
    await editor.signIn('editor')
    for (const [method, path] of [
      ['GET', 'imports'],
      ['GET', 'imports/1'],
      ['POST', 'imports/1/run'],
      ['POST', 'imports/1/undo'],
      ['POST', 'imports/1/stop'],
    ] as const) {
      const { status } = await editor.send(method, path, method === 'POST' ? {} : undefined)
      assert.equal(status, 403, `${method} ${path}`)
    }
    const { status } = await editor.send('POST', 'imports', { format: 'csv' })
    assert.equal(status, 403)
  } finally {
    editor.close()
  }
})

test('an import says that its source has changed since the preview, and only then', async () => {
  const event = (uid: number) =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20270605T193000\r\nDTSTAMP:20260101T00000${uid}Z\r\nSUMMARY:Since ${uid}\r\nEND:VEVENT\r\n`
  const calendar = (...uids: number[]) =>
    `BEGIN:VCALENDAR\r\n${uids.map(event).join('')}END:VCALENDAR\r\n`
  for (const [previewed, run, hasChanged] of [
    [[1, 2], [1, 2, 3], true],
    [[1, 2, 3], [3, 2, 1], false],
  ] as const) {
    feed = calendar(...previewed)
    const url = `${origin}/since.ics`
    const { id } = await sent('POST', 'imports', { format: 'ics', url, source: 'since' })
    await until(id, 'ready')
    feed = calendar(...run)
    await sent('POST', `imports/${id}/run`)
    const { notes } = await until(id, 'done')
    const isNoted = notes.some(({ reason }: { reason: string }) => /since the preview/.test(reason))
    assert.equal(isNoted, hasChanged, JSON.stringify(notes))
  }
})

test('the texts of an import are in the language that was chosen for it', async () => {
  const { id } = await upload(table, { source: 'in-french', source_language: 'fr' })
  const { options } = await until(id, 'ready')
  assert.ok(
    options.some(
      ({ name, value }: { name: string; value: string }) =>
        [name, value].join() === 'source_language,fr',
    ),
  )
  await sent('POST', `imports/${id}/run`)
  await until(id, 'done')
  const rows = await service.rows<{ title_fr: string | null }>(
    'SELECT title_fr FROM event WHERE source = ? AND title_en IS NULL ORDER BY id',
    'in-french',
  )
  assert.deepEqual(rows.map(({ title_fr }) => title_fr).toSorted(), ['Fair', 'Market'])
})
