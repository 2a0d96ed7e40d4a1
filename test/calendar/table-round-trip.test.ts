import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { namesIn } from '../../src/define/base/objects.ts'
import { fieldNames } from '../../src/moving/csv/columns.ts'
import { event } from '../../src/resources/event/event.ts'
import { openExport } from '../../src/transfer/exports.ts'
import { importRows, importSettings } from '../support/import-rows.ts'
import { type Body, change, create, get, service, useService } from '../support/scenario.ts'

useService(
  {
    customFields:
      'dress_code text Dress code | Tenue\nseats number Seats | Places\nlevel choice Level | Niveau: Beginner | Débutant, Expert\npress link Press kit | Dossier',
  },
  fill,
)

const folder = mkdtempSync(join(tmpdir(), 'almanac-round-trip-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The fields that a table has in another form, and those of one calendar alone. */
const otherwise: Record<string, string> = {
  date: 'publication_date',
  date_utc: 'publication_date',
  source_id: 'id',
  source: 'the import names it',
  translations: 'a column for each language',
  author: 'a user of one calendar',
  password: 'such events are private in tables',
  submission: 'who has sent an event to one calendar',
}

test('every field that is written has a column', () => {
  const columns = fieldNames('event')
  for (const name of namesIn(event.fields))
    assert.equal(columns.includes(name), !(name in otherwise), `${name} has no column in tables`)
})

/** Before the clock of the import, which starts an hour early. */
const published = '2027-04-01 10:00:00'

const one = {
  title: 'Fair =1, "2"',
  date: published,
  description: '<p>Text</p>',
  excerpt: 'Short',
  start_date: '2027-06-05 20:00:15',
  end_date: '2027-06-05 22:00:00',
  timezone: 'America/New_York',
  cost: '12 €',
  website: 'https://example.org/',
  featured: true,
  show_map: true,
  categories: ['Music, dance'],
  tags: ['One', 'Two'],
  organizer: [{ organizer: 'Friends; others' }, { organizer: '12' }],
  venue: [{ venue: '104' }, { venue: 'Second, hall' }],
  ticketed: true,
  event_status: 'cancelled',
  event_status_reason: 'Storm',
  attendance: 'mixed',
  online_url: 'https://meet.example.org/x',
  registration_url: 'https://tickets.example.org/x',
  performers: [{ name: 'Ana Silva', url: 'https://ana.example/' }, 'Bo'],
  audience: { family: true, min_age: 6, max_age: 12 },
  accessibility: ['wheelchair', 'sign_language'],
  availability: 'few_left',
  custom_fields: {
    dress_code: { en: 'Black tie', fr: 'Tenue de soirée' },
    seats: 120.5,
    level: 'expert',
    press: 'https://example.org/kit',
  },
  translations: { fr: { title: 'Foire', event_status_reason: 'Tempête' } },
}
const series = {
  title: 'Weekly',
  date: published,
  start_date: '2027-06-07 20:00:00',
  end_date: '2027-06-07 22:00:00',
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20270705T200000'],
}

const ids: Record<string, number> = {}
const copies = new Map<string, Body>()

const readAs = async (id: number) =>
  (await get(`/events/${id}`, { query: { context: 'edit' }, as: 'administrator' })).body

async function tableOf(how: { filter?: string }) {
  const site = { given: new Set<string>(), replaces: false }
  const { stream, close } = await openExport(importSettings(service.settings), site, {
    format: 'csv',
    ...how,
  })
  const table = await text(stream)
  await close()
  return table
}

/** Fills a calendar, and imports a table of it under another name. */
async function fill() {
  for (const [name, values] of Object.entries({
    one,
    series,
    scheduled: { title: 'Later', status: 'future', date: '2028-01-01 10:00:00' },
    closed: { title: 'Closed', date: published, password: 'secret' },
    draft: { title: 'Draft', status: 'draft' },
    child: { title: 'Child', date: published, post_parent: 0 },
  }))
    ids[name] = (await create(values)).id
  await change(ids.child ?? 0, { post_parent: ids.one })
  const { dates } = (await get(`/events/${ids.series}/occurrences`, { as: 'administrator' })).body
  const listed = (dates ?? (await get(`/events/${ids.series}/occurrences`)).body.events) as Body[]
  await change(listed[1]?.id, { event_status: 'cancelled' })
  await change(listed[2]?.id, {
    start_date: '2027-06-22 21:00:00',
    end_date: '2027-06-22 23:00:00',
  })
  const ownFields = { dress_code: { en: 'Masks', fr: 'Masques' }, level: 'expert' }
  const last = { title: 'Last', venue: [{ venue: 'Elsewhere' }], custom_fields: ownFields }
  await change(listed[3]?.id, last)
  await change(ids.series ?? 0, { custom_fields: { seats: 50 } })
  const table = await tableOf({})
  const [headings = ''] = table.split('\r\n')
  assert.match(
    headings,
    /,custom_fields\.dress_code,custom_fields\.dress_code \(fr\),custom_fields\.seats,custom_fields\.level,custom_fields\.press$/,
  )
  assert.doesNotMatch(headings, /,Custom fields,/)
  const report = await importRows(service.settings, {
    folder,
    source: 'copy',
    lines: [table.replace(/^\ufeff/, '')],
  })
  assert.deepEqual(report.problems, [])
  for (const status of ['publish', 'future', 'private', 'draft']) {
    const query = { source: 'copy', status, start_date: '2020-01-01', occurrences: 'series' }
    for (const { id } of (await get('/events', { query, as: 'administrator' })).body.events) {
      const copy = await readAs(id)
      for (const [name, original] of Object.entries(ids))
        if (copy.source_id === String(original)) copies.set(name, copy)
    }
  }
}

const same = `title description excerpt start_date end_date timezone all_day cost website featured show_map show_map_link sticky
  hide_from_listings ticketed event_status event_status_reason attendance online_url registration_url performers audience
  accessibility availability custom_fields date_utc status`

test('an event comes back from a table as it was', async () => {
  const [original, copy] = [await readAs(ids.one ?? 0), copies.get('one')]
  assert.ok(copy)
  for (const name of same.split(/\s+/)) assert.deepEqual(copy[name], original[name], name)
  const names = (of: Body, field: string, name: string) => of[field].map((each: Body) => each[name])
  for (const [field, name] of [
    ['venue', 'venue'],
    ['organizer', 'organizer'],
    ['categories', 'name'],
    ['tags', 'name'],
  ] as const)
    assert.deepEqual(names(copy, field, name), names(original, field, name))
  assert.equal(copy.editing.facts.custom_fields, original.editing.facts.custom_fields)
  assert.equal(copy.editing.texts.fr.title, 'Foire')
  assert.equal(copy.editing.texts.fr.event_status_reason, 'Tempête')
  assert.equal(copies.get('child')?.post_parent, copy.id)
})

test('what is scheduled, protected or a draft does not become public', () => {
  const statusOf = (name: string) => copies.get(name)?.status
  assert.equal(statusOf('scheduled'), 'future')
  assert.equal(copies.get('scheduled')?.date_utc, '2028-01-01 09:00:00')
  assert.equal(statusOf('closed'), 'private')
  assert.equal(statusOf('draft'), 'draft')
})

test('the dates of a series that differ come back', async () => {
  const datesOf = async (id: number) =>
    (await get(`/events/${id}/occurrences?context=edit`, { as: 'administrator' })).body.events.map(
      ({ start_date, end_date, event_status, title, venue, editing }: Body) => ({
        start_date,
        end_date,
        event_status,
        title,
        venue: [venue].flat().map(one => one?.venue),
        custom_fields: editing.facts.custom_fields,
      }),
    )
  assert.deepEqual(await datesOf(copies.get('series')?.id), await datesOf(ids.series ?? 0))
})

test('a filter changes nothing in the rows of a table, whichever dates of a series it finds', async () => {
  const rows = (await tableOf({})).split('\r\n')
  for (const filter of [
    'start_date=2027-06-20',
    'search=Last&start_date=2027-01-01',
    'event_status=cancelled',
  ]) {
    const [headings, ...found] = (await tableOf({ filter })).split('\r\n')
    assert.equal(headings, rows[0])
    assert.ok(
      found.some(row => row.startsWith('Weekly')),
      filter,
    )
    assert.deepEqual(
      found.filter(row => !rows.includes(row)),
      [],
      filter,
    )
  }
})

test('an export of published events says how many it does not hold, and which lose their password', async () => {
  const statuses: string[] = []
  for (const status of ['publish', 'future', 'private', 'draft', 'pending']) {
    const query = { status, start_date: '2020-01-01', occurrences: 'series', per_page: 1 }
    const { total } = (await get('/events', { query, as: 'administrator' })).body
    statuses.push(...Array<string>(total).fill(status))
  }
  const notesOf = async (how: { filter?: string }) => {
    const { stream, notes, close } = await openExport(
      importSettings(service.settings),
      { given: new Set(), replaces: false },
      { format: 'ics', ...how },
    )
    await text(stream)
    await close()
    return notes.map(({ params }) => params)
  }
  const hidden = statuses.filter(status => status !== 'publish').length
  assert.ok(hidden > 0)
  assert.deepEqual(await notesOf({}), [{ count: hidden }, { count: 1 }])
  const drafts = statuses.filter(status => status === 'draft').length
  assert.ok(drafts > 0)
  assert.deepEqual(await notesOf({ filter: 'status=draft' }), [{ count: drafts }])
})

test('columns are named by labels too, in French as in English, and an empty cell clears its field', async () => {
  const lines = [
    'ID;Titre;Date de début;Tenue;Tenue (en);Niveau;Places;Dossier',
    '1;Bal;10/05/2027 20:00;Habillé;Black tie;Débutant;120,5;example.org',
    '2;Noces;11/05/2027 20:00;;Casual;Maître;beaucoup;',
  ]
  const reading = async (rows: string[]) => {
    const options = { folder, source: 'labels', lines: rows }
    const report = await importRows(service.settings, options, { language: 'fr' })
    const query = { source: 'labels', start_date: '2027-01-01' }
    const { events } = (await get('/events', { query, as: 'administrator' })).body
    const stored = await Promise.all(events.map(({ id }: Body) => readAs(id)))
    return { report, facts: stored.map(each => each.editing.facts.custom_fields) }
  }
  const first = await reading(lines)
  assert.deepEqual(first.facts, [
    '{"dress_code":{"en":"Black tie","fr":"Habillé"},"level":"beginner","seats":120.5,"press":"https://example.org"}',
    '{"dress_code":{"en":"Casual"}}',
  ])
  for (const left of ['Maître', 'beaucoup'])
    assert.match(JSON.stringify(first.report), new RegExp(left))
  const again = await reading([lines[0] ?? '', '1;Bal;10/05/2027 20:00;;Black tie;;10;'])
  assert.equal(again.facts[0], '{"dress_code":{"en":"Black tie"},"seats":10}')
})
