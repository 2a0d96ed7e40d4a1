import { languages } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import type { Content, PageRequest } from '../shell/page.ts'

const type = 'text/plain; charset=utf-8'

/** The paths that crawlers may read: the pages, not the API with the same content; or none. */
export function robotsFile({ links, world }: PageRequest): Content {
  const { robots, basePath, namespace } = world.settings
  if (robots === 'none') return { type, body: 'User-agent: *\nDisallow: /\n' }
  const under = new URL(links.publicUrl).pathname.replace(/\/$/, '')
  const roots = ['', ...languages.map(language => `/${language}`)].map(
    prefix => `${under}${prefix}${basePath}/${namespace}/`,
  )
  return {
    type,
    body: [
      'User-agent: *',
      ...roots.map(root => `Disallow: ${root}`),
      '',
      ...languages.map(language => `Sitemap: ${links.url('sitemap', {}, language)}`),
      '',
    ].join('\n'),
  }
}

/** RFC 9116 asks for an end within a year, after which the contact is not to be trusted. */
const validity = 364 * 86_400

/** Where vulnerabilities of the site are reported, by RFC 9116. The end moves on by whole days, so that copies of a day are alike. */
export function securityFile({ links, world, name, reading }: PageRequest): Content {
  const { securityContact } = world.settings
  if (!securityContact) throw new Problem('rest_no_route')
  const day = Math.floor(world.now() / 86_400) * 86_400
  reading.validUntil(day + 86_400)
  return {
    type: 'text/plain; charset=utf-8',
    body: [
      `Contact: ${securityContact}`,
      `Expires: ${new Date((day + validity) * 1000).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${links.url(name)}`,
      '',
    ].join('\n'),
  }
}
