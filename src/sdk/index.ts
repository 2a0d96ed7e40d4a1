/** The client of the API and of the administration. It runs in a browser. */

export type {
  AccountLink,
  Activity,
  AdminInput,
  AdminKey,
  AdminOutput,
  AuditAction,
  Backups,
  Counts,
  EventTrial,
  Import,
  ImportDetails,
  May,
  Reach,
  Rights,
  Role,
  Session,
  Setting,
  SettingSource,
  SignedIn,
  SiteFacts,
  Status,
  Subscription,
  Token,
  User,
  Version,
  Who,
} from './account-types.ts'
export { connectAdmin } from './admin.ts'
export {
  AlmanacError,
  allowedOn,
  type Client,
  type Condition,
  connect,
  type EventDraft,
  type Image,
  type Page,
  type PatchOf,
  plainText,
  type Query,
  type Sending,
  tagOf,
  whenOf,
} from './client.ts'
export { inSearch } from './query.ts'
export type { Paths, ResourceName } from './types.ts'
