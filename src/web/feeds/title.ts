import { isVisibleLink } from '../../calendar/read/views.ts'
import type { Values } from '../../define/param.ts'
import { postLinkKinds, termLinkKinds } from '../../define/record.ts'
import { formatMessage } from '../../define/text/language.ts'
import { linkFilters } from '../../resources/event/filters.ts'
import { viewIn } from '../../resources/view.ts'
import type { Reading } from '../reading.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { siteName } from '../shell/site-name.ts'

/** The filters that a title names, in its order. */
const titledBy = [...termLinkKinds, ...postLinkKinds]
const maxNames = 5
const quoted = { en: '“{words}”', fr: '«\u00a0{words}\u00a0»' }

/** The name of a feed in a calendar: the site, and the chosen filters. */
export async function feedTitle(
  request: PageRequest,
  reading: Reading,
  values: Values,
): Promise<string> {
  const { locale } = request
  const names: string[] = []
  for (const kind of titledBy) {
    const ids = values[linkFilters[kind]]
    if (!Array.isArray(ids) || ids.length > maxNames) continue
    for (const view of await reading.views(kind, { ids: ids.map(Number) }))
      if (isVisibleLink(reading.caller.actor, view.record))
        names.push(viewIn(kind, view, showContextOf(request)).name.text)
  }
  for (const words of [values.q, values.search])
    if (typeof words === 'string') names.push(formatMessage(quoted, locale, { words }))
  const site = siteName(request)
  return names.length === 0 ? site : `${site} – ${names.slice(0, maxNames).join(', ')}`
}
