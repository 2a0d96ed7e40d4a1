import type { View } from '../../define/derived.ts'
import type { LinkKind } from '../../define/record.ts'
import { capital } from '../../define/text/capital.ts'
import { inEachLanguage } from '../../define/text/language.ts'
import { userRel } from '../../define/text/user-links.ts'
import { type Day, daySeconds, startOfDay } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import { type EventView, isOnOwnDate, viewIn } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import { dateOn, datesOfEvent, type EventDates } from '../listing/event-dates.ts'
import { queryOf } from '../listing/filters.ts'
import { eventHref, eventIn, hrefOf, isSame, slugsOf, teaserOf } from '../listing/items.ts'
import { toSeries } from '../listing/redirects.ts'
import { isEntryOf, neighbours, type RelatedEvents, relatedTo } from '../listing/related.ts'
import { mapContent, mapPart, mapsOf } from '../map/map-part.ts'
import { mapMessagesIn } from '../map/messages.ts'
import { directionsTo, placeOf } from '../map/places.ts'
import {
  addPart,
  calendarChoice,
  eventFileLink,
  hasOldDate,
  hasOldPlace,
  placesMark,
  statusMark,
  titleOf,
  whenOfItem,
} from '../parts/event-parts.ts'
import { fieldRows, fieldTexts, venuePart } from '../parts/fields.ts'
import { figureOf } from '../parts/image.ts'
import { prose } from '../parts/prose.ts'
import { inline, langOf } from '../parts/text.ts'
import { inList, timeTag, whenOf } from '../parts/when.ts'
import { clock, dayName, formatDay, formatDays, startOfMonth } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import type { Reading } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { formMessagesIn } from '../shell/submission-messages.ts'
import { eventHead } from '../structured/head.ts'
import { problemPage } from './problem.ts'

/** An event, on the only date that it has or the one that is next. */
export const eventPage = (request: PageRequest): Promise<Content> =>
  orForm(request, async () => {
    const opened = await openEvent(request)
    const event = eventIn(request, opened.view)
    const dates = await datesOfEvent({ request, ...opened }, event)
    const isDate = isOnOwnDate(opened.view.record)
    return eventOrMove(request, opened, event, dates, { isDate })
  })

/** One date of an event that has several. */
export const eventOnPage = (request: PageRequest): Promise<Content> =>
  orForm(request, async () => {
    const opened = await openEvent(request)
    const of = { request, ...opened }
    const event = await dateOn(of, request.params.date ?? '')
    if (!event) return toSeries(of, 'event')
    return eventOrMove(request, opened, event, await datesOfEvent(of, event), { isDate: true })
  })

function eventOrMove(
  request: PageRequest,
  { isUnlocked }: OpenedEvent,
  event: EventView,
  dates: EventDates,
  how: { isDate?: boolean } = {},
): Content | Promise<Content> {
  // a password does not follow to another address
  if (isUnlocked) return showEvent(request, event, dates, { ...how, isUnlisted: true })
  return movedTo(request, event, how.isDate ?? false) ?? showEvent(request, event, dates, how)
}

/** A slug of another language redirects to the event; a previous slug of a date, or its day alone, redirects to its page. */
function movedTo(
  { links, params, name }: PageRequest,
  { slug, date }: EventView,
  isDate: boolean,
): Content | undefined {
  const isOwn = isSame(slug, params.slug) && (params.date ?? date) === date
  const page = isDate ? 'eventOn' : name
  return isOwn ? undefined : redirect(links.path(page, { ...params, slug, date }))
}

