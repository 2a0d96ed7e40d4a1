import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { startLoad } from '../support/load.ts'
import { sendTo } from '../support/service.ts'
import { newFolder, program, until } from '../surroundings/child.ts'
import { admin, event, startWorkers, type Workers } from './workers.ts'

const loadOf = (root: string) =>
  startLoad({ root, token: admin.token, clients: 4, body: n => event(`Written ${n}`) })

/** Every write that was confirmed is there. */
async function assertStored(root: string, created: readonly number[]) {
  for (const id of created) {
    const { status } = await fetch(`${root}/events/${id}`)
    assert.equal(status, 200, `event ${id}`)
  }
}

describe('workers', () => {
  const folder = newFolder()
  const config = join(folder, 'almanac.yaml')
  const access = join(folder, 'access.log')
  const configure = (name: string, more = '') =>
    writeFileSync(config, `siteName: ${name}\naccessLog: json\naccessLogFile: ${access}\n${more}`)
  let service: Workers
  before(async () => {
    configure('Before')
    service = await startWorkers({ folder: join(folder, 'data') }, ['--config', config])
    await until(() => service.pidOf(1) && service.pidOf(2))
  })
  const linesOf = (message: string) => service.lines().filter(line => line.message === message)

  test('SIGHUP opens the access log again, and reads the settings file, in every worker', async () => {
    const readHome = async () => (await fetch(`${service.address}/`)).text()
    assert.ok((await readHome()).includes('Before'))
    await until(() => readFileSync(access, 'utf8').includes('"/"'))
    renameSync(access, `${access}.1`)
    configure('Afterwards', 'imageMemory: 100 MB\n')
    service.child.kill('SIGHUP')
    const later = 'some settings require a restart, or SIGUSR2 with workers'
    await until(() => linesOf(later).length > 0)
    assert.equal(linesOf('Almanac has read its settings again')[0]?.changed, 'siteName')
    assert.equal(linesOf(later)[0]?.settings, 'imageMemory')
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
    configure('Before', 'gracePeriod: 1s\n')
    service.child.kill('SIGUSR2')
    await until(
      () => linesOf('the workers were not replaced: these settings require a restart').length > 0,
    )
    assert.equal((await fetch(`${service.root.plain}/events`)).status, 200)
    assert.deepEqual(linesOf('all workers have been replaced'), [])
    configure('Before')
  })

  test('connections that a worker has not taken are closed when it is killed', async () => {
    const pid = service.pidOf(1)
    process.kill(pid, 'SIGSTOP')
    const results: (number | 'closed')[] = []
    const read = async () => {
      // a connection of its own
      const sent = sendTo(new Agent(), 'GET', `${service.address}/health/live`, {})
      results.push(await sent.then(({ status }) => status).catch(() => 'closed' as const))
    }
    const all = Promise.all([read(), read(), read(), read()])
    // each worker gets one connection at a time: the one that is stopped has the last
    await until(() => results.length === 3)
    process.kill(pid, 'SIGKILL')
    await all
    assert.deepEqual(results.slice(0, 3), [200, 200, 200])
    await until(() => service.pidOf(1) !== pid)
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

/** Starts the command twice, each time with the socket 3 that this shell keeps open, as systemd does. */
const supervisor = `run() { (export LISTEN_PID=$BASHPID LISTEN_FDS=1; echo "pid $BASHPID" >&2; exec "$@"); }
run "$@"; run "$@"`

for (const workers of [1, 2])
  test(`with a socket of the supervisor, connections wait while ${workers} restart`, async t => {
    const socket = createServer()
    await new Promise<void>(resolve => socket.listen(0, '127.0.0.1', () => resolve()))
    const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
    const { port } = socket.address() as { port: number }
    const command = ['serve', '--json', '--workers', String(workers), '--data-folder', newFolder()]
    const child = spawn('bash', ['-c', supervisor, 'bash', process.execPath, program, ...command], {
      stdio: ['ignore', 'pipe', 'pipe', fd],
      env: {
        PATH: process.env.PATH,
        ALMANAC_ADMIN_LOGIN: 'ada',
        ALMANAC_ADMIN_TOKEN: admin.token,
      },
    })
    // this process takes no connection from it
    socket.close()
    const output = { out: '', err: '' }
    child.stdout?.on('data', text => {
      output.out += text
    })
    child.stderr?.on('data', text => {
      output.err += text
    })
    const kill = (signal: NodeJS.Signals) => {
      const pid = [...output.err.matchAll(/^pid (\d+)$/gm)].at(-1)?.[1]
      if (child.exitCode === null && pid) process.kill(Number(pid), signal)
    }
    t.after(() => kill('SIGKILL'))
    const starts = () => output.out.split('\n').length - 1
    await until(() => starts() === 1 || child.exitCode !== null)
    const root = `http://127.0.0.1:${port}/cal/events/v1`
    const { result, stop } = loadOf(root)
    await until(() => result.created.length > 5)
    kill('SIGTERM')
    await until(() => starts() === 2 || child.exitCode !== null)
    const many = result.created.length
    await until(() => result.created.length > many + 5 || child.exitCode !== null)
    const { failures, statuses, created } = await stop()
    // the process that passes connections to workers may have taken one when they stop
    if (workers === 1) assert.deepEqual(failures, [], output.err)
    assert.deepEqual(Object.keys(statuses), ['200', '201'])
    await assertStored(root, created)
    kill('SIGTERM')
    await until(() => child.exitCode !== null)
    assert.equal(child.exitCode, 0)
  })
