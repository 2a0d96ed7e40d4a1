import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { StoredHistory } from '../../src/calendar/imports/stored-histories.ts'
import { openDataFolder } from '../../src/data/index.ts'
import { ReadError } from '../../src/moving/base/item.ts'
import { openArchive } from '../../src/outside/archive/read-archive.ts'
import { archiveOf } from '../../src/outside/archive/write-archive.ts'
import { storeSettings, takeFiles } from '../../src/service/site-files.ts'
import { exportArchive, importArchive } from '../../src/transfer/archive.ts'
import { imageFile } from '../support/openapi-body.ts'
import { create, send, service, tenToNoon, until, useService } from '../support/scenario.ts'
import { startService } from '../support/service.ts'

useService()

const site = { given: new Set<string>(), replaces: false }
const how = {
  language: 'en' as const,
  isDry: false,
  signal: new AbortController().signal,
  progress() {},
}

type Files = Map<string, Buffer>
const manifestName = 'manifest.json'

async function exported(): Promise<Files> {
  const { stream, close } = await exportArchive(service.settings, site)
  const archive = await openArchive(await buffer(stream))
  await close()
  assert.ok(archive)
  const files: Files = new Map()
  for (const name of archive.names()) files.set(name, await buffer(await archive.stream(name)))
  return files
}

/** An archive of these files. `manifest` changes what it says of itself; without `isListed` a file is not in the manifest. */
async function packed(
  files: Files,
  manifest: (of: Record<string, unknown>) => object = of => of,
  isListed: (name: string) => boolean = () => true,
): Promise<Buffer> {
  const stated = JSON.parse(String(files.get(manifestName)))
  async function* parts() {
    for (const [name, bytes] of files)
      if (name !== manifestName)
        yield {
          name,
          parts: async function* () {
            yield bytes
          },
        }
  }
  const stream = archiveOf(parts(), entries => [
    {
      name: manifestName,
      text: JSON.stringify(
        manifest({ ...stated, entries: entries.filter(({ name }) => isListed(name)) }),
      ),
    },
  ])
  return buffer(stream)
}

const events = 'records/event.ndjson'
/** A line of an event; a stranger may write anything into it. */
type Line = {
  record: { id: number; facts: Record<string, unknown>; texts: { en: Record<string, unknown> } }
}

function edited(files: Files, edit: (line: Line) => void): Files {
  const lines = String(files.get(events))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  for (const line of lines) edit(line)
  return new Map(files).set(events, Buffer.from(lines.map(line => JSON.stringify(line)).join('\n')))
}

test('texts of an archive are cleaned as every write does, and settings are checked', async t => {
  await create({ title: 'A &amp;amp; <b>B</b> 1 < 2', description: '<p>Hello</p>', ...tenToNoon })
  const files = edited(await exported(), ({ record }) => {
    record.texts.en.description = '<p>Hi</p><script>alert(1)</script>'
  })
  const other = await startService({})
  t.after(other.close)
  const from = await packed(files, of => ({
    ...of,
    settings: { ...(of.settings as object), perPage: 'many', siteName: 'Town', unknown: 1 },
  }))
  const report = await importArchive(other.settings, site, { ...how, from })
  assert.equal(report.counts.event.created, 1)
  const here = (await send('GET', '/events', { as: 'editor' })).body.events[0]
  const there = (await other.send('GET', '/events', { as: 'editor' })).body.events[0]
  assert.equal(there.title, here.title)
  assert.equal(there.description, '<p>Hi</p>')
  const notes = report.notes.map(({ reason }) => reason).join('\n')
  assert.match(notes, /were imported:.*timezone/)
  assert.match(notes, /left out.*perPage/)
})

test('records that no calendar could have written are refused one by one, with line and reason', async t => {
  await create({ title: 'One', ...tenToNoon })
  await create({ title: 'Two', ...tenToNoon })
  const files = await exported()
  const other = await startService({})
  t.after(other.close)
  let line = 0
  const wrong = edited(files, ({ record }) => {
    if (line++ === 0) record.id = 2 ** 53
    else record.facts.starts = 'soon'
  })
  const report = await importArchive(other.settings, site, { ...how, from: await packed(wrong) })
  assert.deepEqual(
    report.problems.slice(0, 2).map(({ line, reason }) => [line, reason]),
    [
      [1, 'The record is not valid: id.'],
      [2, 'The record is not valid: facts.starts.'],
    ],
  )
  assert.equal((await other.send('GET', '/events', { as: 'editor' })).body.total, 0)
})