/** `preview`: the bar above an event without a public page. `isUnlisted`: for one reader only, hidden from programs. */
export async function showEvent(
  request: PageRequest,
  event: EventView,
  dates: EventDates,
  {
    isDate = false,
    isUnlisted = false,
    preview,
  }: { isDate?: boolean; isUnlisted?: boolean; preview?: Html } = {},
): Promise<Content> {
  const { locale } = request
  const { title, image, held } = event
  const fields = event.fields('onPage')
  const map = await mapOf(request, event)
  const t = messagesIn(locale)
  const around = await neighbours(request, event)
  const more = [
    performersPart(request, event),
    organizersPart(request, event),
    ...fieldRows(request, fields),
    tagsPart(request, event),
  ].filter(part => part !== '')
  const isOpen = !isOver(request, event) && !event.isOff
  const hasOthers = event.isDate || dates.total > 1
  const actions = preview || isUnlisted ? '' : actionsPart(request, event, { isOpen, hasOthers })
  const main = html`${preview ?? ''}<article class="event">
<header>
<p class="eyebrow"><a href="${request.links.path('events')}"><span aria-hidden="true">‹ </span>${t('allEvents')}</a> ${event.categories.map(term => html`<a href="${hrefOf(request, 'category', term)}">${inline(term.name)}</a> `)}</p>
<h1${langOf(title)}>${title.text}</h1>
${held === 'scheduled' ? '' : html`<p class="notice">${statusMark(event, request)} ${event.reason}</p>`}
${movedPart(request, event)}${isOver(request, event) ? html`<p class="notice">${t('isOver')}${nextPart(request, event, dates)}</p>` : ''}
</header>
<div class="facts"><dl>
<div><dt>${t(hasOldDate(event) ? 'originalDate' : 'when')}</dt><dd class="event-when" data-yours="${t('inYourZone', { when: '{when}' })}">${whenOf(event, locale)}${zoneNote(event)}${recurrenceNote(event)}</dd></div>
${onlinePart(request, event)}
${wherePart(request, event)}
${costPart(request, event)}
</dl>
${actions}
${more.length > 0 ? html`<dl>${more}</dl>` : ''}</div>
${image ? figureOf(request, image, '(min-width: 76rem) 50rem, (min-width: 56rem) calc(100vw - 26rem), 100vw') : ''}
${await prose(request, event.description)}${await fieldTexts(request, fields)}
${map?.part ?? ''}
${datesPart(request, event, dates)}
${partsPart(request, await seriesParts(request, event))}
${preview || isUnlisted ? '' : reportLink(request, event)}</article>
${relatedPart(request, preview || isUnlisted ? [] : await relatedTo(request, event))}
<nav class="pager" aria-label="${t('events')}">
${neighbourLink(request, 'prev', around.previous) ?? html`<span></span>`}
${neighbourLink(request, 'next', around.next) ?? ''}
</nav>`
  return {
    ...map?.content,
    body: layout(request, {
      title: title.text,
      main,
      description: teaserOf(event).text,
      ...(preview || isUnlisted ? { isUnlisted: true } : publicParts(request, event, isDate)),
    }),
  }
}

/** Where visitors report a mistake: where they may propose events too. */
function reportLink({ links, locale, world: { settings } }: PageRequest, { slug }: EventView) {
  if (settings.submissions === 0 || settings.private) return ''
  const href = links.path('eventReport', { slug })
  return html`<p class="report"><a href="${href}" rel="nofollow">${formMessagesIn(locale)('report')}</a></p>
`
}

const neighbourLink = (request: PageRequest, rel: 'prev' | 'next', event: EventView | undefined) =>
  event &&
  html`<a href="${eventHref(request, event)}" rel="${rel}"><span>${messagesIn(request.locale)(rel === 'prev' ? 'previousEvent' : 'nextEvent')}</span><b${langOf(event.title)}>${event.title.text}</b><span>${timeTag(event.starts, event, formatDay(event.starts, 'full', request.locale))}</span></a>`

/** Where the page is in each language, and what programs read of it. */
function publicParts(request: PageRequest, event: EventView, isDate: boolean) {
  const slugs = slugsOf(event)
  const on = isDate ? { date: event.date } : {}
  return {
    languages: event.languages,
    at: {
      name: isDate ? ('eventOn' as const) : ('event' as const),
      params: inEachLanguage(of => ({ ...slugs[of], ...on })),
    },
    head: html`${eventHead(request, event)}${eventFileLink(request, event)}`,
  }
}

/** Where it is, if the event and its venue are shown on maps. */
async function mapOf(request: PageRequest, event: EventView) {
  const places =
    event.showsMap && !hasOldPlace(event)
      ? event.venues.flatMap(
          venue => placeOf(venue, { href: hrefOf(request, 'venue', venue) }) ?? [],
        )
      : []
  const [first] = places
  if (!first) return undefined
  const name = mapMessagesIn(request.locale)('placeOf', { name: first.name.text })
  const maps = await mapsOf(request)
  const part = mapPart(request, maps, places, { kind: 'one', name })
  return { part: html`<div class="where-map">${part}</div>`, content: mapContent(maps) }
}

