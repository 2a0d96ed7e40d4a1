import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clocksIn } from './clocks.ts'
import type { DateOrder } from './days.ts'
import { momentIn } from './moments.ts'

const today = '2026-11-29'

/** Days and hours in one line: `2027-06-05 20:00:00 … 2027-06-07`. */
function read(text: string, order: DateOrder = 'dmy'): string {
  const moment = momentIn(text, { order, today })
  if (typeof moment !== 'object') return moment ?? 'refused'
  const { day, lastDay, time, until } = moment
  const start = [day, time].filter(Boolean).join(' ')
  const end = [lastDay, until].filter(Boolean).join(' ')
  return end === '' ? start : `${start} … ${end}`
}

/** Cells, several in a line with bars between them. */
const each = (cells: readonly string[]) => cells.flatMap(cell => cell.split('|'))

const days: Record<string, readonly string[]> = {
  '2027-06-05': [
    '2027-06-05|2027/6/5|2027.06.05|20270605|05/06/2027|5-6-2027|5.6.27',
    '05 06 2027|46543|5 juin 2027|5 June 2027|5. Juni 2027|5 de junio de 2027',
    '5 giugno 2027|5 juni 2027|5 juin 2027 (samedi)|June 5, 2027|June 5th 2027|5th of June 2027',
    'Saturday, 5 June 2027|sam. 5 juin 27|Sa., 5.6.2027|le samedi 5 juin 2027',
    'sábado 5 de junio de 2027|05-juin-27|5-Jun-27|5 juin|June 5|05/06',
  ],
  '2027-02-05': ['5 fev 2027', '05-févr.-27', '5 febrero 2027', 'Feb. 5, 2027'],
  '2027-12-05': ['5 déc 27', '5 dic 2027', '5. Dez. 2027'],
  '2027-06-05 19:30:00': [
    '2027-06-05T19:30:00|20270605T193000|20270605 1930|202706051930|46543.8125',
    '2027-06-05 19:30h|5 juin 2027 à 19h30|5.6.2027, 19.30 Uhr|5/6/2027 7:30 PM',
    'June 5, 2027, at 7:30pm|5 juni 2027 om 19.30 uur|05.06.2027 - 19.30',
  ],
  '2027-06-05 19:30:00+00:00': [
    '20270605T193000Z|2027-06-05T19:30:00.000Z|1812223800|1812223800000',
  ],
  '2027-06-05 19:30:00-04:00': [
    '2027-06-05T19:30:00-04:00|2027-06-05T19:30-0400|2027-06-05 19:30:00 -0400|2027-06-05 19:30:00-04',
    'Sat Jun 05 2027 19:30:00 GMT-0400 (Eastern Daylight Time)|2027-06-05 19:30 UTC-04:00',
  ],
  '2027-06-05 … 2027-06-07': [
    '05/06/2027 - 07/06/2027|du 05/06/2027 au 07/06/2027|June 5-7 2027|5–7 June 2027',
    'du samedi 5 au lundi 7 juin 2027|5.-7.6.2027|2027-06-05/2027-06-07|du 5 au 7 juin',
    '05.06.2027-07.06.2027|05.06.2027-07.06.27|5/6/2027-7/6/2027',
    '5. bis 7. Juni 2027|from June 5 to June 7, 2027|del 5 al 7 de junio de 2027',
  ],
  '2026-12-28 … 2027-01-02': ['28 déc - 2 janv 2027', '28 Dec 2026 to 2 Jan 2027'],
  '2027-06-05 20:00:00 … 2027-06-06 02:00:00': [
    '05/06/2027 20:00 - 06/06/2027 02:00|du 5 juin 2027 à 20h au 6 juin 2027 à 2h',
  ],
  '2027-06-05 14:00:00 … 18:00:00': [
    'June 5, 2027 @ 2:00 pm - 6:00 pm|5 juin 2027 (14h-18h)|05.06.2027 14.00-18.00',
    '05/06/2027 de 14h à 18h|2027-06-05 14:00-18:00|June 5, 2027 2 - 6 pm',
  ],
}
for (const [expected, cells] of Object.entries(days))
  test(`a day is read in every spelling: ${expected}`, () => {
    for (const cell of each(cells)) assert.equal(read(cell), expected, cell)
  })

