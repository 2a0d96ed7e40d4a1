/** The API: its requests, its answers, its document, its server. */

export { adminTarget } from './admin-api/admin-target.ts'
export { type ChangesBody, presentChanges } from './api/changes.ts'
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
export { openFollowers } from './request/followers.ts'
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
export { openTurns } from './request/write-turns.ts'
export { waiting } from './server/connections.ts'
export { fetchFrom } from './server/in-process.ts'
export { type Health, openServer } from './server/server.ts'
export { stopServer } from './server/stop.ts'
export type {
  Backups,
  BackupsService,
  Download,
  Examined,
  ListedBackup,
} from './services/backups-service.ts'
export type { BulkChanges } from './services/bulk-service.ts'
export type { Imports, ImportsService } from './services/imports-service.ts'
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
export type { ServiceStatus, StatusFigures, StatusFinding } from './services/status-service.ts'
export type { Webhooks } from './services/webhooks-service.ts'