/** True if an event has ended. The page is valid until that changes. */
function isOver({ world, reading }: PageRequest, { utcEnds }: EventView): boolean {
  const hasEnded = utcEnds < world.now()
  if (!hasEnded) reading.validUntil(utcEnds + 1)
  return hasEnded
}

/** The clock of an event where it is not that of the site; the script adds the time of the visitor. */
const zoneNote = ({ clock }: EventView): Html | string =>
  clock ? html`<br><span class="zone">${capital(clock.words)} (${clock.offset})</span>` : ''

/** The rule of a series as a sentence. */
const recurrenceNote = ({ recurrence }: EventView): Html | string =>
  recurrence ? html`<br><span class="zone">${capital(recurrence)}</span>` : ''

/** For an event that was moved: the time that was announced first. */
function movedPart({ locale }: PageRequest, { announcedStart: at, held }: EventView) {
  if (at === undefined || held === 'cancelled' || held === 'postponed') return ''
  return html`<p class="notice">${messagesIn(locale)('movedFrom', { day: formatDay(at, 'long', locale) })}</p>`
}

/** For a past event: its next date, or upcoming events at its venue. */
function nextPart(
  request: PageRequest,
  { venues }: EventView,
  { upcoming }: EventDates,
): Html | string {
  const { locale } = request
  const t = messagesIn(locale)
  const next = upcoming.find(date => !isOver(request, date))
  if (next) {
    const day = formatDay(next.starts, 'long', locale)
    return html` <a href="${eventHref(request, next)}">${t('nextDate', { day })}</a>`
  }
  const [venue] = venues
  return venue
    ? html` <a href="${hrefOf(request, 'venue', venue)}">${t('nextAt', { name: venue.name.text })}</a>`
    : ''
}

/** The venues, with the way there; of an event that moved online, where it was to be. */
function wherePart(request: PageRequest, event: EventView): Html | string {
  const { venues, showsMapLink } = event
  if (venues.length === 0) return ''
  const isOld = hasOldPlace(event)
  const places = venues.map(venue =>
    venuePart(request, venue, showsMapLink && !isOld ? directionsTo(venue) : undefined),
  )
  return html`<div><dt>${messagesIn(request.locale)(isOld ? 'originalPlace' : 'where')}</dt><dd${isOld ? html` class="struck"` : ''}>${places}</dd></div>`
}

/** The part about taking part online; empty for events in person only. */
function onlinePart({ locale }: PageRequest, { attendance, onlineUrl }: EventView): Html | string {
  if (attendance === 'in_person') return ''
  const t = messagesIn(locale)
  const link = /^https?:/.test(onlineUrl)
  return html`<div><dt>${t(attendance)}</dt><dd>${link ? html`<a href="${onlineUrl}" rel="${userRel}">${t('takePart')}</a>` : '–'}</dd></div>`
}

const costPart = ({ locale }: PageRequest, { cost }: EventView): Html | string =>
  cost ? html`<div><dt>${messagesIn(locale)('cost')}</dt><dd>${cost}</dd></div>` : ''

function performersPart({ locale }: PageRequest, { performers }: EventView): Html | string {
  if (performers.length === 0) return ''
  return html`<div><dt>${messagesIn(locale)('performers')}</dt>${performers.map(
    ({ name, url }) =>
      html`<dd>${url ? html`<a href="${url}" rel="${userRel}">${name}</a>` : name}</dd>`,
  )}</div>`
}

function organizersPart(request: PageRequest, { organizers }: EventView): Html | string {
  const t = messagesIn(request.locale)
  if (organizers.length === 0) return ''
  return html`<div><dt>${t(organizers.length === 1 ? 'organizer' : 'organizers')}</dt>${organizers.map(
    organizer =>
      html`<dd><a href="${hrefOf(request, 'organizer', organizer)}">${inline(organizer.name)}</a></dd>`,
  )}</div>`
}

function tagsPart(request: PageRequest, { tags }: EventView): Html | string {
  if (tags.length === 0) return ''
  return html`<div><dt>${messagesIn(request.locale)('tags')}</dt><dd class="tags">${tags.map(
    tag => html`<a href="${hrefOf(request, 'tag', tag)}">${inline(tag.name)}</a> `,
  )}</dd></div>`
}

