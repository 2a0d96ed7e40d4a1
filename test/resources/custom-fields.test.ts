import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { check } from '../../src/define/param.ts'
import { writeParams } from '../../src/define/resource.ts'
import { cellValue } from '../../src/moving/csv/cell-values.ts'
import { event } from '../../src/resources/index.ts'
import { importRows } from '../support/import-rows.ts'
import {
  change,
  create,
  edit,
  in_,
  read,
  readNow,
  send,
  service,
  useService,
} from '../support/scenario.ts'

const customFields = [
  'dress_code text Dress code | Tenue',
  'level choice Level | Niveau: Beginner | Débutant, Expert',
  'seats number Seats | Places',
  'press link Press kit | Dossier de presse',
].join('\n')

useService({ customFields, clock: '2027-03-01T10:00:00Z' })

const when = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }
const values = {
  dress_code: { en: 'Black tie', fr: 'Tenue de soirée' },
  level: 'Débutant',
  seats: '120',
  press: 'https://example.org/kit',
}

test('an event has the custom fields that the site defines, in both languages', async () => {
  const { id, custom_fields } = await create({ title: 'Ball', ...when, custom_fields: values })
  assert.deepEqual(custom_fields, {
    dress_code: { label: 'Dress code', value: 'Black tie' },
    level: { label: 'Level', value: 'Beginner', key: 'beginner' },
    seats: { label: 'Seats', value: 120 },
    press: { label: 'Press kit', value: 'https://example.org/kit' },
  })
  const french = await read(in_('fr', `/events/${id}`))
  assert.deepEqual(french.custom_fields.dress_code, { label: 'Tenue', value: 'Tenue de soirée' })
  assert.deepEqual(french.custom_fields.level, {
    label: 'Niveau',
    value: 'Débutant',
    key: 'beginner',
  })
})

test('what was read may be sent back, and a part of it changed', async () => {
  const { id } = await create({ title: 'Gala', ...when, custom_fields: values })
  const before = await readNow(`/events/${id}`, { context: 'edit' })
  for (const language of ['en', 'fr'] as const) {
    const path = in_(language, `/events/${id}`)
    const { custom_fields } = await readNow(path)
    await edit('PATCH', path, { custom_fields })
    await edit('PATCH', path, { custom_fields: [] })
  }
  const { facts } = before.editing
  await change(id, { custom_fields: facts.custom_fields })
  const after = await readNow(`/events/${id}`, { context: 'edit' })
  assert.deepEqual(after, before)
  await change(id, { custom_fields: { seats: 80, press: null } })
  const { custom_fields } = await readNow(`/events/${id}`)
  assert.deepEqual(Object.keys(custom_fields), ['dress_code', 'level', 'seats'])
  assert.equal(custom_fields.seats.value, 80)
  await change(id, { custom_fields: null })
  assert.deepEqual((await readNow(`/events/${id}`)).custom_fields, [])
})

test('a choice that was read may be changed by its value, whatever its key says', async () => {
  const { id } = await create({ title: 'Class', ...when, custom_fields: { level: 'beginner' } })
  const { custom_fields } = await readNow(`/events/${id}`)
  const level = { ...custom_fields.level, value: 'Expert' }
  await change(id, { custom_fields: { level } })
  assert.equal((await readNow(`/events/${id}`)).custom_fields.level.key, 'expert')
})

test('a text that is missing in a language is shown in the other, and not stored when it is sent back', async () => {
  const { id } = await create({ title: 'Fair', ...when, custom_fields: { dress_code: 'Casual' } })
  const path = in_('fr', `/events/${id}`)
  const { custom_fields } = await readNow(path)
  assert.equal(custom_fields.dress_code.value, 'Casual')
  await edit('PATCH', path, { custom_fields })
  const { editing } = await readNow(`/events/${id}`, { context: 'edit' })
  assert.equal(editing.facts.custom_fields, '{"dress_code":{"en":"Casual"}}')
})

test('every wrong value is named', async () => {
  const body = {
    title: 'Wrong',
    ...when,
    custom_fields: {
      seats: 'many',
      level: 'Master',
      press: 'javascript:1',
      colour: 'red',
      dress_code: 'x'.repeat(2001),
    },
  }
  const { body: problem } = await service.send('POST', '/events', { as: 'editor', body })
  const { custom_fields: message } = problem.data.params
  for (const name of Object.keys(body.custom_fields))
    assert.match(message, new RegExp(`custom_fields\\.${name} is `), name)
})

