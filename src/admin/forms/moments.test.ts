import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Locale, languages } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { daySeconds, wallTime } from '../../define/time/clock.ts'
import { inputOf, isMonthFirst, momentsTyped, momentText } from './moments.ts'

const now = wallTime(2026, 11, 30, 9)
const typedIn = (locale: string, shown: string, isDay = false) => ({
  read: (text: string) => {
    const form = { value: wallTime(2026, 12, 5, 20), isDay, isMonthFirst: isMonthFirst(locale) }
    const moments = momentsTyped(text, shown, { now, form, hasEnd: !isDay })
    return moments && [moments.start, moments.end].map(at => at && inputOf(at))
  },
})

test('a box shows a moment as people write it, and understands it in every region', () => {
  assert.equal(momentText('2026-12-05T20:00', false, 'en-GB'), 'Sat 5 Dec 2026, 8\u00a0pm')
  assert.equal(
    momentText('2026-12-05T20:30:00', false, 'fr-FR'),
    'sam. 5 déc. 2026, 20\u00a0h\u00a030',
  )
  assert.equal(momentText('2026-12-01T20:30', true, 'fr-FR'), 'mar. 1er déc. 2026')
  assert.equal(momentText('', false, 'en-GB'), '')
  const locales = languages.flatMap(language => {
    const { locale, regions = {} } = languageTable[language]
    return [locale, ...Object.keys(regions)]
  })
  assert.ok(locales.length > 4)
  for (const locale of locales as Locale[])
    for (let day = 0; day < 400; day++) {
      const at = wallTime(2026, 11, 1) + day * daySeconds + (day % 24) * 3600 + (day % 4) * 900
      const shown = momentText(inputOf(at), false, locale)
      assert.deepEqual(typedIn(locale, shown).read(shown), [inputOf(at), undefined], shown)
      const date = momentText(inputOf(at), true, locale)
      const start = inputOf(at - (at % daySeconds))
      assert.deepEqual(typedIn(locale, date, true).read(date), [start, undefined], date)
    }
})

test('the day of a shown moment is changed without its weekday, an hour becomes two', () => {
  const { read } = typedIn('en', 'Sat 5 Dec 2026, 8 pm')
  assert.deepEqual(read('Sat 6 Dec 2026, 8 pm'), ['2026-12-06T20:00', undefined])
  assert.deepEqual(read('Sat 5 Dec 2026, 8 pm - 10 pm'), ['2026-12-05T20:00', '2026-12-05T22:00'])
  assert.deepEqual(read('2026-12-06T20:00'), ['2026-12-06T20:00', undefined])
  // typed again: a weekday that contradicts its date is a mistake
  assert.equal(read('sun 5 dec 2026 8pm'), undefined)
  assert.equal(read('Sat 31 Feb 2027, 8 pm'), undefined)
  const french = typedIn('fr', 'sam. 5 déc. 2026, 20 h')
  assert.deepEqual(french.read('sam. 6 déc. 2026, 20 h 30'), ['2026-12-06T20:30', undefined])
})