/** Links to the other parts of a series that was split. */
function partsPart(request: PageRequest, { earlier, later }: SeriesParts): Html | string {
  if (!earlier && !later) return ''
  const t = messagesIn(request.locale)
  const link = (event: EventView, label: string) =>
    html`<p>${label} <a href="${eventHref(request, event)}"${langOf(event.title)}>${event.title.text}</a></p>`
  return html`<nav class="dates" aria-label="${t('seriesParts')}">${earlier ? link(earlier, t('earlierDates')) : ''}${
    later
      ? link(later, t('laterDates', { day: formatDay(later.starts, 'long', request.locale) }))
      : ''
  }</nav>`
}

/** The parts of a series that was split: the one with the earlier dates, and the one with the later dates. */
type SeriesParts = { earlier: EventView | undefined; later: EventView | undefined }

/** The parts before and after an event that anyone may see. */
async function seriesParts(
  request: PageRequest,
  { continues, continuedBy }: EventView,
): Promise<SeriesParts> {
  const ids = [continues, continuedBy].filter(id => id !== undefined)
  if (ids.length === 0) return { earlier: undefined, later: undefined }
  const records = await request.reading.records('event', ids, { isGrowing: false })
  const parts = records
    .map(record => viewIn('event', { record }, showContextOf(request)))
    .filter(({ isForAnyone }) => isForAnyone)
  const part = (id: number | undefined) => parts.find(each => each.id === id)
  return { earlier: part(continues), later: part(continuedBy) }
}

/** An event as its page reads it; `isUnlocked`: by a password that was sent, so the page is for the sender alone. */
type OpenedEvent = { view: View; reading: Reading; isUnlocked: boolean }

/** Reads the event of an address, by the password that its form sends if there is one. Wrong passwords count as in the API (A12). */
async function openEvent(request: PageRequest): Promise<OpenedEvent> {
  const { form, params, reading, requester, world } = request
  const address = { slug: params.slug ?? '' }
  const sent = typeof form === 'object' ? form.values.password : undefined
  const password = typeof sent === 'string' ? sent : ''
  if (password === '')
    return { view: await reading.read('event', address), reading, isUnlocked: false }
  const guesses = world.guesses(requester.address)
  const unlocked = request.readingAs({ ...reading.caller, password, guesses })
  return { view: await unlocked.read('event', address), reading: unlocked, isUnlocked: true }
}

const isRefused = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'event-password-protected'

/** The page of an event, or the form for its password; a response to a password is for its sender alone, the refusal too. */
async function orForm(request: PageRequest, page: () => Promise<Content>): Promise<Content> {
  if (!request.form) return page()
  try {
    return { ...(await page()), isPersonal: true }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { ...problemPage(request, error), isPersonal: true }
  }
}

/** The dates of a series by month, with the way to those before and after them. */
function datesPart(
  request: PageRequest,
  event: EventView,
  { dates, total, earlier, later, parts }: EventDates,
): Html | string {
  if (total < 2) return ''
  const { locale } = request
  const t = messagesIn(locale)
  const isShown = isEntryOf(event)
  const months = Map.groupBy(dates, ({ starts }) => startOfMonth(starts))
  const to = (from: Day | undefined, text: string, rel = '') =>
    from === undefined
      ? ''
      : html`<a href="${eventHref(request, event)}${queryOf({ dates: dayName(from) })}#dates" rel="${rel}nofollow">${text}</a>`
  const areYears = (parts[2] ?? 0) - (parts[1] ?? 0) > 31 * daySeconds
  const nameOf = (at: Day) =>
    areYears ? dayName(at).slice(0, 4) : capital(formatDay(at, 'month', locale))
  return html`<section class="dates" id="dates"><h2>${t('allDates', { count: total })}</h2>${
    parts.length > 0
      ? html`<nav class="months" aria-label="${t('datesByMonth')}">${parts.map(at => to(at, nameOf(at)))}</nav>`
      : ''
  }${[...months].map(
    ([month, within]) =>
      html`<h3>${capital(formatDay(month, 'month', locale))}</h3><ul>${within.map(
        date =>
          html`<li><a href="${eventHref(request, date)}"${isShown(date) ? html` aria-current="date"` : ''}>${dateIn(request, date, event)}</a>${marksOf(request, date)}</li>`,
      )}</ul>`,
  )}${
    (earlier ?? later)
      ? html`<nav class="pager" aria-label="${t('dates')}">${to(earlier, t('datesBefore'), 'prev ') || html`<span></span>`}${to(later, t('datesAfter'), 'next ')}</nav>`
      : ''
  }</section>`
}

