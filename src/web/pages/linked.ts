import type { View } from '../../define/derived.ts'
import type { LinkKind } from '../../define/record.ts'
import { htmlToLine } from '../../define/text/html-to-lines.ts'
import { userRel } from '../../define/text/user-links.ts'
import { linkFilters, type OrganizerView, type VenueView, viewIn } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import { type Filters, filtersOf, filterValue, queryOf } from '../listing/filters.ts'
import { hrefOf, isSame, shortened, slugsOf } from '../listing/items.ts'
import { todayOf } from '../listing/now.ts'
import { isBeyondLast, pageOf, pastItems, splitItems } from '../listing/upcoming.ts'
import { mapContent, mapPart, mapsOf } from '../map/map-part.ts'
import { mapMessagesIn } from '../map/messages.ts'
import { directionsTo, placeOf } from '../map/places.ts'
import { countedPart } from '../parts/counted.ts'
import { byMonth, runningEvents } from '../parts/event-list.ts'
import { directionsLink, fieldRows, fieldTexts } from '../parts/fields.ts'
import { filterBar } from '../parts/filters.ts'
import { figureOf } from '../parts/image.ts'
import { prose } from '../parts/prose.ts'
import { langOf } from '../parts/text.ts'
import { inputsOf, stepper, viewSwitch } from '../parts/views.ts'
import { type Html, html } from '../shell/html.ts'
import { indexAddresses, isIndexed } from '../shell/indexes.ts'
import { messagesIn } from '../shell/messages.ts'
import { type Content, type Handler, type PageRequest, redirect } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { linkedHead } from '../structured/head.ts'

/** The page of a venue, an organizer or a term, with its events: upcoming ones, or the latest if there are none. */
export const linkedPage =
  (kind: LinkKind): Handler =>
  async request => {
    const { params, reading } = request
    const view = await reading.read(kind, { slug: params.slug ?? '' })
    const { slug } = viewIn(kind, view, showContextOf(request))
    if (!isSame(slug, params.slug)) return redirect(hrefOf(request, kind, { slug }))
    return showLinked(request, kind, view)
  }

/** `preview`: the bar above a record without a public page. */
export async function showLinked(
  request: PageRequest,
  kind: LinkKind,
  view: View,
  preview?: Html,
): Promise<Content> {
  const { links, locale } = request
  const t = messagesIn(locale)
  const context = showContextOf(request)
  const presented = viewIn(kind, view, context)
  const { name, description, image } = presented
  const fields = presented.fields('onPage')
  const here = hrefOf(request, kind, presented)
  const page = pageOf(request.query)
  const filters = { [linkFilters[kind]]: filterValue(kind, presented) }
  // with other filters it is a list of these and its own
  const others = filtersOf(request)
  const isFiltered = !preview && Object.keys(others).length > 0
  if (isFiltered) return redirect(links.path('list') + queryOf({ ...filters, ...others }), 302)
  const upcoming = await splitItems(request, filters, page)
  const { running, all } = upcoming
  const isNone = all.total === 0
  const listed = isNone ? await pastItems(request, filters, page) : upcoming.listed
  if (isBeyondLast(listed, page)) return redirect(here, 302)
  const to = (number: number) => here + queryOf({ page: number > 1 ? number : undefined })
  const map = 'point' in presented ? await venueMap(request, presented) : undefined
  const main = html`${preview ?? ''}<article class="about">
<header><p class="eyebrow">${isIndexed(kind) ? html`<a href="${links.path(indexAddresses[kind])}">${t(kind)}</a>` : t(kind)}</p><h1${langOf(name)}>${name.text}</h1></header>
${image ? figureOf(request, image, '(min-width: 64rem) 64rem, 100vw') : ''}
${factsOf([...('phone' in presented ? contact(request, presented) : []), ...fieldRows(request, fields)])}
${map?.part ?? ''}
${await prose(request, description)}${await fieldTexts(request, fields)}
</article>
${preview ? '' : await viewsPart(request, filters)}
<section class="upcoming"><h2 class="section">${t(isNone ? 'latest' : 'upcoming')}</h2>
${isNone ? '' : await countedPart(request, all, { path: links.path('list'), filters })}
${runningEvents(request, running)}
${isNone ? html`<p class="none">${t('noEvents')}</p>` : ''}
${byMonth(request, listed.items, { areUpcoming: !isNone })}
</section>
<p><a class="all-events" href="${links.path('list')}${queryOf({ ...filters, past: 1 })}">${t('pastEvents')}</a></p>
<nav class="pager" aria-label="${t('events')}">
${page > 1 ? html`<a href="${to(page - 1)}" rel="prev">‹ ${t('previous')}</a>` : html`<span></span>`}
${listed.hasMore ? html`<a href="${to(page + 1)}" rel="next">${t('next')} ›</a>` : ''}
</nav>`
  return {
    ...map?.content,
    body: layout(request, {
      title: name.text,
      main,
      description: shortened(htmlToLine(description.text)),
      ...(preview
        ? { isUnlisted: true }
        : {
            languages: presented.languages,
            at: { name: kind, params: slugsOf(presented) },
            query: queryOf({ page: page > 1 ? page : undefined }),
            ...('phone' in presented && {
              head: linkedHead(request, 'point' in presented ? 'venue' : 'organizer', presented),
            }),
            feeds: queryOf(filters),
          }),
    }),
  }
}

/** The views of the calendar, its search and its dates, for the events of the record. */
async function viewsPart(request: PageRequest, filters: Filters): Promise<Html> {
  const { links } = request
  const today = todayOf(request)
  const list = links.path('list')
  return html`<div class="top">${viewSwitch(request, undefined, today, filters)}</div>
<div class="tools">${await filterBar(request, filters, list, { hasChips: false })}
${stepper(request, { today: list + queryOf(filters), at: today, view: 'list', inputs: inputsOf(filters) })}</div>`
}

/** Where a venue is, if it is shown on maps. */
async function venueMap(request: PageRequest, venue: VenueView) {
  const place = placeOf(venue)
  if (!place) return undefined
  const name = mapMessagesIn(request.locale)('placeOf', { name: venue.name.text })
  const maps = await mapsOf(request)
  const part = mapPart(request, maps, [place], { kind: 'one', name })
  return { part: html`<div class="where-map">${part}</div>`, content: mapContent(maps) }
}

/** Address, telephone, e-mail and website, as far as there are any. */
function contact(request: PageRequest, view: VenueView | OrganizerView): Html[] {
  const t = messagesIn(request.locale)
  const { phone, website } = view
  const email = 'email' in view ? view.email : ''
  const rows = [
    'addressLines' in view &&
      view.addressLines.length > 0 &&
      html`<div><dt>${t('address')}</dt><dd><address>${view.addressLines.map((line, at) => html`${at > 0 ? html`<br>` : ''}${line}`)}</address>${directionsLink(request, directionsTo(view))}</dd></div>`,
    phone &&
      html`<div><dt>${t('phone')}</dt><dd><a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a></dd></div>`,
    /^[^\s@]+@[^\s@]+$/.test(email) &&
      html`<div><dt>${t('email')}</dt><dd><a href="mailto:${email}">${email}</a></dd></div>`,
    /^https?:/.test(website) &&
      html`<div><dt>${t('website')}</dt><dd><a href="${website}" rel="${userRel}">${new URL(website).host}</a></dd></div>`,
  ]
  return rows.filter((row): row is Html => row !== false && row !== '')
}

const factsOf = (rows: Html[]): Html | string =>
  rows.length > 0 ? html`<div class="facts"><dl>${rows}</dl></div>` : ''
