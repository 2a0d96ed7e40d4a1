import { namesIn, tableOf } from '../../define/base/objects.ts'
import type { TermLinkKind } from '../../define/record.ts'
import { inEachLanguage, type Sentence, textIn } from '../../define/text/language.ts'
import type { Day } from '../../define/time/clock.ts'
import { type EventView, viewIn } from '../../resources/index.ts'
import { webcal } from '../feeds/calendar-links.ts'
import {
  embedPageScript,
  embedStyle,
  frameScript,
  frameStyle,
  themedSheet,
} from '../layout/assets.ts'
import { layout } from '../layout/layout.ts'
import { filtersOf, ofAnyView, queryOf } from '../listing/filters.ts'
import { eventIn, hrefOf } from '../listing/items.ts'
import { todayOf } from '../listing/now.ts'
import { pageOf, splitItems } from '../listing/upcoming.ts'
import { cards, runningEvents } from '../parts/event-list.ts'
import { placesOf, titleOf, whenOfItem } from '../parts/event-parts.ts'
import { joinedScript } from '../shell/browser-script.ts'
import {
  dayName,
  dayOf,
  daySeconds,
  monthOf,
  nextMonth,
  startOfMonth,
  startOfWeek,
} from '../shell/dates.ts'
import { type EmbedMessageName, embedMessagesIn } from '../shell/embed-messages.ts'
import { feedExtensions } from '../shell/feed-extensions.ts'
import { policyWith } from '../shell/headers.ts'
import { directionOf, type Html, html } from '../shell/html.ts'
import { type MessageName, messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { viewNamed } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import type { Look } from '../shell/theme.ts'
import { weekPart } from './days.ts'
import { monthPart } from './month.ts'

/** The choice of a calendar in another site, as attributes of its element and as parameters of its frame. */
type EmbedAttributes = Record<string, string>

const embedViews = ['month', 'week', 'list', 'compact', 'event'] as const
type View = (typeof embedViews)[number]
const viewOf = ({ query }: PageRequest): View =>
  embedViews.find(view => view === query.get('view')) ?? 'month'

/** The attributes that links to other views and dates carry, without the defaults. */
function embedAttributesOf(request: PageRequest): EmbedAttributes {
  const { query } = request
  const { scheme, accent } = lookOf(query)
  const limit = limitOf(query)
  const event = query.get('event')?.slice(0, 200)
  return {
    view: viewOf(request),
    ...ofAnyView(filtersOf(request)),
    ...(scheme && { theme: scheme }),
    ...(accent && { accent }),
    ...(limit !== undefined && { limit: String(limit) }),
    ...(event && { event }),
  }
}

/** `accent`: a color as CSS writes it in hexadecimal, with or without its sign. */
function lookOf(query: URLSearchParams): Look {
  const scheme = (['light', 'dark'] as const).find(one => one === query.get('theme'))
  const [, hex = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(query.get('accent') ?? '') ?? []
  const digits = hex.length === 3 ? [...hex].map(digit => digit + digit).join('') : hex
  return { scheme, accent: digits ? `#${digits.toLowerCase()}` : undefined }
}

const maxInList = 50
function limitOf(query: URLSearchParams): number | undefined {
  const limit = Number(query.get('limit'))
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, maxInList) : undefined
}

/** The attributes of the element for other sites. */
const elementAttributes = (
  { links, language }: PageRequest,
  attributes: EmbedAttributes,
): EmbedAttributes => ({
  base: links.publicUrl,
  lang: language,
  ...attributes,
})

const attributesOf = (attributes: EmbedAttributes): Html =>
  html`${Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`)}`

/** The day that a view begins at: `2027-03-12`, `2027-03`, else today. */
function startOf(request: PageRequest): Day | undefined {
  const start = request.query.get('start') ?? ''
  return dayOf(start) ?? monthOf(start)
}

/** A view in the frame: its heading, its content, and links to earlier and later ones. */
type Part = {
  title: string
  content: Html | string
  earlier?: { label: MessageName; query: EmbedAttributes } | undefined
  later?: { label: MessageName; query: EmbedAttributes } | undefined
  /** It has no other dates and no other views. */
  isAlone?: boolean
}

const parts: Record<View, (request: PageRequest) => Promise<Part>> = {
  async month(request) {
    const month = startOfMonth(startOf(request) ?? todayOf(request))
    const { title, table } = await monthPart(request, month)
    const at = (by: number) => ({ start: dayName(nextMonth(month, by)) })
    return {
      title,
      content: table,
      earlier: { label: 'previousMonth', query: at(-1) },
      later: { label: 'nextMonth', query: at(1) },
    }
  },
  async week(request) {
    const { weekStarts } = request.world.site
    const first = startOfWeek(startOf(request) ?? todayOf(request), weekStarts[request.language])
    const { title, shown: content } = await weekPart(request, first)
    const at = (weeks: number) => ({ start: dayName(first + weeks * 7 * daySeconds) })
    return {
      title,
      content,
      earlier: { label: 'previousWeek', query: at(-1) },
      later: { label: 'nextWeek', query: at(1) },
    }
  },
  list: request => listPart(request, items => cards(request, items, { level: 3, areFirst: true })),
  compact: request => listPart(request, items => compactList(request, items)),
  async event(request) {
    const view = await viewNamed(request.reading, 'event', request.query.get('event') ?? '')
    if (!view) {
      const title = messagesIn(request.locale)('noEvents')
      return { title, content: nothing(request), isAlone: true }
    }
    const item = eventIn(request, view)
    const content = cards(request, [item], { level: 3, areFirst: true })
    return { title: item.title.text, content, isAlone: true }
  },
}

const nothing = ({ locale }: PageRequest) =>
  html`<p class="none">${messagesIn(locale)('noEvents')}</p>`

/** Events to come, by pages; events of several weeks are on the first, four of them unfolded. */
async function listPart(
  request: PageRequest,
  listOf: (items: readonly EventView[]) => Html,
): Promise<Part> {
  const { query, locale } = request
  const page = pageOf(query)
  const start = startOf(request)
  const filters = filtersOf(request)
  const { running, listed } = await splitItems(request, filters, page, start, limitOf(query) ?? 10)
  const isEmpty = running.items.length === 0 && listed.items.length === 0
  const at = (of: number) => ({
    ...(start !== undefined && { start: dayName(start) }),
    ...(of > 1 && { page: String(of) }),
  })
  return {
    title: messagesIn(locale)('upcoming'),
    content: isEmpty
      ? nothing(request)
      : html`${runningEvents(request, running)}${listed.items.length > 0 ? listOf(listed.items) : ''}`,
    earlier: page > 1 ? { label: 'earlier', query: at(page - 1) } : undefined,
    later: listed.hasMore ? { label: 'later', query: at(page + 1) } : undefined,
  }
}

/** One line for each event. */
const compactList = (request: PageRequest, items: readonly EventView[]): Html =>
  html`<ul class="compact">${items.map(
    item =>
      html`<li>${titleOf(request, item)} <span class="card-when">${whenOfItem(request, item)}${item.venues.length > 0 ? html` · ${placesOf(request, item)}` : ''}</span></li>`,
  )}</ul>`

/** The views that a visitor of the frame may choose. */
const chosen = ['month', 'week', 'list'] as const

/** The bar above a view: its name, other dates and other views. Each link leads to another state of the frame. */
function barOf(
  request: PageRequest,
  attributes: EmbedAttributes,
  { title, earlier, later, isAlone }: Part,
): Html {
  const { links, locale } = request
  const t = messagesIn(locale)
  const to = (query: EmbedAttributes, at: string) =>
    `${links.path('embedFrame')}${queryOf({ ...attributes, ...query })}#${at}`
  const step = (of: Part['earlier'], at: string, sign: string) =>
    of
      ? html`<a class="step" id="${at}" target="_self" href="${to(of.query, at)}"><span aria-hidden="true">${sign}</span><span class="visually-hidden">${t(of.label)}</span></a>`
      : ''
  if (isAlone) return html`<h2 class="visually-hidden">${title}</h2>`
  return html`<div class="embed-bar"><h2>${title}</h2>
<div class="stepper">${step(earlier, 'earlier', '‹')}<a class="step today" id="today" target="_self" href="${to({}, 'today')}">${t('today')}</a>${step(later, 'later', '›')}</div>
${
  attributes.view === 'compact'
    ? ''
    : html`<nav class="views" aria-label="${t('views')}"><ul>${chosen.map(
        view =>
          html`<li><a id="${view}" target="_self" href="${to({ view }, view)}"${view === attributes.view ? html` aria-current="page"` : ''}>${t(view)}</a></li>`,
      )}</ul></nav>`
}</div>`
}

