import { analyticsIn } from '../../define/text/attributes.ts'
import { isNear } from '../listing/filters.ts'
import type { AddressName } from '../shell/addresses.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import { matomoScript } from './assets.ts'

/** Pages without analytics: screens, previews and framed pages. */
const uncounted: ReadonlySet<AddressName> = new Set<AddressName>([
  ...(['admin', 'adminScreen', 'preview', 'look', 'docs', 'embedFrame'] as const),
  // their URLs have the token of a proposal
  ...(['proposed', 'correct', 'corrected'] as const),
])

/** The origin of the script that counts visits of a page; undefined: none does. */
export function analyticsOrigin({
  name,
  query,
  world: { settings },
}: Pick<PageRequest, 'name' | 'query' | 'world'>): string | undefined {
  const counter = analyticsIn(settings.analytics)
  // the URL of what is near a visitor has the visitor's position
  const isUncounted = uncounted.has(name) || isNear(Object.fromEntries(query))
  return counter && !isUncounted ? new URL(counter.url).origin : undefined
}

/** The script that counts visits, with its attributes. */
export function analyticsPart(request: PageRequest): Html | string {
  const counter = analyticsIn(request.world.settings.analytics)
  if (!counter || !analyticsOrigin(request)) return ''
  const { service, url, site } = counter
  const attributes = [...(preset[service]?.(site) ?? []), ...counter.attributes].map(
    ([name, value]) => html` ${name}="${value}"`,
  )
  const start =
    service === 'matomo'
      ? html`<script defer src="${request.links.path('asset', { file: matomoScript.file })}" data-url="${url}" data-site="${site}"></script>\n`
      : ''
  return html`${start}<script defer src="${url}"${attributes}></script>\n`
}

const preset: Partial<Record<string, (site: string) => [string, string][]>> = {
  plausible: site => (site ? [['data-domain', site]] : []),
  umami: site => (site ? [['data-website-id', site]] : []),
}

/** A policy that lets that script run and send. */
export const policyFor = (policy: string, origin: string) =>
  ['script-src', 'connect-src', 'img-src'].reduce(
    (written, name) => written.replace(new RegExp(`(^|; )${name} [^;]*`), `$& ${origin}`),
    policy,
  )
