import { languages } from '../define/text/language.ts'
import type { AddressName, AddressParams } from './addresses.ts'
import { styleSheet } from './assets.ts'
import { type Html, html } from './html.ts'
import type { Asked } from './page.ts'
import { sayIn } from './words.ts'

/** What a page says of itself; `layout` writes the rest around it. */
export type PageParts = {
  title: string
  main: Html
  /** Where the same thing is in each language; without, the address that was asked. */
  at?: { name: AddressName; params?: Partial<Record<'en' | 'fr', AddressParams>> }
  /** Not for search engines. */
  isUnlisted?: boolean
  /** Further elements of the head: feeds, linked data. */
  head?: Html
}

/** A whole page. */
export function layout(asked: Asked, { title, main, at, isUnlisted, head }: PageParts): string {
  const { language, links } = asked
  const t = sayIn(language)
  const name = at?.name ?? asked.name
  const paramsIn = (of: 'en' | 'fr') => at?.params?.[of] ?? asked.params
  const other = language === 'en' ? 'fr' : 'en'
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${isUnlisted ? html`<meta name="robots" content="noindex">` : ''}
<link rel="canonical" href="${links.url(name, paramsIn(language))}">
${languages.map(
  of => html`<link rel="alternate" hreflang="${of}" href="${links.url(name, paramsIn(of), of)}">`,
)}
<link rel="stylesheet" href="${links.path('asset', { file: styleSheet.file })}">
${head ?? ''}
</head>
<body>
<a class="skip" href="#content">${t('skip')}</a>
<header>
<a href="${links.path('events')}">${t('calendarOf')}</a>
<a href="${links.path(name, paramsIn(other), other)}" hreflang="${other}" lang="${other}">${t('otherLanguage')}</a>
</header>
<main id="content">
${main}
</main>
</body>
</html>
`.toString()
}
