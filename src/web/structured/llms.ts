import { shown } from '../../define/record-texts.ts'
import { pageUrl } from '../../define/shown.ts'
import type { Sentence } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/format.ts'
import { resources } from '../../resources/index.ts'
import type { Asked, Content } from '../page.ts'
import { siteName } from '../site-name.ts'
import { speaking } from '../speaking.ts'
import { showContextOf } from './show-context.ts'

const upcoming = 25

const words = {
  about: {
    en: 'A calendar of events: what is on, when, where and by whom, in English and French.',
    fr: 'Un agenda d’évènements : quoi, quand, où et par qui, en anglais et en français.',
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
  sitemap: { en: 'Sitemap', fr: 'Plan du site' },
} satisfies Record<string, Sentence>

const saysIn = speaking(words)

/** A guide for language models (llmstxt.org): what is here and where the same is found as data. */
export async function llmsFile(asked: Asked): Promise<Content> {
  const { language, links, reading } = asked
  const t = saysIn(language)
  const show = showContextOf(asked)
  const { views } = await reading.list('event', { per_page: upcoming }, upcoming)
  const other = language === 'en' ? 'fr' : 'en'
  const link = (text: string, url: string, more = '') =>
    `- [${text.replace(/[\\[\]]/g, '\\$&')}](${url})${more && `: ${more}`}`
  const lines = [
    `# ${siteName(asked)}`,
    '',
    `> ${t('about')}`,
    '',
    `## ${t('pages')}`,
    '',
    link(t('calendar'), links.url('events')),
    link(saysIn(other)('calendar'), links.url('events', {}, other)),
    '',
    `## ${t('data')}`,
    '',
    link('API', `${show.root}/events`, t('api')),
    link('OpenAPI', `${show.root}/doc`, t('document')),
    link(t('sitemap'), links.url('sitemap')),
    ...(views.length > 0 ? ['', `## ${t('upcoming')}`, ''] : []),
    ...views.map(({ record }) =>
      link(
        (shown(record, 'title', language) ?? '').replace(/\s+/g, ' '),
        pageUrl(show, resources.event, record, language),
        formatWall(Number(record.facts.starts)).slice(0, 16),
      ),
    ),
    '',
  ]
  return { type: 'text/markdown; charset=utf-8', body: lines.join('\n') }
}
