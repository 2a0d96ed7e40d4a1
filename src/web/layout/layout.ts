import { type Language, languages, othersThan } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { type LocalText, textFor } from '../../define/text/local-text.ts'
import { rowOf } from '../../define/text/locale-row.ts'
import { usualLocale } from '../../define/text/locales.ts'
import { siteLinks } from '../../define/text/site-links.ts'
import { subscribeLinks } from '../feeds/calendar-links.ts'
import { calendarChoice } from '../parts/event-parts.ts'
import type { AddressName, AddressParams } from '../shell/addresses.ts'
import { embedMessagesIn } from '../shell/embed-messages.ts'
import { directionOf, type Html, html, raw } from '../shell/html.ts'
import { iconLinks } from '../shell/icons.ts'
import { indexAddresses, indexedNames, indexName } from '../shell/indexes.ts'
import { siteMark } from '../shell/logo.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { siteName } from '../shell/site-name.ts'
import { formMessagesIn } from '../shell/submission-messages.ts'
import { hasSchemes } from '../shell/theme.ts'
import { pageHead } from '../structured/head.ts'
import { analyticsPart } from './analytics.ts'
import { schemeScript, script, styleSheetOf } from './assets.ts'

/** The content of a page; `layout` writes the rest around it. */
type PageParts = {
  title: string
  main: Html
  /** Where the same thing is in each language; without, the URL of the request. */
  at?: { name: AddressName; params?: Partial<Record<Language, AddressParams>> }
  /** The page that search engines list in its place, where that has the same content. */
  original?:
    | { name: AddressName; params: Record<Language, AddressParams>; query: string }
    | undefined
  /** The languages that its record is written in; without, all. In another, its page is for readers, not for search engines. */
  languages?: readonly Language[] | undefined
  /** The query string that makes it another page, with its question mark. */
  query?: string
  /** A sentence or two for search engines and previews. */
  description?: string
  /** Not for search engines. */
  isUnlisted?: boolean
  /** The query with the filters of the feeds of this view. */
  feeds?: string
  /** Further elements of the head: feeds, linked data. */
  head?: Html | undefined
}

/** A whole page. */
export function layout(request: PageRequest, parts: PageParts): string {
  const { language, links, locale } = request
  const { title, main, at, original, query = '' } = parts
  const t = messagesIn(locale)
  const name = at?.name ?? request.name
  const urlIn = (of: Language) => links.url(name, at?.params?.[of] ?? request.params, of) + query
  const listedIn = (of: Language) =>
    original ? links.url(original.name, original.params[of], of) + original.query : urlIn(of)
  const pathIn = (of: Language) => links.path(name, at?.params?.[of] ?? request.params, of) + query
  const site = siteName(request)
  const description =
    parts.description || (parts.feeds !== undefined ? t('viewAbout', { title, site }) : undefined)
  return html`<!doctype html>
<html lang="${language}"${locale === usualLocale(language) ? '' : html` data-locale="${rowOf(locale).locale}"`}${directionOf(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === site ? site : `${title} – ${site}`}</title>
${description ? html`<meta name="description" content="${description}">\n` : ''}${parts.isUnlisted ? html`<meta name="robots" content="noindex">\n` : ''}${schemePart(request)}
${addressLinks(request, parts.languages ?? languages, listedIn)}${parts.feeds !== undefined ? feedLinks(request, parts.feeds) : ''}${iconLinks(request)}<link rel="stylesheet" href="${links.path('asset', { file: styleSheetOf(request.world).file })}">
${ownSheet(request)}<script type="module" src="${links.path('asset', { file: script.file })}"></script>
${analyticsPart(request)}${parts.head ?? (parts.isUnlisted ? '' : pageHead(request, { title, description, url: listedIn(language) }))}
</head>
<body>
<a class="skip" href="#content">${t('skip')}</a>
${siteHeader(
  request,
  othersThan(language).map(
    other =>
      html`<a class="language" href="${pathIn(other)}" hreflang="${other}" lang="${other}">${languageTable[other].name}</a>`,
  ),
)}
<main id="content">
${language === 'fr' ? withFrenchSpaces(main) : main}
${parts.feeds !== undefined ? subscribePart(request, parts.feeds) : ''}
</main>
${siteFooter(request)}
<p class="printed">${t('printedFrom')} ${urlIn(language)} <time></time></p>
</body>
</html>
`.toString()
}

/** Light, dark, or what a visitor has chosen, before the styles. */
function schemePart({ world: { settings }, links }: PageRequest): Html {
  if (!hasSchemes(settings))
    return html`<meta name="color-scheme" content="${settings.colorScheme}">`
  return html`<meta name="color-scheme" content="light dark">
<script src="${links.path('asset', { file: schemeScript.file })}"></script>`
}

/** The style sheet of the administrator. */
function ownSheet({ world, links }: PageRequest): Html | string {
  const sheet = world.siteFile('stylesheet')
  return sheet
    ? html`<link rel="stylesheet" href="${links.path('asset', { file: sheet.file })}">\n`
    : ''
}

/** The canonical URL of a page for search engines, and its URLs in other languages. One that is written in a single language has no others. */
function addressLinks(
  { language, world }: PageRequest,
  written: readonly Language[],
  urlIn: (of: Language) => string,
): Html {
  const own = written.includes(language) ? language : (written[0] ?? language)
  const main = written.includes(world.site.language) ? world.site.language : own
  const alternates =
    written.length > 1
      ? html`${written.map(of => html`<link rel="alternate" hreflang="${of}" href="${urlIn(of)}">\n`)}<link rel="alternate" hreflang="x-default" href="${urlIn(main)}">\n`
      : ''
  return html`<link rel="canonical" href="${urlIn(own)}">\n${alternates}`
}

