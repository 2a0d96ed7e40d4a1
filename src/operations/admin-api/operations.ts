import type { Input, Returned } from '../operation.ts'
import { activityOperations } from './activity.ts'
import { countsOperations } from './counts.ts'
import { forgottenOperations } from './forgotten.ts'
import { imagesOperations } from './images.ts'
import { linksOperations } from './links.ts'
import { mergeOperations } from './merge.ts'
import { ownAccountOperations } from './own-account.ts'
import { providerOperations } from './provider.ts'
import { reviewOperations } from './review.ts'
import { sessionOperations } from './session.ts'
import { settingsOperations } from './settings.ts'
import { tokensOperations } from './tokens.ts'
import { trialOperations } from './trial.ts'
import { usersOperations } from './users.ts'
import { versionsOperations } from './versions.ts'

/** Everything under `/admin/api`, in the order of its documentation. */
export const adminOperations = {
  ...sessionOperations,
  ...providerOperations,
  ...linksOperations,
  ...forgottenOperations,
  ...ownAccountOperations,
  ...usersOperations,
  ...tokensOperations,
  ...activityOperations,
  ...versionsOperations,
  ...reviewOperations,
  ...imagesOperations,
  ...trialOperations,
  ...countsOperations,
  ...mergeOperations,
  ...settingsOperations,
}

type AdminOperations = typeof adminOperations
export type AdminKey = keyof AdminOperations
/** What an operation takes, and what it returns. */
export type AdminInput<K extends AdminKey> = Input<K, AdminOperations[K]>
export type AdminOutput<K extends AdminKey> = Returned<AdminOperations[K]>
