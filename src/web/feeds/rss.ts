import { entryHtml, placeLine, pointOf, termsOf, titleOf } from './entry.ts'
import { type FeedAbout, type FeedEvent, nameOf, tagUri } from './format.ts'
import { endOf, isoInstant, mailDate, startOf } from './when.ts'
import { attribute, element, xmlFeed, xmlText } from './xml.ts'

/** Atom 1.0 (RFC 4287). */
export const atom = xmlFeed('application/atom+xml', atomHead, entryOf, '</feed>\n')

function atomHead({ title, language, page, self, logo }: FeedAbout, changed: number): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" ` +
    `xmlns:georss="http://www.georss.org/georss" xml:lang="${language}">\n` +
    `<title>${xmlText(title)}</title>\n` +
    element('id', self) +
    element('updated', isoInstant(changed)) +
    (logo ? element('logo', logo.url) : '') +
    `<author>${element('name', title)}</author>\n` +
    `<link rel="alternate" type="text/html"${attribute('href', page)}/>\n` +
    `<link rel="self" type="application/atom+xml"${attribute('href', self)}/>\n`
  )
}

function entryOf(event: FeedEvent, about: FeedAbout): string {
  const { url, published, updated, summary, organizers, image } = event
  const point = pointOf(event)
  const language = event.language === about.language ? '' : ` xml:lang="${event.language}"`
  return (
    `<entry${language}>\n` +
    `<title>${xmlText(titleOf(event))}</title>\n` +
    element('id', tagUri(nameOf(event), about)) +
    (published > 0 ? element('published', isoInstant(published)) : '') +
    element('updated', isoInstant(updated)) +
    organizers.map(({ name }) => `<author>${element('name', name.text)}</author>\n`).join('') +
    `<link rel="alternate" type="text/html"${attribute('href', url)}/>\n` +
    (image
      ? `<link rel="enclosure"${attribute('type', image.type)} length="${image.size}"${attribute('href', image.url)}/>\n`
      : '') +
    termsOf(event)
      .map(name => `<category${attribute('term', name)}/>\n`)
      .join('') +
    element('summary', summary) +
    element('content', entryHtml(event, about.locale), ' type="html"') +
    (point ? element('georss:point', `${point.lat} ${point.lng}`) : '') +
    '</entry>\n'
  )
}

const namespaces = Object.entries({
  atom: 'http://www.w3.org/2005/Atom',
  ev: 'http://purl.org/rss/1.0/modules/event/',
  georss: 'http://www.georss.org/georss',
})
  .map(([prefix, url]) => ` xmlns:${prefix}="${url}"`)
  .join('')

/** RSS 2.0; when and where also by the elements of its event module. */
export const rss = xmlFeed('application/rss+xml', headOf, itemOf, '</channel>\n</rss>\n')

/** The image types of RSS 2.0. */
const forRss = /^image\/(?:png|jpeg)$/

function headOf({ title, language, page, self, logo }: FeedAbout, changed: number): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"${namespaces}>\n<channel>\n` +
    element('title', title) +
    element('link', page) +
    // readers take a description for HTML, and the title repeats what was searched for
    element('description', xmlText(title)) +
    element('language', language) +
    (changed > 0 ? element('lastBuildDate', mailDate(changed)) : '') +
    element('ttl', '60') +
    (logo && forRss.test(logo.type)
      ? `<image>\n${element('url', logo.url)}${element('title', title)}${element('link', page)}</image>\n`
      : '') +
    `<atom:link${attribute('href', self)} rel="self" type="application/rss+xml"/>\n`
  )
}

function itemOf(event: FeedEvent, about: FeedAbout): string {
  const { url, published, venues, organizers, image } = event
  const point = pointOf(event)
  return (
    '<item>\n' +
    `<title>${xmlText(titleOf(event))}</title>\n` +
    element('link', url) +
    element('guid', tagUri(nameOf(event), about), ' isPermaLink="false"') +
    (published > 0 ? element('pubDate', mailDate(published)) : '') +
    element('description', entryHtml(event, about.locale)) +
    termsOf(event)
      .map(name => element('category', name))
      .join('') +
    element('ev:startdate', startOf(event)) +
    element('ev:enddate', endOf(event)) +
    element('ev:location', venues.map(placeLine).join(' · ')) +
    element('ev:organizer', organizers.map(({ name }) => name.text).join(', ')) +
    (point ? element('georss:point', `${point.lat} ${point.lng}`) : '') +
    (image
      ? `<enclosure${attribute('url', image.url)} length="${image.size}"${attribute('type', image.type)}/>\n`
      : '') +
    '</item>\n'
  )
}
