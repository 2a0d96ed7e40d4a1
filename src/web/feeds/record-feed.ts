import { paragraphs } from '../../define/text/html.ts'
import { type Locale, textIn } from '../../define/text/language.ts'
import { type AnyView, type ResourceName, resources, viewIn } from '../../resources/index.ts'
import type { Handler } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { siteName } from '../shell/site-name.ts'
import { fieldLines } from './entry.ts'
import { tagUri } from './format.ts'
import { mailDate } from './when.ts'
import { attribute, element, xmlText } from './xml.ts'

const maxEntries = 50

/** The latest records of a resource as RSS 2.0, newest first. */
export const recordFeed =
  (kind: ResourceName): Handler =>
  async request => {
    const { language, links, locale, reading, url, world } = request
    const about = { host: world.host() }
    const nameIn = (id: number) => tagUri(`${kind}-${id}`, about)
    const { views } = await reading.list(kind, { per_page: maxEntries })
    const title = `${siteName(request)} – ${textIn(resources[kind].many, locale)}`
    const context = showContextOf(request)
    return {
      type: 'application/rss+xml; charset=utf-8',
      headers: { 'X-Robots-Tag': 'noindex', 'Content-Language': language },
      body: `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${element('title', title)}${element('link', links.url('events'))}${element('description', xmlText(title))}${element('language', language)}<atom:link${attribute('href', links.publicUrl + url.path)} rel="self" type="application/rss+xml"/>
${views.map(view => itemOf(viewIn(kind, view, context), nameIn, locale)).join('')}</channel>
</rss>
`,
    }
  }

/** Its name stays the same when its slug changes. Readers take the description for HTML. */
const itemOf = (of: AnyView, nameIn: (id: number) => string, locale: Locale) => {
  const { id, name, url, published, description, image } = of
  const lines = fieldLines(of, locale).map(xmlText).join('<br>')
  const head = lines && `<p>${lines}</p>\n`
  return `<item>
${element('title', name.text)}${element('link', url)}${element('guid', nameIn(id), ' isPermaLink="false"')}${published > 0 ? element('pubDate', mailDate(published)) : ''}${element('description', head + paragraphs(description.text))}${
  image
    ? `<enclosure${attribute('url', image.url)} length="${image.size}"${attribute('type', image.type)}/>\n`
    : ''
}</item>
`
}
