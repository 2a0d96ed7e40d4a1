import { element } from '../feeds/xml.ts'
import { html } from '../shell/html.ts'

/** The values of an event in the page of another site. */
type Embedded = {
  title: string
  url: string
  when: string
  where: string
  site: { name: string; url: string }
  author?: { name: string; url: string } | undefined
  thumbnail?: { url: string; width: number; height: number } | undefined
}

const widest = 600
const height = 200

/** The response by name (oembed.com, 2.3.4.4): rich, a quotation that needs neither script nor style of ours. */
export function oembedOf(event: Embedded, max: { width: number; height: number }) {
  const { title, url, when, where, site, author, thumbnail } = event
  const about = [when, where].filter(text => text !== '')
  return {
    version: '1.0',
    type: 'rich',
    title,
    ...(author && { author_name: author.name, author_url: author.url }),
    provider_name: site.name,
    provider_url: site.url,
    cache_age: 3600,
    ...(thumbnail &&
      thumbnail.width <= max.width &&
      thumbnail.height <= max.height && {
        thumbnail_url: thumbnail.url,
        thumbnail_width: thumbnail.width,
        thumbnail_height: thumbnail.height,
      }),
    html: html`<blockquote class="almanac-event"><p><a href="${url}">${title}</a></p>${about.map(
      text => html`<p>${text}</p>`,
    )}<p><a href="${site.url}">${site.name}</a></p></blockquote>`.toString(),
    width: Math.min(widest, max.width),
    height: Math.min(height, max.height),
  }
}

export const oembedXml = (response: Record<string, string | number>): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${Object.entries(response)
    .map(([name, value]) => element(name, String(value)))
    .join('')}</oembed>\n`
