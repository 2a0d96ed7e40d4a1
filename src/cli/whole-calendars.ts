/** What reads or writes whole calendars, or much of one; and webhooks, which need the service in this process too. */

export * as backup from './backup.ts'
export { demo } from './demo.ts'
export { erase } from './erase.ts'
export * as exporters from './export.ts'
export * as imports from './import.ts'
export { move } from './move.ts'
export { webhooks } from './webhooks.ts'