/** The calendar alone, to be put into a frame of another site: the only page that others may frame. It has the parts of the pages. */
export async function embedFrame(request: PageRequest): Promise<Content> {
  const { language, links, locale, query, world } = request
  const t = embedMessagesIn(locale)
  const attributes = embedAttributesOf(request)
  const part = await parts[viewOf(request)](request)
  const asset = (file: string) => links.path('asset', { file })
  // a link leads to a window of its own: other pages may not be framed
  const body = html`<!doctype html>
<html lang="${language}"${directionOf(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t('frameTitle')}</title>
<base target="_blank">
<link rel="stylesheet" href="${asset(themedSheet(world, lookOf(query)))}">
<link rel="stylesheet" href="${asset(frameStyle.file)}">
<script type="module" src="${asset(frameScript.file)}"></script>
</head>
<body>
<main class="embedded" data-view="${attributes.view ?? ''}" data-events="${links.path('event', { slug: '' }).replace(/\/+$/, '/')}">
<h1 class="visually-hidden">${t('frameTitle')}</h1>
${barOf(request, attributes, part)}
${part.content}
<p class="whole"><a href="${links.path('events')}${queryOf(ofAnyView(filtersOf(request)))}">${t('whole')}</a></p>
</main>
</body>
</html>
`
  return {
    body: body.toString(),
    headers: { 'Content-Security-Policy': policyWith({ 'frame-ancestors': '*' }) },
  }
}

