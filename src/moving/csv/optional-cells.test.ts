import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTable } from '../../../test/support/read-table.ts'

/** Reads one column beside title and start. */
async function cellsOf(heading: string, ...cells: string[]) {
  const rows = cells.map(cell => `A,2027-06-05 20:00,"${cell.replaceAll('"', '""')}"`)
  return readTable([`Title,Start,${heading}`, ...rows].join('\n'))
}

/** The value of a field from each cell. */
const valuesOf = async (field: string, heading: string, ...cells: string[]) =>
  (await cellsOf(heading, ...cells)).values.map(values => values[field])

test('a cell that cannot be read loses no row: it is left out, with a note', async () => {
  for (const [heading, cell] of [
    ['Website', 'n/a'],
    ['All Day', 'perhaps'],
    ['Featured', 'quite'],
    ['attendance', 'somehow'],
    ['audience', 'all'],
    ['accessibility', 'wings'],
    ['Image', 'photo.jpg'],
    ['Cost', 'x'.repeat(300)],
    ['Publication Date', 'soon'],
  ] as const) {
    const { values, refused, notes } = await cellsOf(heading, cell)
    assert.deepEqual(refused, [], heading)
    assert.equal(values.length, 1, heading)
    assert.equal(notes.length, 1, heading)
    assert.ok(notes[0]?.startsWith(`2: ${heading} is “${cell.slice(0, 60)}”`), String(notes[0]))
  }
})

test('a bare host gets its scheme, and of several URLs the first is read', async () => {
  assert.deepEqual(
    await valuesOf('website', 'Website', 'www.example.org', 'example.org/x', 'https://a.org b'),
    ['https://www.example.org', 'https://example.org/x', undefined],
  )
  const { values, notes } = await cellsOf('Website', 'https://a.org, https://b.org')
  assert.equal(values[0]?.website, 'https://a.org')
  assert.equal(notes.length, 1)
})

test('states are read in any case and both languages, whichever column they stand in', async () => {
  const words = ['Published', 'Draft', 'confirmed', 'publié', 'Brouillon', 'private', 'PUBLISH']
  assert.deepEqual(await valuesOf('status', 'Status', ...words), [
    'publish',
    'draft',
    'publish',
    'publish',
    'draft',
    'private',
    'publish',
  ])
  const held = ['annulé', 'cancelled', 'Reporté', 'moved_online', 'Scheduled']
  const states = ['cancelled', 'cancelled', 'postponed', 'moved_online', 'scheduled']
  assert.deepEqual(await valuesOf('event_status', 'Event Status', ...held), states)
  assert.deepEqual(
    await valuesOf('event_status', 'Status', ...held.slice(0, 3)),
    states.slice(0, 3),
  )
  assert.deepEqual(await valuesOf('status', 'Event Status', 'draft'), ['draft'])
  const full = ['Complet', 'sold out', 'ausverkauft']
  const soldOut = ['sold_out', 'sold_out', 'sold_out']
  assert.deepEqual(await valuesOf('availability', 'Statut', ...full), soldOut)
  assert.deepEqual(await valuesOf('status', 'Statut', ...full), ['publish', 'publish', 'publish'])
  const places = ['Dernières places', 'few_left', 'complet', '']
  const left = ['few_left', 'few_left', 'sold_out', '']
  assert.deepEqual(await valuesOf('availability', 'Disponibilité', ...places), left)
})

test('what may not be public is not', async () => {
  assert.deepEqual(await valuesOf('status', 'Status', 'hm', 'future'), ['draft', 'draft'])
  assert.deepEqual(
    await valuesOf('status', 'Private', 'True', 'x', 'Private', 'perhaps', 'False', 'Normal', ''),
    ['private', 'private', 'private', 'private', undefined, undefined, undefined],
  )
  assert.deepEqual(await valuesOf('status', 'Sensitivity', 'Confidential'), ['private'])
  // Outlook has two columns that may say so
  const { values } = await readTable(
    ['Subject,Start,Private,Sensitivity', 'A,2027-06-05,False,Private', 'B,2027-06-05,True,Normal']
      .concat('C,2027-06-05,False,Normal')
      .join('\n'),
  )
  assert.deepEqual(
    values.map(({ status }) => status),
    ['private', 'private', undefined],
  )
})

test('flags are read in any language', async () => {
  assert.deepEqual(await valuesOf('all_day', 'All Day', 'Ja', '✓', 'OUI', 'Nein', 'non'), [
    true,
    true,
    true,
    false,
    false,
  ])
})

test('zones are read as people and Windows write them; an unknown one is that of the site', async () => {
  assert.deepEqual(
    await valuesOf(
      'timezone',
      'Time Zone',
      ...['America/New York', 'europe/paris', 'Eastern Time', 'W. Europe Standard Time', 'CET'],
    ),
    ['America/New_York', 'Europe/Paris', 'America/New_York', 'Europe/Berlin', 'CET'],
  )
  const { values, notes } = await cellsOf('Time Zone', 'Mars')
  assert.equal(values[0]?.timezone, undefined)
  assert.match(notes[0] ?? '', /^2: Time Zone is “Mars”, which is no time zone.*Europe\/Paris/)
})

test('words of choices are read by their labels too', async () => {
  assert.deepEqual(await valuesOf('attendance', 'attendance', 'Online', 'Sur place', 'mixed'), [
    'online',
    'in_person',
    'mixed',
  ])
  assert.deepEqual(
    await valuesOf('accessibility', 'accessibility', 'Wheelchair access | sign_language'),
    [['wheelchair', 'sign_language']],
  )
})

test('a place without a name is left out, with a note', async () => {
  const { values, notes } = await cellsOf('City', 'Lyon')
  assert.equal(values[0]?.venue, undefined)
  assert.match(notes[0] ?? '', /^2: City is “Lyon” and is left out/)
})
