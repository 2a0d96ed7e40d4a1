import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Service } from '../support/service.ts'
import { workbookOf } from '../support/workbook.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

let service: Service
let tab: Tab
before(async () => {
  service = await startWithPasswords({ importRole: 'editor' })
  tab = openTab(service)
  const { status, body } = await tab.signIn('editor')
  assert.deepEqual([status, body.may.imports], [200, true])
})
after(async () => {
  tab.close()
  await service.close()
})

async function sent(method: string, path: string, body?: object) {
  const url = `/fr/admin/api/${path}`
  const reply = await tab.send(method, url, method === 'POST' ? (body ?? {}) : undefined)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

async function until(id: number, state: string) {
  for (let attempt = 0; ; attempt++) {
    const run = await sent('GET', `imports/${id}`)
    if (run.state === state) return run
    assert.ok(attempt < 200 && run.state !== 'failed', `${run.state}: ${run.error}`)
    await setTimeout(50)
  }
}

/** Sends a file, and waits for its preview. */
async function upload(file: string, bytes: Buffer, more: object = {}, state = 'ready') {
  const { id } = await sent('POST', 'imports', { format: 'csv', file, ...more })
  await sent('POST', `imports/${id}/parts`, { part: bytes.toString('base64'), last: true })
  return until(id, state)
}
const preview = async (id: number, how: object) => {
  await sent('POST', `imports/${id}/preview`, how)
  return until(id, 'ready')
}
const run = async (id: number) => {
  await sent('POST', `imports/${id}/run`)
  return until(id, 'done')
}
const recordsOf = async (id: number, outcome: string, page = 1) =>
  (await sent('GET', `imports/${id}/records?outcome=${outcome}&page=${page}`)).records
type Field = { name: string; label: string; language: string | null; before: string; after: string }
const fieldsOf = (record: { fields: Field[] }) =>
  Object.fromEntries(
    record.fields.map(({ name, language, before, after }) => [
      language ? `${name}.${language}` : name,
      before ? `${before} → ${after}` : after,
    ]),
  )

const headings =
  'Titre|Titre anglais|Jour|Heure|Heure de fin|Lieu|Adresse|CP|Ville|Genre|Tarif|Billetterie|Présentation|Présentation EN'.split(
    '|',
  )
/** The festival of a French town: an evening on each day of June and ten of July, in two languages. */
const rows = Array.from({ length: 40 }, (_, at) => {
  const day = new Date(Date.UTC(2027, 5, 1 + at)).toISOString().slice(0, 10)
  const [year = '', month = '', date = ''] = day.split('-')
  return [
    `Soirée ${at + 1}`,
    `Evening ${at + 1}`,
    `${date}/${month}/${year}`,
    '20h30',
    '22h',
    at % 2 === 0 ? 'Le Vieux Moulin' : 'Salle des fêtes',
    '1, rue du Pont',
    '69001',
    'Lyon',
    'Musique',
    '12,50 €',
    'https://billets.example/soiree',
    `Première ligne.\nUne soirée de « fête » n° ${at + 1}.`,
    `First line.\nAn evening, no. ${at + 1}.`,
  ]
})
/** Rows of the spreadsheet, from 1, the headings first. */
const row = (number: number) => rows[number - 2] ?? []
row(13)[2] = 'samedi prochain'
row(22)[0] = ''
row(22)[1] = ''
row(31)[0] = ''

const shown = (html: unknown) =>
  String(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ')
    .trim()

/** The stored events of the festival by the day of their start, in a language. */
async function storedIn(language: string) {
  const { body } = await service.send('GET', '/events', {
    as: 'editor',
    query: {
      source: 'Festival',
      status: 'draft',
      per_page: 50,
      start_date: '2027-01-01',
      ml_language: language,
    },
  })
  return new Map<string, Record<string, unknown>>(
    body.events.map((one: { start_date: string }) => [one.start_date.slice(0, 10), one]),
  )
}

test('a festival’s spreadsheet becomes drafts, with no wrong value, and its refused rows are mended', async () => {
  const { body: venue } = await service.send('POST', '/venues', {
    as: 'editor',
    body: { venue: 'Moulin de Lyon', city: 'Lyon' },
  })
  const { id, ...first } = await upload('Festival.xlsx', await workbookOf([headings, ...rows]))
  const unread = first.columns.filter(({ field }: { field: string }) => field === '')
  assert.deepEqual(
    unread.map(({ name }: { name: string }) => name),
    ['Billetterie'],
  )
  assert.deepEqual(first.creates, [
    { kind: 'venue', name: 'Le Vieux Moulin', count: 19 },
    { kind: 'category', name: 'Musique', count: 38 },
    { kind: 'venue', name: 'Salle des fêtes', count: 19 },
  ])

  const wrong = await tab.send('POST', `imports/${id}/preview`, {
    matches: 'venue Le Vieux=999999',
  })
  assert.equal(wrong.status, 400, wrong.text)
  const second = await preview(id, {
    map: 'Billetterie=registration_url',
    status: 'draft',
    matches: `venue le vieux moulin=${venue.id}`,
  })
  assert.deepEqual(second.counts, { ...second.counts, created: 38, refused: 2 })
  assert.deepEqual(second.matches, [
    { kind: 'venue', name: 'le vieux moulin', id: venue.id, title: 'Moulin de Lyon' },
  ])
  const previewed = await recordsOf(id, 'created')
  const others = await recordsOf(id, 'created', 2)
  assert.deepEqual([previewed.length, others.length], [20, 18])
  assert.deepEqual(await recordsOf(id, 'created', 3), [])
  const [{ line, id: idOf }] = previewed
  assert.deepEqual([line, idOf], [2, null])
  assert.deepEqual(fieldsOf(previewed[0]), {
    status: 'Brouillon',
    'title.en': 'Evening 1',
    'title.fr': 'Soirée 1',
    'description.en': 'First line. An evening, no. 1.',
    'description.fr': 'Première ligne. Une soirée de « fête » n° 1.',
    start_date: '2027-06-01 20:30',
    end_date: '2027-06-01 22:00',
    cost: '12,50 €',
    categories: 'Musique',
    venue: 'Moulin de Lyon',
    'registration_url.fr': 'https://billets.example/soiree',
  })
  const refused = await recordsOf(id, 'refused')
  assert.deepEqual(
    refused.map(({ line, column, value, title }: Record<string, unknown>) => [
      line,
      column,
      value,
      title,
    ]),
    [
      [13, 'Jour', 'samedi prochain', 'Soirée 12'],
      [22, 'Titre', null, ''],
    ],
  )
  assert.match(refused[0].reason, /Attendu\u00a0: un jour tel que/)

  await run(id)
  const [fr, en] = [await storedIn('fr'), await storedIn('en')]
  assert.equal(fr.size, 38)
  for (const [at, cells] of rows.entries()) {
    const day = new Date(Date.UTC(2027, 5, 1 + at)).toISOString().slice(0, 10)
    const [french, english] = [fr.get(day), en.get(day)]
    if ([13, 22].includes(at + 2)) {
      assert.equal(french, undefined, day)
      continue
    }
    const [title, titleEn, , , , place, , , , , cost, , text, textEn] = cells
    assert.deepEqual(
      [english?.title, shown(english?.description), shown(french?.description)],
      [titleEn, shown(textEn), shown(text)],
    )
    if (title) assert.equal(french?.title, title)
    assert.equal(french?.start_date, `${day} 20:30:00`)
    assert.equal(french?.end_date, `${day} 22:00:00`)
    assert.equal(shown(french?.cost), cost)
    assert.equal(french?.status, 'draft')
    const [{ venue: name = '' } = {}] = [french?.venue].flat() as { venue?: string }[]
    assert.equal(name, place === 'Le Vieux Moulin' ? 'Moulin de Lyon' : place)
  }
  assert.ok((await recordsOf(id, 'created')).every((one: { id: number }) => one.id > 0))

  const { name, content } = await sent('GET', `imports/${id}/refused`)
  assert.equal(name, 'Festival.csv')
  assert.match(content, /;Motif du refus\r\n/)
  const mended = content
    .replace('samedi prochain', '12/06/2027')
    .replace('\r\n;;', '\r\nSoirée 21;Evening 21;')
  const again = await upload(name, Buffer.from(mended), { status: 'draft' })
  assert.deepEqual(again.counts, { ...again.counts, created: 2, refused: 0 })
  assert.ok(!again.columns.some(({ field }: { field: string }) => field === ''))
  await run(again.id)
  assert.equal((await storedIn('fr')).size, 40)

  row(13)[2] = '12/06/2027'
  row(22).splice(0, 2, 'Soirée 21', 'Evening 21')
  row(3)[10] = '15 €'
  const book = await workbookOf([headings, ...rows])
  const matches = `venue Le Vieux Moulin=${venue.id}`
  const third = await upload('Festival.xlsx', book, { matches })
  assert.deepEqual(third.counts, {
    created: 0,
    updated: 1,
    unchanged: 39,
    skipped: 0,
    refused: 0,
  })
  assert.deepEqual(fieldsOf((await recordsOf(third.id, 'updated'))[0]), {
    cost: '12,50 € → 15 €',
  })
})

test('with editors who import, authors still do not', async () => {
  const author = openTab(service)
  try {
    assert.equal((await author.signIn('author')).body.may.imports, false)
    assert.equal((await author.send('GET', 'imports')).status, 403)
    assert.equal((await author.send('POST', 'imports', { format: 'csv' })).status, 403)
  } finally {
    author.close()
  }
})
