import type { Server } from 'node:http'

const { Server: NetServer } = process.getBuiltinModule('node:net')

/** Within this time, a connection that is in steady use gets `Connection: close`. */
const farewell = 1000

/**
 * Stops a server: it listens no more, and what is in progress may go on within the grace period. Connections are not closed
 * at once: a request may be on its way on any of them, and its answer says `Connection: close`.
 */
export async function stopServer(server: Server, grace: number) {
  const closed = new Promise<void>(resolve => server.once('close', () => resolve()))
  // `close` of an HTTP server would close idle connections too, on which the next request may just have been sent.
  NetServer.prototype.close.call(server)
  let idle: NodeJS.Timeout | undefined
  const waiting = setTimeout(
    () => {
      server.close()
      // A connection whose last request is answered waits for another one: it is not waited for.
      idle = setInterval(() => server.closeIdleConnections(), 20)
    },
    Math.min(farewell, grace),
  )
  const end = setTimeout(() => server.closeAllConnections(), grace)
  await closed
  clearTimeout(waiting)
  clearInterval(idle)
  clearTimeout(end)
}
