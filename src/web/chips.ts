import { LRUCache } from 'lru-cache'
import { lastDayOf } from '../define/time/days.ts'
import { viewOf } from '../define/view.ts'
import type { Validity } from '../journal/validity.ts'
import { clock, startOfDay } from './dates.ts'
import { html } from './html.ts'
import { itemOf } from './items.ts'
import type { Asked, World } from './page.ts'
import { statusMark } from './parts/event-list.ts'
import { langOf } from './parts/text.ts'
import { timeTag } from './parts/when.ts'
import type { DatedEvent } from './reading.ts'

/** One date of an event as the month shows it, written out once for every change. */
export type Chip = {
  starts: number
  ends: number
  first: number
  last: number
  /** Classes: featured, cancelled. */
  marks: string
  /** The title, as a link; before it the time of what is over on the same day. */
  link: string
  /** The title, as text; of what lasts several days alone. */
  title: string
  validity: Validity
}

type Chips = LRUCache<number, Chip>
/** In letters; a chip has some two hundred, and is as much again besides. */
const mostLetters = 12_000_000
const sizeOf = ({ link, title }: Chip) => link.length + title.length + 250
const caches = new WeakMap<World, Map<string, Chips>>()

/** The chips of a language and a base URL; of those there are few. */
function cacheOf({ world, links, language }: Asked): Chips {
  const ofWorld = caches.get(world) ?? new Map<string, Chips>()
  caches.set(world, ofWorld)
  const name = links.path('events') + language
  const cache =
    ofWorld.get(name) ??
    new LRUCache<number, Chip>({ maxSize: mostLetters, sizeCalculation: sizeOf })
  ofWorld.set(name, cache)
  return cache
}

/** The chips of these dates, by their occurrences; what has gone meanwhile is left out. */
export async function chipsOf(
  asked: Asked,
  dates: readonly DatedEvent[],
): Promise<Map<number, Chip>> {
  const cache = cacheOf(asked)
  const chips = new Map<number, Chip>()
  const missing: DatedEvent[] = []
  for (const date of dates) {
    const known = cache.get(date.occurrence)
    if (known && !known.validity.isOver && known.starts === date.starts && known.ends === date.ends)
      chips.set(date.occurrence, known)
    else missing.push(date)
  }
  if (missing.length > 0) await write(asked, missing, cache, chips)
  for (const { validity } of chips.values()) asked.reading.depend(validity)
  return chips
}

async function write(
  asked: Asked,
  dates: readonly DatedEvent[],
  cache: Chips,
  chips: Map<number, Chip>,
) {
  const read = await asked.reading.plain([...new Set(dates.map(({ event }) => event))])
  const byId = new Map(read.map(each => [each.record.id, each]))
  for (const date of dates) {
    const found = byId.get(date.event)
    if (!found) continue
    const { starts, ends } = date
    const record = { ...found.record, facts: { ...found.record.facts, starts, ends } }
    const chip = chipOf(asked, record, date, found.validity)
    cache.set(date.occurrence, chip)
    chips.set(date.occurrence, chip)
  }
}

function chipOf(
  asked: Asked,
  record: Parameters<typeof viewOf>[0],
  { occurrence, event, starts, ends }: DatedEvent,
  validity: Validity,
): Chip {
  const item = itemOf(asked, { ...viewOf(record), masked: true }, occurrence !== event)
  const mark = statusMark(item, asked)
  const link = html`<a href="${item.href}"${langOf(item.title.lang)}>${item.title.text}</a>`
  const [first, last] = [startOfDay(starts), lastDayOf(starts, ends)]
  const isLong = last > first
  const time =
    item.isAllDay || isLong
      ? undefined
      : html`${timeTag(starts, item, clock(starts, asked.language))} `
  return {
    ...{ starts, ends, validity },
    ...{ first, last },
    marks: `${item.isFeatured ? ' featured' : ''}${item.status ? ` ${item.status}` : ''}`,
    link: html`${time}${mark}${link}`.toString(),
    title: isLong ? html`${item.title.text}`.toString() : '',
  }
}
