import { Agent } from 'node:http'
import { setTimeout as passed } from 'node:timers/promises'
import { type Sending, sendTo } from './service.ts'

/** The result of a load: the number of responses by status, and the requests without one. */
export type LoadResult = { statuses: Record<number, number>; failures: string[]; created: number[] }

type Loaded = {
  root: string
  token: string
  /** The number of clients that send one request after another; every other one opens a connection for each. */
  clients: number
  body(n: number): object
}

/** Milliseconds before the next request of a client: what is tested are the requests at some moments, not how many there are. */
const pause = 25

/** Reads and writes until it is stopped; every fourth request writes. */
export function startLoad({ root, token, clients, body }: Loaded) {
  const result: LoadResult = { statuses: {}, failures: [], created: [] }
  let isStopped = false
  let sent = 0

  async function one(agent: Agent, n: number) {
    const sending: Sending =
      n % 4 === 0 ? { as: `Bearer ${token}`, body: body(n) } : { query: { per_page: 1 + (n % 5) } }
    const method = n % 4 === 0 ? 'POST' : 'GET'
    try {
      const { status, body } = await sendTo(agent, method, `${root}/events`, sending)
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      if (status === 201) result.created.push(body.id)
    } catch (error) {
      result.failures.push(`${method} ${String(error)}`)
    }
  }

  const running = Array.from({ length: clients }, async (_, at) => {
    const agent = new Agent({ keepAlive: at % 2 === 0, maxSockets: 1 })
    for (; !isStopped; await passed(pause)) await one(agent, ++sent)
    agent.destroy()
  })
  return {
    result,
    async stop(): Promise<LoadResult> {
      isStopped = true
      await Promise.all(running)
      return result
    },
  }
}
