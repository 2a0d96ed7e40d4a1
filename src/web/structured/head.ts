import { languagesOf, shown } from '../../define/record-texts.ts'
import { pageUrl } from '../../define/shown.ts'
import { htmlToText } from '../../define/text/html.ts'
import { languages } from '../../define/text/language.ts'
import { collapsedText } from '../../define/text/plain-text.ts'
import type { View } from '../../define/view.ts'
import { eventStatusOf } from '../../resources/event/event-status.ts'
import { resources } from '../../resources/index.ts'
import { placeWords } from '../feeds/entry.ts'
import { feedEvent } from '../feeds/feed-event.ts'
import { whenWords } from '../feeds/when.ts'
import { shortened } from '../listing/items.ts'
import { type Html, html } from '../shell/html.ts'
import { logoOf } from '../shell/logo.ts'
import { sayIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { siteName } from '../shell/site-name.ts'
import {
  breadcrumbs,
  type Crumb,
  eventData,
  linkedRecordData,
  organizationData,
  scriptOf,
} from './linked-data.ts'
import { type Preview, previewElements } from './open-graph.ts'
import { showContextOf } from './show-context.ts'

/** A page that is of no single record: Open Graph, and the way to it. */
export function pageHead(
  asked: PageRequest,
  {
    title,
    description = '',
    url,
  }: { title: string; description?: string | undefined; url: string },
): Html {
  return html`${previewElements({
    type: 'website',
    ...common(asked),
    title,
    description,
    url,
    languages,
  })}${asked.name === 'events' ? siteData(asked) : ''}${url === start(asked).url ? '' : scriptOf(breadcrumbs([start(asked), { name: title, url }]))}`
}

/** The page of an event: Open Graph, linked data, the way to it, and where other sites find what to embed. */
export function eventHead(asked: PageRequest, view: View): Html {
  const show = showContextOf(asked)
  const { record, categories, image } = view
  const { title, url, when, where, summary } = eventWords(asked, view)
  const { event_status: status } = eventStatusOf(record.facts)
  const notice = status === 'scheduled' ? '' : sayIn(asked.language)(status)
  const data = eventData(view, show)
  const preview: Preview = {
    type: 'article',
    ...common(asked),
    title,
    url,
    languages: languagesOf(record),
    description: [notice, when, where, summary].filter(Boolean).join(' · '),
    image: (view.masked ? undefined : imageOf(asked, image)) ?? previewOf(asked),
    published: Number(record.facts.date_utc ?? 0),
    modified: Number(record.facts.modified ?? 0),
  }
  const [category] = view.masked ? [] : categories
  const crumbs: Crumb[] = [
    start(asked),
    ...(category
      ? [
          {
            name: shown(category, 'name', asked.language) ?? '',
            url: pageUrl(show, resources.category, category, asked.language),
          },
        ]
      : []),
    { name: title, url },
  ]
  return html`${previewElements(preview)}${data ? scriptOf(data) : ''}${scriptOf(breadcrumbs(crumbs))}${discovery(asked, url, title)}`
}

/** The page of a venue or an organizer. */
export function linkedHead(asked: PageRequest, view: View): Html {
  const show = showContextOf(asked)
  const { record, image } = view
  const kind = record.kind === 'venue' ? 'venue' : 'organizer'
  const title = shown(record, kind, asked.language) ?? ''
  const url = pageUrl(show, resources[kind], record, asked.language)
  const preview: Preview = {
    type: 'website',
    ...common(asked),
    title,
    url,
    languages: languagesOf(record),
    description: summaryOf(htmlToText(shown(record, 'description', asked.language) ?? '')),
    image: imageOf(asked, image) ?? previewOf(asked),
  }
  return html`${previewElements(preview)}${scriptOf(linkedRecordData(view, show))}${scriptOf(breadcrumbs([start(asked), { name: title, url }]))}`
}

/** An event in a few words, for what other sites show of it. What a password hides is not among them. */
export function eventWords(asked: PageRequest, view: View) {
  const event = feedEvent(view, showContextOf(asked))
  const [venue] = event.venues
  return {
    title: event.title,
    url: event.url,
    when: whenWords(event, asked.language),
    where: venue ? placeWords(venue) : '',
    summary: summaryOf(event.summary || htmlToText(event.html)),
    organizers: event.organizers,
  }
}

const common = (asked: PageRequest) => ({
  site: siteName(asked),
  language: asked.language,
  image: previewOf(asked),
})

/** The logo where there is no other picture: what shows previews does not draw SVG. */
function previewOf(asked: PageRequest): Preview['image'] {
  const logo = logoOf(asked)
  return logo && logo.type !== 'image/svg+xml' ? { ...logo, alt: siteName(asked) } : undefined
}

/** Whose calendar it is, for search engines that show its logo. */
function siteData(asked: PageRequest): Html | string {
  const logo = logoOf(asked)
  return logo
    ? scriptOf(organizationData({ name: siteName(asked), url: start(asked).url, logo: logo.url }))
    : ''
}

const start = ({ links, language }: PageRequest): Crumb => ({
  name: sayIn(language)('events'),
  url: links.url('events'),
})

/** oEmbed: WordPress and others find by it what to show of an event. */
const discovery = ({ links }: PageRequest, url: string, title: string): Html =>
  html`${(['json', 'xml'] as const).map(format => {
    const href = `${links.url('oembed')}?${new URLSearchParams({ format, url })}`
    const type = format === 'json' ? 'application/json+oembed' : 'text/xml+oembed'
    return html`<link rel="alternate" type="${type}" href="${href}" title="${title}">\n`
  })}`

export function imageOf({ links, language }: PageRequest, image: View['image']): Preview['image'] {
  if (!image) return undefined
  const { facts } = image
  return {
    url: `${links.publicUrl}/uploads/${facts.file}`,
    type: String(facts.mime),
    width: Number(facts.width),
    height: Number(facts.height),
    alt: shown(image, 'alt', language) ?? '',
  }
}

const maxSummary = 200

const summaryOf = (text: string) => shortened(collapsedText(text), maxSummary)
