/** What several folders share and no domain names: memories, queues, processes. */

export {
  type AddressQueue,
  openAddressQueue,
  openQueues,
  type QueuePlace,
  type Queues,
} from './address-queue.ts'
export {
  type Cache,
  type CacheFigures,
  type Dependency,
  type Journal,
  onNothing,
  openAdmission,
  openCache,
  openValidities,
  type Table,
  type Validity,
  type WithValidities,
} from './cache.ts'
export { type Ended, growSlowly, runNode } from './child-node.ts'
export { guideNames, guideOf, imageOfGuide, indexName } from './guides.ts'
export { type HistogramFigures, openHistogram } from './histogram.ts'
export { commit, version, versionWithCommit } from './version.ts'
