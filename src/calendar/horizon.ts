import { lastWall, type WallTime } from '../define/time/clock.ts'
import { dayIn } from '../define/time/days.ts'
import { addMonths } from '../define/time/format.ts'
import { wallOf } from '../define/time/zone.ts'
import type { Context } from './context.ts'

/** The last second in which dates of series are stored (R11), on the clock of an event. */
export const horizonOf = ({ now, site }: Pick<Context, 'now' | 'site'>, zone: string): WallTime =>
  Math.min(dayIn(addMonths(wallOf(now(), zone), 12 * site.recurrenceHorizon)), lastWall)
