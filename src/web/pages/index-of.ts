import { isTree } from '../../define/record.ts'
import type { TextView } from '../../define/record-texts.ts'
import { fold } from '../../define/text/fold.ts'
import { viewIn } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import { filterValue, queryOf } from '../listing/filters.ts'
import { hrefOf } from '../listing/items.ts'
import { pageOf } from '../listing/upcoming.ts'
import { mapContent, mapPart, mapsOf } from '../map/map-part.ts'
import { mapMessagesIn } from '../map/messages.ts'
import { type Place, placeOf } from '../map/places.ts'
import { type Choice, choices, countsOfEach } from '../parts/filter-choices.ts'
import { langOf } from '../parts/text.ts'
import { type Html, html, nothing as none } from '../shell/html.ts'
import { type IndexedName, indexAddresses, indexedNames, indexName } from '../shell/indexes.ts'
import { type FormatMessage, messagesIn } from '../shell/messages.ts'
import { type Content, type Handler, type PageRequest, redirect } from '../shell/page.ts'
import type { ListedViews } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { siteName } from '../shell/site-name.ts'

/** Records per page; each shows the number of its upcoming events. */
const perPage = 60
/** Fewer are looked through without letters. */
const minForLetters = 12
/** Maximum number of initials that are not letters, which share one group. */
const maxOthers = 64
/** The letter in URLs of names that begin with none. */
const noLetter = '0'

type Entry = {
  id: number
  /** As filters name it. */
  value: string
  name: TextView
  href: string
  where?: string
  depth?: number
  /** Its place on maps. */
  place?: Place | undefined
}
type Wanted = { q: string; letter: string; page: number }

/** All venues, organizers or categories by name, by letter, or those that a search finds. */
export const indexPage =
  (kind: IndexedName): Handler =>
  async request => {
    const { links, locale, query } = request
    const here = links.path(indexAddresses[kind])
    const wanted = wantedOf(query)
    const { q, letter, page } = wanted
    const letters = await lettersOf(request, kind)
    const listed = await entriesOf(request, { kind, wanted, others: letters.others })
    if (listed.entries.length === 0 && page > 1) return redirect(here + queryOf({ q, letter }), 302)
    const t = messagesIn(locale)
    const title = indexName(kind, locale)
    const groups = await groupsPart(request, kind, listed.entries)
    const map = await mapOf(request, listed.entries)
    const main = html`<div class="top"><h1>${t('counted', { title, count: listed.total })}</h1>${indexSwitch(request, kind)}</div>
${searchPart(here, q, t)}
${letters.total > minForLetters ? lettersPart(request, here, letters, letter) : ''}
${listed.entries.length === 0 ? html`<p class="none">${t(q || letter ? 'noneFound' : 'noneYet')}</p>` : ''}
${map?.part ? html`<div class="map-page">${map.part}<div>${groups}</div></div>` : groups}
${pager(here, wanted, listed.total, t)}`
    return {
      ...map?.content,
      body: layout(request, {
        title,
        main,
        at: { name: indexAddresses[kind] },
        query: queryOf({ q, letter, page: page > 1 ? page : undefined }),
        description: t('indexAbout', { title, site: siteName(request) }),
        isUnlisted: q !== '' || letter !== '',
      }),
    } satisfies Content
  }

function wantedOf(query: URLSearchParams): Wanted {
  const q = (query.get('q') ?? '').trim().slice(0, 200)
  const [letter = ''] = fold(query.get('letter') ?? '')
  return { q, letter: q === '' ? letter : '', page: pageOf(query) }
}

type Letters = { letters: readonly string[]; others: readonly string[]; total: number }

const isLetter = (initial: string) => /^\p{L}$/u.test(initial)

async function lettersOf({ reading }: PageRequest, kind: IndexedName): Promise<Letters> {
  const counted = await reading.initials(kind)
  const initials = counted.map(({ initial }) => initial).filter(initial => initial !== '')
  return {
    letters: initials.filter(isLetter),
    others: initials.filter(initial => !isLetter(initial)).slice(0, maxOthers),
    total: counted.reduce((sum, { total }) => sum + total, 0),
  }
}

/** A page of the index. Categories stand in their tree, as long as all of them can be chosen in filters. */
async function entriesOf(
  request: PageRequest,
  { kind, wanted, others }: { kind: IndexedName; wanted: Wanted; others: readonly string[] },
): Promise<{ entries: Entry[]; total: number }> {
  const { q, letter, page } = wanted
  if (isTree(kind) && q === '' && letter === '') {
    const { items, isAll } = await fullTree(request, kind)
    if (isAll) return page === 1 ? { entries: items, total: items.length } : nothing
  }
  const initials = letter === noLetter ? others : letter === '' ? undefined : [letter]
  if (initials?.length === 0) return nothing
  const sent = { page, ...(q && { search: q }), ...(isTree(kind) && { hide_empty: false }) }
  const listed = await orNone(request.reading.named(kind, sent, { max: perPage, initials }))
  return listed
    ? { entries: listed.views.map(view => entryOf(request, kind, view)), total: listed.total }
    : nothing
}

const nothing = { entries: [], total: 0 }

async function fullTree(request: PageRequest, kind: IndexedName) {
  const items: Choice[] = await choices[kind](request)
  const { total } = await request.reading.named(kind, { hide_empty: false }, { max: 1 })
  return { items, isAll: total === items.length }
}

