import assert from 'node:assert/strict'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { sendTo } from '../support/service.ts'
import { newFolder, start, until } from '../surroundings/child.ts'
import { assertStored, loadOf, startWorkers, type Workers } from './workers.ts'

after(closePostgres)

describe('workers', () => {
  const folder = newFolder()
  const config = join(folder, 'almanac.yaml')
  const access = join(folder, 'access.log')
  const configure = (name: string, more = '') =>
    writeFileSync(config, `siteName: ${name}\naccessLog: json ${access}\n${more}`)
  let service: Workers
  let url = ''
  before(async () => {
    configure('Before')
    url = await (await postgresServer()).database()
    service = await startWorkers({ url, folder: join(folder, 'data') }, ['--config', config])
    await until(() => service.pidOf(1) && service.pidOf(2))
  })
  const linesOf = (message: string) => service.lines().filter(line => line.message === message)

  test('SIGHUP opens the access log again, and reads the settings file, in every worker', async () => {
    const readHome = async () => (await fetch(`${service.address}/`)).text()
    assert.ok((await readHome()).includes('Before'))
    await until(() => readFileSync(access, 'utf8').includes('"/"'))
    renameSync(access, `${access}.1`)
    configure('Afterwards', 'bodyLimit: 2 MB\n')
    service.child.kill('SIGHUP')
    const later = 'some settings require a restart, or SIGUSR2 with workers'
    await until(() => linesOf(later).length > 0)
    assert.equal(linesOf('Almanac has read its settings again')[0]?.changed, 'siteName')
    assert.equal(linesOf(later)[0]?.settings, 'bodyLimit')
    for (let n = 0; n < 8; n++) await until(async () => (await readHome()).includes('Afterwards'))
    await until(() => readFileSync(access, 'utf8').includes('"/"'))
    // invalid settings change nothing
    configure('Third', 'perPage: many\n')
    service.child.kill('SIGHUP')
    await until(() => service.output.err.includes('perPage is “many”'))
    assert.ok((await readHome()).includes('Afterwards'))
  })

  test('those that serve stay where new ones could not start', async () => {
    // read again by the process that supervises: nothing is replaced
    configure('Before', 'perPgae: 7\n')
    service.child.kill('SIGUSR2')
    await until(() => service.output.err.includes('perPgae'))
    // a setting that all have in common
    configure('Before', 'host: 127.0.0.2\n')
    service.child.kill('SIGUSR2')
    await until(
      () => linesOf('the workers were not replaced: these settings require a restart').length > 0,
    )
    assert.equal((await fetch(`${service.root.plain}/events`)).status, 200)
    assert.deepEqual(linesOf('all workers have been replaced'), [])
    configure('Before')
  })

  test('a worker that hangs takes no connections, and one that is killed has none waiting', async () => {
    const pid = service.pidOf(1)
    process.kill(pid, 'SIGSTOP')
    const read = async () =>
      (await sendTo(new Agent(), 'GET', `${service.address}/health/live`, {})).status
    assert.deepEqual(await Promise.all([read(), read(), read(), read()]), [200, 200, 200, 200])
    process.kill(pid, 'SIGKILL')
    await until(() => service.pidOf(1) !== pid)
  })

  test('workers that cannot start say why once, and the exit code says that they failed', async () => {
    const { child, ended } = start(['serve', '--workers', '2', '--data-folder', newFolder()], {
      env: { DATABASE_URL: url.replace(/:\d+\//, ':1/') },
    })
    assert.ok(child.pid)
    const { code, err } = await ended
    assert.equal(code, 1)
    assert.equal(err.match(/database cannot be reached/g)?.length, 1, err)
  })

  test('SIGUSR2 replaces them one after another, and no request under load fails', async () => {
    const before = [service.pidOf(1), service.pidOf(2)]
    const { result, stop } = loadOf(service.root.plain)
    await until(() => result.created.length > 10)
    for (const round of [1, 2]) {
      service.child.kill('SIGUSR2')
      await until(() => linesOf('all workers have been replaced').length >= round)
    }
    const many = result.created.length
    await until(() => result.created.length > many + 5)
    const { statuses, failures, created } = await stop()
    assert.deepEqual(failures, [])
    assert.deepEqual(Object.keys(statuses), ['200', '201'])
    const after = [service.pidOf(1), service.pidOf(2)]
    assert.ok(after.every(pid => pid && !before.includes(pid)))
    await assertStored(service.root.plain, created)
    assert.equal((await service.stop()).code, 0)
  })
})
