import { once } from '../../define/base/objects.ts'
import type { Context, SharedWrite } from '../base/context.ts'
import { type Calendar, openCalendar } from './calendar.ts'

// Loaded at first use, as all that writes.
const oneWrite = once(() => import('../write/one-write.ts'))

/** Several operations in one transaction, by a calendar that reads what it has written. `write/one-write.ts` has the rules. */
export const asOneWrite = async <T>(
  context: Context,
  work: (calendar: Calendar, shared: SharedWrite) => Promise<T>,
): Promise<T> =>
  (await oneWrite()).inOneWrite(context, inner => work(openCalendar(inner), inner.shared))
