import { isPostLink, isTermLink, type LinkKind, type StoredRecord } from '../../define/record.ts'
import { languagesOf } from '../../define/record-texts.ts'
import { htmlToText } from '../../define/text/html.ts'
import { userRel } from '../../define/text/user-links.ts'
import type { View } from '../../define/view.ts'
import { linkFilters } from '../../resources/event/filters.ts'
import { addressLines } from '../../resources/venue/postal-address.ts'
import { queryOf } from '../listing/filters.ts'
import { isSame, linkedOf, shortened, slugIn, slugsOf, textIn } from '../listing/items.ts'
import { isBeyondLast, pageOf, pastItems, upcomingItems } from '../listing/upcoming.ts'
import { directionsTo, placeOf } from '../map/places.ts'
import { mapSayIn } from '../map/words.ts'
import { byMonth } from '../parts/event-list.ts'
import { imageOf } from '../parts/image.ts'
import { mapHeaders, mapPart } from '../parts/map.ts'
import { directionsLink } from '../parts/place.ts'
import { prose } from '../parts/prose.ts'
import { langOf } from '../parts/text.ts'
import { type Html, html } from '../shell/html.ts'
import { layout } from '../shell/layout.ts'
import { sayIn } from '../shell/messages.ts'
import { type Content, type Handler, type PageRequest, redirect } from '../shell/page.ts'
import { linkedHead } from '../structured/head.ts'

/** The page of a venue, an organizer or a term: what it is, and what is on there. Where nothing is upcoming, the latest. */
export const linkedPage =
  (kind: LinkKind): Handler =>
  async asked => {
    const { language, links, params, reading } = asked
    const view = await reading.read(kind, { slug: params.slug ?? '' })
    const slug = slugIn(view.record, language)
    if (!isSame(slug.slug, params.slug)) return redirect(links.path(kind, slug))
    return showLinked(asked, kind, view)
  }

/** `preview`: what stands above it where it is no public page. */
export async function showLinked(
  asked: PageRequest,
  kind: LinkKind,
  view: View,
  preview?: Html,
): Promise<Content> {
  const { language, links, query } = asked
  const t = sayIn(language)
  const { record } = view
  const slug = slugIn(record, language)
  const { name } = linkedOf(asked, record)
  const page = pageOf(query)
  const filter = linkFilters[kind]
  const filters = { [filter]: String(record.id) }
  const upcoming = await upcomingItems(asked, filters, page)
  const isNone = upcoming.total === 0
  const listed = isNone ? await pastItems(asked, filters, page) : upcoming
  if (isBeyondLast(listed, page)) return redirect(links.path(kind, slug), 302)
  const to = (number: number) =>
    links.path(kind, slug) + queryOf({ page: number > 1 ? number : undefined })
  const map = kind === 'venue' ? await venueMap(asked, record) : undefined
  const description = textIn(record, 'description', language)
  const main = html`${preview ?? ''}<article class="about">
<header><p class="eyebrow">${t(kind)}</p><h1${langOf(name.lang)}>${name.text}</h1></header>
${view.image ? html`<figure>${imageOf(asked, view.image, { sizes: '(min-width: 64rem) 64rem, 100vw', isFirst: true })}</figure>` : ''}
${isPostLink(kind) ? contact(asked, record) : ''}
${map ?? ''}
${await prose(asked, description)}
</article>
<section class="upcoming"><h2 class="section">${t(isNone ? 'latest' : 'upcoming')}</h2>
${isNone ? html`<p class="none">${t('noEvents')}</p>` : ''}
${byMonth(asked, listed.items, { areUpcoming: !isNone })}
</section>
<nav class="pager" aria-label="${t('events')}">
${page > 1 ? html`<a href="${to(page - 1)}" rel="prev">‹ ${t('previous')}</a>` : html`<span></span>`}
${listed.hasMore ? html`<a href="${to(page + 1)}" rel="next">${t('next')} ›</a>` : ''}
</nav>`
  return {
    ...(map && { headers: mapHeaders(asked) }),
    body: layout(asked, {
      title: name.text,
      main,
      description: shortened(htmlToText(description.text)),
      ...(preview
        ? { isUnlisted: true }
        : {
            languages: languagesOf(record),
            at: { name: kind, params: slugsOf(record) },
            query: queryOf({ page: page > 1 ? page : undefined }),
            ...(isPostLink(kind) && { head: linkedHead(asked, view) }),
            feeds: queryOf(isTermLink(kind) ? { [filter]: slug.slug } : filters),
          }),
    }),
  }
}

/** Where a venue is, if it is shown on maps. */
async function venueMap(asked: PageRequest, venue: StoredRecord): Promise<Html | undefined> {
  const t = mapSayIn(asked.language)
  const href = directionsTo(venue, asked.language)
  const { name } = linkedOf(asked, venue)
  const label = href && `${t('directions')}, ${name.text}`
  const place = placeOf(asked, venue, href && label ? { href, label } : {})
  if (!place) return undefined
  const shape = { kind: 'one' as const, name: t('placeOf', { name: name.text }) }
  return html`<div class="where-map">${await mapPart(asked, [place], shape)}</div>`
}

/** Address, telephone, e-mail and website, as far as there are any. */
function contact(asked: PageRequest, record: StoredRecord): Html | string {
  const { language } = asked
  const t = sayIn(language)
  const { facts } = record
  const lines = record.kind === 'venue' ? addressLines(facts, language) : []
  const website = textIn(record, 'website', language).text
  const phone = String(facts.phone ?? '')
  const email = record.kind === 'organizer' ? String(facts.email ?? '') : ''
  const rows = [
    lines.length > 0 &&
      html`<div><dt>${t('address')}</dt><dd><address>${lines.map((line, at) => html`${at > 0 ? html`<br>` : ''}${line}`)}</address>${directionsLink(asked, directionsTo(record, language))}</dd></div>`,
    phone &&
      html`<div><dt>${t('phone')}</dt><dd><a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a></dd></div>`,
    /^[^\s@]+@[^\s@]+$/.test(email) &&
      html`<div><dt>${t('email')}</dt><dd><a href="mailto:${email}">${email}</a></dd></div>`,
    /^https?:/.test(website) &&
      html`<div><dt>${t('website')}</dt><dd><a href="${website}" rel="${userRel}">${new URL(website).host}</a></dd></div>`,
  ].filter(row => row !== false && row !== '')
  return rows.length > 0 ? html`<div class="facts"><dl>${rows}</dl></div>` : ''
}
