import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkForDamage } from '../../src/store/index.ts'
import { calendarIn, newFolder, serving, until } from './child.ts'

const pageSize = 4096

/** Writes zeros over the page of a file that holds this text. */
function damage(file: string, text: string) {
  const bytes = readFileSync(file)
  const at = bytes.indexOf(text)
  assert.ok(at > 0, 'the text is in the file')
  const page = Math.floor(at / pageSize) * pageSize
  writeFileSync(file, bytes.fill(0, page, page + pageSize))
}

test('damage in unread pages is found in the background, and reported by readiness and the log', async () => {
  const folder = newFolder()
  await calendarIn(folder)
  const file = join(folder, 'almanac.db')
  const writing = await serving(folder)
  const description = `${'a'.repeat(15_000)} marker ${'b'.repeat(15_000)}`
  assert.equal((await writing.create({ title: 'Concert', description })).status, 201)
  await writing.stop()
  assert.equal(await checkForDamage(file).damage, undefined)
  damage(file, ' marker ')

  const service = await serving(folder, ['--log-format', 'json', '--log-level', 'warn'])
  await until(async () => (await service.ready()).status === 503)
  const { reason } = (await (await service.ready()).json()) as { reason: string }
  assert.equal(reason, 'database_damaged')
  await until(() => service.output.err.includes('the database is damaged'))
  await service.stop()
})

test('a check that is stopped says nothing', async () => {
  const folder = newFolder()
  await calendarIn(folder)
  const check = checkForDamage(join(folder, 'almanac.db'))
  check.stop()
  assert.equal(await check.damage, undefined)
})

test('a check without a process says that it could not be made, not that there is no damage', async () => {
  const failing = () => ({ ended: Promise.reject(new Error('spawn EMFILE')), stop() {} })
  await assert.rejects(checkForDamage('almanac.db', failing).damage, /EMFILE/)
})

test('a service whose descriptors are taken while it starts lives, and says that it could not check its database', async () => {
  const folder = newFolder()
  await calendarIn(folder)
  const max = 96
  const service = await serving(folder, ['--log-format', 'json', '--log-level', 'warn'], {
    before: `ulimit -n ${max}`,
  })
  const { port } = new URL(service.address)
  const connections = Array.from({ length: max }, () =>
    connect(Number(port), '127.0.0.1').on('error', () => {}),
  )
  await until(
    () =>
      service.output.err.includes('the database could not be checked for damage') ||
      service.child.exitCode !== null,
  )
  assert.equal(service.child.exitCode, null, service.output.err)
  for (const connection of connections) connection.destroy()
  await until(async () => (await service.ready().catch(() => undefined))?.status === 200)
  assert.equal((await service.stop()).code, 0)
})
