import { between, chance } from './chance.ts'
import { cities, price } from './cities.ts'
import type { Draft, EventBody, EventDraft, OrganizerBody, TermBody, VenueBody } from './draft.ts'
import { drawingKey } from './drawings.ts'
import { organizers, website } from './organizers.ts'
import { minWithRecurring, recurring } from './recurring.ts'
import { dateOf, dayOf, isWeekend, monthOf, occurs } from './rhythm.ts'
import { everySeries } from './series/every.ts'
import type { Edition, Series } from './series/series.ts'
import { categories, tags } from './terms.ts'
import { type Place, places, venues } from './venues/every.ts'
import { type Moment, written } from './words.ts'

export type DemoCalendar = {
  categories: Draft<TermBody>[]
  tags: Draft<TermBody>[]
  venues: Draft<VenueBody>[]
  organizers: Draft<OrganizerBody>[]
  events: Iterable<EventDraft> & { length: number }
}

/** A bilingual calendar around a day: about one event a day, from two months before it for as long as it takes. */
export function demoCalendar(today: string, count = 300, seed = 1): DemoCalendar {
  const day = dayOf(today)
  return {
    categories,
    tags,
    venues,
    organizers,
    events: { length: count, [Symbol.iterator]: () => upTo(count, eventsAround(day, count, seed)) },
  }
}

function* upTo(count: number, events: Iterable<EventDraft>): Generator<EventDraft, void> {
  let left = count
  if (left <= 0) return
  for (const event of events) {
    yield event
    left -= 1
    if (left === 0) return
  }
}

function* eventsAround(today: number, count: number, seed: number): Generator<EventDraft> {
  if (count >= minWithRecurring) yield* recurring(today)
  const held = new Map<string, number>()
  const daysBefore = Math.min(60, Math.floor(count / 5)) // a small calendar keeps the same balance around today
  for (let day = today - daysBefore; ; day += 1) {
    for (const series of everySeries) {
      if (!occurs(series.rhythm, day, today)) continue
      const before = held.get(series.key) ?? 0
      held.set(series.key, before + 1)
      yield event(series, { day, today, seed, before })
    }
  }
}

type Occurrence = { day: number; today: number; seed: number; before: number }

function event(series: Series, occurrence: Occurrence): EventDraft {
  const { day, seed, before } = occurrence
  const turn = before + between(0, 99, chance(seed, series.key))
  const venue = inTurn(series.venues ?? [], turn)
  const place = venue === undefined ? null : required(places, venue)
  const moment: Moment = {
    edition: inTurn(editionsOf(series, day), turn) ?? null,
    number: (series.first ?? 1) + before,
    date: dateOf(day),
    place,
  }
  return {
    key: `${series.key}-${dateOf(day)}`,
    venue: venue ?? null,
    image: drawingKey(series.key, series.categories[0]),
    organizers: series.organizers,
    categories: series.categories,
    tags: tagsOf(series, day),
    body: { ...texts(series, moment), ...facts(series, place, occurrence) },
  }
}

function editionsOf(series: Series, day: number): Edition[] {
  const month = monthOf(day)
  return (series.editions ?? []).filter(({ months }) => !months || months.includes(month))
}

type Texts = Pick<
  EventBody,
  'title' | 'description' | 'excerpt' | 'website' | 'ml_language' | 'translations'
>

function texts(series: Series, moment: Moment): Texts {
  const { en, fr } = series
  const english = en && { ...written(en, 'en', moment), ...websiteOf(series, 'en') }
  const french = fr && { ...written(fr, 'fr', moment), ...websiteOf(series, 'fr') }
  if (english && french) return { ...english, ml_language: 'en', translations: { fr: french } }
  if (english) return { ...english, ml_language: 'en' }
  if (french) return { ...french, ml_language: 'fr' }
  throw new RangeError(`The series “${series.key}” has no text.`)
}

function websiteOf(series: Series, language: 'en' | 'fr') {
  const [host] = series.organizers
  return series.website && host ? { website: `${website(host, language)}/${series.key}` } : {}
}

type Facts = Omit<EventBody, keyof Texts>

function facts(series: Series, place: Place | null, occurrence: Occurrence): Facts {
  const { featured, sticky, ticketed, cost, status = 'publish' } = series
  const city = cities[place?.in ?? 'montreal'] // what has no venue keeps the organizers’ time and money
  return {
    ...dates(series, occurrence.day),
    timezone: series.zone ?? city.zone,
    status,
    date: publication(series, occurrence),
    ...(cost !== undefined && { cost: price(cost, city.money) }),
    ...(featured && { featured }),
    ...(sticky && { sticky }),
    ...(ticketed && { ticketed }),
    ...(place && { show_map: true, show_map_link: true }),
  }
}

function dates({ hours, days = 1 }: Series, day: number) {
  const last = day + days - 1
  if (!hours) {
    return {
      start_date: `${dateOf(day)} 00:00:00`,
      end_date: `${dateOf(last)} 23:59:59`,
      all_day: true,
    }
  }
  const [from, to] = hours
  const pastMidnight = days === 1 && to <= from
  return {
    start_date: `${dateOf(day)} ${from}:00`,
    end_date: `${dateOf(pastMidnight ? last + 1 : last)} ${to}:00`,
    all_day: false,
  }
}

/** Announced some weeks ahead, and never later than yesterday: a later date would keep the event from being seen. */
function publication({ key }: Series, { day, today, seed }: Occurrence): string {
  const share = chance(seed, key, day)
  const announced = Math.min(day - between(20, 50, share), today - between(1, 40, share))
  return `${dateOf(announced)} ${String(between(8, 17, share)).padStart(2, '0')}:30:00`
}

function tagsOf({ tags, cost, hours, online }: Series, day: number): string[] {
  const derived = {
    free: cost === 0,
    evening: hours !== undefined && hours[0] >= '18:00',
    weekend: isWeekend(day),
    online: online === true,
  }
  const extra = Object.entries(derived).filter(([, holds]) => holds)
  return [...tags, ...extra.map(([tag]) => tag)]
}

function inTurn<T>(list: T[], turn: number): T | undefined {
  return list[turn % list.length]
}

function required<T>(map: Map<string, T>, key: string): T {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`The demo has no “${key}”.`)
  return value
}
