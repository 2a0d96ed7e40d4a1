import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts'
import { move } from '../../src/transfer/move.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { almanac, calendarIn, newFolder, serving, start } from './command.ts'

// A move that is killed goes on; a target that is no longer the same calendar, or not empty, is refused.

after(closePostgres)

const cwd = newFolder()
const here = join(cwd, 'data')
/** An empty calendar, for what does not depend on how long a move takes. */
const small = newFolder()
before(async () => {
  await calendarIn(cwd)
  grow()
  await calendarIn(small)
})

/** Lines of the journal are the quickest to make, the fewer of them the quicker: some batches. */
const lines = 6000
function grow() {
  const db = openDatabase(join(here, 'almanac.db'))
  db.transaction(() => {
    const line =
      db.prepare(`INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail)
      VALUES (1, 0, 'change', 'event', 1, 'en', 1, ?)`)
    for (let n = 0; n < lines; n++) line.run(JSON.stringify({ n, text: 'x'.repeat(7000) }))
  })
  db.close()
}

const run = (...args: string[]) => almanac(['move', ...args, '--json'], { cwd })
const messageIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '{}').error?.message

/** Stands before a server until so many bytes have gone there; then it lets nothing through until it is opened, or ends the connections. */
async function openGate(url: string, max: number, isCut: boolean) {
  let isOpen = false
  const held: (() => void)[] = []
  const sockets = new Set<Socket>()
  let bytes = 0
  let reached = () => {}
  const full = new Promise<void>(resolve => {
    reached = resolve
  })
  const gate = createServer(socket => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => {})
    }
    socket.on('close', () => upstream.destroy())
    upstream.on('close', () => socket.destroy())
    upstream.pipe(socket)
    socket.on('data', data => {
      bytes += data.length
      if (bytes < max || isOpen) return void upstream.write(data)
      held.push(() => void upstream.write(data))
      socket.pause()
      if (isCut) socket.destroy()
      reached()
    })
  })
  await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((gate.address() as AddressInfo).port)
  return {
    url: through.href,
    full,
    open() {
      isOpen = true
      for (const pass of held) pass()
      for (const each of sockets) each.resume()
    },
    close() {
      gate.close()
      for (const each of sockets) each.destroy()
    },
  }
}

/** Kills a move when it has sent so many bytes. */
async function killAt(url: string, bytes: number) {
  const gate = await openGate(url, bytes, false)
  const { child, ended } = start(['move', '--from', here, '--to', gate.url, '--json'], { cwd })
  const early = await Promise.race([gate.full, ended])
  assert.equal(early, undefined, 'it has not ended before')
  child.kill('SIGKILL')
  await ended
  gate.close()
}

/** The number of lines of the journal that a move notes to have moved. */
async function movedTo(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("SELECT value FROM note WHERE key = 'move'")
  await client.end()
  return JSON.parse(rows[0]?.value).tables.journal?.rows ?? 0
}

test('a move that is killed, or loses its connection, continues where it was', async () => {
  const url = await (await postgresServer()).database()
  await killAt(url, 2_000_000)
  assert.equal(await movedTo(url), 0)
  await killAt(url, 20_000_000)
  const first = await movedTo(url)
  assert.ok(first > 0 && first < lines, String(first))
  const gate = await openGate(url, 18_000_000, true)
  const cut = await almanac(['move', '--from', here, '--to', gate.url], { cwd })
  gate.close()
  assert.equal(cut.code, 1)
  assert.match(cut.err, /Run the same command again to continue.\nThe database cannot be reached/)
  const second = await movedTo(url)
  assert.ok(second > first && second < lines, String(second))

  const served = await almanac(['serve', '--json'], { cwd, env: { DATABASE_URL: url } })
  assert.match(messageIn(served.err), /move is not finished/)
  const { code, err } = await run('--from', here, '--to', url)
  assert.equal(code, 0, err)
  assert.equal((await run('--from', here, '--to', url, '--check')).code, 0)
  const again = await run('--from', here, '--to', url)
  assert.deepEqual([again.code, JSON.parse(again.out)], [0, { finished: true }])
})