test('pages and feeds show them, but not of an event that a password hides', async () => {
  const text = async (path: string) => (await service.send('GET', service.address + path)).text
  const { slug } = await create({ title: 'Concert of fields', ...when, custom_fields: values })
  const page = await text(`/event/${slug}/`)
  assert.match(page, /<dt>Dress code<\/dt><dd>Black tie<\/dd>/)
  assert.match(page, /<dt>Seats<\/dt><dd>120<\/dd>/)
  assert.match(page, /<dt>Press kit<\/dt><dd><a href="https:\/\/example.org\/kit"/)
  assert.match(await text(`/fr/evenement/${slug}/`), /<dt>Tenue<\/dt><dd>Tenue de soirée<\/dd>/)
  assert.match((await text('/events.ics')).replaceAll('\r\n ', ''), /Dress code: Black tie/)
  assert.match(await text('/events.csv'), /Dress code: Black tie \| Level: Beginner/)
  const hidden = {
    title: 'Hidden',
    ...when,
    password: 'sesame',
    custom_fields: { dress_code: 'Wordofsecret' },
  }
  const { id, slug: own } = await create(hidden)
  for (const path of [`/event/${own}/`, '/events.ics', '/events.csv', '/events.json'])
    assert.doesNotMatch(await text(path), /Wordofsecret/, path)
  const { events } = await read('/events', { start_date: '2027-05-01' })
  const found = events.find((event: { id: number }) => event.id === id)
  assert.deepEqual(found.custom_fields, [])
})

test('a date of a series may have values of its own', async () => {
  const { id } = await create({
    title: 'Course',
    ...when,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    custom_fields: values,
  })
  const { events } = await readNow('/events', { start_date: '2027-05-01', search: 'Course' })
  const [, second] = events
  await edit('PATCH', `/events/${second.id}`, { custom_fields: { level: 'expert' } })
  const levels = (
    await readNow('/events', { start_date: '2027-05-01', search: 'Course' })
  ).events.map(
    (event: { custom_fields: { level: { key: string } } }) => event.custom_fields.level.key,
  )
  assert.deepEqual(levels, ['beginner', 'expert', 'beginner'])
  const own = (await readNow(`/events/${second.id}`)).custom_fields
  assert.deepEqual([own.seats.value, own.dress_code.value], [120, 'Black tie'])
  assert.ok(id)
})

test('a translator writes the texts of the fields, and no other value', async () => {
  const { id } = await create({ title: 'Tea', ...when, custom_fields: values })
  const write = (custom_fields: object) =>
    send('PATCH', in_('fr', `/events/${id}`), { as: 'translator', body: { custom_fields } })
  assert.equal((await write({ dress_code: 'Habit noir' })).status, 200)
  const french = await read(in_('fr', `/events/${id}`))
  assert.equal(french.custom_fields.dress_code.value, 'Habit noir')
  assert.equal((await readNow(`/events/${id}`)).custom_fields.dress_code.value, 'Black tie')
  for (const change of [
    { seats: 5 },
    { level: 'Expert' },
    { dress_code: null },
    { dress_code: 'X', seats: 5 },
  ])
    assert.equal((await write(change)).status, 403, JSON.stringify(change))
  assert.equal((await readNow(`/events/${id}`)).custom_fields.seats.value, 120)
})

test('the mask of a password clears nothing when it is sent back', async () => {
  const { id } = await create({
    title: 'Masked',
    ...when,
    password: 'sesame',
    custom_fields: values,
  })
  const path = `/events/${id}`
  const masked = (
    await readNow('/events', { start_date: '2027-05-01', per_page: '50' })
  ).events.find((event: { id: number }) => event.id === id)
  assert.deepEqual(masked.custom_fields, [])
  await edit('PATCH', path, { custom_fields: masked.custom_fields, categories: masked.categories })
  const { editing } = await readNow(path, { context: 'edit' })
  assert.match(editing.facts.custom_fields, /Black tie/)
})

test('a site that defines none passes over them, as the reference does', () => {
  const sent = { custom_fields: { a: 1 } }
  const { values, fieldErrors } = check(writeParams(event, 'change'), sent, { now: 0, zone: 'UTC' })
  assert.deepEqual(fieldErrors, {})
  assert.deepEqual(values.custom_fields, {})
})

test('a table that is imported again changes nothing, and what was edited here stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-fields-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const cell = '"{""dress_code"":""Casual"",""seats"":5}"'
  const lines = [
    'ID,Title,Start date,End date,Custom fields',
    `1,Table,2027-05-10 10:00,2027-05-10 12:00,${cell}`,
  ]
  const again = async () => {
    const { counts, problems } = await importRows(service.settings, {
      folder,
      source: 'table',
      lines,
    })
    assert.deepEqual(problems, [])
    return Object.values(counts.event).join()
  }
  assert.equal(await again(), '1,0,0,0,0')
  assert.equal(await again(), '0,0,1,0,0')
  const stored = async () =>
    (await readNow('/events', { source: 'table', start_date: '2027-05-01' })).events[0]
  const { id } = await stored()
  await change(id, { custom_fields: { seats: 6 } })
  assert.equal(await again(), '0,0,1,0,0')
  assert.equal((await stored()).custom_fields.seats.value, 6)
})

test('a table says what it leaves out where the calendar has no such field', () => {
  const day = { order: 'dmy', today: '2027-03-01' } as const
  const reading = { ...day, check: { now: 0, zone: 'UTC', customFields: [] } }
  const { type } = event.fields.custom_fields
  assert.ok(cellValue(type, 'Custom fields', '{"seats":5}', reading).note)
})

