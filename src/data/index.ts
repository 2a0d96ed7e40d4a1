/** The data folder, opened. */

export type { DamageCheck } from './database.ts'
export { newKey, openDataFolder, protectedEvents, readSite } from './open.ts'
