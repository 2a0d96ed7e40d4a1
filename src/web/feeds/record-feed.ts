import { type ResourceName, resources } from '../../resources/index.ts'
import { type AnyView, viewIn } from '../../resources/view.ts'
import type { Handler } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { siteName } from '../shell/site-name.ts'
import { mailDate } from './when.ts'
import { attribute, element } from './xml.ts'

const maxEntries = 50

/** The latest records of a resource as RSS 2.0, newest first. */
export const recordFeed =
  (kind: ResourceName): Handler =>
  async asked => {
    const { language, links, reading, url } = asked
    const { views } = await reading.list(kind, { per_page: maxEntries }, maxEntries)
    const title = `${siteName(asked)} – ${resources[kind].many[language]}`
    const context = showContextOf(asked)
    return {
      type: 'application/rss+xml; charset=utf-8',
      headers: { 'X-Robots-Tag': 'noindex', 'Content-Language': language },
      body: `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${element('title', title)}${element('link', links.url('events'))}${element('description', title)}${element('language', language)}<atom:link${attribute('href', links.publicUrl + url.path)} rel="self" type="application/rss+xml"/>
${views.map(view => itemOf(viewIn(kind, view, context))).join('')}</channel>
</rss>
`,
    }
  }

const itemOf = ({ name, url, published, description, image }: AnyView) =>
  `<item>
${element('title', name.text)}${element('link', url)}${element('guid', url)}${element('pubDate', mailDate(published))}${element('description', description.text)}${
  image
    ? `<enclosure${attribute('url', image.url)} length="${image.size}"${attribute('type', image.type)}/>\n`
    : ''
}</item>
`
