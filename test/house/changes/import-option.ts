import type { Change } from '../change.ts'

export const change: Change = {
  max: 2,
  edits: [
    {
      file: 'src/define/import-options.ts',
      before: '  map: {',
      insert: `  first: {
    max: 100_000,
    usual: 0,
    asked: 'more',
    argument: 'number',
    label: { en: 'The first records only', fr: 'Les premières fiches seulement' },
    en: 'So many of the first records are imported; 0: all.',
    fr: 'Le nombre des premières fiches importées. Avec 0, toutes.',
  },`,
    },
    {
      file: 'src/calendar/imports/import.ts',
      before: '  let done = 0',
      insert: '  let taken = 0',
    },
    {
      file: 'src/calendar/imports/import.ts',
      before: "        if ('refused' in value) refuse(run, value)",
      insert: '        if (options.first > 0 && ++taken > options.first) continue',
    },
  ],
  proof: {
    file: 'test/calendar/first-records.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howIn } from '../../src/cli/import.ts'
import { importCommands } from '../../src/cli/import-commands.ts'
import { howOf } from '../../src/define/import-options.ts'
import { importsOperations } from '../../src/operations/admin-api/imports.ts'
import { openImportedCalendar } from '../support/imported-calendar.ts'

test('only the first records of a source are imported', async () => {
  const calendar = await openImportedCalendar('2027-01-01T00:00:00Z')
  try {
    const text = ['BEGIN:VCALENDAR', ...[1, 2, 3].flatMap(day => ['BEGIN:VEVENT', 'UID:' + day, 'SUMMARY:Day ' + day, 'DTSTART:2027020' + day + 'T100000Z', 'END:VEVENT']), 'END:VCALENDAR']
    const { readIcs } = await import('../../src/moving/ics/read-ics.ts')
    const { counts } = await calendar.importText(readIcs, text.join('\\r\\n'), { first: 2 })
    assert.equal(counts.event.created, 2)
  } finally {
    await calendar.close()
  }
})

test('commands and operations follow', () => {
  assert.deepEqual(howIn({ first: '2' }), { first: 2 })
  assert.equal(howOf({}).first, 0)
  assert.ok('first' in importsOperations['POST /imports'].params)
  const options = importCommands.map(({ options = [] }) => options.map(([written]) => written))
  assert.ok(options[0]?.includes('--first <number>'))
})
`,
  },
  tests: [
    'src/define/import-options.test.ts',
    'src/cli/import.test.ts',
    'test/cli/help.test.ts',
    'test/accounts/document.process.test.ts',
    'test/house/french.test.ts',
    'test/house/sentences.test.ts',
  ],
}
