import { languagesOf } from '../../define/record-texts.ts'
import { userRel } from '../../define/text/user-links.ts'
import { wallOf } from '../../define/time/zone.ts'
import type { View } from '../../define/view.ts'
import { Problem } from '../../problem/problem.ts'
import { eventStatusOf } from '../../resources/event/event-status.ts'
import { priceOf } from '../../resources/event/price.ts'
import { type DatedView, dateOn, datesOf } from '../listing/event-dates.ts'
import { type Item, isSame, itemOf, linkedOf, slugIn, slugsOf, textIn } from '../listing/items.ts'
import { neighbours } from '../listing/neighbours.ts'
import { nowOf } from '../listing/now.ts'
import { directionsTo, placeOf } from '../map/places.ts'
import { mapSayIn } from '../map/words.ts'
import { addPart, eventFileLink } from '../parts/calendars.ts'
import { statusMark } from '../parts/event-list.ts'
import { imageOf } from '../parts/image.ts'
import { mapHeaders, mapPart } from '../parts/map.ts'
import { venuePart } from '../parts/place.ts'
import { prose } from '../parts/prose.ts'
import { inline, langOf } from '../parts/text.ts'
import { timeTag, whenOf } from '../parts/when.ts'
import { capital, dayName, inWords } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { layout } from '../shell/layout.ts'
import { sayIn } from '../shell/messages.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import { eventHead } from '../structured/head.ts'
import { type OpenedEvent, openEvent, orForm } from './protected.ts'

/** An event, on the only date that it has or the one that is next. */
export const eventPage = (asked: PageRequest): Promise<Content> =>
  orForm(asked, async () => {
    const opened = await openEvent(asked)
    const dates = await datesOf(opened.reading, opened.view)
    return eventOrMove(asked, opened, { view: opened.view, occurrence: 0 }, dates)
  })

/** One date of an event that has several. */
export const eventOnPage = (asked: PageRequest): Promise<Content> =>
  orForm(asked, async () => {
    const opened = await openEvent(asked)
    const dates = await datesOf(opened.reading, opened.view)
    const date = dateOn(dates, asked.params.day ?? '')
    if (!date) throw new Problem('rest_no_route')
    return eventOrMove(asked, opened, date, dates, { isDate: true })
  })

function eventOrMove(
  asked: PageRequest,
  { view, isUnlocked }: OpenedEvent,
  date: DatedView,
  dates: readonly DatedView[],
  how: { isDate?: boolean } = {},
): Content | Promise<Content> {
  // a password does not follow to another address
  if (isUnlocked) return showEvent(asked, date, dates, { ...how, isUnlisted: true })
  return movedTo(asked, view) ?? showEvent(asked, date, dates, how)
}

/** A slug of the other language leads to the event all the same, at its address in this one. */
function movedTo(asked: PageRequest, { record }: View): Content | undefined {
  const { links, params, name, language } = asked
  const slug = slugIn(record, language)
  return isSame(slug.slug, params.slug)
    ? undefined
    : redirect(links.path(name, { ...params, ...slug }))
}

/** `preview`: what stands above it where it is no public page. `isUnlisted`: it is for one reader, and no program reads it. */
export async function showEvent(
  asked: PageRequest,
  { view, occurrence }: DatedView,
  dates: readonly DatedView[],
  {
    isDate = false,
    isUnlisted = false,
    preview,
  }: { isDate?: boolean; isUnlisted?: boolean; preview?: Html } = {},
): Promise<Content> {
  const { language } = asked
  const item = itemOf(asked, view, occurrence > 0)
  const { record } = view
  const { title } = item
  const { facts } = record
  const map = await mapOf(asked, view)
  const t = sayIn(language)
  const around = await neighbours(asked, item)
  const main = html`${preview ?? ''}<article class="event">
<header>
<p class="eyebrow">${item.categories.map(({ name, href }) => html`<a href="${href}">${inline(name)}</a> `)}</p>
<h1${langOf(title.lang)}>${title.text}</h1>
${item.status ? html`<p class="notice">${statusMark(item, asked)} ${textIn(record, 'event_status_reason', language).text}</p>` : ''}
${isOver(asked, item) ? html`<p class="notice">${t('isOver')}${nextPart(asked, item, dates)}</p>` : ''}
</header>
${item.image ? html`<figure>${imageOf(asked, item.image, { sizes: '(min-width: 76rem) 50rem, (min-width: 56rem) calc(100vw - 26rem), 100vw', isFirst: true })}</figure>` : ''}
<div class="facts"><dl>
<div><dt>${t('when')}</dt><dd class="event-when" data-yours="${t('inYourZone', { when: '{when}' })}">${whenOf(item, language)}${zoneNote(item)}</dd></div>
${onlinePart(asked, view)}
${view.venues.length > 0 ? html`<div><dt>${t('where')}</dt><dd>${view.venues.map(({ record: venue }) => venuePart(asked, venue, facts.show_map_link === 1 ? directionsTo(venue, language) : undefined))}</dd></div>` : ''}
${costPart(asked, view)}
${organizersPart(asked, view)}
${websitePart(asked, view)}
${tagsPart(asked, view)}
</dl></div>
${await prose(asked, textIn(record, 'description', language))}
${map ?? ''}
${preview || isUnlisted || isOver(asked, item) || item.status === 'cancelled' ? '' : addPart(asked, { view, occurrence }, dates.length > 1)}
${datesPart(asked, item, dates)}
</article>
<nav class="pager" aria-label="${t('events')}">
${around.previous ? html`<a href="${around.previous.href}" rel="prev"><span>${t('previousEvent')}</span><b${langOf(around.previous.title.lang)}>${around.previous.title.text}</b></a>` : html`<span></span>`}
${around.next ? html`<a href="${around.next.href}" rel="next"><span>${t('nextEvent')}</span><b${langOf(around.next.title.lang)}>${around.next.title.text}</b></a>` : ''}
</nav>`
  return {
    ...(map && { headers: mapHeaders(asked) }),
    body: layout(asked, {
      title: title.text,
      main,
      description: item.excerpt.text,
      ...(preview || isUnlisted ? { isUnlisted: true } : publicParts(asked, view, item, isDate)),
    }),
  }
}

