import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedRecord, WrongPart } from '../../src/calendar/imports/checked-record.ts'
import { type StoredHistory, storedHistories } from '../../src/calendar/imports/stored-histories.ts'
import { openDataFolder } from '../../src/data/index.ts'
import type { Cell } from '../../src/define/record.ts'
import { pixels } from '../support/pixels.ts'
import { create, send, service, tenToNoon, useService } from '../support/scenario.ts'

useService()

async function historyOf(kind: 'event' | 'image' | 'venue', id: number): Promise<StoredHistory> {
  const opened = await openDataFolder(service.settings)
  try {
    for await (const each of storedHistories(opened.context.store, kind))
      if (each.record.id === id) return structuredClone(each)
  } finally {
    await opened.close()
  }
  throw new Error('there is no such record')
}

/** The part of a record that is refused once a fact has this value. */
function refusedWith(history: StoredHistory, name: string, cell: Cell): string | undefined {
  const { record } = history
  const changed = { ...history, record: { ...record, facts: { ...record.facts, [name]: cell } } }
  try {
    checkedRecord(record.kind as 'event', changed)
    return undefined
  } catch (error) {
    if (!(error instanceof WrongPart)) throw error
    return error.reason.params.part
  }
}

test('a fact of an archive that no write could have stored is refused by its name', async () => {
  const event = await create({
    title: 'Choir',
    ...tenToNoon,
    recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
    event_status: 'cancelled',
    venue: { venue: 'Hall', geo_lat: 47.2, geo_lng: -1.5 },
  })
  const series = await historyOf('event', event.id)
  const venue = await historyOf('venue', event.venue.id)
  const [kind, wrong] = [
    { event: series, venue },
    [
      ['event', 'ends', 9e15],
      ['event', 'starts', -9e15],
      ['event', 'ends', -62_000_000_000],
      ['event', 'utc_starts', 9e14],
      ['event', 'recurrence', '{}'],
      ['event', 'recurrence', '{"rules":["RRULE:FREQ=SECONDLY"]}'],
      ['event', 'recurrence', '["RRULE:FREQ=SECONDLY"]'],
      ['event', 'recurrence', ''],
      ['event', 'timezone', null],
      ['event', 'timezone', ''],
      ['event', 'status', null],
      ['event', 'utc_starts', null],
      ['venue', 'status', ''],
      ['event', 'all_day', 7],
      ['event', 'event_status', 99],
      ['event', 'image', -1],
      ['venue', 'geo_lat', 1e308],
    ] as const,
  ]
  for (const [of, name, cell] of wrong)
    assert.equal(refusedWith(kind[of], name, cell), `facts.${name}`, `${name} ${cell}`)
  assert.equal(refusedWith(series, 'all_day', 1), undefined)
  assert.equal(refusedWith(series, 'date_utc', 0), undefined)
  assert.equal(refusedWith(venue, 'geo_lat', null), undefined)
  const [first] = series.dates
  assert.ok(first)
  assert.throws(
    () => checkedRecord('event', { ...series, dates: [{ ...first, ends: 9e15 }] }),
    WrongPart,
  )
})

test('the files and sizes of an image in an archive have the form of those that are stored', async () => {
  const { name, mimeType, buffer } = await pixels('a.png')
  const headers = {
    'Content-Type': mimeType,
    'Content-Disposition': `attachment; filename="${name}"`,
  }
  const { id } = (await send('POST', '/images', { as: 'editor', body: buffer, headers })).body
  const image = await historyOf('image', id)
  const sizes = (of: object) => JSON.stringify({ medium: of })
  const good = { file: '2026/06/a.jpg', width: 1, height: 1, filesize: 1, mime: 'image/jpeg' }
  const wrong: [string, Cell][] = [
    ['sizes', '{"medium":null}'],
    ['sizes', sizes({ ...good, file: '../secret.key' })],
    ['sizes', sizes({ ...good, width: 'wide' })],
    ['file', '../secret.key'],
    ['file', `2026/06/${'a'.repeat(300)}.jpg`],
    ['width', -5],
    ['original', '../secret.key'],
  ]
  for (const [name, cell] of wrong)
    assert.equal(refusedWith(image, name, cell), `facts.${name}`, `${name} ${cell}`)
  assert.equal(refusedWith(image, 'sizes', sizes(good)), undefined)
})