const maxTerms = 200

/** Makes the code with which another site shows the calendar, and shows what it will look like. */
export async function embedPage(request: PageRequest): Promise<Content> {
  const { locale, links } = request
  const t = embedMessagesIn(locale)
  const attributes = embedAttributesOf(request)
  const main = html`<div class="embed">
<h1>${t('title')}</h1>
<p>${t('intro')}</p>
${await choices(request, attributes)}
${result(request, attributes)}
</div>`
  const head = html`<link rel="stylesheet" href="${links.path('asset', { file: embedStyle.file })}">
<script src="${links.path('embedScript')}" defer></script>
<script type="module" src="${links.path('asset', { file: embedPageScript.file })}"></script>`
  return {
    body: layout(request, { title: t('title'), description: t('intro'), main, head }),
    headers: { 'Content-Security-Policy': policyWith({ 'frame-src': "'self'" }) },
  }
}

/** The choice of events and their form; works without a script. */
async function choices(request: PageRequest, attributes: EmbedAttributes): Promise<Html> {
  const t = embedMessagesIn(request.locale)
  const termsOf = async (kind: TermLinkKind) =>
    (await request.reading.terms(kind, maxTerms)).map(view => {
      const term = viewIn(kind, view, showContextOf(request))
      const href = hrefOf(request, kind, term)
      return { value: decodeURIComponent(href.split('/').at(-2) ?? ''), label: term.name.text }
    })
  const any = { value: '', label: t('any') }
  const views = (['month', 'week', 'list', 'compact'] as const).map(value => ({
    value,
    label: t(value),
  }))
  const themes = (['auto', 'light', 'dark'] as const).map(value => ({
    value: value === 'auto' ? '' : value,
    label: t(value),
  }))
  return html`<form id="embed-form" method="get" class="embed-form" aria-label="${t('choose')}">
${choice('view', t('view'), views, attributes)}
${choice('theme', t('theme'), themes, attributes)}
${choice('categories', t('category'), [any, ...(await termsOf('category'))], attributes)}
${choice('tags', t('tag'), [any, ...(await termsOf('tag'))], attributes)}
<label>${t('search')} <input type="search" name="search" value="${attributes.search ?? ''}"></label>
<label class="check"><input type="checkbox" name="featured" value="true"${attributes.featured ? html` checked` : ''}> ${t('featured')}</label>
<button>${t('apply')}</button>
</form>`
}

