import { capital } from '../../define/text/capital.ts'
import { type BlockName, frontBlocks } from '../../define/text/front-blocks.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { textFor } from '../../define/text/local-text.ts'
import { formatWall } from '../../define/time/clock.ts'
import { dayInMonth } from '../../define/time/day-formats.ts'
import { Problem } from '../../problem/index.ts'
import type { EventView } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import { type Filters, queryOf } from '../listing/filters.ts'
import { nowOf, todayOf } from '../listing/now.ts'
import { quickDates } from '../listing/quick-dates.ts'
import { type ListedItems, pastItems, upcomingItems } from '../listing/upcoming.ts'
import { cards, labelsOf } from '../parts/event-list.ts'
import { placesOf, titleOf, whenOfItem } from '../parts/event-parts.ts'
import { choices, countOf, countsOf } from '../parts/filter-choices.ts'
import { searchBox } from '../parts/filters.ts'
import { imageOf } from '../parts/image.ts'
import { inline } from '../parts/text.ts'
import { viewSwitch } from '../parts/views.ts'
import { cached } from '../shell/cached.ts'
import { formatDay } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import { siteName } from '../shell/site-name.ts'
import { formMessagesIn } from '../shell/submission-messages.ts'

/**
 * `/` shows the front page, or leads to another view of the calendar, in the language that the browser prefers; no other page asks
 * for that. A visitor who comes here from a page of the site has chosen its language.
 */
export async function home(request: PageRequest): Promise<Content> {
  const { links, headers, language, url, query, world } = request
  // clients that look for the API of a WordPress site here learn that there is none
  if (query.has('rest_route')) throw new Problem('rest_no_route')
  const isInside =
    headers['sec-fetch-site'] === 'same-origin' ||
    headers.referer?.startsWith(`${links.publicUrl}/`) === true
  const isOpen = url.path === '/' && !isInside
  const wanted = isOpen ? preferred(headers['accept-language'], language) : language
  const { homePage } = world.settings
  const varies = 'Accept-Language, Sec-Fetch-Site, Referer'
  if (homePage !== 'front' || wanted !== language) {
    const to = links.path(homePage === 'front' ? 'home' : views[homePage], {}, wanted)
    return { ...redirect(to, 302), headers: { Location: to, Vary: varies }, isPersonal: true }
  }
  const body = await frontPage(request)
  // others may not be shown what a language of the browser gave
  return url.path === '/'
    ? { body, headers: { 'Cache-Control': 'private, no-cache' }, varies }
    : { body }
}

const views = { month: 'events', week: 'thisWeek', list: 'list', map: 'map' } as const

