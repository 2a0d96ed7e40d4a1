import { daySeconds } from '../../define/time/clock.ts'
import { append } from '../../journal/index.ts'
import { isSeries } from '../../resources/index.ts'
import type { Transaction } from '../../store/index.ts'
import { service } from '../access/access.ts'
import type { Context } from '../base/context.ts'
import { horizonOf } from '../read/horizon.ts'
import { listedChange, listedEvent } from './log-change.ts'
import { setDates, untilHorizon } from './series.ts'

/** A series is extended once it lacks dates of so many seconds: once a month, and not every day. */
const lag = 30 * daySeconds
/** They share a commit, and others write and read between two of these. */
const atOnce = 64

/**
 * Stores the dates of series up to the horizon, which moves with the clock (R11); returns the number of extended series. After an interruption, the
 * next run continues with the series that still lack dates.
 */
export async function extendSeries(
  context: Context,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const before = horizonOf(context, context.site.zone) - lag
  const errors: unknown[] = []
  let extended = 0
  let passedOver = 0
  while (!isStopped()) {
    const ids = await context.store.seriesStoredUntil(before, atOnce, passedOver)
    const done = await Promise.allSettled(
      ids.map(id => context.store.write(tx => extend(context, tx, id, before))),
    )
    for (const each of done) {
      if (each.status === 'rejected') errors.push(each.reason)
      if (each.status === 'fulfilled' && each.value) extended += 1
      else passedOver += 1
    }
    if (ids.length < atOnce) break
    await new Promise(setImmediate)
  }
  if (errors.length > 0) throw errors[0]
  return extended
}

/** It is no version of its own: nothing that anyone has written changes. False: the series is gone, or left out because it cannot be shown. */
async function extend(
  context: Context,
  tx: Transaction,
  id: number,
  before: number,
): Promise<boolean> {
  const stored = await tx.get('event', id)
  if (!stored || !isSeries(stored)) return false
  const from = Number(stored.facts.recurrence_until)
  if (from >= before) return true
  const until = untilHorizon(context, stored)
  const after = { ...stored, facts: { ...stored.facts, recurrence_until: until } }
  await tx.add('event', [id], 'recurrence_until', until - from)
  await setDates({ tx }, after, { from: from + 1 })
  // rows of lists and texts to search in do not follow from the horizon
  await tx.derive(stored, stored)
  const by = { instant: context.now(), actor: service.id, language: context.site.language }
  const listed = listedEvent(stored)
  const change = await listedChange(tx, listed, listed, tx.takeDatesChange(id))
  await append(tx, by, stored, after, change)
  return true
}