type Option = { value: string; label: string }

const choice = (
  name: string,
  label: string,
  options: Option[],
  attributes: EmbedAttributes,
): Html =>
  html`<label>${label} <select name="${name}">${options.map(
    option =>
      html`<option value="${option.value}"${attributes[name] === option.value ? html` selected` : ''}>${option.label}</option>`,
  )}</select></label>`

/** The code, its preview, and the feeds of the same events. */
function result(request: PageRequest, chosen: EmbedAttributes): Html {
  const { locale, links } = request
  const t = embedMessagesIn(locale)
  const attributes = elementAttributes(request, chosen)
  const script = html`<script src="${links.url('embedScript')}" async></script>
<almanac-calendar${attributesOf(attributes)}></almanac-calendar>`
  const frame = html`<iframe src="${links.url('embedFrame')}${queryOf(chosen)}" title="${t('frameTitle')}" width="100%" height="640" loading="lazy" style="border: 0"></iframe>`
  const search = queryOf(filtersOf(request))
  const feed = (format: string) => links.url('feed', { format }) + search
  return html`<div id="embed-result">
${code(request, 'script', script)}
${code(request, 'frame', frame)}
<section>
<h2>${t('preview')}</h2>
<almanac-calendar${attributesOf(attributes)}></almanac-calendar>
</section>
<section>
<h2>${t('feeds')}</h2>
<p><a href="${webcal(feed('ics'))}">${t('subscribe')}</a></p>
<ul>${feedExtensions.map(format => html`<li><a href="${feed(format)}">${feed(format)}</a></li>`)}</ul>
</section>
</div>`
}

function code({ locale }: PageRequest, word: 'script' | 'frame', written: Html): Html {
  const t = embedMessagesIn(locale)
  const siteText = messagesIn(locale)
  const about: EmbedMessageName = `${word}About`
  return html`<section>
<h2>${t(word)}</h2>
<p>${t(about)}</p>
<pre tabindex="0" aria-label="${t(word)}"><code id="embed-${word}">${written.toString()}</code></pre>
<button type="button" class="quiet needs-script" data-copies="embed-${word}" data-copied="${siteText('copied')}">${siteText('copy')}</button>
</section>`
}

/** The calendar for other sites, as one script that needs nothing else: an element that shows the frame, as high as it is. */
const modules = ['listing/filter-names', 'client/embed/element']

let joined: string | undefined

/** The embed script, with the paths of the frame filled in. */
export function embedScript({ links, world: { site } }: PageRequest): Content {
  joined ??= joinedScript(modules)
  const framePaths = inEachLanguage(language =>
    links.url('embedFrame', {}, language).slice(links.publicUrl.length),
  )
  const messages = inEachLanguage(language =>
    tableOf(namesIn(embedMessages), name => textIn(embedMessages[name], site.locales[language])),
  )
  return {
    type: 'text/javascript; charset=utf-8',
    body: `(() => {\nconst framePaths = ${JSON.stringify(framePaths)}\nconst messages = ${JSON.stringify(messages)}\n${joined}\n})()\n`,
    // its URL stays, so clients revalidate it now and then
    headers: {
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  }
}

/** The messages of the script for other sites itself; it contains them in each language. */
const embedMessages = {
  title: { en: 'Calendar of events', fr: 'Agenda' },
  failed: {
    en: 'The events could not be loaded.',
    fr: 'Les évènements n’ont pas pu être chargés.',
  },
  again: { en: 'Try again', fr: 'Réessayer' },
} as const satisfies Record<string, Sentence>
