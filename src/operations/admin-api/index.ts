import type { Input, Returned } from '../api/operation.ts'
import { activityOperations } from './activity.ts'
import { backupsOperations } from './backups.ts'
import { erasureOperations } from './erasure.ts'
import { importsOperations } from './imports.ts'
import { linksOperations } from './links.ts'
import { mailsOperations } from './mails.ts'
import { manyOperations } from './many.ts'
import { ownAccountOperations } from './own-account.ts'
import { placesOperations } from './places.ts'
import { providerOperations } from './provider.ts'
import { recordsOperations } from './records.ts'
import { reportsOperations } from './reports.ts'
import { sessionOperations } from './session.ts'
import { settingsOperations } from './settings.ts'
import { statusOperations } from './status.ts'
import { subscriptionsOperations } from './subscriptions.ts'
import { tokensOperations } from './tokens.ts'
import { usersOperations } from './users.ts'
import { versionsOperations } from './versions.ts'
import { viewsOperations } from './views.ts'
import { webhooksOperations } from './webhooks.ts'

/** Everything under `/admin/api`, in the order of its documentation. */
export const adminOperations = {
  ...sessionOperations,
  ...providerOperations,
  ...linksOperations,
  ...ownAccountOperations,
  ...usersOperations,
  ...erasureOperations,
  ...tokensOperations,
  ...activityOperations,
  ...versionsOperations,
  ...recordsOperations,
  ...reportsOperations,
  ...manyOperations,
  ...viewsOperations,
  ...placesOperations,
  ...settingsOperations,
  ...statusOperations,
  ...mailsOperations,
  ...importsOperations,
  ...subscriptionsOperations,
  ...webhooksOperations,
  ...backupsOperations,
}

type AdminOperations = typeof adminOperations
export type AdminKey = keyof AdminOperations
/** The input of an operation, and its result. */
export type AdminInput<K extends AdminKey> = Input<K, AdminOperations[K]>
export type AdminOutput<K extends AdminKey> = Returned<AdminOperations[K]>

/** The operations of the administration; loaded with its first request. */

export { activityOperations } from './activity.ts'
export { backupsOperations, downloads } from './backups.ts'
export { erasureOperations } from './erasure.ts'
export { importsOperations } from './imports.ts'
export { linksOperations } from './links.ts'
export { mailsOperations } from './mails.ts'
export { manyOperations } from './many.ts'
export { ownAccountOperations } from './own-account.ts'
export { placesOperations } from './places.ts'
export { providerOperations } from './provider.ts'
export { recordsOperations } from './records.ts'
export { reportsOperations } from './reports.ts'
export { type SignedIn, sessionOperations, type Who } from './session.ts'
export { settingsOperations } from './settings.ts'
export { statusOperations } from './status.ts'
export { subscriptionsOperations } from './subscriptions.ts'
export { tokensOperations } from './tokens.ts'
export { usersOperations } from './users.ts'
export { perVersioned, versionsOperations } from './versions.ts'
export { viewsOperations } from './views.ts'
export { webhooksOperations } from './webhooks.ts'
