import { languageList, languages, othersThan, type Sentence } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { titleOf } from '../feeds/entry.ts'
import { formatWhen } from '../feeds/when.ts'
import { eventIn } from '../listing/items.ts'
import { nowOf } from '../listing/now.ts'
import { messageFormatters } from '../shell/message-formatters.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { siteName } from '../shell/site-name.ts'

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

const upcoming = 25

const words = {
  about: {
    en: 'A calendar of events: what is on, when, where and by whom, in {languages}.',
    fr: 'Un agenda d’évènements : quoi, quand, où et par qui, {languages}.',
  },
  pages: { en: 'Pages', fr: 'Pages' },
  data: { en: 'Data', fr: 'Données' },
  upcoming: { en: 'Upcoming events', fr: 'Évènements à venir' },
  calendar: { en: 'The calendar', fr: 'L’agenda' },
  api: {
    en: 'REST API: lists take filters by date, text, category, tag, venue and place',
    fr: 'API REST : les listes se filtrent par date, texte, catégorie, étiquette, lieu et proximité',
  },
  document: { en: 'OpenAPI document of the API', fr: 'Document OpenAPI de l’API' },
  tools: {
    en: 'tools for assistants, by the Model Context Protocol',
    fr: 'outils pour assistants, selon le Model Context Protocol',
  },
  sitemap: { en: 'Sitemap', fr: 'Plan du site' },
} satisfies Record<string, Sentence>

const messagesFor = messageFormatters(words)

/** A guide for language models (llmstxt.org): the content of the site, and its sources as data. */
export async function llmsFile(request: PageRequest): Promise<Content> {
  const { language, links, locale, reading, world } = request
  const t = messagesFor(locale)
  const show = showContextOf(request)
  // what began today and is over is not upcoming
  const sent = { ends_after: nowOf(request), strict_dates: true, per_page: upcoming }
  const { views } = await reading.list('event', sent)
  const link = (text: string, url: string, more = '') =>
    `- [${text.replace(/[\\[\]]/g, '\\$&')}](${url})${more && `: ${more}`}`
  const lines = [
    `# ${siteName(request)}`,
    '',
    `> ${t('about', { languages: languageList(language) })}`,
    '',
    `## ${t('pages')}`,
    '',
    link(t('calendar'), links.url('events')),
    ...othersThan(language).map(other =>
      link(messagesFor(world.site.locales[other])('calendar'), links.url('events', {}, other)),
    ),
    '',
    `## ${t('data')}`,
    '',
    link('API', `${show.root}/events`, t('api')),
    link('OpenAPI', `${show.root}/doc`, t('document')),
    link('MCP', `${show.homeIn[language]}/mcp`, t('tools')),
    link(t('sitemap'), links.url('sitemap')),
    ...(views.length > 0 ? ['', `## ${t('upcoming')}`, ''] : []),
    ...views
      .map(view => eventIn(request, view))
      .map(event =>
        link(titleOf(event).replace(/\s+/g, ' '), event.urlIn(language), formatWhen(event, locale)),
      ),
    '',
  ]
  return { type: 'text/markdown; charset=utf-8', body: lines.join('\n') }
}