/** The titles of a list of these events, with a filter. */
const titled = async (filter: string, language: 'en' | 'fr' = 'en') => {
  const query = `?start_date=2028-01-01&per_page=50&${filter}`
  const { body } = await service.send('GET', in_(language, `/events${query}`))
  return body.events?.map(({ title }: { title: string }) => title).join() ?? body.data.params
}
const later = { start_date: '2028-05-10 10:00:00', end_date: '2028-05-10 12:00:00' }

test('lists are filtered by choices, numbers and texts, in the language of the request', async () => {
  const make = (title: string, fields: object, more: object = {}) =>
    create({ title, ...later, custom_fields: fields, ...more })
  await make('A', { level: 'beginner', seats: 10, dress_code: { en: 'Black tie', fr: 'Habillé' } })
  await make('B', { level: 'expert', seats: 20.5 })
  await make('C', { seats: 30, dress_code: { fr: 'Décontracté' }, press: values.press })
  await make('D', { level: 'expert', seats: 20, dress_code: 'Secret' }, { password: 'sesame' })
  assert.equal(await titled('custom_fields[level]=beginner'), 'A')
  assert.equal(await titled('custom_fields[level]=Débutant,expert'), 'A,B')
  assert.equal(await titled('custom_fields[level][]=beginner&custom_fields[level][]=expert'), 'A,B')
  assert.equal(await titled('custom_fields[seats]=20..30'), 'B,C')
  assert.equal(await titled('custom_fields[seats][min]=20.5&custom_fields[seats][max]=20.5'), 'B')
  assert.equal(await titled('custom_fields[seats]=..10,30'), 'A,C')
  assert.equal(await titled('custom_fields[level]=expert&custom_fields[seats]=10..'), 'B')
  assert.equal(await titled('custom_fields[level]=expert&custom_fields[seats]=10'), '')
  assert.equal(await titled('custom_fields[dress_code]=black%20TIE'), 'A')
  assert.equal(await titled('custom_fields[dress_code]=black'), '')
  // as it is shown: the other language is there where one has none
  assert.equal(await titled('custom_fields[dress_code]=habille', 'fr'), 'A')
  assert.equal(await titled('custom_fields[dress_code]=black%20tie', 'fr'), '')
  assert.equal(await titled('custom_fields[dress_code]=decontracte'), 'C')
  assert.equal(await titled('custom_fields[level]='), 'A,B,C,D')
  assert.equal(await titled('search=tie'), 'A')
  assert.equal(await titled('q=Habill&ml_language=fr'), 'A')
  for (const others of ['search=secret', 'search=dress', 'search=code', 'search=kit'])
    assert.equal(await titled(others), '', others)
})

test('a filter that means nothing is refused, and says what there is', async () => {
  const wrong = async (filter: string) => (await titled(filter)).custom_fields
  assert.match(
    await wrong('custom_fields[colour]=red'),
    /custom_fields\.colour .*dress_code, level, seats\./,
  )
  assert.match(await wrong('custom_fields[press]=x'), /custom_fields\.press .*dress_code/)
  assert.match(
    await wrong('custom_fields[level]=beginner,master'),
    /custom_fields\.level .*beginner, expert/,
  )
  for (const range of ['many', '..', '1..2..3', '1,x', '1e3'])
    assert.match(
      await wrong(`custom_fields[seats]=${range}`),
      /custom_fields\.seats .*6\.\.12/,
      range,
    )
  assert.match(await wrong('custom_fields=level'), /custom_fields is not a filter/)
  assert.match(
    await wrong('custom_fields[level][min]=1&custom_fields[level][least]=2'),
    /level is not a filter/,
  )
})

test('a list by custom fields follows writes, and feeds and lines have the same filter', async () => {
  const first = await create({ title: 'Follow', ...later, custom_fields: { seats: 77 } })
  const path = '/events?start_date=2028-01-01&custom_fields[seats]=77'
  const totals = async () => (await service.send('GET', path)).body.total
  assert.deepEqual([await totals(), await totals()], [1, 1])
  await change(first.id, { custom_fields: { seats: 78 } })
  assert.equal(await totals(), 0)
  await change(first.id, { custom_fields: { seats: 77 } })
  assert.equal(await totals(), 1)
  const text = async (format: string) =>
    (await service.send('GET', `${service.address}/events.${format}?custom_fields[seats]=77..77`))
      .text
  assert.match(await text('ics'), /:Follow\r/)
  assert.equal((await text('ics')).match(/BEGIN:VEVENT/g)?.length, 1)
  const headers = { accept: 'application/x-ndjson' }
  const lines = await service.send('GET', path, { headers })
  assert.equal(lines.text.trim().split('\n').length, 1)
  const refused = await service.send('GET', `${service.address}/events.ics?custom_fields[x]=1`)
  assert.equal(refused.status, 400)
})
