import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { parse, programOf, root } from './sources.ts'
import { breaches, doors, production, walls } from './walls.ts'

const program = programOf(production())

test('no folder imports across a boundary, not through re-exports either', () => {
  assert.deepEqual(breaches(program, walls(), root), [])
})

test('every folder has a wall, with a sentence that says why', () => {
  const folders = readdirSync(`${root}src`, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => `src/${name}/`)
  const walled = walls().map(({ folder }) => folder)
  for (const folder of [...folders, 'demo/']) assert.ok(walled.includes(folder), folder)
})

test('at most five files stand outside of the folders', () => {
  const files = readdirSync(`${root}src`, { withFileTypes: true }).filter(entry => entry.isFile())
  assert.ok(files.length <= 5, files.map(({ name }) => name).join(', '))
})

test('the files that join everything are imported by each other only, and the entry points by the command line', () => {
  const joining = [
    'main.ts',
    'data/index.ts',
    'service.ts',
    'service/background.ts',
    'workers.ts',
    'transfer/index.ts',
  ].map(name => `src/${name}`)
  const inside = walls().map(({ folder }) => ({
    folder,
    forbids: (path: string) =>
      joining.includes(path) &&
      folder !== 'src/service/' &&
      folder !== 'src/transfer/' &&
      !(folder === 'src/cli/' && doors.includes(path)),
  }))
  assert.deepEqual(breaches(program, inside, root), [])
})

/** The breaches in these files. */
function wrongIn(files: Record<string, string>): string[] {
  const textOf = (name: string) => files[name.replace('/house/', '')]
  const program = programOf(
    Object.keys(files).map(name => `/house/${name}`),
    name => parse(name, textOf(name) ?? ''),
    name => textOf(name) !== undefined,
  )
  return breaches(program, walls(), '/house')
}

const store = { 'src/store/contract/store.ts': 'export type Row = {}\nexport const open = 1' }
const behind = (from: string, what: string) =>
  `${from} imports ${what} of src/store/contract/store.ts`

test('a name that is declared in the store is no name for http, whichever module re-exports it', () => {
  for (const [handed, taken] of [
    [
      "export type { Row } from '../store/contract/store.ts'",
      "import type { Row } from '../calendar/a.ts'",
    ],
    ["export * from '../store/contract/store.ts'", "import { type Row } from '../calendar/a.ts'"],
    [
      "import type { Row } from '../store/contract/store.ts'\nexport type { Row }",
      "export type { Row } from '../calendar/a.ts'",
    ],
    [
      "export type { Row } from '../store/contract/store.ts'",
      "export type Cell = import('../calendar/a.ts').Row",
    ],
  ] as const) {
    const files = { ...store, 'src/calendar/a.ts': handed, 'src/http/b.ts': taken }
    assert.deepEqual(wrongIn(files), [behind('src/http/b.ts', 'Row')], taken)
  }
})

test('types that the calendar declares may be imported, whatever they contain', () => {
  const declared =
    "import type { Row } from '../store/contract/store.ts'\nexport type View = { row: Row }"
  const taken = "import type { View } from '../calendar/a.ts'\nexport type Mine = View"
  assert.deepEqual(wrongIn({ ...store, 'src/calendar/a.ts': declared, 'src/http/b.ts': taken }), [])
})

test('an import across a boundary is found in every form', () => {
  for (const taken of [
    "import '../store/contract/store.ts'",
    "import * as all from '../store/contract/store.ts'",
    "const all = await import('../store/contract/store.ts')",
  ])
    assert.ok(
      wrongIn({ ...store, 'src/http/b.ts': `${taken}\nexport {}` }).includes(
        behind('src/http/b.ts', 'the module'),
      ),
      taken,
    )
  assert.deepEqual(
    wrongIn({ ...store, 'src/config/b.ts': "import '../store/contract/store.ts'" }),
    [],
  )
})
