import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { storeListening } from '../../src/config/stored-site.ts'
import { databaseOf } from '../../src/data/database.ts'
import { openDataFolder } from '../../src/main.ts'
import { writeMapFile } from '../support/map-file.ts'
import { startAnswering } from '../support/object-store.ts'
import { until } from '../support/scenario.ts'
import { settingsFor } from '../support/service.ts'
import { almanac, calendarIn, newFolder, serving } from './command.ts'

type Finding = { check: string; level: string; message: string; advice?: string }

async function examined(cwd: string, ...more: string[]) {
  const { code, out, err } = await almanac(['doctor', '--json', ...more], { cwd })
  const { healthy, findings }: { healthy: boolean; findings: Finding[] } = JSON.parse(out)
  const of = (check: string) => findings.find(each => each.check === check)
  return { code, err, healthy, of }
}

test('doctor says of each part what is right and what to do', async () => {
  const cwd = await calendarIn(newFolder())
  await almanac(['users', 'add', 'ada', '--role', 'administrator', '--generate'], { cwd })
  const first = await examined(cwd)
  assert.deepEqual([first.code, first.healthy], [0, true])
  assert.equal(first.of('database')?.level, 'fine')
  assert.equal(first.of('administrator')?.level, 'fine')
  assert.equal(first.of('backups')?.level, 'warning')
  assert.match(first.of('backups')?.advice ?? '', /backup create --keep 14/)
  assert.equal(first.of('url')?.level, 'warning')
  await almanac(['backup', 'create'], { cwd })
  assert.equal((await examined(cwd)).of('backups')?.level, 'fine')
  const french = await almanac(['doctor', '--lang', 'fr'], { cwd })
  assert.match(french.out, /bien {6}La base de données n’est pas endommagée/)
})

test('doctor finds a lost key, a damaged database and a wrong setting', async () => {
  const cwd = await calendarIn(newFolder())
  assert.equal((await examined(cwd, '--per-page', 'many')).of('settings')?.level, 'error')
  const dead = await almanac(['doctor', '--json'], {
    cwd,
    env: { ALMANAC_SMTP_URL: 'smtp://me:hidden@127.0.0.1:9', ALMANAC_MAIL_FROM: 'a@example.org' },
  })
  assert.equal(dead.code, 0)
  assert.match(dead.out, /"check":"mail","level":"warning","message":"The mail server cannot be/)
  assert.doesNotMatch(dead.out, /hidden/)
  writeFileSync(join(cwd, 'data', 'secret.key'), 'another')
  const lost = await examined(cwd)
  assert.deepEqual([lost.code, lost.healthy, lost.of('database')?.level], [3, false, 'error'])
  assert.match(lost.of('database')?.message ?? '', /does not have 32 bytes/)
  rmSync(join(cwd, 'data', 'secret.key'))
  writeFileSync(join(cwd, 'data', 'almanac.db'), 'x'.repeat(10_000))
  assert.equal((await examined(cwd)).of('database')?.level, 'error')
})

test('doctor says why the public URL cannot be reached, once', async () => {
  const cwd = await calendarIn(newFolder())
  const closed = await startAnswering(() => {})
  await closed.close()
  const url = closed.url.replace('http:', 'https:')
  const { of, code } = await examined(cwd, '--public-url', url)
  assert.equal(code, 0)
  assert.equal(of('url')?.message, `${url} cannot be reached from here (ECONNREFUSED).`)
  assert.match(of('url')?.advice ?? '', /the proxy is running/)
  assert.equal(of('certificate'), undefined)
})

test('doctor finds a map file that is missing or that browsers cannot draw', async () => {
  const cwd = await calendarIn(newFolder())
  const map = async () => (await examined(cwd, '--map-source', 'file')).of('map')
  assert.equal((await examined(cwd)).of('map'), undefined)
  const missing = await map()
  assert.equal(missing?.level, 'warning')
  assert.match(missing?.message ?? '', /there is no \S*data\/map\.pmtiles/)
  writeFileSync(join(cwd, 'data', 'map.pmtiles'), 'x'.repeat(500))
  assert.match((await map())?.message ?? '', /map\.pmtiles is not a version 3 PMTiles file/)
  writeMapFile(join(cwd, 'data'))
  assert.equal((await map())?.level, 'fine')
})

test('doctor in an empty folder says that there is no calendar, and nothing else', async () => {
  const empty = await examined(newFolder())
  assert.deepEqual([empty.code, empty.healthy], [1, false])
  assert.match(empty.err, /There is no calendar/)
  for (const check of ['folder', 'disk']) assert.equal(empty.of(check), undefined, check)
})

test('doctor asks the service of this folder, wherever it listens', async () => {
  const cwd = newFolder()
  const index = async (...more: string[]) => (await examined(cwd, ...more)).of('index')
  const service = await serving([], { cwd })
  const other = await startAnswering((_, response) => response.end('{"index":"building"}'))
  try {
    // the port of the settings is that of another program
    await until(async () => {
      const found = await index('--port', new URL(other.url).port)
      assert.deepEqual(
        [found?.level, found?.message],
        ['fine', 'The list index of the service is ready.'],
      )
    })
    await service.stop()
    // nobody serves this folder
    const idle = await index('--port', new URL(other.url).port)
    assert.match(idle?.message ?? '', /does not run here/)
  } finally {
    await other.close()
  }
})

test('doctor says that the list index is being built, or was corrected', async () => {
  const cwd = await calendarIn(newFolder())
  let body: object = {}
  const playing = await startAnswering((_, response) => response.end(JSON.stringify(body)))
  const settings = settingsFor(join(cwd, 'data'))
  const { engine, close } = await openDataFolder(settings)
  await storeListening(engine, '', { address: playing.url, hasSocket: false })
  await close()
  const lock = databaseOf(settings).lock()
  const index = async () => (await examined(cwd)).of('index')
  try {
    body = { status: 'ok', version: '1', index: 'building' }
    const building = await index()
    assert.equal(building?.level, 'warning')
    assert.match(building?.advice ?? '', /Wait/)
    body = { status: 'ok', version: '1', index: 'ready', repaired: 2 }
    assert.match((await index())?.message ?? '', /differed from the database in 2 records/)
    // another program
    body = {}
    assert.equal((await index())?.level, 'fine')
  } finally {
    lock.release()
    await playing.close()
  }
})
