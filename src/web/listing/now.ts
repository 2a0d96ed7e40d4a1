import { type Day, formatWall } from '../../define/time/clock.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'
import { daySeconds, startOfDay } from '../shell/dates.ts'
import type { PageRequest } from '../shell/page.ts'

/** Today on the clock of the site; a page that shows it is valid until midnight. */
export function todayOf({ world, reading }: Pick<PageRequest, 'world' | 'reading'>): Day {
  const { zone } = world.site
  const today = startOfDay(wallOf(world.now(), zone))
  reading.validUntil(instantOf(today + daySeconds, zone))
  return today
}

/** Seconds after which upcoming events are read again. */
const step = 300

/** Now, as filters take it; a page that uses it is valid for a few minutes. */
export function nowOf({ world, reading }: Pick<PageRequest, 'world' | 'reading'>): string {
  const now = Math.floor(world.now() / step) * step
  reading.validUntil(now + step)
  return formatWall(wallOf(now, world.site.zone))
}