/** Its day; its time too where that is another than that of the event shown, or where two can be on one day. */
function dateIn({ locale }: PageRequest, date: EventView, event: EventView): Html {
  const { starts, ends, first, last, isAllDay } = date
  const isAlike =
    starts - startOfDay(starts) === event.starts - startOfDay(event.starts) &&
    ends - starts === event.ends - event.starts &&
    isAllDay === event.isAllDay
  if (!isAlike || date.date.includes('/')) return inList(date, locale)
  const day = first === last ? formatDay(starts, 'short', locale) : formatDays(first, last, locale)
  return timeTag(starts, date, capital(day))
}

/** Cancelled, postponed, sold out; moved from another day or time. */
function marksOf(request: PageRequest, date: EventView): Html | string {
  const { announcedStart: at, held, isAllDay } = date
  const { locale } = request
  const mark = html` ${statusMark(date, request)}`
  if (at === undefined || held !== 'scheduled') return mark
  const day = formatDay(at, 'short', locale) + (isAllDay ? '' : `, ${clock(at, locale)}`)
  return html`${mark}<span class="moved">${messagesIn(locale)('movedFrom', { day })}</span>`
}

/** The actions of visitors for an upcoming event: book, add it to a calendar, share it. */
const actionsPart = (
  request: PageRequest,
  event: EventView,
  { isOpen, hasOthers }: { isOpen: boolean; hasOthers: boolean },
): Html =>
  html`<div class="actions">
${isOpen ? html`${ticketPart(request, event)}${addPart(request, event, hasOthers)}` : ''}${sharePart(request, event)}
</div>`

/** Nothing can be booked where no place is left. */
function ticketPart(request: PageRequest, event: EventView): Html {
  const { registrationUrl: url, availability } = event
  const canBook = availability !== 'sold_out' && /^https?:/.test(url)
  const button = html`<a class="button" href="${url}" rel="${userRel}">${messagesIn(request.locale)('book')}</a>`
  return html`${canBook ? button : ''}${placesMark(event, request)}`
}

/** The browser shares where it can; else links to where people share. They send nothing until they are followed. */
function sharePart({ locale }: PageRequest, event: EventView): Html {
  const t = messagesIn(locale)
  const { title, language: written } = event
  const url = event.urlIn(written)
  const [name, link, both] = [title.text, url, `${title.text} ${url}`].map(encodeURIComponent)
  const id = 'share-url'
  return calendarChoice(
    t('share'),
    [
      { text: t('byEmail'), href: `mailto:?subject=${name}&body=${link}` },
      { text: 'WhatsApp', href: `https://wa.me/?text=${both}` },
      { text: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
      { text: 'Bluesky', href: `https://bsky.app/intent/compose?text=${both}` },
      { text: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
    ],
    html`<div class="address"><label for="${id}">${t('feedAddress')}</label>
<input id="${id}" value="${url}" readonly>
<button type="button" class="quiet needs-script" data-copies="${id}" data-copied="${t('copied')}">${t('copy')}</button></div>`,
    html` class="calendars share" data-share="${title.text}" data-url="${url}"`,
  )
}

const headings = {
  venue: 'alsoAt',
  organizer: 'alsoBy',
  category: 'alsoIn',
  tag: 'alsoIn',
} as const satisfies Record<LinkKind, string>

/** Events that have something in common with the one of the page, below it. */
function relatedPart(request: PageRequest, related: readonly RelatedEvents[]): Html | string {
  if (related.length === 0) return ''
  const t = messagesIn(request.locale)
  return html`<section class="related" aria-labelledby="related"><h2 class="section" id="related">${t('related')}</h2>
${related.map(
  ({ kind, to, items }) =>
    html`<div><h3><a href="${hrefOf(request, kind, to)}">${t(headings[kind], { name: to.name.text })}</a></h3><ul>${items.map(
      item => html`<li>${titleOf(request, item)} <span>${whenOfItem(request, item)}</span></li>`,
    )}</ul></div>`,
)}</section>`
}