/** Where the page is in both languages, and what programs read of it. */
function publicParts(asked: PageRequest, view: View, { starts }: Item, isDate: boolean) {
  const slugs = slugsOf(view.record)
  const day = isDate ? { day: dayName(starts) } : {}
  return {
    languages: languagesOf(view.record),
    at: {
      name: isDate ? ('eventOn' as const) : ('event' as const),
      params: { en: { ...slugs.en, ...day }, fr: { ...slugs.fr, ...day } },
    },
    head: html`${eventHead(asked, view)}${eventFileLink(asked, view.record)}`,
  }
}

/** Where it is, if the event and its venue are shown on maps. */
async function mapOf(
  asked: PageRequest,
  { record, venues, masked }: View,
): Promise<Html | undefined> {
  if (masked || record.facts.show_map !== 1) return undefined
  const places = venues.flatMap(({ record: venue }) => placeOf(asked, venue, {}) ?? [])
  const [first] = places
  if (!first) return undefined
  const name = mapSayIn(asked.language)('placeOf', { name: first.name.text })
  return html`<div class="where-map">${await mapPart(asked, places, { kind: 'one', name })}</div>`
}

const isOver = (asked: PageRequest, { ends, zone }: Item) =>
  ends < wallOf(asked.world.now(), zone) && nowOf(asked) !== ''

/** The clock of an event where it is not that of the site; the script adds the time of the visitor. */
const zoneNote = ({ clock }: Item): Html | string =>
  clock ? html`<br><span class="zone">${capital(clock.words)} (${clock.offset})</span>` : ''

/** Of an event that is over: its next date, or what is next at its venue. */
function nextPart(asked: PageRequest, item: Item, dates: readonly DatedView[]): Html | string {
  const { language, world } = asked
  const t = sayIn(language)
  const next = dates
    .map(({ view, occurrence }) => itemOf(asked, view, occurrence > 0))
    .find(({ ends, zone }) => ends >= wallOf(world.now(), zone))
  if (next) {
    const day = inWords(next.starts, 'long', language)
    return html` <a href="${next.href}">${t('nextDate', { day })}</a>`
  }
  const [venue] = item.venues
  return venue ? html` <a href="${venue.href}">${t('nextAt', { name: venue.name.text })}</a>` : ''
}

/** How people take part where that is not in person alone. */
function onlinePart({ language }: PageRequest, { record, masked }: View): Html | string {
  const { attendance, online_url } = eventStatusOf(record.facts)
  if (attendance === 'in_person') return ''
  const t = sayIn(language)
  const link = !masked && /^https?:/.test(online_url)
  return html`<div><dt>${t(attendance === 'online' ? 'online' : 'onlineToo')}</dt><dd>${link ? html`<a href="${online_url}" rel="${userRel}">${t('takePart')}</a>` : '–'}</dd></div>`
}

function costPart(asked: PageRequest, { record }: View): Html | string {
  const { language, world } = asked
  if (!record.facts.cost) return ''
  const price = priceOf(String(record.facts.cost), world.site.currency, language)
  return html`<div><dt>${sayIn(language)('cost')}</dt><dd>${price}</dd></div>`
}

function organizersPart(asked: PageRequest, { organizers }: View): Html | string {
  const t = sayIn(asked.language)
  if (organizers.length === 0) return ''
  return html`<div><dt>${t(organizers.length === 1 ? 'organizer' : 'organizers')}</dt>${organizers.map(
    ({ record }) => {
      const { name, href } = linkedOf(asked, record)
      return html`<dd><a href="${href}">${inline(name)}</a></dd>`
    },
  )}</div>`
}

function websitePart({ language }: PageRequest, { record }: View): Html | string {
  const { text } = textIn(record, 'website', language)
  if (!/^https?:/.test(text)) return ''
  return html`<div><dt>${sayIn(language)('website')}</dt><dd><a href="${text}" rel="${userRel}">${new URL(text).host}</a></dd></div>`
}

function tagsPart(asked: PageRequest, { tags }: View): Html | string {
  if (tags.length === 0) return ''
  return html`<div><dt>${sayIn(asked.language)('tags')}</dt><dd class="tags">${tags.map(tag => {
    const { name, href } = linkedOf(asked, tag)
    return html`<a href="${href}">${inline(name)}</a> `
  })}</dd></div>`
}

function datesPart(
  asked: PageRequest,
  { starts }: Item,
  dates: readonly DatedView[],
): Html | string {
  const others = dates
    .map(({ view, occurrence }) => itemOf(asked, view, occurrence > 0))
    .filter(item => item.starts !== starts)
  if (others.length === 0) return ''
  return html`<section class="dates"><h2>${sayIn(asked.language)('otherDates')}</h2><ul>${others.map(
    date =>
      html`<li><a href="${date.href}">${timeTag(date.starts, date, capital(inWords(date.starts, 'long', asked.language)))}</a></li>`,
  )}</ul></section>`
}
