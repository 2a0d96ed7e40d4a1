import { tableOf } from '../../define/base/objects.ts'
import type { ParamValues } from '../../define/param.ts'
import { languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { wallOf } from '../../define/time/zone.ts'
import type { triedParams } from '../../resources/admin-api/index.ts'
import { costOf, derive } from '../../resources/index.ts'
import type { Context } from '../base/context.ts'
import { whenOf } from './event-rules.ts'

type Tried = ParamValues<typeof triedParams>

/** The presented fields of an event of these values; throws the problem that a write would have with its dates. */
export function tryEvent(context: Context, draft: Tried) {
  const { currency, zone } = context.site
  const cost = String(draft.cost ?? '')
  return {
    when: triedWhen(context, draft, zone),
    cost: tableOf(languages, language => costOf(cost, currency, language).cost),
  }
}

function triedWhen(context: Context, draft: Tried, zone: string) {
  if (draft.start_date == null || draft.end_date == null) return null
  const when = derive(whenOf(context, draft, undefined))
  return {
    timezone: when.timezone,
    timezone_abbr: when.timezone_abbr,
    start_date: formatWall(when.starts),
    end_date: formatWall(when.ends),
    utc_start_date: formatWall(when.utc_starts),
    utc_end_date: formatWall(when.utc_ends),
    site_timezone: zone,
    site_start_date: formatWall(wallOf(when.utc_starts, zone)),
    site_end_date: formatWall(wallOf(when.utc_ends, zone)),
  }
}
