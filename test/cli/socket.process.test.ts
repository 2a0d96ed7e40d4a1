import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { until } from '../support/scenario.ts'
import { almanac, bin, isLinux, newFolder } from './command.ts'

test('with a socket of systemd, host and port of the settings say that they are not used', {
  skip: !isLinux,
}, async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'almanac.yaml'), 'port: 21699\n')
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  const { port } = socket.address() as { port: number }
  const start = 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@"'
  const child = spawn('sh', ['-c', start, 'sh', process.execPath, bin, 'serve', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', fd],
    env: { PATH: process.env.PATH, ...ofNoMachine },
  })
  const ended = once(child, 'exit')
  socket.close()
  const said = { out: '', err: '' }
  child.stdout?.on('data', text => {
    said.out += text
  })
  child.stderr?.on('data', text => {
    said.err += text
  })
  const address = `http://127.0.0.1:${port}`
  try {
    await until(async () => assert.ok(said.out.includes('\n') || child.exitCode !== null, said.err))
    assert.equal(JSON.parse(said.out).address, address)
    // the log is written a moment later
    await until(async () =>
      assert.match(said.err, /a socket was given, so host and port of the settings are not used/),
    )
    assert.match(said.err, /"settings":"port"/)
    const shown = await almanac(['config'], { cwd })
    assert.match(
      shown.out,
      new RegExp(`^port: 21699 +# file; not used: the service has a socket, at ${address}$`, 'm'),
    )
    const doctor = await almanac(['doctor'], { cwd })
    assert.match(doctor.out, /The (service is building its list index|list index of the service)/)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  const shown = await almanac(['config'], { cwd })
  assert.match(shown.out, /^port: 21699 +# file$/m)
})
