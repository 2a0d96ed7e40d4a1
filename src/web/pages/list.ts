import { entriesOf } from '../../define/base/objects.ts'
import { capital } from '../../define/text/capital.ts'
import { fold, wordsOf } from '../../define/text/fold.ts'
import { nearest } from '../../define/text/similar-word.ts'
import { type Day, formatWall } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import { linkFilters, viewIn } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import {
  type Filters,
  filtersOf,
  hasDates,
  isByDistance,
  isForList,
  isNear,
  isOfEachDate,
  isSearch,
  queryOf,
  rangeOf,
} from '../listing/filters.ts'
import { hrefOf, slugsOf } from '../listing/items.ts'
import { todayOf } from '../listing/now.ts'
import { quickDates } from '../listing/quick-dates.ts'
import {
  countUpcoming,
  isBeyondLast,
  type ListedItems,
  pageOf,
  pastItems,
  splitItems,
  upcomingItems,
} from '../listing/upcoming.ts'
import { countedPart } from '../parts/counted.ts'
import { byMonth, cards, runningEvents } from '../parts/event-list.ts'
import { chipsOf } from '../parts/filter-chips.ts'
import { choices, choicesToCome } from '../parts/filter-choices.ts'
import { filterBar } from '../parts/filters.ts'
import { soughtIn } from '../parts/marked.ts'
import { namedKinds } from '../parts/name-choice.ts'
import { inline } from '../parts/text.ts'
import { inputsOf, stepper, viewSwitch } from '../parts/views.ts'
import { dayName, dayOf, formatDay } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import { viewNamed } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'

/**
 * Upcoming events under the headings of their months, from now or from a day on, or those before; where nothing is upcoming, the
 * latest.
 */
