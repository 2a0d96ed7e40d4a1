import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn } from '../../../test/support/growth.ts'
import { sourceOf } from '../../../test/support/import-source.ts'
import type { Item, ReaderOptions, Yielded } from '../base/item.ts'
import { guarded, unguarded } from './cells.ts'
import { readCsv } from './read-csv.ts'

const context = { zone: 'Europe/Paris', language: 'en' as const, now: 0 }

/** Reads bytes that come in parts, cut anywhere. */
async function read(
  bytes: Uint8Array,
  options: ReaderOptions = {},
  language: 'en' | 'fr' = 'en',
  step = 7,
): Promise<Yielded[]> {
  const source = sourceOf('test.csv', async function* () {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
  })
  const all: Yielded[] = []
  for await (const one of readCsv(source, { ...context, language }, options)) all.push(one)
  return all
}

const items = (all: Yielded[]) => all.filter((one): one is Item => 'values' in one)
const lines = (...of: string[]) => of.join('\r\n')
const latin1 = (text: string) =>
  Uint8Array.from(text, sign => (sign === '€' ? 0x80 : sign === '’' ? 0x92 : sign.charCodeAt(0)))

const dialects: Record<string, Uint8Array> = {
  'UTF-8 with commas': Buffer.from(
    lines(
      'Event Name,Event Start Date,Event Start Time,Event Cost',
      'Fête d’été,2027-06-25,7:30 PM,"12,50 €"',
    ),
  ),
  'UTF-8 with a mark and semicolons': Buffer.from(
    `\ufeff${lines('Titre;Début;Heure;Tarif', 'Fête d’été;25/06/2027;19h30;12,50 €')}`,
  ),
  'Windows-1252 with semicolons': latin1(
    lines('Titre;Début;Heure;Prix', 'Fête d’été;25.06.2027;19:30;12,50 €'),
  ),
  'UTF-16 with tabs': Buffer.from(
    `\ufeff${lines('Title\tStart Date\tStart Time\tCost', 'Fête d’été\t25-06-2027\t19.30\t12,50 €')}`,
    'utf16le',
  ),
  'Excel, which names its sign': Buffer.from(
    lines('sep=|', 'Name|Date|Time|Price', 'Fête d’été|June 25, 2027|7:30pm|12,50 €'),
  ),
}

for (const [name, bytes] of Object.entries(dialects))
  test(`a table is read the same in any dialect: ${name}`, async () => {
    const [item] = items(await read(bytes))
    assert.ok(item)
    const { title, start_date, cost } = item.values
    assert.deepEqual([title, start_date, cost], ['Fête d’été', '2027-06-25 19:30:00', '12,50 €'])
  })

test('ambiguous dates are read by the language of the headings, else of the site, or as the option says', async () => {
  const bytes = Buffer.from(lines('Tittel,Date', 'A,05/06/2027'))
  const mapping = { Tittel: 'title' }
  const startOf = async (...of: [ReaderOptions?, ('en' | 'fr')?]) =>
    items(await read(bytes, ...of))[0]?.values.start_date
  assert.equal(await startOf({ mapping }), '2027-05-06')
  assert.equal(await startOf({ mapping }, 'fr'), '2027-06-05')
  assert.equal(await startOf({ mapping, dates: 'dmy' }), '2027-06-05')
  await assert.rejects(read(Buffer.from(lines('Title,Date', 'A,25/06/2027', 'B,06/25/2027'))))
})

test('rows are counted as spreadsheets do, and a broken row costs no other', async () => {
  const all = await read(
    Buffer.from(
      lines(
        'Title,Date,Description',
        'A,2027-01-01,"one\ntwo"',
        'B,2027-01-02,x,y,z',
        'C,2027-01-03,',
      ),
    ),
  )
  assert.deepEqual(
    items(all).map(({ at, values }) => [values.title, at.line]),
    [
      ['A', 2],
      ['C', 4],
    ],
  )
  assert.deepEqual(
    all.flatMap(one => ('refused' in one ? [one.at.line] : [])),
    [3],
  )
})

