import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Ended } from '../../common/index.ts'
import { openApp, removeOldBuilds } from './app.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-app-'))
after(() => rmSync(folder, { recursive: true }))

function appThatIsNotBuilt(end: Partial<Ended>) {
  let builds = 0
  const app = openApp(
    () => [join(folder, 'admin')],
    () => {
      builds++
      return { ended: Promise.resolve({ code: 0, out: '', err: '', ...end }), stop() {} }
    },
  )
  return { ...app, builds: () => builds }
}

test('a visit does not build the screens, however often it is made', async () => {
  const { appFor, appFile, builds } = appThatIsNotBuilt({})
  for (let visit = 0; visit < 3; visit++) {
    assert.deepEqual(await appFor(folder), { missing: 'building' })
    assert.equal(await appFile('index.js', folder), undefined)
  }
  assert.equal(builds(), 0)
})

test('the builds of this version and the one before stay, older ones go', () => {
  const cache = join(folder, 'cache')
  const builds = ['a', 'b', 'c', 'd'].map(letter => join(cache, `admin-${letter.repeat(16)}`))
  for (const [at, build] of builds.entries()) {
    mkdirSync(build, { recursive: true })
    utimesSync(build, at, at)
  }
  mkdirSync(join(cache, 'chromium'))
  removeOldBuilds(builds[3] ?? '')
  assert.deepEqual(readdirSync(cache).toSorted(), [
    `admin-${'c'.repeat(16)}`,
    `admin-${'d'.repeat(16)}`,
    'chromium',
  ])
})

test('a start builds them once; what a failed build has written goes to the log alone', async () => {
  const path = join(folder, 'secret-place')
  const { appFor, prepareApp, builds } = appThatIsNotBuilt({ code: 1, err: `no module in ${path}` })
  const starts = await Promise.allSettled([prepareApp(folder), prepareApp(folder)])
  assert.equal(builds(), 1)
  for (const start of starts)
    assert.match(start.status === 'rejected' ? String(start.reason) : '', /secret-place/)
  assert.deepEqual(await appFor(folder), { missing: 'failed' })
})
