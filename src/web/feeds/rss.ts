import { entryHtml, placeLine, pointOf, termsOf, titleOf } from './entry.ts'
import { type FeedAbout, type FeedEvent, nameOf, tagUri } from './format.ts'
import { endOf, mailDate, startOf } from './when.ts'
import { attribute, element, xmlFeed, xmlText } from './xml.ts'

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