export async function listPage(request: PageRequest): Promise<Content> {
  const { locale, query, params } = request
  const day = params.day === undefined ? undefined : dayOf(params.day)
  if (params.day !== undefined && day === undefined) throw new Problem('rest_no_route')
  const t = messagesIn(locale)
  const filters = filtersOf(request)
  const isCompact = query.get('layout') === 'compact'
  // what links and forms of the page take along
  const own: ListFilters = { ...filters, ...(isCompact && { layout: 'compact' }) }
  const isPast = query.get('past') === '1' && !hasDates(filters)
  const page = pageOf(query)
  const today = todayOf(request)
  const isSplit = !isPast && !isForList(filters)
  const split = isSplit ? await splitItems(request, filters, page, day) : undefined
  const wanted = split?.listed ?? (await wantedOf(request, { filters, day, isPast, page }))
  const running = split?.running
  const all = split?.all ?? wanted
  const { total } = all
  const here = listPath(request, day)
  if (isBeyondLast(wanted, page))
    return redirect(here + queryOf({ ...own, past: isPast ? 1 : undefined }), 302)
  const isNone = !isPast && total === 0
  const listed = isNone ? await wantedOf(request, { filters, day, isPast: true, page: 1 }) : wanted
  const { occurrences, ...selecting } = filters
  const isEmpty = listed.items.length + (running?.items.length ?? 0) === 0
  const past = isPast ? 1 : undefined
  const hasFilters = Object.keys(selecting).length > 0
  const name = nameOf(request, { filters, day, isPast })
  const title = isNone && !hasFilters ? name : t('counted', { title: name, count: total })
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(request, 'list', day ?? rangeOf(filters).from ?? today, own)}</div>
<div class="tools">${await filterBar(request, own, here, { hasCounts: true })}
${stepper(request, { today: listPath(request) + queryOf(own), at: day ?? today, view: 'list', inputs: inputsOf(own) })}</div>
${isEmpty ? '' : html`<div class="list-head">${await countedPart(request, all, { path: here, filters: { ...own, past } })}${orderSwitch(request, here, { ...own, past })}${layoutSwitch(request, here, { ...filters, past }, isCompact)}</div>`}
${page === 1 ? await namedPart(request, filters) : ''}
${isNone ? html`<p class="none">${hasFilters ? t('noneFound') : t('noEvents')}</p>${await otherWays(request, own, here)}` : ''}
${isNone && listed.items.length > 0 ? html`<h2 class="section">${t('latest')}</h2>` : ''}
${running ? runningEvents(request, running, { isCompact }) : ''}
${isByDistance(filters) || isSearch(filters) ? cards(request, listed.items, { level: 2, sought: soughtIn(filters), isCompact }) : byMonth(request, listed.items, { areUpcoming: !isPast && !isNone, areFirst: !running?.items.length, isCompact })}
${isNone ? '' : pager(request, here, { filters: own, isPast, page, listed })}`
  const isOriginal = isPast || day !== undefined || isVariant(filters)
  const original = isOriginal ? undefined : await originalOf(request, filters, page)
  const dated = day === undefined ? {} : { day: dayName(day) }
  return {
    body: layout(request, {
      title: capital(title),
      main,
      at: { name: request.name, params: { en: dated, fr: dated } },
      query: queryOf({
        ...own,
        past,
        page: page > 1 ? page : undefined,
      }),
      original,
      languages: original?.languages,
      isUnlisted: isVariant(filters) || isCompact || day !== undefined,
      ...((total > 0 || !hasFilters) && { feeds: queryOf(filters) }),
    }),
  }
}

/** One of so many lists that visitors put together: search engines list those of a single filter. */
const isVariant = (filters: Filters) =>
  isSearch(filters) ||
  isForList(filters) ||
  isOfEachDate(filters) ||
  Object.keys(filters).length > 1 ||
  Object.values(filters).some(value => value?.includes(','))

/** The list of a category or a venue is also its own page, with the same events. */
async function originalOf(request: PageRequest, filters: Filters, page: number) {
  for (const [kind, filter] of entriesOf(linkFilters)) {
    const value = filters[filter]
    if (value === undefined) continue
    const view = await viewNamed(request.reading, kind, value)
    const record = view && viewIn(kind, view, showContextOf(request))
    return (
      record && {
        name: kind,
        params: slugsOf(record),
        query: queryOf({ page: page > 1 ? page : undefined }),
        languages: record.languages,
      }
    )
  }
  return undefined
}

type ListFilters = Filters & { layout?: 'compact' }

/** The same events as cards, or each in a line. */
function layoutSwitch(
  { locale }: PageRequest,
  here: string,
  query: Parameters<typeof queryOf>[0],
  isCompact: boolean,
): Html {
  const t = messagesIn(locale)
  return switchOf(t('layouts'), [
    { text: t('cards'), href: here + queryOf({ ...query, layout: undefined }), isIt: !isCompact },
    { text: t('compact'), href: here + queryOf({ ...query, layout: 'compact' }), isIt: isCompact },
  ])
}

/** Near a place: by date, or the nearest first. */
function orderSwitch(
  { locale }: PageRequest,
  here: string,
  query: ListFilters & { past?: number | undefined },
) {
  if (!isNear(query)) return ''
  const t = messagesIn(locale)
  const isIt = isByDistance(query)
  return switchOf(t('order'), [
    { text: t('byDate'), href: here + queryOf({ ...query, sort: undefined }), isIt: !isIt },
    { text: t('byDistance'), href: here + queryOf({ ...query, sort: 'distance' }), isIt },
  ])
}

/** Links to the same in other forms. */
const switchOf = (name: string, links: readonly { text: string; href: string; isIt: boolean }[]) =>
  html`<nav class="layouts" aria-label="${name}"><ul>${links.map(
    ({ text, href, isIt }) =>
      html`<li><a href="${href}"${isIt ? html` aria-current="true"` : ''}>${text}</a></li>`,
  )}</ul></nav>`

const listPath = ({ links }: PageRequest, day?: Day) =>
  day === undefined ? links.path('list') : links.path('listFrom', { day: dayName(day) })

function nameOf(
  { locale }: PageRequest,
  { filters, day, isPast }: Pick<Wanted, 'filters' | 'day' | 'isPast'>,
): string {
  const t = messagesIn(locale)
  const words = filters.q ?? filters.search
  if (words !== undefined) return t('resultsFor', { name: words })
  if (hasDates(filters) || isNear(filters)) return t('events')
  if (day === undefined) return t(isPast ? 'pastEvents' : 'upcoming')
  return t(isPast ? 'eventsBefore' : 'eventsFrom', { day: formatDay(day, 'date', locale) })
}

type Wanted = { filters: Filters; day: Day | undefined; isPast: boolean; page: number }

function wantedOf(
  request: PageRequest,
  { filters, day, isPast, page }: Wanted,
): Promise<ListedItems> {
  const at = day === undefined ? undefined : formatWall(isPast ? day : day - 1)
  return isPast
    ? pastItems(request, filters, page, undefined, at)
    : upcomingItems(request, filters, page, undefined, at)
}

/** Earlier events are on the left, later ones on the right. */
function pager(
  { locale }: PageRequest,
  here: string,
  {
    filters,
    isPast,
    page,
    listed,
  }: Pick<Wanted, 'filters' | 'isPast' | 'page'> & { listed: ListedItems },
): Html {
  const t = messagesIn(locale)
  const to = (past: boolean, number: number) =>
    here +
    queryOf({ ...filters, past: past ? 1 : undefined, page: number > 1 ? number : undefined })
  const [more, less] = [
    listed.hasMore ? to(isPast, page + 1) : undefined,
    page > 1 ? to(isPast, page - 1) : to(!isPast, 1),
  ]
  // before a range are no other events of it
  const back = hasDates(filters) && page === 1 ? undefined : less
  const [earlier, later] = isPast ? [more, back] : [back, more]
  return html`<nav class="pager" aria-label="${t('list')}">
