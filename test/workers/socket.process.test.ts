import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { postgresServer } from '../support/shared-postgres.ts'
import { newFolder, program, until } from '../surroundings/child.ts'
import { admin, assertStored, loadOf } from './workers.ts'

/** Starts the command twice, each time with the socket 3 that this shell keeps open, as systemd does. */
const supervisor = `run() { (export LISTEN_PID=$BASHPID LISTEN_FDS=1; echo "pid $BASHPID" >&2; exec "$@"); }
run "$@"; run "$@"`

for (const [name, engine, args] of [
  ['one process on SQLite restarts', 'sqlite', []],
  ['two workers on PostgreSQL restart', 'postgres', ['--workers', '2']],
] as const)
  test(`with a socket of the supervisor, connections wait while ${name}`, async t => {
    const url = engine === 'postgres' && (await (await postgresServer()).database())
    const socket = createServer()
    await new Promise<void>(resolve => socket.listen(0, '127.0.0.1', () => resolve()))
    const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
    const { port } = socket.address() as { port: number }
    const command = ['serve', '--json', ...args, '--data-folder', newFolder()]
    const child = spawn('bash', ['-c', supervisor, 'bash', process.execPath, program, ...command], {
      stdio: ['ignore', 'pipe', 'pipe', fd],
      env: {
        PATH: process.env.PATH,
        ...ofNoMachine,
        ALMANAC_ADMIN_LOGIN: 'ada',
        ALMANAC_ADMIN_TOKEN: admin.token,
        ...(url && { DATABASE_URL: url }),
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
    assert.deepEqual(failures, [], output.err)
    assert.deepEqual(Object.keys(statuses), ['200', '201'])
    await assertStored(root, created)
    kill('SIGTERM')
    await until(() => child.exitCode !== null)
    assert.equal(child.exitCode, 0)
  })