/** The first of our languages among those that a browser names, by their weights (RFC 9110, 12.5.4). */
function preferred(header: string | undefined, main: Language): Language {
  const named = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map(part => {
      const [range = '', ...rest] = part.trim().toLowerCase().split(';')
      const q = rest.map(each => /^\s*q=([0-9.]+)$/.exec(each)?.[1]).find(Boolean)
      return { tag: range.trim().split('-', 1)[0], weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const match = named.find(({ tag }) => languages.some(language => language === tag))
  return languages.find(language => language === match?.tag) ?? main
}

/** `areLarge`: few, with large images. `areFirst`: their images are what a visitor sees first. */
type TileStyle = { level: 2 | 3; areLarge?: boolean; areFirst?: boolean }

/** Events as cards below their images. */
function tiles(request: PageRequest, items: readonly EventView[], style: TileStyle): Html {
  const first = items.find(({ image }) => image)
  return html`<ol class="tiles${style.areLarge ? ' large' : ''}">${items.map(item => tile(request, item, style, item === first))}</ol>`
}

function tile(
  request: PageRequest,
  item: EventView,
  style: TileStyle,
  hasFirstImage: boolean,
): Html {
  const { venues, image } = item
  const link = titleOf(request, item)
  const sizes = style.areLarge
    ? '(min-width: 48rem) 25rem, 100vw'
    : '(min-width: 48rem) 18rem, 100vw'
  // on phones the others are below it, and would delay it
  const isFirst = (style.areLarge || style.areFirst) === true && hasFirstImage
  return html`<li class="tile${item.isFeatured ? ' featured' : ''}">
<div class="tile-image">${image ? imageOf(request, image, { sizes, alt: '', isFirst }) : leaf(request, item)}</div>
<div class="tile-text"><p class="card-when">${whenOfItem(request, item)}</p>
${style.level === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
${venues.length > 0 ? html`<p class="card-where">${placesOf(request, item)}</p>` : ''}
${labelsOf(request, item)}</div>
</li>`
}

/** Instead of an image the day, as on a leaf of a calendar. */
const leaf = ({ locale }: PageRequest, { starts, first }: EventView): Html =>
  html`<div class="leaf" aria-hidden="true"><span>${capital(formatDay(starts, 'weekdayShort', locale))}</span><b>${dayInMonth(first, locale)}</b><span>${formatDay(starts, 'monthName', locale)}</span></div>`

/** The number of each. */
const [maxFeatured, maxNext, maxRunning, maxCategories, maxFree] = [3, 12, 4, 12, 4]

/** The front page: featured events, times to go, next events, and those of several weeks. */
const frontPage = cached<string>({
  key: ({ name }) => name,
  sizeOf: text => 2 * text.length,
  async make(request) {
    const title = siteName(request)
    const today = todayOf(request)
    const blocks = blocksOf(request)
    const listed = await listedOf(request, new Set(blocks.map(({ name }) => name)))
    const isEmpty = listed.next.total + listed.running.total === 0
    const main = html`<div class="top"><h1>${messagesIn(request.locale)('whatsOn')}</h1>${viewSwitch(request, undefined, today, {})}</div>
<div class="front">${searchPart(request)}
${isEmpty ? await emptyPart(request) : await fullPart(request, blocks, listed)}</div>`
    return layout(request, { title, main, at: { name: 'home' }, feeds: '' })
  },
})

type Listed = Record<'featured' | 'next' | 'running', ListedItems>

/** A list without events that are shown already, on whichever date. */
function without(listed: ListedItems, others: readonly EventView[]): ListedItems {
  const ids = new Set(others.map(({ id }) => id))
  return { ...listed, items: listed.items.filter(({ id }) => !ids.has(id)) }
}

/** Events of several weeks are apart from those that begin; no event is shown twice. */
async function listedOf(request: PageRequest, blocks: ReadonlySet<BlockName>): Promise<Listed> {
  const now = nowOf(request)
  const today = formatWall(todayOf(request))
  const all = await upcomingItems(request, { featured: 'true' }, 1, maxFeatured, now)
  const featured = blocks.has('featured') ? all : { ...all, items: [] }
  const next = await upcomingItems(
    request,
    { start_date: today, strict_dates: true },
    1,
    maxNext + maxFeatured + maxRunning,
    now,
  )
  const running = await upcomingItems(
    request,
    { starts_before: today, strict_dates: true },
    1,
    maxRunning,
    now,
  )
  const apart = blocks.has('running') ? without(running, featured.items) : { ...running, items: [] }
  const others = without(next, [...featured.items, ...apart.items])
  return { featured, next: { ...others, items: others.items.slice(0, maxNext) }, running: apart }
}

function searchPart(request: PageRequest): Html {
  const { links, locale } = request
  const t = messagesIn(locale)
  return html`<search class="front-search"><form action="${links.path('list')}" method="get">
${searchBox(request)}<button>${t('search')}</button>
</form></search>`
}

/** The blocks of the front page that are set, in their order. */
const blocksOf = ({ world, language }: PageRequest) =>
  frontBlocks(textFor(world.settings.frontBlocks, language)) ?? []

async function fullPart(
  request: PageRequest,
  blocks: ReturnType<typeof blocksOf>,
  listed: Listed,
): Promise<Html> {
  const parts: Html[] = []
  for (const { name, words } of blocks) {
    const part = await partsOfFront[name](request, listed, words)
    if (part) parts.push(html`${part}\n`)
  }
  return html`${parts}`
}

type Part = (
  request: PageRequest,
  listed: Listed,
  words: string,
) => Html | string | Promise<Html | string>

const partsOfFront: Record<BlockName, Part> = {
  text: (_request, _listed, words) => html`<p class="welcome">${words}</p>`,
  image({ world, links }) {
    const image = world.siteFile('shareImage')
    if (!image) return ''
    const { file, width, height } = image
    return html`<img class="hero" src="${links.path('asset', { file })}" alt="" width="${width}" height="${height}">`
  },
  today: request => quickPart(request),
  featured: (request, { featured }) => tilesPart(request, 'featured', featured, { areLarge: true }),
  categories: request => categoryPart(request),
  async free(request) {
    const free = await upcomingItems(request, { free: 'true' }, 1, maxFree, nowOf(request))
    return tilesPart(request, 'free', free, {}, { free: 'true' })
  },
  next(request, { featured, next }) {
    const areFirst = featured.items.length === 0
    return tilesPart(request, 'nextUp', next, { areFirst }, {})
  },
  running(request, { running }) {
    if (running.items.length === 0) return ''
    const t = messagesIn(request.locale)
    const count = running.total - running.items.length
    return html`<section><h2>${t('onNow')}</h2>${cards(request, running.items, { level: 3 })}${running.hasMore ? html`<p><a class="all-events" href="${request.links.path('list')}">${t('more', { count })}</a></p>` : ''}</section>`
  },
}

/** Events as tiles; `filters`: those of the list that has all of them. */
function tilesPart(
  request: PageRequest,
  title: 'featured' | 'free' | 'nextUp',
  { items }: ListedItems,
  style: { areLarge?: boolean; areFirst?: boolean },
  filters?: Filters,
): Html | string {
  if (items.length === 0) return ''
  const t = messagesIn(request.locale)
  const to = (more: Filters) => request.links.path('list') + queryOf({ ...filters, ...more })
  const each = items.some(({ datesInList }) => datesInList > 1)
    ? html` <a class="all-events" href="${to({ occurrences: 'each' })}">${t('eachDate')}</a>`
    : ''
  const all =
    filters && html`<p><a class="all-events" href="${to({})}">${t('allEvents')}</a>${each}</p>`
  return html`<section${title === 'featured' ? html` class="featured-events"` : ''}><h2>${t(title)}</h2>${tiles(request, items, { level: 3, ...style })}${all ?? ''}</section>`
}

/** When to go, and what is online, each with how much there is. */
async function quickPart(request: PageRequest): Promise<Html> {
  const { links, locale } = request
  const t = messagesIn(locale)
  const to = (filters: Filters) => links.path('list') + queryOf(filters)
  const dates: Html[] = quickDates(todayOf(request)).map(
    ({ label, filters }) => html`<li><a href="${to(filters)}">${t(label)}</a></li>`,
  )
  const others = [
    { filters: { free: 'true' }, label: 'freeCount' },
    { filters: { attendance: 'online,mixed' }, label: 'onlineCount' },
  ] as const
  const counted: Html[] = []
  for (const { filters, label } of others) {
    const count = await countOf(request, { ...filters, ends_after: nowOf(request) })
    if (count > 0) counted.push(html`<li><a href="${to(filters)}">${t(label, { count })}</a></li>`)
  }
  return html`<nav class="quick-dates" aria-label="${t('whenToGo')}"><ul class="quick">${dates}${counted}</ul></nav>`
}

/** Categories of the first level that have events to come. */
async function categoryPart(request: PageRequest): Promise<Html | string> {
  const counts = await countsOf(request, 'category')
  const categories = (await choices.category(request))
    .filter(({ id, depth }) => depth === 0 && (counts.get(id) ?? 0) > 0)
    .slice(0, maxCategories)
  if (categories.length === 0) return ''
  return html`<section><h2>${messagesIn(request.locale)('byCategory')}</h2><ul class="category-tiles">${categories.map(
    ({ id, name, href }) =>
      html`<li><a href="${href}">${inline(name)} <span class="count">${counts.get(id)}</span></a></li>`,
  )}</ul><p><a class="all-events" href="${request.links.path('categories')}">${messagesIn(request.locale)('allCategories')}</a></p></section>`
}

/** Nothing is upcoming: shows the latest events, or the first steps. */
async function emptyPart(request: PageRequest): Promise<Html> {
  const { links, locale, world } = request
  const t = messagesIn(locale)
  const past = await pastItems(request, {}, 1, maxNext)
  const propose =
    world.settings.submissions > 0
      ? html`<p><a href="${links.path('propose')}">${formMessagesIn(locale)('propose')}</a></p>`
      : ''
  if (past.items.length > 0)
    return html`<p class="none">${t('noEvents')}</p>${propose}
<section><h2>${t('latest')}</h2>${tiles(request, past.items, { level: 3, areFirst: true })}</section>`
  return html`<div class="first-steps"><p>${t('calendarIsNew')}</p>${propose}
<p>${t('firstSteps')} <a href="${links.path('admin')}">${t('administration')}</a></p></div>`
}
