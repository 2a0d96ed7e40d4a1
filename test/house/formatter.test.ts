import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** Formatters of dates or numbers for people; the zone of a browser is no such thing. */
const formats =
  /\bIntl\.(?:DateTimeFormat(?!\(\)\.resolvedOptions|Options)|NumberFormat(?!Options)|RelativeTimeFormat|DurationFormat)\b|\.toLocale(?:Date|Time)?String\(/

/** Where dates and numbers are written for people, or else why a file has a format of its own. */
const allowed: Readonly<Record<string, string>> = {
  'src/define/time/day-formats.ts': 'the formatter: days, hours and spans',
  'src/define/text/number-formats.ts': 'the formatter: numbers',
  'src/resources/event/view.ts': 'the formatter: prices',
  'src/resources/shared/field-view.ts':
    'the formatter: values of fields on pages, with all of their decimals',
  'src/define/time/recurrence/rule-sentence.ts': 'the formatter: rules of series',
  'src/define/time/recurrence/sentence-en.ts': 'the formatter: rules of series',
  'src/define/time/zone.ts': 'abbreviations of zones, as the API has them',
  'src/sdk/client.ts':
    'dates in any language that a site asks for, those of the calendar by the same rules',
  'src/web/client/page.ts': 'the visitor’s own zone, in a script of 3 kB, by the same rules',
  'src/admin/forms/zone-clock.ts': 'reads a clock, for inputs',
  'src/admin/forms/moments.ts': 'reads the order of day and month',
  'src/cli/backup.ts': 'a terminal, in the language of the system',
  'src/cli/move.ts': 'a terminal, in the language of the system',
  'src/cli/progress.ts': 'a terminal, in the language of the system',
}

test('dates and numbers are written for people by one formatter', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    file => !/\.test\.tsx?$/.test(file),
  )
  assert.ok(files.length > 500)
  const own = files
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => formats.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(
    own.filter(file => !Object.hasOwn(allowed, file)),
    [],
    'Use src/define/time/day-formats.ts or src/define/text/number-formats.ts.',
  )
  assert.deepEqual(
    Object.keys(allowed).filter(file => !own.includes(file)),
    [],
    'These have no format of their own any more.',
  )
})
