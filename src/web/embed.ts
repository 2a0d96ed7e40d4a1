import { namesIn, tableOf } from '../define/objects.ts'
import { inEachLanguage, textIn } from '../define/text/language.ts'
import type { Locales } from '../define/text/locales.ts'
import { rowOf } from '../define/time/locale-row.ts'
import { embedMessages } from './embed-messages.ts'
import { dateTableScript, joinedScript } from './shell/browser-script.ts'
import type { Content, PageRequest } from './shell/page.ts'

/**
 * The calendar for other sites, as one script that needs nothing else: modules of which each comes after those that it takes from.
 */
const modules = [
  '../define/time/written-dates',
  'listing/filter-names',
  'client/embed/messages',
  'client/embed/days',
  'client/embed/dom',
  '../sdk/when',
  '../sdk/text',
  'client/embed/events',
  'client/embed/list',
  'client/embed/month',
  'client/embed/style',
  'client/embed/element',
]

let joined: string | undefined

const messagesIn = (locales: Locales) =>
  `const embedMessages = ${JSON.stringify(
    inEachLanguage(language =>
      tableOf(namesIn(embedMessages), name => textIn(embedMessages[name], locales[language])),
    ),
  )}\n`

/** The embed script, with the API root and the first day of the week filled in. */
export function embedScript({ world: { settings, site } }: PageRequest): Content {
  joined ??= joinedScript(modules)
  const daysToSunday = JSON.stringify(
    inEachLanguage(language => ({ monday: 6, sunday: 0, saturday: 1 })[site.weekStarts[language]]),
  )
  const dates = dateTableScript(language => {
    const { regions: _, isOneLocale: _all, ...row } = rowOf(site.locales[language])
    return row
  })
  const apiPath = JSON.stringify(`${settings.basePath}/${settings.namespace}`)
  return {
    type: 'text/javascript; charset=utf-8',
    body: `(() => {\nconst apiPath = ${apiPath}\nconst daysToSunday = ${daysToSunday}\n${dates}${messagesIn(site.locales)}${joined}\n})()\n`,
    // its URL stays, so clients revalidate it now and then
    headers: {
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  }
}
