import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { usualFolder } from './usual-folder.ts'

function opt(t: TestContext) {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'almanac-versions-')))
  t.after(() => rmSync(around, { recursive: true }))
  const path = (...parts: string[]) => join(around, ...parts)
  return {
    path,
    unpack(version: string) {
      mkdirSync(path(`almanac-${version}-linux-x64`))
      writeFileSync(path(`almanac-${version}-linux-x64`, 'almanac'), '')
    },
    calendar(...parts: string[]) {
      mkdirSync(path(...parts), { recursive: true })
      writeFileSync(path(...parts, 'almanac.db'), 'a database')
    },
    startedBy: (command: string, cwd = around) =>
      usualFolder({ cwd, env: { ALMANAC_COMMAND: command } }),
  }
}

test('the next version of an archive finds the data of the one before, next to both', t => {
  const { path, unpack, calendar, startedBy } = opt(t)
  unpack('0.1.0')
  symlinkSync('almanac-0.1.0-linux-x64', path('almanac'))
  const outside = { folder: path('almanac-data') }
  // nothing is there yet
  assert.deepEqual(startedBy(path('almanac', 'almanac')), outside)
  assert.deepEqual(startedBy('./almanac', path('almanac-0.1.0-linux-x64')), outside)
  calendar('almanac-data')
  unpack('0.2.0')
  assert.deepEqual(startedBy('./almanac', path('almanac-0.2.0-linux-x64')), outside)
})

test('data inside the folder of a version are used on, also by the next one, which says where they belong', t => {
  const { path, unpack, calendar, startedBy } = opt(t)
  unpack('0.1.0')
  calendar('almanac-0.1.0-linux-x64', 'data')
  unpack('0.2.0')
  const inside = {
    folder: path('almanac-0.1.0-linux-x64', 'data'),
    moveTo: path('almanac-data'),
  }
  for (const version of ['0.1.0', '0.2.0'])
    assert.deepEqual(startedBy('./almanac', path(`almanac-${version}-linux-x64`)), inside)
  // once they have been moved, they are the ones, whatever a trial has left
  calendar('almanac-data')
  for (const version of ['0.1.0', '0.2.0'])
    assert.deepEqual(startedBy('./almanac', path(`almanac-${version}-linux-x64`)), {
      folder: path('almanac-data'),
    })
})

test('a calendar in the folder where an archive is started is that of before', t => {
  const { path, unpack, calendar, startedBy } = opt(t)
  unpack('0.1.0')
  calendar('town', 'data')
  assert.deepEqual(startedBy(path('almanac-0.1.0-linux-x64', 'almanac'), path('town')), {
    folder: path('town', 'data'),
  })
})

test('a clone or a package has its data in the folder where it is started', () => {
  assert.equal(usualFolder({ cwd: '/nowhere', env: {} }), undefined)
})
