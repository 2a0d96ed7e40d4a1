import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf } from '../../test/support/import-source.ts'
import { atMost, type ReadContext, type Yielded } from './base/item.ts'
import { textIn } from './csv/read-csv.ts'
import { readIcs } from './ics/read-ics.ts'
import { openLines } from './json-ld/nodes.ts'
import { readJsonLd } from './json-ld/read-json-ld.ts'
import { rowsIn } from './sheets/csv-rows.ts'
import { recordsOf, type Site } from './tec/lists.ts'

const context: ReadContext = { zone: 'Europe/Paris', language: 'en', now: 1_750_000_000 }

async function all(items: AsyncIterable<Yielded>) {
  const read: Yielded[] = []
  for await (const each of items) read.push(each)
  return read
}
const refusedIn = (read: readonly Yielded[]) =>
  read.flatMap(each => ('refused' in each ? [each.refused.sentence.en] : []))

/** A site whose list says that it has many pages, and gives these records on each. */
function siteWith(recordsOn: (page: number) => object[]) {
  let pages = 0
  const site: Site = {
    api: {
      root: 'https://example.org/wp-json/tribe/events/v1',
      get: async () => ({}),
      async page(_name, number) {
        pages++
        return { records: recordsOn(number) as Record<string, unknown>[], total: 1, pages: 100_000 }
      },
    },
    language: undefined,
    statuses: {},
    other: undefined,
    problems: [],
    keepsIds: false,
  }
  return { site, pages: () => pages }
}

test('a list of a site ends with a page that has nothing new, and after so many pages', async () => {
  const same = siteWith(() => [{ id: 1 }, { id: 2 }])
  assert.equal((await Array.fromAsync(recordsOf(same.site, 'events'))).length, 2)
  assert.equal(same.pages(), 2)
  const endless = siteWith(page => [{ id: page }])
  assert.equal((await Array.fromAsync(recordsOf(endless.site, 'events'))).length, 2000)
  assert.match(refusedIn(endless.site.problems).join(), /Only \{max\} pages/)
})

test('a source has a largest number of records, and more of them is an error without an ID', async () => {
  async function* many(): AsyncGenerator<Yielded> {
    for (let number = 1; ; number++)
      yield { kind: 'event', source_id: String(number), at: { line: number }, values: {} }
  }
  const read = await all(atMost(many(), 3))
  assert.equal(read.length, 4)
  assert.deepEqual(read.at(-1), {
    kind: 'event',
    refused: (read.at(-1) as { refused: object }).refused,
    at: { line: 4 },
  })
})

test('a page has a largest number of scripts', async () => {
  const page = `<html>${'<script type="application/ld+json">{}</script>'.repeat(2001)}`
  assert.match(refusedIn(await all(readJsonLd(sourceOf('a.html', page), context))).join(), /2,000/)
})

test('the nodes and values of JSON-LD are counted before they are parsed', async () => {
  const event = { '@type': 'Event', name: 'Fair', startDate: '2027-06-05' }
  const fair = `<script type="application/ld+json">${JSON.stringify(event)}</script>`
  for (const [data, sentence] of [
    ['['.repeat(500_001), /more than 500,000 objects/],
    [`[${'{},'.repeat(500_000)}{}]`, /more than 500,000 objects/],
    [`[${'0,'.repeat(1_000_001)}0]`, /1,000,000 values/],
  ] as const) {
    const script = `<script type="application/ld+json">${data}</script>`
    const read = await all(readJsonLd(sourceOf('a.html', `<html>${fair}${script}`), context))
    assert.match(refusedIn(read).join(), sentence)
    assert.equal(read.filter(each => 'source_id' in each).length, 1)
  }
  const long = { ...event, description: '{[,'.repeat(300_000) }
  assert.deepEqual(
    refusedIn(await all(readJsonLd(sourceOf('a.json', JSON.stringify(long)), context))),
    [],
  )
})

test('a line of endless cells is not held, and the rows after it are read', async () => {
  async function* bytes() {
    yield Buffer.from('title,start_date\nFair,2027-06-05\n')
    for (let part = 0; part < 200; part++) yield Buffer.alloc(65_536, ',')
    yield Buffer.from('\nNext,2027-06-06\n')
  }
  const rows = rowsIn(textIn(sourceOf('a.csv', bytes), 'utf-8'), ',')
  assert.deepEqual(
    await Array.fromAsync(rows, row => [
      row.line,
      'cells' in row ? row.cells[0] : row.broken.sentence.en,
    ]),
    [
      [1, 'title'],
      [2, 'Fair'],
      [3, 'The row has more than 50,000 cells.'],
      [4, 'Next'],
    ],
  )
})

test('the end of a line is looked up once, however many events stand in it', () => {
  let searched = 0
  const text = 'x'.repeat(10_000)
  const counted = {
    indexOf(sign: string, from: number) {
      searched++
      return text.indexOf(sign, from)
    },
    slice: (from: number, to: number) => text.slice(from, to),
  }
  const lines = openLines(counted as unknown as string)
  for (let at = 0; at < 1000; at++) assert.equal(lines.documentAt(at), 1)
  assert.equal(searched, 1)
})

test('an event has a largest number of dates that differ from it', async () => {
  const event = (line: string) =>
    `BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270605T193000\r\nSUMMARY:A\r\n${line}\r\nEND:VEVENT\r\n`
  const date = event('RECURRENCE-ID:20270605T193000')
  const text = `BEGIN:VCALENDAR\r\n${event('RRULE:FREQ=DAILY')}${date.repeat(5001)}END:VCALENDAR\r\n`
  const read = await all(readIcs(sourceOf('a.ics', text), context))
  assert.deepEqual(
    refusedIn(read).filter(each => each.includes('5,000')),
    ['More than 5,000 dates of the event differ from it. The others are left out.'],
  )
})