/** A page beyond the last of venues or organizers is an error of the API. */
async function orNone(reading: Promise<ListedViews>): Promise<ListedViews | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && error.message.endsWith('-archive-page-not-found'))
      return undefined
    throw error
  }
}

function entryOf(
  request: PageRequest,
  kind: IndexedName,
  view: Parameters<typeof viewIn>[1],
): Entry {
  const record = viewIn(kind, view, showContextOf(request))
  const href = hrefOf(request, kind, record)
  const where = 'city' in record ? record.city : ''
  const { id } = record
  const value = filterValue(kind, record)
  const place = 'point' in record ? placeOf(record, { href: `#venue-${id}` }) : undefined
  return { id, value, name: record.name, href, where, place }
}

/** The places of the page on a map, where there are maps: its pins lead to the list next to it. */
async function mapOf(request: PageRequest, entries: readonly Entry[]) {
  const places = entries.flatMap(({ place }) => place ?? [])
  if (places.length === 0) return undefined
  const maps = await mapsOf(request)
  if (maps === 'none') return undefined
  const name = mapMessagesIn(request.locale)('places', { count: places.length })
  const part = maps === 'later' ? undefined : mapPart(request, maps, places, { kind: 'list', name })
  return { part, content: mapContent(maps) }
}

/** The other indexes, and venues on the map. */
function indexSwitch({ links, locale }: PageRequest, current: IndexedName): Html {
  const t = messagesIn(locale)
  const items = indexedNames.map(
    kind =>
      html`<li><a href="${links.path(indexAddresses[kind])}"${kind === current ? html` aria-current="page"` : ''}>${indexName(kind, locale)}</a></li>`,
  )
  return html`<nav class="views" aria-label="${t('indexes')}"><ul>${items}<li><a href="${links.path('map')}">${t('map')}</a></li></ul></nav>`
}

const searchPart = (here: string, q: string, t: FormatMessage): Html =>
  html`<search class="filters"><form action="${here}" method="get"><div class="words">
<label class="visually-hidden" for="index-search">${t('searchNames')}</label>
<input id="index-search" type="search" name="q" value="${q}" placeholder="${t('searchNames')}" maxlength="200" autocomplete="off">
<button class="quiet">${t('search')}</button></div></form>
${q ? html`<p><a class="all-events" href="${here}">${t('withoutFilters')}</a></p>` : ''}</search>`

function lettersPart(
  { locale }: PageRequest,
  here: string,
  { letters, others }: Letters,
  current: string,
): Html {
  const t = messagesIn(locale)
  const link = (letter: string, text: Html | string) =>
    html`<li><a href="${here}${queryOf({ letter })}"${letter === current ? html` aria-current="page"` : ''}>${text}</a></li>`
  return html`<nav class="letters" aria-label="${t('byLetter')}"><ul>
<li><a href="${here}"${current === '' ? html` aria-current="page"` : ''}>${t('allLetters')}</a></li>
${letters.map(letter => link(letter, letter.toUpperCase()))}
${others.length > 0 ? link(noLetter, t('otherLetters')) : ''}</ul></nav>`
}

/** Each under the letter that its name begins with; a tree has no letters. */
async function groupsPart(
  request: PageRequest,
  kind: IndexedName,
  entries: readonly Entry[],
): Promise<Html> {
  const t = messagesIn(request.locale)
  const counts = await countsOfEach(request, kind, entries)
  const item = ({ id, name, href, where, place, depth = 0 }: Entry) => {
    const count = counts.get(id) ?? 0
    const about = [where, count > 0 && t('eventsToCome', { count })].filter(Boolean).join(' · ')
    return html`<li${depth > 0 ? html` class="depth-${depth}"` : ''}${place ? html` id="venue-${id}" tabindex="-1"` : ''}><a href="${href}"${langOf(name)}>${name.text}</a>${about && html` <span class="about-entry">${about}</span>`}</li>`
  }
  const isInTree = entries.some(({ depth }) => depth !== undefined)
  const groups = Map.groupBy(entries, entry => (isInTree ? '' : initialOf(entry)))
  return html`${[...groups].map(
    ([initial, within]) =>
      html`<section class="index-group">${initial && html`<h2>${initial === noLetter ? t('otherLetters') : initial.toUpperCase()}</h2>`}<ul>${within.map(item)}</ul></section>`,
  )}`
}

function initialOf({ name }: Entry): string {
  const [initial = ''] = fold(name.text)
  return isLetter(initial) ? initial : noLetter
}

function pager(here: string, { q, letter, page }: Wanted, total: number, t: FormatMessage): Html {
  const to = (number: number) =>
    here + queryOf({ q, letter, page: number > 1 ? number : undefined })
  const hasMore = page * perPage < total
  if (page === 1 && !hasMore) return none
  return html`<nav class="pager" aria-label="${t('pages')}">
${page > 1 ? html`<a href="${to(page - 1)}" rel="prev"><span aria-hidden="true">‹ </span>${t('previous')}</a>` : html`<span></span>`}
${hasMore ? html`<a href="${to(page + 1)}" rel="next">${t('next')}<span aria-hidden="true"> ›</span></a>` : ''}
</nav>`
}
