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

/** The API: its requests, its answers, its document, its server. */

export { adminTarget } from './admin-api/admin-target.ts'
export { type ChangesBody, presentChanges } from './api/lines.ts'
export { problemBody } from './api/problem-body.ts'
export { enterFeed } from './api/sender.ts'
export { openRecordCache } from './cache/records.ts'
export { openResponseCache } from './cache/responses.ts'
export { present } from './present/record.ts'
export {
  type Base,
  homesOf,
  isLoopback,
  openBases,
  prefixOf,
  rootOf,
  rootsOf,
} from './request/bases.ts'
export { openFollowers, openTurns } from './request/followers.ts'
export {
  attemptLimit,
  guessesFrom,
  proposalLimit,
  rateLimit,
  type ShareCounts,
  signInLimits,
} from './request/limits.ts'
export { openLoad, shareOf } from './request/load.ts'
export { languageOf, openPlaces, recordPaths, withPluginLanguage } from './request/match.ts'
export { queryOf } from './request/parse.ts'
export { isTrusted } from './request/request.ts'
export { openRequestCounts, type RequestCounts } from './request/request-counts.ts'
export { fetchFrom, waiting } from './server/connections.ts'
export { type Health, openServer } from './server/server.ts'
export type {
  Backups,
  BackupsService,
  BulkChanges,
  Download,
  Examined,
  Imports,
  ImportsService,
  ListedBackup,
  ServiceStatus,
  StatusFigures,
  StatusFinding,
  Webhooks,
} from './services/admin-services.ts'
export {
  type EventAddress,
  type Log,
  type Mail,
  type Message,
  type PlaceMatch,
  type ProposalMails,
  type Service,
  showFor,
} from './services/service.ts'
