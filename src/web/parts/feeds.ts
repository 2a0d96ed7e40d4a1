import { subscribeLinks } from '../feeds/calendar-links.ts'
import { type Filters, queryOf } from '../filters.ts'
import { type Html, html } from '../html.ts'
import type { Asked } from '../page.ts'
import { siteName } from '../site-name.ts'
import { sayIn } from '../words.ts'

const announced = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
}

/** Feeds of what a view shows, for programs that look for them. */
export const feedLinks = ({ links }: Asked, filters: Filters): Html =>
  html`${Object.entries(announced).map(
    ([format, type]) =>
      html`<link rel="alternate" type="${type}" href="${links.url('feed', { format }) + queryOf(filters)}">\n`,
  )}`

/** How to subscribe to what a view shows. */
export function subscribePart(asked: Asked, filters: Filters): Html {
  const { links, language } = asked
  const t = sayIn(language)
  const feed = (format: string) => links.url('feed', { format }) + queryOf(filters)
  const { webcal, google, outlook } = subscribeLinks(feed('ics'), siteName(asked))
  return html`<p>${t('subscribe')} <a href="${webcal}">${t('deviceCalendar')}</a> <a href="${google}">Google</a> <a href="${outlook}">Outlook</a> <a href="${feed('ics')}">iCalendar</a> <a href="${feed('rss')}">RSS</a></p>`
}
