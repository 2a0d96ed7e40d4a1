import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as passed } from 'node:timers/promises'
import { startLoad } from '../support/load.ts'
import { type Sending, sendTo } from '../support/service.ts'
import { newFolder, start, until } from '../surroundings/child.ts'

/** A service of several processes, as it is started by hand; connections lead to whichever of them one wants. */

export const admin = {
  login: 'ada',
  password: 'a long password',
  token: 'a1b2c3d4e5f6071829304a5b6c7d8e9f',
}

export const attemptLimit = 5
export const year = 'start_date=2030-01-01&end_date=2030-12-31'

export type Line = Record<string, unknown> & { worker?: number; message?: string; url?: string }

/** Waits, however long it takes, until it answers something. */
export async function awaited<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  let results: T | undefined
  await until(async () => {
    results = await ask()
    return results !== undefined
  })
  return results as T
}

export type Workers = Awaited<ReturnType<typeof startWorkers>>

export async function startWorkers(
  { folder = newFolder(), url }: { folder?: string; url: string },
  args: string[] = [],
) {
  const started = start(
    [
      'serve',
      '--json',
      '--port',
      '0',
      '--workers',
      '2',
      '--data-folder',
      folder,
      '--log-level',
      'debug',
      ...args,
    ],
    {
      env: {
        ALMANAC_ADMIN_LOGIN: admin.login,
        ALMANAC_ADMIN_PASSWORD: admin.password,
        ALMANAC_ADMIN_TOKEN: admin.token,
        ALMANAC_METRICS_TOKEN: admin.token,
        DATABASE_URL: url,
      },
    },
  )
  const { child, output } = started
  await until(() => output.out.includes('\n') || child.exitCode !== null)
  assert.equal(child.exitCode, null, output.err)
  const { address, root } = JSON.parse(output.out) as { address: string; root: { plain: string } }

  const read: Line[] = []
  let from = 0
  /** Every line of every process must be whole. There are thousands: each is read once. */
  function lines(): readonly Line[] {
    for (;;) {
      const to = output.err.indexOf('\n', from)
      if (to < 0) return read
      read.push(JSON.parse(output.err.slice(from, to)) as Line)
      from = to + 1
    }
  }
  const workerOf = (mark: string) => lines().find(({ url }) => url?.includes(mark))?.worker

  /** A path of the screens or of the API, or a whole URL. */
  const urlOf = (path: string) => {
    if (path.startsWith('http')) return path
    return path.startsWith('/admin') ? address + path : root.plain + path
  }

  /** A connection to one of the workers, who must be there. */
  async function connect(to: number) {
    for (;;) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const mark = randomUUID()
      const reply = await sendTo(agent, 'GET', `${address}/?${mark}`, {}).catch(() => undefined)
      const by = reply && (await awaited(() => workerOf(mark)))
      if (by !== to) {
        agent.destroy()
        await passed(20)
        continue
      }
      return {
        agent,
        send: (method: string, path: string, sending: Sending = {}) =>
          sendTo(agent, method, urlOf(path), {
            as: `Bearer ${admin.token}`,
            ...sending,
          }),
        close: () => agent.destroy(),
      }
    }
  }

  return {
    ...started,
    folder,
    address,
    root,
    lines,
    connect,
    /** The process that serves now as a worker. */
    pidOf: (worker: number) =>
      lines().findLast(line => line.message === 'a worker serves' && line.worker === worker)
        ?.pid as number,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return started.ended
    },
  }
}

export type Connection = Awaited<ReturnType<Workers['connect']>>

export const event = (title: string, more: object = {}) => ({
  title,
  start_date: '2030-05-10 10:00:00',
  end_date: '2030-05-10 12:00:00',
  ...more,
})

export const loadOf = (root: string) =>
  startLoad({ root, token: admin.token, clients: 4, body: n => event(`Written ${n}`) })

/** Every write that was confirmed is there. */
export async function assertStored(root: string, created: readonly number[]) {
  for (const id of created) {
    const { status } = await fetch(`${root}/events/${id}`)
    assert.equal(status, 200, `event ${id}`)
  }
}
