import { entryHtml, pointOf, termsOf, titleOf } from './entry.ts'
import { type FeedAbout, type FeedEvent, nameOf, tagUri } from './format.ts'
import { isoInstant } from './when.ts'
import { attribute, element, xmlFeed, xmlText } from './xml.ts'

/** Atom 1.0 (RFC 4287). */
export const atom = xmlFeed('application/atom+xml', headOf, entryOf, '</feed>\n')

function headOf({ title, language, page, self, logo }: FeedAbout, changed: number): string {
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