test('records of an archive that take slugs or dates of others are refused, and the others stored', async t => {
  await create({ title: 'Choir', ...tenToNoon, recurrence: 'RRULE:FREQ=DAILY;COUNT=3' })
  const files = await exported()
  const line = String(files.get(events)).trim().split('\n').at(-1)
  let last = 900
  const copy = (change: (of: StoredHistory) => void) => {
    const copied: StoredHistory = JSON.parse(line ?? '')
    copied.record.id = ++last
    copied.slugs = [`copy-${last}`]
    copied.dates = copied.dates.map(date => ({ ...date, id: ++last, series: copied.record.id }))
    copied.versions = []
    change(copied)
    return JSON.stringify(copied)
  }
  const copies = [
    copy(of => {
      of.slugs = JSON.parse(line ?? '').slugs
    }),
    copy(of => {
      of.dates = of.dates.map((date, at) => ({ ...date, id: at === 1 ? 950 : date.id }))
    }),
    copy(of => {
      of.dates = of.dates.map((date, at) => ({ ...date, id: at === 1 ? 950 : date.id }))
    }),
    copy(of => {
      of.dates = of.dates.map(date => ({ ...date, id: 990 }))
    }),
    copy(of => {
      const { id, version } = of.record
      const before = { kind: 'event', id, version, instant: 1, actor: 1, restored: 0, before: {} }
      of.versions = [before, before]
    }),
  ]
  const other = await startService({})
  t.after(other.close)
  const from = await packed(new Map(files).set(events, Buffer.from([line, ...copies].join('\n'))))
  const report = await importArchive(other.settings, site, { ...how, from })
  assert.deepEqual(
    report.problems.map(({ line, reason }) => [line, reason]),
    [
      [2, 'The record is not valid: slugs.'],
      [4, 'The record is not valid: dates.'],
      [5, 'The record is not valid: dates.'],
      [6, 'The record is not valid: versions.'],
    ],
  )
  assert.equal(report.counts.event.created, 2)
})

test('a file that the manifest does not name, and what is broken, refuse the archive whole', async t => {
  await create({ title: 'One', ...tenToNoon })
  const files = await exported()
  const other = await startService({})
  t.after(other.close)
  const lines = (text: string) => new Map(files).set(events, Buffer.from(text))
  const broken = [
    packed(files, undefined, name => name !== events),
    packed(lines('{')),
    packed(lines('null\n')),
    packed(lines('{"record":{"id":1,"kind":"event"}}\n')),
    packed(files, of => ({ ...of, last: null })),
    packed(files, of => ({ ...of, entries: [1, null] })),
    packed(files, of => ({ ...of, settings: null })),
    packed(new Map(files).set('records/user.ndjson', Buffer.from('{"id":1}\n'))),
  ]
  for (const from of broken)
    await assert.rejects(
      importArchive(other.settings, site, { ...how, from: await from }),
      ReadError,
    )
  assert.equal((await other.send('GET', '/events', { as: 'editor' })).body.total, 0)
})

const sheet = 'h1 { color: red }'

test('files of the site come along, sealed passwords do not, and their events stay closed', async t => {
  const secret = await create({
    title: 'Secret',
    description: 'x',
    ...tenToNoon,
    password: 'sesame',
  })
  const style = `data:;base64,${Buffer.from(sheet).toString('base64')}`
  const opened = await openDataFolder(service.settings, undefined, site)
  const { sent, files: taken } = await takeFiles({ stylesheet: style })
  await storeSettings({ ...opened.context, live: opened.live }, 0, {
    values: sent,
    fieldErrors: {},
    files: taken,
  })
  await opened.close()
  const files = await exported()
  const sealed = await service.rows<{ password: string }>('SELECT password FROM event')
  assert.ok(!String(files.get(events)).includes(String(sealed.at(-1)?.password)))
  const other = await startService({})
  t.after(other.close)
  const report = await importArchive(other.settings, site, { ...how, from: await packed(files) })
  assert.match(JSON.stringify(report.notes), /had a password/)
  await until(async () => {
    for (const query of ['', '?password=sesame']) {
      const path = `/events/${secret.id}${query}`
      const { status } = await other.send('GET', path, { as: 'anonymous' })
      assert.equal(status, 403)
    }
  })
  const notes = await other.rows<{ value: string }>(
    "SELECT value FROM note WHERE key = 'file stylesheet'",
  )
  assert.equal(
    Buffer.from(JSON.parse(notes[0]?.value ?? '{}').bytes ?? '', 'base64').toString(),
    sheet,
  )
})

