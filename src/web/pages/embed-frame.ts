import { filtersOf, ofAnyView } from '../listing/filters.ts'
import { eventHref } from '../listing/items.ts'
import { upcomingItems } from '../listing/upcoming.ts'
import { langOf } from '../parts/text.ts'
import { inList } from '../parts/when.ts'
import { frameStyle } from '../shell/assets.ts'
import { policyWith } from '../shell/headers.ts'
import { directionOf, type Html, html } from '../shell/html.ts'
import { sayIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { embedSayIn } from './embed-words.ts'

/** What of the calendar is shown, as attributes of its element and as parameters of its frame say it. */
export type Shown = Record<string, string>

export const shownBy = (asked: PageRequest): Shown => ({
  view: asked.query.get('view') === 'list' ? 'list' : 'month',
  ...ofAnyView(filtersOf(asked)),
  ...(asked.query.get('occurrences') === 'series' && { occurrences: 'series' }),
})

/** The attributes of the element for other sites. */
export const elementAttributes = ({ links, language }: PageRequest, said: Shown): Shown => ({
  base: links.publicUrl,
  lang: language,
  ...said,
})

export const attributesOf = (attributes: Shown): Html =>
  html`${Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`)}`

/** The calendar alone, to be put into a frame of another site: the only page that others may frame. */
export async function embedFrame(asked: PageRequest): Promise<Content> {
  const { language, links, locale } = asked
  const t = embedSayIn(locale)
  const said = shownBy(asked)
  const style = links.path('asset', { file: frameStyle.file })
  const { items } = await upcomingItems(asked, {
    ...filtersOf(asked),
    occurrences: said.occurrences ?? 'each',
  })
  // a link leads to a window of its own: other pages may not be framed
  const events = items.map(
    item =>
      html`<li><a href="${eventHref(asked, item)}" target="_blank" rel="noopener"${langOf(item.title)}>${item.title.text}</a> ${inList(item, locale)}</li>`,
  )
  const body = html`<!doctype html>
<html lang="${language}"${directionOf(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t('frameTitle')}</title>
<link rel="stylesheet" href="${style}">
<script src="${links.path('embedScript')}" defer></script>
</head>
<body>
<main>
<h1 class="hidden">${t('frameTitle')}</h1>
<almanac-calendar${attributesOf(elementAttributes(asked, said))} target="_blank">
<h2>${t('upcoming')}</h2>
${events.length === 0 ? html`<p>${sayIn(locale)('noEvents')}</p>` : html`<ul>${events}</ul>`}
</almanac-calendar>
</main>
</body>
</html>
`
  return {
    body: body.toString(),
    headers: { 'Content-Security-Policy': policyWith({ 'frame-ancestors': '*' }) },
  }
}
