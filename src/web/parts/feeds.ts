import { subscribeLinks } from '../feeds/calendar-links.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { siteName } from '../shell/site-name.ts'
import { calendarChoice } from './calendars.ts'

const announced = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
}

/** Feeds of the events of a view, for programs that look for them. */
export const feedLinks = ({ links }: PageRequest, query: string): Html =>
  html`${Object.entries(announced).map(
    ([format, type]) =>
      html`<link rel="alternate" type="${type}" href="${links.url('feed', { format }) + query}">\n`,
  )}`

/** The links to subscribe to the events of a view. */
export function subscribePart(request: PageRequest, query: string): Html {
  const { links, locale } = request
  const t = messagesIn(locale)
  const feed = (format: string) => links.url('feed', { format }) + query
  const { webcal, google, outlook, office } = subscribeLinks(feed('ics'), siteName(request))
  const address = html`<div class="address"><label for="feed-address">${t('feedAddress')}</label>
<input id="feed-address" value="${feed('ics')}" readonly>
<button type="button" class="quiet needs-script" data-copies="feed-address" data-copied="${t('copied')}">${t('copy')}</button></div>`
  return calendarChoice(
    t('subscribe'),
    [
      { text: t('googleCalendar'), href: google },
      { text: t('otherCalendars'), href: webcal },
      { text: t('outlook'), href: outlook },
      { text: t('office'), href: office },
      { text: t('rss'), href: feed('rss') },
    ],
    address,
  )
}
