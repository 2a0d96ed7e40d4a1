import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../../src/config/config.ts'
import { openDataFolder, serve } from '../../src/main.ts'
import { enrol, type Sending, sendTo, settingsFor } from './service.ts'

// A database that is unreachable, silent, slow or replaced, as a service sees it through the network.

/** `pass`: all goes through. `silent`: nothing arrives any more, either way. `refuse`: all connections are closed, new ones too. */
export type Line = 'pass' | 'silent' | 'refuse'

/** A way to a server, which can lead to another, and be cut. `which`: the connections that `silent` is for, by what was sent on them. */
export async function openWay(port: number) {
  const ways = new Set<{ socket: Socket; upstream: Socket }>()
  let target = port
  let line: Line = 'pass'
  const server = createServer(socket => {
    if (line === 'refuse') return void socket.destroy()
    const upstream = connect(target, '127.0.0.1')
    const way = { socket, upstream }
    ways.add(way)
    const end = () => {
      ways.delete(way)
      socket.destroy()
      upstream.destroy()
    }
    for (const each of [socket, upstream]) each.on('error', () => {}).on('close', end)
    socket.on('data', data => line === 'pass' && upstream.write(data))
    upstream.on('data', data => line === 'pass' && socket.write(data))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const cut = () => {
    for (const { socket, upstream } of ways) {
      socket.destroy()
      upstream.destroy()
    }
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** A connection that was silent is cut when it comes back: nobody knows what was lost. */
    set(to: Line) {
      if (to === 'refuse' || line === 'silent') cut()
      line = to
    },
    cut,
    /** New connections lead to another server; those that are there stay. */
    lead(to: number) {
      target = to
    },
    close() {
      server.close()
      cut()
    },
  }
}

/** Waits for a state, never for a time. */
export async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await sleep(10)
}

/** A service on a database, with an administrator. It is given each answer as it comes, whatever it is. */
export async function serveOn(databaseUrl: string, more: Partial<Settings> = {}) {
  // processes of one calendar share a folder
  const isFirst = more.dataFolder === undefined
  const folder = more.dataFolder ?? mkdtempSync(join(tmpdir(), 'almanac-faults-'))
  const settings = settingsFor(folder, { databaseUrl, logLevel: 'silent', ...more })
  const opened = await openDataFolder(settings, () => {})
  if ((await opened.accounts.list()).length === 0)
    await enrol(opened.accounts, 'administrator', 'administrator')
  await opened.close()
  const service = await serve(settings)
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  return {
    ...service,
    send: (method: string, path: string, sending: Sending = {}) =>
      sendTo(
        agent,
        method,
        path.startsWith('/health')
          ? service.address + path
          : path.startsWith('http')
            ? path
            : service.root.plain + path,
        sending,
      ),
    async close() {
      agent.destroy()
      await service.close()
      if (isFirst) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Faulty = Awaited<ReturnType<typeof serveOn>>

export const make = (service: Faulty, name: string) =>
  service.send('POST', '/tags', { as: 'administrator', body: { name } })

/**
 * Writers who never stop, and what they were told. `end` gives all names that were acknowledged, and fails nothing itself.
 */
export function openWriters(services: readonly Faulty[], each = 3) {
  const acknowledged = new Set<string>()
  const refusals = new Map<string, number>()
  let next = 0
  let isOver = false
  const writers = services.flatMap(service =>
    Array.from({ length: each }, async () => {
      while (!isOver) {
        const name = `tag ${next++}`
        const { status, body, headers } = await make(service, name)
        if (status === 201) acknowledged.add(name)
        else {
          const refusal = `${status} ${body?.code} ${headers['retry-after'] === undefined ? 'without' : 'with'} Retry-After`
          refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
          await sleep(20)
        }
      }
    }),
  )
  return {
    acknowledged,
    refusals,
    /** Waits until so many more writes are answered with success. */
    async more(count: number) {
      const goal = acknowledged.size + count
      await until(() => acknowledged.size >= goal)
    },
    async end() {
      isOver = true
      await Promise.all(writers)
    },
  }
}

/** Names of all tags there are, as the service tells them. */
export async function names(service: Faulty): Promise<string[]> {
  const faults: string[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await service.send('GET', '/tags', {
      as: 'administrator',
      query: { per_page: 50, page, orderby: 'id', hide_empty: false },
    })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    faults.push(...body.tags.map(({ name }: { name: string }) => name))
    if (page >= body.total_pages) return faults
  }
}

export const unreachable = '503 rest_database_unreachable with Retry-After'

export const isReady = async (service: Faulty) =>
  (await service.send('GET', '/health/ready')).status === 200

/** Every name that was acknowledged is there, and none twice. */
export async function nothingLost(service: Faulty, acknowledged: ReadonlySet<string>) {
  const there = await names(service)
  assert.equal(new Set(there).size, there.length, 'nothing is doubled')
  const lost = [...acknowledged].filter(name => !there.includes(name))
  assert.deepEqual(lost, [], 'nothing is lost')
}
