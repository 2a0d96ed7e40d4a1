/** Screens of administrators, and imports: one file, for who opens one of them opens others soon. */

export { Backups } from './backups/backups.tsx'
export { OneImport } from './imports/import.tsx'
export { Imports } from './imports/imports.tsx'
export { Settings } from './settings/settings.tsx'
export { Status } from './status/status.tsx'
export { OneUser } from './users/user.tsx'
export { Users } from './users/users.tsx'
export { Webhooks } from './webhooks/webhooks.tsx'