test('a quote that is never closed is refused, and the rows before it are read', async () => {
  const all = await read(Buffer.from(lines('Title,Date', 'A,2027-01-01', 'B,"2027-01-02')))
  assert.equal(items(all).length, 1)
  assert.equal(all.filter(one => 'refused' in one).length, 1)
})

test('a row that is too long is refused once, and the others are read', async () => {
  for (const long of [
    `B,2027-01-01,"${'x'.repeat(4_500_000)}"`,
    `B,2027-01-01${`,${'x'.repeat(9)}`.repeat(450_000)}`,
  ]) {
    const rows = lines('Title,Date,Description', 'A,2027-01-01,x', long, 'C,2027-01-01,x')
    const all = await read(Buffer.from(rows), {}, 'en', 65_536)
    assert.deepEqual(
      all.flatMap(one => ('refused' in one ? [one.at.line] : [])),
      [3],
    )
    assert.deepEqual(
      items(all).map(({ values }) => values.title),
      ['A', 'C'],
    )
  }
})

test('a quote that is missing in a long file is refused once', async () => {
  const all = await read(
    Buffer.from(lines('Title,Date', 'A,2027-01-01', `B,"2027-01-01${'x\n'.repeat(9_000_000)}`)),
    {},
    'en',
    65_536,
  )
  assert.deepEqual(
    items(all).map(({ values }) => values.title),
    ['A'],
  )
  assert.equal(all.filter(one => 'refused' in one).length, 1)
})

const longRuns: Record<string, (size: number) => string> = {
  'blanks in a recurrence': size =>
    lines('Title,Date,Recurrence', `A,2027-01-01,a${' '.repeat(size)}b`),
  'signs in a time': size => lines('Title,Date', `A,"2027-01-01${'T'.repeat(size)}a\nb"`),
  'signs in a heading': size => lines(`Title,Date,${'-'.repeat(size)}a`, 'A,2027-01-01,a'),
  'rows with the same name': size =>
    lines(
      'Title,Date,Description',
      ...Array.from({ length: size / 8 }, (_, n) => `A,2027-01-01,${n}`),
    ),
}
for (const [name, textOf] of Object.entries(longRuns))
  test(`long runs cost little: ${name}`, () =>
    linearIn(80_000, textOf, text => read(Buffer.from(text), {}, 'en', 65_536)))

test('both languages stand in columns; a mapping says what others are', async () => {
  const [item] = items(
    await read(Buffer.from(lines('Quoi,Title (fr),Quand', 'Fair,Foire,2027-01-01')), {
      mapping: { Quoi: 'title', Quand: 'start_date' },
    }),
  )
  assert.deepEqual(
    [item?.values.title, item?.values.translations],
    ['Fair', { fr: { title: 'Foire' } }],
  )
})

test('rows without an ID keep theirs while title, start and venue stay; like rows are distinguished', async () => {
  const rows = ['A,2027-01-01,x', 'A,2027-01-01,x', 'A,2027-01-01,y']
  const ids = async (...of: string[]) =>
    items(await read(Buffer.from(lines('Title,Date,Description', ...of)))).map(
      ({ source_id }) => source_id,
    )
  const [first, second, third] = await ids(...rows)
  assert.equal(first, second)
  assert.notEqual(first, third)
  assert.deepEqual(await ids('A,2027-01-01,changed'), [first])
})

test('formulas are guarded, and the guard is undone', () => {
  for (const cell of ['=1+1', '-1', '+1', '@a', "'=1", "''=", 'plain', "'s", '']) {
    assert.doesNotMatch(guarded(cell), /^[=+\-@\t\r]/)
    assert.equal(unguarded(guarded(cell)), cell)
  }
})

test('a table of more columns than any calendar has is refused', async () => {
  const table = (columns: number) =>
    Buffer.from(
      lines(
        ['Title', 'Start', ...Array(columns - 2).fill('x')].join(','),
        `A,2027-06-25 10:00${','.repeat(columns - 2)}`,
      ),
    )
  assert.equal(items(await read(table(1000), {}, 'en', 1000)).length, 1)
  await assert.rejects(read(table(1001), {}, 'en', 1000), /too many columns/)
})
