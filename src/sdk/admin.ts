import type { AuditAction, Reach, Role, SettingSource } from '../define/account-messages.ts'
import type { Described } from '../define/schema.ts'
import type {
  AdminInput,
  AdminKey,
  AdminOutput,
  SignedIn,
  Who,
} from '../operations/admin-api/index.ts'
import type { schemas } from '../resources/admin-api/index.ts'
import { type Condition, caller, methods, type Options, type Query, type Sending } from './call.ts'

/** Operations that require no input. */
type FreeKey = {
  [K in AdminKey]: Record<never, never> extends AdminInput<K> ? K : never
}[AdminKey]

/** Sends an operation by its key in the table of operations: `admin('PATCH /users/:id', { id, role })`. */
export type Admin = {
  <K extends FreeKey>(key: K): Promise<AdminOutput<K>>
  <K extends AdminKey>(
    key: K,
    input: AdminInput<K>,
    more?: Condition & Sending,
  ): Promise<AdminOutput<K>>
}

/** The admin API of one service. `root`: `https://example.org/admin/api`, or `…/fr/admin/api` for messages in French. */
export function connectAdmin(root: string, options: Options = {}): Admin {
  const call = caller(root.replace(/\/+$/, ''), options)
  return (key: AdminKey, input: object = {}, more: Condition & Sending = {}) => {
    const method = methods.find(each => key.startsWith(each)) ?? 'GET'
    const pattern = key.slice(method.length + 1)
    const sent: Record<string, unknown> = { ...input }
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const { [name]: value } = sent
      delete sent[name]
      return encodeURIComponent(String(value))
    })
    const isBody = method === 'POST' || method === 'PATCH'
    const content = isBody ? { json: sent } : { query: sent as Query }
    return call(method, path, { ...content, ...more })
  }
}

// The types of `/admin/api`: sign-in, users, tokens. Times are ISO 8601 in UTC, or null. Types with a name in its document follow from there.

export type {
  AdminInput,
  AdminKey,
  AdminOutput,
  AuditAction,
  Reach,
  Role,
  SettingSource,
  SignedIn,
  Who,
}

type Schemas = typeof schemas
type Returned<N extends keyof Schemas> = Described<Schemas[N]>

export type SiteFacts = Who['site']
/** The rights of the user, by resource. The `Allow` header of a record has those on it. */
export type Rights = SignedIn['may']
export type May = Rights['event']

/** A user as administrators see one. */
export type User = Returned<'User'>
export type Session = Returned<'OpenSession'>
export type Token = Returned<'Token'>
/** A link to set a password, shown once. */
export type AccountLink = Returned<'NewLink'>
/** An action on a record. */
export type Activity = Returned<'Activity'>
export type Version = Returned<'Version'>
/** An import, and with its report. */
export type Import = Returned<'Import'>
export type ImportDetails = Returned<'WholeImport'>
export type Backups = Returned<'Backups'>
/** A feed that is imported regularly. */
export type Subscription = Returned<'Subscription'>
export type Webhook = Returned<'Webhook'>
export type Delivery = Returned<'Delivery'>
/** A setting of the service, as administrators see it. */
export type Setting = Returned<'Setting'>
/** The state of the service, for administrators. */
export type Status = Returned<'Status'>
/**
 * The presented fields of an event of some values. `when`: null as long as a date is missing; on its own clock, in UTC, and on the clock of the site.
 */
export type EventTrial = Returned<'EventTrial'>
/** The number of records, by status; statuses that the user may not list have no count. `mine`: the user’s own of `all`, of events. */
export type Counts = Returned<'Counts'>
