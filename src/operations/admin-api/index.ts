import type { Input, Returned } from '../api/operation.ts'
import { backupsOperations } from './backups.ts'
import { importsOperations, subscriptionsOperations } from './imports.ts'
import { activityOperations, manyOperations } from './many.ts'
import { linksOperations, ownAccountOperations, viewsOperations } from './own-account.ts'
import { placesOperations, recordsOperations } from './records.ts'
import { reportsOperations } from './reports.ts'
import { providerOperations, sessionOperations } from './session.ts'
import { mailsOperations, settingsOperations, statusOperations } from './settings.ts'
import { erasureOperations, tokensOperations, usersOperations } from './users.ts'
import { versionsOperations } from './versions.ts'
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

export { backupsOperations, downloads } from './backups.ts'
export { importsOperations, subscriptionsOperations } from './imports.ts'
export { activityOperations, manyOperations } from './many.ts'
export { linksOperations, ownAccountOperations, viewsOperations } from './own-account.ts'
export { placesOperations, recordsOperations } from './records.ts'
export { reportsOperations } from './reports.ts'
export { providerOperations, type SignedIn, sessionOperations, type Who } from './session.ts'
export { mailsOperations, settingsOperations, statusOperations } from './settings.ts'
export { erasureOperations, tokensOperations, usersOperations } from './users.ts'
export { perVersioned, versionsOperations } from './versions.ts'
export { webhooksOperations } from './webhooks.ts'