${earlier ? html`<a href="${earlier}" rel="prev"><span aria-hidden="true">‹ </span>${t('earlier')}</a>` : html`<span></span>`}
${later ? html`<a href="${later}" rel="next">${t('later')}<span aria-hidden="true"> ›</span></a>` : ''}
</nav>`
}

/** The most of each kind, and records that are looked through for them. */
const [maxOffers, maxRead] = [3, 20]
/** The most filters of which the page says what is there without them. */
const maxCounted = 6

/** The pages of what is called like a search, and the days that it names. */
async function namedPart(request: PageRequest, { q = '' }: Filters): Promise<Html | string> {
  const sought = wordsOf(q)
  if (sought.length === 0) return ''
  const { links, locale, reading } = request
  const t = messagesIn(locale)
  const isCalled = (name: string) => sought.every(word => fold(name).includes(word))
  const found: Html[] = quickDates(todayOf(request))
    .filter(({ label }) => fold(t(label)) === fold(q.trim()))
    .map(
      ({ label, filters }) =>
        html`<a href="${links.path('list')}${queryOf(filters)}">${t(label)}</a>`,
    )
  for (const kind of namedKinds) {
    const { views } = await reading.list(kind, { search: q, per_page: maxRead })
    const records = views.map(view => viewIn(kind, view, showContextOf(request)))
    const called = records.filter(({ name }) => isCalled(name.text)).slice(0, maxOffers)
    for (const record of called)
      found.push(html`<a href="${hrefOf(request, kind, record)}">${inline(record.name)}</a>`)
  }
  const terms = (await choices.category(request)).filter(({ name }) => isCalled(name.text))
  for (const { name, href } of terms.slice(0, maxOffers))
    found.push(html`<a href="${href}">${inline(name)}</a>`)
  if (found.length === 0) return ''
  return html`<p class="offers">${t('seeAlso')} ${found.map((link, at) => html`${at > 0 ? ' · ' : ''}${link}`)}</p>`
}

/** Where nothing is found: the search with a word that is there, and what is there without one of the filters. */
async function otherWays(
  request: PageRequest,
  filters: Filters,
  here: string,
): Promise<Html | string> {
  const t = messagesIn(request.locale)
  const ways: Html[] = []
  const add = async (values: Filters, words: (count: number) => string) => {
    const count = await countUpcoming(request, values)
    if (count > 0) ways.push(html`<li><a href="${here}${queryOf(values)}">${words(count)}</a></li>`)
  }
  const { search, ...others } = filters
  const words = filters.q ?? search
  const q = words && (await nearWords(request, words))
  if (q) await add({ ...others, q }, count => t('didYouMean', { name: q, count }))
  for (const { text, without } of (await chipsOf(request, filters)).slice(0, maxCounted))
    await add(without, count => t('withoutOne', { name: text, count }))
  return ways.length > 0 ? html`<ul class="ways">${ways}</ul>` : ''
}

/** The search with each unknown word replaced by one like it from titles, names or, of a long word, texts with a half of it; undefined: there is none. */
async function nearWords(request: PageRequest, q: string): Promise<string | undefined> {
  const { items } = await upcomingItems(request, {}, 1, maxTitles)
  const words = wordsOf(q).slice(0, maxWords)
  const names = items.map(({ title }) => title.text)
  for (const kind of ['category', 'tag', ...namedKinds] as const)
    names.push(...(await choicesToCome[kind](request)).map(({ name }) => name.text))
  // of two wrong letters next to each other, one half of a word has none
  for (const word of words.filter(isLong).slice(0, maxHalved))
    for (const half of [word.slice(0, word.length / 2), word.slice(word.length / 2)]) {
      const found = await upcomingItems(request, { search: half }, 1, maxRead)
      names.push(...found.items.flatMap(({ title, summary }) => [title.text, summary]))
    }
  const known = new Map(
    names.flatMap(name => name.split(/[^\p{L}\p{N}\p{M}-]+/u)).map(word => [fold(word), word]),
  )
  const near = words.map(word => {
    const isKept = word.length < shortest || known.has(word)
    const match = isKept ? word : nearest(word, [...known.keys()], isLong(word) ? 2 : 1)
    return match === undefined ? word : (known.get(match) ?? word).toLowerCase()
  })
  const meant = near.join(' ')
  return meant === words.join(' ') ? undefined : meant
}
const [maxTitles, maxWords, maxHalved] = [50, 6, 2]
const shortest = 5
const isLong = (word: string) => word.length >= 8
