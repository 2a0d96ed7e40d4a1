import type { Params, Values } from '../../define/param.ts'
import { type WriteValues, writeParams } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/format.ts'
import { wallOf } from '../../define/time/zone.ts'
import { costOf } from '../../resources/event/cost.ts'
import { event } from '../../resources/event/event.ts'
import type { Context } from '../context.ts'
import { whenOf } from './event-rules.ts'

const tried = ['all_day', 'start_date', 'end_date', 'timezone', 'cost'] as const
type Tried = Pick<WriteValues<typeof event>, (typeof tried)[number]>

/** The fields of an event that can be tried without saving it. */
export const triedParams: Params = Object.fromEntries(
  Object.entries(writeParams(event, 'change')).filter(([name]) => tried.some(of => of === name)),
)

/** Values are what the checks of `triedParams` made of them. */
const draftIn = (checked: Values) => checked as Tried

/** What an event of these fields would show; throws the problem that a write would have with its dates. */
export function tryEvent(context: Context, checked: Values) {
  const { currency, zone } = context.site
  const draft = draftIn(checked)
  const cost = String(draft.cost ?? '')
  return {
    when: triedWhen(context, draft, zone),
    cost: Object.fromEntries(
      languages.map(language => [language, costOf(cost, currency, language).cost]),
    ),
  }
}

function triedWhen(context: Context, draft: Tried, zone: string) {
  if (draft.start_date == null || draft.end_date == null) return null
  const when = whenOf(context, draft, undefined)
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
