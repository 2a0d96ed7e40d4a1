import { languages } from '../../define/text/language.ts'
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