test('a move into a folder that is killed before anything is there leaves no empty calendar', async () => {
  const source = join(small, 'data')
  const url = await (await postgresServer()).database()
  assert.equal((await run('--from', source, '--to', url)).code, 0)
  const folder = join(cwd, 'killed')
  const args = ['--from-folder', source]
  const gate = await openGate(url, 0, false)
  const { child, ended } = start(['move', '--from', gate.url, '--to', folder, ...args], { cwd })
  const early = await Promise.race([gate.full, ended])
  assert.equal(early, undefined, 'it has not ended before')
  child.kill('SIGKILL')
  await ended
  gate.close()

  const served = await almanac(['serve', '--json', '--data-folder', folder], { cwd })
  assert.match(messageIn(served.err), /move is not finished/)
  const { code, err } = await run('--from', url, '--to', folder, ...args)
  assert.equal(code, 0, err)
  await (await serving(['--data-folder', folder], { cwd })).stop()
})

test('a move without the key of the calendar says where it may be, and leaves the folder free', async () => {
  const source = join(small, 'data')
  const url = await (await postgresServer()).database()
  assert.equal((await run('--from', source, '--to', url)).code, 0)
  const folder = join(cwd, 'without')
  const empty = join(cwd, 'no-key')
  const { code, err } = await run('--from', url, '--to', folder, '--from-folder', empty)
  assert.equal(code, 1)
  assert.match(messageIn(err), /set ALMANAC_SECRET_KEY or ALMANAC_SECRET_KEY_FILE/)
  await (await serving(['--data-folder', folder], { cwd })).stop()
})

test('a move that is interrupted says how to go on, and does', async () => {
  const url = await (await postgresServer()).database()
  const gate = await openGate(url, 20_000_000, false)
  const args = ['move', '--from', here, '--to', gate.url, '--lang', 'fr']
  const { child, ended } = start(args, { cwd })
  await Promise.race([gate.full, ended])
  child.kill('SIGINT')
  gate.open()
  const { code, err } = await ended
  gate.close()
  assert.equal(code, 130, err)
  assert.match(
    err,
    /Ce qui a été transféré reste en place\. Relancez la même commande.*\nInterrompu\./,
  )
  const moved = await movedTo(url)
  assert.ok(moved > 0 && moved < lines, String(moved))
  assert.equal((await run('--from', here, '--to', url)).code, 0)
})

test('a source that has changed since is noticed, and --again starts over', async () => {
  const url = await (await postgresServer()).database()
  await killAt(url, 20_000_000)
  const db = openDatabase(join(here, 'almanac.db'))
  db.exec("UPDATE journal SET detail = '{}' WHERE seq = 1")
  db.close()
  const refused = await run('--from', here, '--to', url, '--lang', 'fr')
  assert.equal(refused.code, 1)
  assert.match(messageIn(refused.err), /n’est pas ce que contient maintenant .* \(table journal\)/)
  assert.equal((await run('--from', here, '--to', url, '--again')).code, 0)
  assert.equal((await run('--from', here, '--to', url, '--check')).code, 0)
})

test('a calendar that is served, a place that is taken and a missing source are refused with a message', async () => {
  const server = await postgresServer()
  const [url, empty] = [await server.database(), await server.database()]
  const service = await serving([], { cwd, env: { DATABASE_URL: url } })
  assert.match(messageIn((await run('--from', url, '--to', join(cwd, 'x'))).err), /still connected/)
  assert.match(messageIn((await run('--from', here, '--to', url)).err), /still connected/)
  await service.stop()
  assert.match(messageIn((await run('--from', here, '--to', url)).err), /a calendar in .* already/)
  assert.match(
    messageIn((await run('--from', empty, '--to', join(cwd, 'x'))).err),
    /no calendar in/,
  )
  const inFolder = await serving([], { cwd })
  assert.match(messageIn((await run('--from', here, '--to', empty)).err), /already serves/)
  // in one process: its locks are free again
  const free = join(cwd, 'free')
  const moving = { isAgain: false, secretKey: '', progress() {} }
  await assert.rejects(move({ from: { folder: free }, to: { folder: here }, ...moving }), {
    code: 'FOLDER_BUSY',
  })
  lockFolder(free).release()
  await inFolder.stop()
  assert.match(messageIn((await run('--from', here, '--to', here)).err), /the same place/)
  const nowhere = await run('--from', here, '--to', 'postgres://a:b@127.0.0.1:1/x', '--lang', 'fr')
  assert.match(messageIn(nowhere.err), /base de données est injoignable/)
})
