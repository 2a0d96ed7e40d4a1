/** What a calendar does: who may, what is read, what is written, who signs in. */

export {
  type Act,
  type Actor,
  anonymous,
  mayAdminister,
  mayImport,
  mayRead,
  service,
  visitor,
} from './access/access.ts'
export type { Action, Activity, ActivityQuery } from './activity/activity.ts'
export type { Bulk, BulkInput } from './activity/bulk.ts'
export type {
  Caller,
  Context,
  Guesses,
  ListCaller,
  Page,
  PageKey,
  Sealing,
  Site,
  SourcePages,
  View,
  WriteCaller,
} from './base/context.ts'
export { type ChangesPage, readChanges, termsOf } from './changes/read-changes.ts'
export {
  addWebhook,
  changeWebhook,
  type Delivery,
  listWebhooks,
  noteSent,
  readWebhook,
  removeWebhook,
  rotateSecret,
  type Webhook,
} from './changes/webhooks.ts'
export { correctionToken } from './history/correction-link.ts'
export type { OtherDate } from './history/restore-dates.ts'
export { type ChangedByOther, type Reviewed, type Reviews, titleIn } from './history/reviewed.ts'
export type { LeftOut, Version } from './history/versions.ts'
export {
  checkedFacts,
  checkedRecord,
  isId,
  isRecordLine,
  WrongPart,
  withoutPasswords,
} from './imports/checked-record.ts'
export { matchedNames, refuseUnknownMatches } from './imports/listed-fields.ts'
export { listedPage, listedPerPage, storeListed } from './imports/listed-records.ts'
export { isThere, putBack, secretsOfUsers, userHere } from './imports/put-back.ts'
export {
  type ImportReport,
  type ListedRecord,
  openReport,
  type ReportEntry,
} from './imports/report.ts'
export {
  beginRun,
  bulkFormat,
  carriedOut,
  claimRun,
  dropRun,
  endedTooOften,
  giveUp,
  type ImportRun,
  interruptedRuns,
  isInterrupted,
  isUndoable,
  listRuns,
  maxAttempts,
  readRun,
  reasonIn,
  runOf,
  Stopped,
  setRun,
} from './imports/runs.ts'
export {
  readContextOf,
  storedMappings,
  storeMapping,
  withSavedMappings,
} from './imports/saved-mappings.ts'
export { addPart, bytesOf, dropOldParts, dropParts, hasFile } from './imports/source-file.ts'
export { type StoredHistory, storedHistories } from './imports/stored-histories.ts'
export {
  changeSubscription,
  claimSubscription,
  dueSubscriptions,
  insertSubscription,
  listSubscriptions,
  lookedAt,
  lookFailed,
  readSubscription,
  releaseSubscription,
  type Subscription,
  subscribe,
  unsubscribe,
} from './imports/subscriptions.ts'
export type { Undoing, UndoReport } from './imports/undo.ts'
export {
  type AccountError,
  AccountProblem,
  type Authenticated,
  type Credential,
  demoLogin,
  type Refusal,
  type User,
  userOf,
} from './people/account-types.ts'
export {
  type Accounts,
  accountsFor,
  entryOf,
  firstAdministrator,
  type UserPage,
} from './people/accounts.ts'
export { type Authenticator, openAuthenticator } from './people/credential-cache.ts'
export { type OwnCredentials, ownCredentials } from './people/credentials.ts'
export { openWaitingMails, stopReviewMails, stopToken } from './people/review-mails.ts'
export { listViews, removeView, saveView } from './people/saved-views.ts'
export type { Identity } from './people/sign-in/by-provider.ts'
export { rightsOf } from './people/sign-in/capabilities.ts'
export type { OneTimeLink } from './people/sign-in/links.ts'
export { changesEmail } from './people/sign-in/own-account.ts'
export { recoveryLeft } from './people/sign-in/second-factor.ts'
export type { Device, Entered } from './people/sign-in/sessions.ts'
export { newSetUpCode, openSignIn, type SignIn } from './people/sign-in/sign-in.ts'
export type { SignInBy } from './people/sign-in/work.ts'
export { allUsers } from './people/users.ts'
export * from './read/counts.ts'
export type { Dated } from './read/dates.ts'
export { everyEvent, everyEventView } from './read/every-event.ts'
export type { ListFacets } from './read/facets.ts'
export type { FullSeries } from './read/full-series.ts'
export { imageUses, seesHeldFile } from './read/image-uses.ts'
export { dependencyOf, type Listing, listOfKind } from './read/lists.ts'
export { listOccurrences } from './read/occurrences.ts'
export { recordOfSource } from './read/of-source.ts'
export { differingFields } from './read/patch-fields.ts'
export type { RemovedEvent } from './read/removed-events.ts'
export { fallsBack, formsShown, scopeReach } from './read/scope-reach.ts'
export { isLeftOut } from './read/showing.ts'
export { isVisibleLink } from './read/views.ts'
export type { Schedule } from './schedule/schedule.ts'
export {
  type Address,
  asOneWrite,
  type Calendar,
  openCalendar,
  writing,
} from './verbs/calendar.ts'
export { listTable } from './verbs/table.ts'
export { forbidden } from './write/check.ts'
export { keepResponse, keptResponse, SeveralTransactions } from './write/kept-responses.ts'
export { authorsOf, type NoteOpen, otherEditors } from './write/names.ts'
export type { Written } from './write/write-verbs.ts'
