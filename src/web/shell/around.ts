import { type LocalText, textFor } from '../../define/text/local-text.ts'
import { siteLinks } from '../../define/text/site-links.ts'
import { embedMessagesIn } from './embed-messages.ts'
import { type Html, html } from './html.ts'
import { indexAddresses, indexedNames, indexName } from './indexes.ts'
import { siteMark } from './logo.ts'
import { messagesIn } from './messages.ts'
import type { PageRequest } from './page.ts'
import { siteName } from './site-name.ts'
import { formMessagesIn } from './submission-messages.ts'
import { hasSchemes } from './theme.ts'

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
export function siteHeader(request: PageRequest, languageLinks: readonly Html[]): Html {
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
export function siteFooter(request: PageRequest): Html {
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
