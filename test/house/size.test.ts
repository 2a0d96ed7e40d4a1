import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settings } from '../../src/config/settings.ts'
import {
  cyclesOf,
  longFunctions,
  measure,
  mutualPairs,
  packings,
  passingBy,
  sizes,
} from './size.ts'

const files = measure()

/** Functions that are long because they spell out a table, each with what it is a table of. */
const tables: Record<string, string> = {}

/** Functions that are still too long. Remove one after shortening it; add none. */
const stillLong: string[] = ['src/main.ts serveLocked']

/** The most lines and files of each folder. They are lowered with what is removed, and not raised. */
const ceilings: Record<string, [lines: number, files: number]> = {
  admin: [24_941, 228],
  backups: [1_459, 12],
  calendar: [19_225, 116],
  cli: [5_479, 36],
  common: [675, 7],
  config: [2_929, 19],
  data: [284, 2],
  define: [9_511, 105],
  http: [12_192, 73],
  journal: [1_060, 6],
  moving: [8_387, 49],
  operations: [3_171, 18],
  outside: [4_176, 35],
  problem: [580, 3],
  resources: [8_767, 59],
  roots: [1_303, 10],
  sdk: [1_029, 6],
  service: [4_227, 22],
  store: [14_682, 87],
  transfer: [1_575, 8],
  web: [14_370, 112],
}

test('no folder has more lines or files than its ceiling', () => {
  for (const [folder, [lines, count]] of Object.entries(sizes(files))) {
    const [mostLines, mostFiles] = ceilings[folder] ?? [0, 0]
    assert.ok(lines <= mostLines, `${folder}: ${lines} lines, ${mostLines} at most`)
    assert.ok(count <= mostFiles, `${folder}: ${count} files, ${mostFiles} at most`)
  }
})

test('there are no more settings than people can know', () => {
  const count = Object.keys(settings).length
  assert.ok(count <= 100, `${count} settings`)
})

test('no two folders import each other', () => {
  assert.deepEqual(mutualPairs(files), [])
})

/**
 * What others take from a folder besides its face, because it is loaded by itself: later than the face, or where the
 * rest of the folder is not needed.
 */
const sideDoors: Record<string, string[]> = {
  backups: ['state.ts'],
  calendar: [
    'history/proposals.ts',
    'history/review.ts',
    'history/version-verbs.ts',
    'imports/import.ts',
    'imports/saved-mappings.ts',
    'imports/undo-run.ts',
    'imports/undo.ts',
    'people/erase-person.ts',
    'reports/reports.ts',
    'schema/shapes.ts',
    'write/current-texts.ts',
    'write/try-event.ts',
    'writing/index.ts',
  ],
  data: ['database.ts'],
  http: ['openapi/openapi.ts'],
  moving: ['csv/write-csv.ts'],
  operations: ['admin-api/index.ts'],
  outside: [
    'archive/index.ts',
    'clock.ts',
    'data-folder.ts',
    'images/copied-images.ts',
    'images/object-store.ts',
    'secrets.ts',
  ],
  resources: ['admin-api/index.ts', 'venue/country-code.ts'],
  service: ['doctor.ts', 'listening.ts', 'updates.ts'],
  store: [
    'copy/copy.ts',
    'copy/postgres.ts',
    'copy/sqlite.ts',
    'listing/list-index.ts',
    'postgres/engine.ts',
  ],
}

test('a folder is entered by its face, or by a door that is named here', () => {
  assert.deepEqual(passingBy(files), sideDoors)
})

test('a function is long only where it spells out a table', () => {
  const long = longFunctions(files).map(({ at }) => at)
  assert.deepEqual(long.toSorted(), [...Object.keys(tables), ...stillLong].toSorted())
})

test('no object or array is spread into the literal that it stands in', () => {
  assert.deepEqual(packings(), [])
})

test('no files import each other in a circle, not for types either', () => {
  assert.deepEqual(cyclesOf(files), [])
})
