import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageTable } from '../text/language-table.ts'
import { clockIn } from '../text/written-dates.ts'
import { formatMoment, formatOffset, formatZone } from './moment-formats.ts'

const at = Date.parse('2026-12-01T09:05:00Z') / 1000

test('a moment is written in the language of its reader, in the local time of a zone, with its city', () => {
  assert.equal(
    formatMoment(at, 'Europe/Paris', 'fr-FR'),
    '1er décembre 2026 à 10\u00a0h\u00a005 (heure de Paris)',
  )
  assert.equal(
    formatMoment(at, 'Europe/Paris', 'en-GB'),
    '1 December 2026, 10:05\u00a0am (Paris time)',
  )
  assert.equal(formatMoment(at, 'UTC', 'fr-FR'), '1er décembre 2026 à 9\u00a0h\u00a005 (UTC)')
})

test('a zone is named by its city, in French with its preposition', () => {
  for (const [zone, english, french] of [
    ['America/New_York', 'New York time', 'heure de New York'],
    ['Europe/London', 'London time', 'heure de Londres'],
    ['Africa/Abidjan', 'Abidjan time', 'heure d’Abidjan'],
    ['Africa/Cairo', 'Cairo time', 'heure du Caire'],
    ['America/Argentina/Ushuaia', 'Ushuaia time', 'heure d’Ushuaia'],
    ['UTC', 'UTC', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5', 'Etc/GMT+5'],
    ['UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
  ] as const)
    assert.deepEqual([formatZone(zone, 'en'), formatZone(zone, 'fr')], [english, french])
})

test('an offset is written in hours, and in minutes where there are some', () => {
  for (const [zone, words] of [
    ['America/Toronto', 'UTC−5'],
    ['Asia/Kolkata', 'UTC+5:30'],
    ['America/St_Johns', 'UTC−3:30'],
    ['UTC', 'UTC'],
  ] as const)
    assert.equal(formatOffset(at, zone), words)
})

test('midnight and noon are hours like others', () => {
  const { en, fr } = languageTable
  assert.deepEqual([clockIn(en, 0, 0), clockIn(en, 12, 0)], ['12\u00a0am', '12\u00a0pm'])
  assert.deepEqual([clockIn(fr, 0, 5), clockIn(fr, 20, 0)], ['0\u00a0h\u00a005', '20\u00a0h'])
})
