import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startService } from '../support/service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = (path: string) => join('src/define/text', path)

const germanRow = `  de: {
    name: 'Deutsch',
    adjective: { en: 'German', fr: 'allemand' },
    noun: { en: 'German', fr: 'l’allemand' },
    locale: 'de-DE',
    isOneLocale: true,
    direction: 'ltr',
    plurals: ['one', 'other'],
    paths: { events: 'veranstaltungen', event: 'veranstaltung', month: 'monat' },
    clock: '{hour}:{minute} Uhr',
    byteUnits: ['KiB', 'MiB', 'GiB'],
    colon: ':',
  },
})
`

const germanMessages = `export const de = {
  Events: 'Veranstaltungen',
  Month: 'Monat',
  'There is no page at this URL.': 'Unter dieser URL gibt es keine Seite.',
  '{name} is required.': '{name} ist erforderlich.',
}
`

/** The sources with a row and a catalogue for German: all that another language takes. */
function germanCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'almanac-german-'))
  for (const part of [
    'src',
    'demo',
    'test/support',
    'test/languages',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const change = (path: string, from: string, to: string) => {
    const source = readFileSync(join(copy, path), 'utf8')
    assert.ok(source.includes(from), `${path} has no “${from}”`)
    writeFileSync(
      join(copy, path),
      source.replace(from, () => to),
    )
  }
  change(text('language-table.ts'), '})\n', germanRow)
  mkdirSync(join(copy, text('de')))
  writeFileSync(join(copy, text('de/messages.ts')), germanMessages)
  change(text('catalogues.ts'), '= {}', '= { de }')
  change(text('catalogues.ts'), 'import', "import { de } from './de/messages.ts'\nimport")
  for (const [folder, include, exclude] of [
    ['.', 'src', ['src/web/client', 'src/admin']],
    ['src/web/client', '.', []],
    ['src/admin', '.', []],
  ] as const)
    writeFileSync(
      join(copy, folder, 'tsconfig.german.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        include: [include],
        exclude: [...exclude, '**/*.test.ts', '**/*.test.tsx'],
      }),
    )
  return copy
}

describe('another language is a row and a catalogue', { timeout: 240_000 }, () => {
  let copy = ''
  before(() => {
    copy = germanCopy()
  })
  after(() => rmSync(copy, { recursive: true, force: true }))

  const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const { NODE_TEST_CONTEXT: _, ...own } = process.env
    const options = { cwd: copy, env: { ...own, ...env } }
    return promisify(execFile)(process.execPath, args, options).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
  }

  for (const folder of ['.', 'src/web/client', 'src/admin'])
    test(`the sources compile with it: ${folder}`, async () => {
      const compiler = 'node_modules/typescript-7/bin/tsc'
      assert.equal(await run([compiler, '-p', join(folder, 'tsconfig.german.json')]), '')
    })

  test('an existing calendar has it after a start, on every surface', async () => {
    const service = await startService()
    const created = await service.send('POST', '/events', {
      as: 'administrator',
      body: {
        title: 'Fair',
        start_date: '2030-03-01 20:00',
        end_date: '2030-03-01 22:00',
        translations: { fr: { title: 'Foire' } },
      },
    })
    assert.equal(created.status, 201)
    await service.stop()
    try {
      const args = ['--test', '--test-force-exit', 'test/languages/german.ts']
      assert.equal(await run(args, { ALMANAC_GERMAN: service.settings.dataFolder }), '')
    } finally {
      await service.remove()
    }
  })
})