test('words, weekdays, months and letters are no days', () => {
  for (const cell of each([
    '|tomorrow|demain|now|today|last friday|Saturday|Sat|March|may',
    'a|z|+1|19:30|June 2027|juin|2027-06|2027|12|next week',
    '5 June 2027 foo|2027-06-05 20:00 x|2027-06-05 19:30 e|5 juin 2027 (annulé)|5 juin 2027 20h (reporté)',
    'x'.repeat(300),
  ]))
    assert.equal(read(cell), 'refused', cell)
  for (const cell of ['31/02/2027', '2027-02-30', '31 June 2027', '32.1.2027'])
    assert.equal(read(cell), 'noDay', cell)
})

test('dots have the day first, other signs the order of the file', () => {
  assert.equal(read('05.06.2027', 'mdy'), '2027-06-05')
  assert.equal(read('05/06/2027', 'mdy'), '2027-05-06')
  assert.equal(read('05-06-2027', 'mdy'), '2027-05-06')
  assert.equal(read('27/06/05', 'ymd'), '2027-06-05')
})

test('a day without a year is the coming one', () => {
  assert.equal(read('28 November'), '2027-11-28')
  assert.equal(read('29 November'), '2026-11-29')
  assert.equal(read('29/02'), '2028-02-29')
  assert.equal(read('28 déc - 2 janv'), '2026-12-28 … 2027-01-02')
})

const hours: Record<string, readonly string[]> = {
  '19:30:00': [
    '19:30|19h30|19.30|19:30h|19.30 Uhr|7:30 PM|7.30pm|1930|19 h 30',
    '0.8125|0,8125|19:30:00|à 19h30|à partir de 19h30|dès 19h30|19.30 uur',
  ],
  '20:00:00': ['20 Uhr', '20h', '8pm', '8 p.m.', '20h00 précises', 'ab 20 Uhr', '20'],
  '09:00:00': ['9a', '9am', '9 h'],
  '12:00:00': ['midi', 'noon', '1200', '0.5', '12pm'],
  '00:00:00': ['12am', '0h', '00:00'],
  '24:00:00': ['minuit', 'midnight', 'Mitternacht', '24:00'],
  '14:00:00 … 18:00:00': [
    'de 14h à 18h|14h/18h|14:00-18:00|2-6pm|from 2pm to 6pm|2pm until 6pm',
    'von 14 bis 18 Uhr|dalle 14 alle 18|14h – 18h',
  ],
  '11:00:00 … 13:00:00': ['11-1pm'],
  '22:00:00 … 04:00:00': ['22:00-04:00'],
  '20:00:00 … 24:00:00': ['20h à minuit'],
}
for (const [expected, cells] of Object.entries(hours))
  test(`an hour is read in every spelling: ${expected}`, () => {
    for (const cell of each(cells)) {
      const { time, until } = clocksIn(cell) ?? {}
      assert.equal([time, until].filter(Boolean).join(' … '), expected, cell)
    }
  })

test('letters of zones, words and impossible hours are none', () => {
  for (const cell of each([
    '19:30 U|19:30 e|19:30 s|19:30 z|a|tomorrow|25:00|13pm|19:60|',
    'soon|20h et quelque|20h 22h|9h 12pm|07.06.2027',
    '1'.repeat(200),
  ]))
    assert.equal(clocksIn(cell), undefined, cell)
})

test('an hour that is open, and several of one day, are known as such', () => {
  for (const cell of ['TBA', 'tbc', 'à confirmer', '?'])
    assert.deepEqual(clocksIn(cell), { isOpen: true }, cell)
  for (const cell of ['19:30, 21:00', '19h30 et 21h', '19:30 & 21:00'])
    assert.deepEqual(clocksIn(cell), { time: '19:30:00', isSeveral: true }, cell)
})
