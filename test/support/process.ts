import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { namesAsWritten } from './own-names.ts'
import { type Sending, sendTo } from './service.ts'

const program = join(import.meta.dirname, 'process-service.ts')

/** The beginning of paths of the site; all others are of the API. */
const ofSite = /^\/(?:admin|en|fr)\//

/** A service in a process of its own, on a data folder and, where one is given, a database on a server; it may call one private origin. */
export async function startProcess(folder: string, databaseUrl = '', fetchAllow = '') {
  const child = fork(program, [folder, databaseUrl, fetchAllow], { execArgv: namesAsWritten })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const [address] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => assert.fail(`the service ended by itself: ${code}`)),
  ])
  return {
    address: String(address),
    /** Sends to a path of the API as an editor, or to a whole path of the site. */
    send: (method: string, path: string, sending: Sending = {}) =>
      sendTo(agent, method, address + (ofSite.test(path) ? path : `/cal/events/v1${path}`), {
        as: 'editor',
        ...sending,
      }),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      agent.destroy()
    },
  }
}

export type Running = Awaited<ReturnType<typeof startProcess>>
