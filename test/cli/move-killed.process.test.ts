import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { messages } from '../../src/cli/messages.ts'
import { isNameIn } from '../../src/define/base/objects.ts'
import { hasTables } from '../../src/store/postgres/engine.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts'
import { move, type Place } from '../../src/transfer/move.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { almanac, calendarIn, newFolder, serving, start } from './command.ts'

// A move that is killed or interrupted leaves nothing that opens, and is repeated; a target that is not empty is refused.

after(closePostgres)

const cwd = newFolder()
const here = join(cwd, 'data')
before(async () => {
  await calendarIn(cwd)
  grow()
})

/** Lines of the journal are the quickest to make. */
function grow() {
  const db = openDatabase(join(here, 'almanac.db'))
  db.transaction(() => {
    const line =
      db.prepare(`INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail)
      VALUES (1, 0, 'change', 'event', 1, 'en', 1, ?)`)
    for (let n = 0; n < 1000; n++) line.run(JSON.stringify({ n, text: 'x'.repeat(7000) }))
  })
  db.close()
}
const middle = 4_000_000
const quietly = { secretKey: '', progress() {} }

const run = (...args: string[]) => almanac(['move', ...args, '--json'], { cwd })
const messageIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '{}').error?.message

/** Stands before a server until so many bytes have passed; then it lets nothing through until it is opened. */
async function openGate(url: string) {
  let isOpen = false
  const held: (() => void)[] = []
  const sockets = new Set<Socket>()
  let bytes = 0
  let reached = () => {}
  const full = new Promise<void>(resolve => {
    reached = resolve
  })
  const pass = (from: Socket, to: Socket) =>
    from.on('data', data => {
      bytes += data.length
      if (bytes < middle || isOpen) return void to.write(data)
      held.push(() => void to.write(data))
      from.pause()
      reached()
    })
  const gate = createServer(socket => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => {})
    }
    socket.on('close', () => upstream.destroy())
    upstream.on('close', () => socket.destroy())
    pass(socket, upstream)
    pass(upstream, socket)
  })
  await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((gate.address() as AddressInfo).port)
  return {
    url: through.href,
    full,
    open() {
      isOpen = true
      for (const send of held) send()
      for (const each of sockets) each.resume()
    },
    close() {
      gate.close()
      for (const each of sockets) each.destroy()
    },
  }
}

/** Starts a move and sends it a signal in its middle. */
async function breakOff(signal: NodeJS.Signals, url: string, argsOf: (url: string) => string[]) {
  const gate = await openGate(url)
  const { child, ended } = start(['move', ...argsOf(gate.url)], { cwd })
  const early = await Promise.race([gate.full, ended])
  assert.equal(early, undefined, 'it has not ended before')
  child.kill(signal)
  if (signal === 'SIGINT') gate.open()
  const end = await ended
  gate.close()
  return end
}

test('a move that is killed or interrupted in its middle leaves nothing that opens, and is repeated, with its key', async () => {
  const server = await postgresServer()
  const url = await server.database()
  const into = (to: string) => ['--from', here, '--to', to, '--lang', 'fr']
  await breakOff('SIGKILL', url, into)
  const { code, err } = await breakOff('SIGINT', url, into)
  assert.equal(code, 130, err)
  assert.match(err, /Interrompu\. L’agenda n’a pas été transféré\./)
  assert.equal(await hasTables(url), false)
  await move({ from: { folder: here }, to: { folder: here, url }, ...quietly })

  const folder = join(cwd, 'killed')
  const back = (from: string) => ['--from', from, '--from-folder', here, '--to', folder]
  await breakOff('SIGKILL', url, back)
  const served = await almanac(['serve', '--json', '--data-folder', folder], { cwd })
  assert.match(messageIn(served.err), /that is not finished\. Run .* move/)
  await move({ from: { folder: here, url }, to: { folder }, ...quietly })
  await (await serving(['--data-folder', folder], { cwd })).stop()

  // without its key, it says where that may be
  const [without, empty] = [join(cwd, 'without'), join(cwd, 'no-key')]
  const { err: missing } = await run('--from', url, '--to', without, '--from-folder', empty)
  assert.match(messageIn(missing), /set ALMANAC_SECRET_KEY or ALMANAC_SECRET_KEY_FILE/)
  assert.deepEqual(readdirSync(without), ['almanac.lock', 'uploads'])
})

/** The code of a refusal, which the command has a sentence for. */
const refusal = (from: Place, to: Place) =>
  move({ from, to, ...quietly }).then(
    () => 'moved',
    ({ code }) => {
      assert.ok(isNameIn(messages.system, code), code)
      return code
    },
  )

test('a calendar that is served, a place that is taken and a missing source are refused with a message', async () => {
  const server = await postgresServer()
  const [url, empty] = [await server.database(), await server.database()]
  const [taken, free] = [{ folder: here, url }, { folder: join(cwd, 'x') }]
  const service = await serving([], { cwd, env: { DATABASE_URL: url } })
  assert.match(messageIn((await run('--from', here, '--to', url)).err), /still connected/)
  assert.equal(await refusal(taken, free), 'MOVE_SERVED')
  await service.stop()
  assert.match(messageIn((await run('--from', here, '--to', url)).err), /a calendar in .* already/)
  assert.equal(await refusal({ folder: here, url: empty }, free), 'MOVE_NOTHING')
  const inFolder = await serving([], { cwd })
  assert.match(messageIn((await run('--from', here, '--to', empty)).err), /already serves/)
  // its locks are free again
  assert.equal(await refusal(free, { folder: here }), 'FOLDER_BUSY')
  lockFolder(free.folder).release()
  await inFolder.stop()
  assert.equal(await refusal({ folder: here }, { folder: here }), 'MOVE_SAME')
  const nowhere = await run('--from', here, '--to', 'postgres://a:b@127.0.0.1:1/x', '--lang', 'fr')
  assert.match(messageIn(nowhere.err), /base de données est injoignable/)
})
