import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDataFolder } from '../../src/data/index.ts'
import type { ImportFormat } from '../../src/define/import-messages.ts'
import { importInto } from '../../src/transfer/imports.ts'
import { erasePersonIn } from '../../src/transfer/index.ts'
import { importSettings } from '../support/import-rows.ts'
import { edit, readNow, service, useService } from '../support/scenario.ts'
import { playSite, tecEvent, tecLists } from '../support/tec-site.ts'

useService()

const importFrom = (format: ImportFormat, from: string, source: string, isDry = false) =>
  importInto(
    importSettings(service.settings),
    { given: new Set(), replaces: false },
    {
      format,
      from,
      source,
      language: 'en',
      isDry,
    },
  )
const counts = ({ counts }: Awaited<ReturnType<typeof importFrom>>) =>
  Object.values(counts.event).join()

const versionsOf = async (source: string) => {
  const { events } = await readNow('/events', { source, start_date: '1990-01-01', per_page: 50 })
  return (events as { id: number; modified: string }[]).map(({ id, modified }) => [id, modified])
}

test('each page of a site that has not changed costs one conditional request', async () => {
  const events = Array.from({ length: 60 }, (_, n) => tecEvent(n + 1))
  const lists = tecLists({ events })
  const site = { languages: { en: lists }, hasTags: true }
  const played = await playSite(site)
  try {
    // a preview reads it, the import then asks what has changed
    assert.equal(counts(await importFrom('tec', played.base, 'tagged', true)), '60,0,0,0,0')
    const [first, size] = [played.requests.splice(0), played.statuses.splice(0).length]
    assert.equal(counts(await importFrom('tec', played.base, 'tagged')), '60,0,0,0,0')
    assert.deepEqual(played.requests, first)
    assert.equal(played.statuses.filter(status => status === 200).length, 0)
    const stored = await versionsOf('tagged')
    played.statuses.length = 0
    assert.equal(counts(await importFrom('tec', played.base, 'tagged')), '0,0,60,0,0')
    assert.equal(played.statuses.filter(status => status === 200).length, 0)
    assert.equal(played.statuses.length, size)
    assert.deepEqual(await versionsOf('tagged'), stored)
    // one page that changes is read again
    lists.events[59] = tecEvent(60, { title: 'Moved' })
    played.statuses.length = 0
    assert.equal(counts(await importFrom('tec', played.base, 'tagged')), '0,1,59,0,0')
    assert.ok(played.statuses.filter(status => status === 200).length <= 2)
  } finally {
    played.close()
  }
})

const ics = (title: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:one\r\nDTSTART:20270704T200000Z\r\nSUMMARY:${title}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const csv = (title: string) => `ID,Title,Start date\n1,${title},2027-07-04 20:00\n`
const jsonld = (title: string) =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': 'one',
    name: title,
    startDate: '2027-07-04T20:00',
  })

/** A server of one page. */
async function playPage(header: 'etag' | 'last-modified') {
  const page = {
    body: '',
    headers: {} as Record<string, string>,
    modified: 'Mon, 01 Jun 2026 10:00:00 GMT',
  }
  const statuses: number[] = []
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    const value = header === 'etag' ? `"${hash('sha1', page.body)}"` : page.modified
    const condition = request.headers[header === 'etag' ? 'if-none-match' : 'if-modified-since']
    const status = condition === value ? 304 : 200
    statuses.push(status)
    response.writeHead(status, { 'content-type': 'text/plain', [header]: value, ...page.headers })
    return response.end(status === 304 ? undefined : page.body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { page, statuses, url, close }
}

for (const [format, written] of Object.entries({ ics, csv, jsonld }))
  for (const header of ['etag', 'last-modified'] as const)
    test(`a URL of ${format} is downloaded again only if its ${header} differs`, async () => {
      const source = `${format}-${header}`
      const { page, statuses, url, close } = await playPage(header)
      try {
        page.body = written('Choir')
        for (const outcome of ['1,0,0,0,0', '0,0,1,0,0'])
          assert.equal(counts(await importFrom(format as ImportFormat, url, source)), outcome)
        assert.deepEqual(statuses, [200, 304])
        // what was edited here is compared all the same
        const [[id] = []] = await versionsOf(source)
        await edit('PUT', `/events/${id}`, { title: 'Edited' })
        page.body = written('Choir moved')
        page.modified = 'Tue, 02 Jun 2026 10:00:00 GMT'
        const report = await importFrom(format as ImportFormat, url, source)
        assert.deepEqual(report.problems, [])
        assert.deepEqual(statuses, [200, 304, 200])
        const { title } = await readNow(`/events/${id}`, {})
        assert.equal(title, 'Edited')
      } finally {
        close()
      }
    })

test('a response that a server forbids to store is fetched in full', async () => {
  const { page, statuses, url, close } = await playPage('etag')
  try {
    page.body = csv('Choir')
    page.headers = { 'cache-control': 'no-store' }
    for (const _ of [1, 2]) await importFrom('csv', url, 'no-store')
    assert.deepEqual(statuses, [200, 200])
  } finally {
    close()
  }
})

test('the pages that were read go when a person is erased', async () => {
  const folder = join(service.settings.dataFolder, 'cache', 'imports')
  assert.ok(readdirSync(folder).length > 0)
  const opened = await openDataFolder(service.settings)
  try {
    await erasePersonIn(opened, { who: 'nobody@x.example', isDry: true })
    assert.ok(readdirSync(folder).length > 0)
    await erasePersonIn(opened, { who: 'nobody@x.example', isDry: false })
  } finally {
    await opened.close()
  }
  assert.throws(() => readdirSync(folder), { code: 'ENOENT' })
})
