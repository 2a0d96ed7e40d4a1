/** The screens that are about no records: who opens one of them opens others soon, so they are one file. */

export { Account } from './account/account.tsx'
export { Activity } from './activity/activity.tsx'
export { Backups } from './backups/backups.tsx'
export { OneImport } from './imports/import.tsx'
export { Imports } from './imports/imports.tsx'
export { Review } from './review/review.tsx'
export { Settings } from './settings/settings.tsx'
export { Status } from './status/status.tsx'
export { Tokens } from './tokens/tokens.tsx'
export { OneUser } from './users/user.tsx'
export { Users } from './users/users.tsx'
export { Webhooks } from './webhooks/webhooks.tsx'
