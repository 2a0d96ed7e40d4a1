import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { type Service, startService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const project = mkdtempSync(join(tmpdir(), 'almanac-client-'))
let tarball = ''
let service: Service

before(async () => {
  tarball = run(process.execPath, [join(root, 'release/sdk.ts'), project], root).trim()
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball])
  service = await startService()
})

after(async () => {
  await service?.close()
  rmSync(project, { recursive: true, force: true })
})

function run(command: string, args: string[], cwd = project): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout} ${stderr}`)
  return stdout
}

test('the types of the package are correct in every form of import', async () => {
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  assert.ok(checked.types)
  // the package is of ES modules alone, which old CommonJS cannot require
  const wrong = checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')
  assert.deepEqual(wrong, [])
})

test('the package is small and depends on nothing, not on Node either', () => {
  const folder = join(project, 'node_modules/almanac-client')
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  assert.equal(manifest.dependencies, undefined)
  assert.equal(manifest.scripts, undefined)
  const programs = globSync('dist/*.js', { cwd: folder })
  assert.ok(programs.length > 3)
  for (const name of programs)
    assert.doesNotMatch(readFileSync(join(folder, name), 'utf8'), /node:|process\./)
  assert.ok(readFileSync(tarball).length < 30_000)
})

const program = `
import { AlmanacError, connect, type CalendarEvent, type EventQuery, venuesOf, whenOf } from 'almanac-client'

const calendar = connect(process.argv[2] ?? '', { token: process.argv[3] ?? '', language: 'en' })
const event: CalendarEvent = await calendar.events.create({
  title: 'Open day',
  start_date: '2027-05-08 10:00',
  end_date: '2027-05-08 17:00',
  timezone: 'Europe/Paris',
  venue: { venue: 'Town hall', city: 'Lyon' },
  translations: { fr: { title: 'Portes ouvertes' } },
})
const query: EventQuery = { search: 'open', start_date: '2027-01-01', end_date: '2028-01-01' }
const titles: string[] = []
for await (const { title } of calendar.in('fr').events.all({ ...query, search: 'portes', _fields: ['title'] })) titles.push(title)
// @ts-expect-error: there is no such filter
await calendar.events.list({ categorys: 'music' })
const code = await calendar.events.read(999_999).catch((error: AlmanacError) => error.code)
const expected: 'rest-event-not-found' | 'unreachable' | undefined = code === 'rest-event-not-found' ? code : undefined
const [venue] = venuesOf(event)
console.log(JSON.stringify([titles, expected, venue?.venue, whenOf(event, 'en-GB', { dateStyle: 'short' }).slice(0, 10)]))
`

test('a program of another project compiles with it, however it finds modules', () => {
  writeFileSync(join(project, 'program.ts'), program)
  // what the program takes from Node itself
  writeFileSync(join(project, 'node.d.ts'), 'declare const process: { argv: string[] }\n')
  const strict = [
    '--strict',
    '--noEmit',
    // the types of the package are checked, and not those that come with the compiler
    '--skipDefaultLibCheck',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.asynciterable',
  ]
  for (const how of [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler', '--exactOptionalPropertyTypes'],
  ])
    run(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...strict,
      ...how,
      'program.ts',
      'node.d.ts',
    ])
})

test('it runs against a service', async () => {
  writeFileSync(join(project, 'program.ts'), program)
  const { authorization } = await service.bearer('editor', {})
  const token = authorization.replace('Bearer ', '')
  const child = spawn(process.execPath, ['program.ts', service.root.plain, token], { cwd: project })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      printed += text
    })
  const status = await new Promise(resolve => child.on('close', resolve))
  assert.equal(status, 0, printed)
  assert.deepEqual(JSON.parse(printed), [
    ['Portes ouvertes'],
    'rest-event-not-found',
    'Town hall',
    '08/05/2027',
  ])
})