const refused = (from: Buffer, settings: typeof service.settings, reason: RegExp) =>
  assert.rejects(importArchive(settings, site, { ...how, from }), (error: unknown) => {
    assert.ok(error instanceof ReadError)
    assert.match(error.reason.sentence.en, reason)
    return true
  })

test('an image larger than the service accepts is left out with line and reason, and its event stays', async t => {
  const image = async (width: number, name: string) =>
    send('POST', '/images', {
      as: 'editor',
      body: await imageFile(width),
      headers: {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${name}.png"`,
      },
    })
  const [large, small] = [await image(900, 'large'), await image(20, 'small')]
  await create({ title: 'With large', ...tenToNoon, image: large.body.id })
  await create({ title: 'With small', ...tenToNoon, image: small.body.id })
  const from = await packed(await exported())
  const other = await startService({ uploadLimit: large.body.filesize - 1 })
  t.after(other.close)
  for (const isDry of [true, false]) {
    const { notes } = await importArchive(other.settings, site, { ...how, isDry, from })
    const left = notes.filter(({ source_id }) => source_id === String(large.body.id))
    assert.equal(left.length, 1)
    assert.equal(left[0]?.line, 1)
    assert.match(left[0]?.reason ?? '', /left out: \S+large\S* has more than \d+ bytes/)
  }
  const images = (await other.send('GET', '/images', { as: 'editor' })).body.images
  assert.deepEqual(
    images.map(({ id }: { id: number }) => id),
    [small.body.id],
  )
  const isThere = (url: string) =>
    existsSync(join(other.settings.dataFolder, new URL(url).pathname))
  assert.deepEqual([isThere(small.body.url), isThere(large.body.url)], [true, false])
  const { status, body } = await other.send('GET', '/events?search=with', { as: 'anonymous' })
  assert.equal(status, 200)
  assert.equal(body.total, 2)
})

test('a line that no record could have is refused before it is in memory', async t => {
  await create({ title: 'One', ...tenToNoon })
  const other = await startService({})
  t.after(other.close)
  const padding = 'x'.repeat(68 * 1024 * 1024)
  let lines = 0
  const files = edited(await exported(), ({ record }) => {
    if (lines++ === 0) record.facts.padding = padding
  })
  await refused(await packed(files), other.settings, /is longer than/)
  assert.equal((await other.send('GET', '/events', { as: 'editor' })).body.total, 0)
})

test('an archive that inflates to far more than its size is refused whole', async t => {
  await create({ title: 'One', ...tenToNoon })
  const other = await startService({})
  t.after(other.close)
  const files = await exported()
  files.set('images/2026/06/zeros.png', Buffer.alloc(300 * 1024 * 1024))
  await refused(await packed(files), other.settings, /inflates/)
  assert.equal((await other.send('GET', '/events', { as: 'editor' })).body.total, 0)
})

test('an archive with half of a pair of settings leaves that half out', async t => {
  await create({ title: 'One', ...tenToNoon })
  const files = await exported()
  const other = await startService({})
  t.after(other.close)
  const from = await packed(files, of => ({
    ...of,
    settings: { siteName: 'Town', oidcIssuer: 'https://id.example.org' },
  }))
  const { notes } = await importArchive(other.settings, site, { ...how, from })
  assert.deepEqual(
    notes.slice(0, 2).map(({ reason }) => reason),
    [
      'These settings were imported: siteName.',
      'These settings were left out, as they are not valid here: oidcIssuer.',
    ],
  )
})

test('an archive without users is imported, and no file goes where no upload could', async t => {
  await create({ title: 'One', ...tenToNoon })
  const files = await exported()
  files.delete('records/user.ndjson')
  const sent = ['2026/06/a.png', '.taken/2026-06-a', '2026/06/a.html']
  for (const file of sent) files.set(`images/${file}`, Buffer.from('x'))
  const other = await startService({})
  t.after(other.close)
  const { counts } = await importArchive(other.settings, site, {
    ...how,
    from: await packed(files),
  })
  assert.ok((counts.event.created ?? 0) > 0)
  const uploads = join(other.settings.dataFolder, 'uploads')
  assert.deepEqual(
    sent.filter(file => existsSync(join(uploads, file))),
    ['2026/06/a.png'],
  )
})
