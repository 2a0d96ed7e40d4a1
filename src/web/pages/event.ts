import { shown } from '../../define/record-texts.ts'
import { html } from '../html.ts'
import { layout } from '../layout.ts'
import type { Asked, Content } from '../page.ts'

/** One event. */
export async function eventPage(asked: Asked): Promise<Content> {
  const { reading, language, params } = asked
  const { record } = await reading.read('event', { slug: params.slug ?? '' })
  const title = shown(record, 'title', language) ?? ''
  const slugIn = (of: 'en' | 'fr') => ({ slug: shown(record, 'slug', of) ?? '' })
  const at = { name: 'event' as const, params: { en: slugIn('en'), fr: slugIn('fr') } }
  return { body: layout(asked, { title, main: html`<h1>${title}</h1>`, at }) }
}
