/** Work in the background: imports, backups, mails, status. */

export { startBackground } from './background.ts'
export { openBackups, upkeep } from './backups.ts'
export { openBulk } from './bulk.ts'
export type { Finding } from './doctor.ts'
export { openGeocoder } from './geocoder.ts'
export {
  largestArchive,
  reaching,
  refuseUnreadable,
  sourceAt,
} from './import-source.ts'
export { openImports } from './imports.ts'
export { metricsOf, openReadiness } from './metrics-text.ts'
export { openDisabledMails, openOutbox } from './outbox.ts'
export { openProposalMails } from './proposal-mails.ts'
export {
  fileNames,
  givenFiles,
  openSiteFiles,
  readSentFile,
  settingsFor,
  storedFiles,
  storeSettings,
  takeFiles,
} from './site-files.ts'
export { openWebhooks } from './webhooks.ts'
