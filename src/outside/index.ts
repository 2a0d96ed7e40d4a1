/** Adapters to the machine. */

export { openAccessLog } from './access-log.ts'
export {
  contentType,
  exposition,
  type Family,
  fromWorker,
  nodeFigures,
  type Sample,
  shareCounts,
} from './counts.ts'
export {
  guardedFetch,
  guardedRequests,
  PrivateAddress,
  type Refusal,
} from './fetch/guarded-fetch.ts'
export { openSourcePages, sourcePagesIn } from './fetch/source-pages.ts'
export { paintIcon } from './icons.ts'
export {
  type CopiedFiles,
  type CopyProgress,
  copyFiles,
  digestOf,
  namesIn,
  sync,
} from './images/copied-files.ts'
export { bucketOf, type ImagePlace, imageFilesOf, inFolder } from './images/place.ts'
export { openImageStore, reachImages, serveUploads } from './images.ts'
export { type LogOutput, logProgress, openLog, type Progress } from './log.ts'
export { type Message, openMail, sendMail } from './mail.ts'
export { mapFileIn, mapFileName, serveMapFile } from './map-file.ts'
export { openRecords } from './open-records.ts'
export { openProvider, providerFlows } from './provider.ts'
export { SealError, sealed, unsealed } from './sealed-stream.ts'
export { oneTimeCodes, sealingFor } from './sealing.ts'
export { copyKey, keyFile, keyIn, renewKey } from './secret-key.ts'
export { readSiteFile, type SiteFileContent, type SiteFileRefusal, siteFile } from './site-file.ts'
export { openStorage, probeFolder, type Trouble } from './storage-health.ts'
export {
  inheritedSocket,
  ownMemoryForBuffers,
  type Report,
  type ReportRequest,
  type Supervision,
  startVariable,
  type ToWorker,
  thisWorker,
  type Worker,
  type WorkerStart,
} from './worker.ts'