const announced = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
}

/** Feeds of the events of a view, for programs that look for them. */
const feedLinks = ({ links }: PageRequest, query: string): Html =>
  html`${Object.entries(announced).map(
    ([format, type]) =>
      html`<link rel="alternate" type="${type}" href="${links.url('feed', { format }) + query}">\n`,
  )}`

/** The links to subscribe to the events of a view. */
function subscribePart(request: PageRequest, query: string): Html {
  const { links, locale } = request
  const t = messagesIn(locale)
  const feed = (format: string) => links.url('feed', { format }) + query
  const { webcal, google, outlook, office } = subscribeLinks(feed('ics'), siteName(request))
  const address = html`<div class="address"><label for="feed-address">${t('feedAddress')}</label>
<input id="feed-address" value="${feed('ics')}" readonly>
<button type="button" class="quiet needs-script" data-copies="feed-address" data-copied="${t('copied')}">${t('copy')}</button></div>`
  return calendarChoice(
    t('subscribe'),
    [
      { text: t('googleCalendar'), href: google },
      { text: t('otherCalendars'), href: webcal },
      { text: t('outlook'), href: outlook },
      { text: t('office'), href: office },
      { text: t('rss'), href: feed('rss') },
    ],
    address,
  )
}

/** The links of a setting, in the language of the page. */
function linksIn(written: LocalText, { language, url }: PageRequest, rel = ''): Html[] {
  const links = siteLinks(textFor(written, language), Number.POSITIVE_INFINITY) ?? []
  return links.map(link => {
    const isHere = link.url === url.path
    return html`<a href="${link.url}"${rel && html` rel="${rel}"`}${isHere && html` aria-current="page"`}>${link.text}</a>`
  })
}

/** Phones have no room for more links: they are behind a button there. */
const maxInLine = 3

/** The top of every page: the name of the site, links of the administrator, and the other languages. */
function siteHeader(request: PageRequest, languageLinks: readonly Html[]): Html {
  const { language, links, locale, world } = request
  const { headerLinks, tagline } = world.settings
  const own = linksIn(headerLinks, request)
  const words = textFor(tagline, language)
  const name = html`<a class="name" href="${links.path('home')}">${siteMark(request)}</a>`
  const t = messagesIn(locale)
  const nav =
    own.length > 0 && html`<nav class="site-links" aria-label="${t('siteLinks')}">${own}</nav>`
  const menu =
    own.length > maxInLine
      ? html`<details class="site-menu"><summary>${t('menu')}</summary>${nav}</details>`
      : nav
  return html`<header class="site">
${words ? html`<div>${name}<p class="tagline">${words}</p></div>` : name}
<div class="site-bar">${menu}${languageLinks}</div>
</header>`
}

/** The bottom of every page. */
function siteFooter(request: PageRequest): Html {
  const { language, links, locale, world } = request
  const { footerLinks, footerText, socialLinks, apiLinks } = world.settings
  const text = textFor(footerText, language)
  const ours = apiLinks
    ? [
        html`<a href="${links.path('embed')}">${embedMessagesIn(locale)('title')}</a>`,
        html`<a href="${links.path('docs')}">${messagesIn(locale)('apiDocs')}</a>`,
      ]
    : []
  const all = [
    ...linksIn(footerLinks, request),
    ...linksIn(socialLinks, request, 'me'),
    ...indexLinks(request),
    ...proposeLink(request),
    ...ours,
  ]
  return html`<footer class="site">
<p>${siteName(request)}</p>
${text && html`<p class="footer-text">${text}</p>\n`}${all.map(link => html`<p>${link}</p>\n`)}${schemeChoice(request)}</footer>`
}

/** Light, dark or as the system is; a script stores it in the browser, so there is none without. */
function schemeChoice({ world, locale }: PageRequest): Html | string {
  if (!hasSchemes(world.settings)) return ''
  const t = messagesIn(locale)
  return html`<p class="needs-script"><label>${t('appearance')} <select class="scheme"><option value="">${t('asSystem')}</option><option value="light">${t('light')}</option><option value="dark">${t('dark')}</option></select></label></p>
`
}

/** Where venues, organizers and categories are listed. */
const indexLinks = ({ world: { settings }, links, locale }: PageRequest): Html[] =>
  settings.private
    ? []
    : indexedNames.map(
        kind => html`<a href="${links.path(indexAddresses[kind])}">${indexName(kind, locale)}</a>`,
      )

/** Where the form is by which visitors propose events, if there is one. */
function proposeLink({ world: { settings }, links, locale }: PageRequest): Html[] {
  if (settings.submissions === 0 || settings.private) return []
  return [html`<a href="${links.path('propose')}">${formMessagesIn(locale)('propose')}</a>`]
}

/** What is as it was typed, or no text; and the texts between tags. */
const typedOrBetween = /<(textarea|pre|script|style)\b[\s\S]*?<\/\1>|>[^<]+/g

/**
 * French texts whose signs keep to their words. Editors type plain spaces at them, which stay in the record (H1) and let a line begin with a
 * colon.
 */
export const withFrenchSpaces = (page: Html): Html =>
  raw(
    page.toString().replace(typedOrBetween, part => {
      if (part.startsWith('<')) return part
      return part
        .replace(/(?<=[^\s>]) (?=[;?!])/g, '\u202f')
        .replace(/(?<=[^\s>]) (?=[:»])|(?<=«) (?=\S)/g, '\u00a0')
    }),
  )
