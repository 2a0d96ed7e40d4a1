import { isLeftOut } from '../../calendar/access/showing.ts'
import type { Table, Validity } from '../../common/cache.ts'
import { derived } from '../../define/objects.ts'
import { publicId } from '../../define/record.ts'
import type { Locale } from '../../define/text/language.ts'
import { type EventView, eventView } from '../../resources/view.ts'
import { statusMark } from '../parts/event-list.ts'
import { langOf } from '../parts/text.ts'
import { timeTag } from '../parts/when.ts'
import type { DatedEvent, ListedDays } from '../reading.ts'
import { clock, formatDays } from '../shell/dates.ts'
import { html } from '../shell/html.ts'
import type { Links, PageRequest, World } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { eventHref } from './items.ts'

/** One date of an event as the month shows it, written out once for every change. */
export type Chip = {
  starts: number
  ends: number
  first: number
  last: number
  /** Classes: featured, cancelled. */
  marks: string
  /** For an event of several days: the title as a link, and as text. */
  link: string
  title: string
  /** For an event of several days: its first and last day. */
  days: string
  /** For an event of one day: its time and title, on up to two lines. */
  free: string
  validity: Validity
  isProtected: boolean
}

type Chips = Table<number, Chip>
/** The object and what every string takes besides its letters, as the heap grows by them. */
const chipBytes = 160

/** The chips of a language and a base URL, by their occurrences. */
const chipsIn = derived(
  (_: Links, { cache }: World): Chips =>
    cache.table({
      sizeOf: ({ free, link, title, days }) =>
        chipBytes + free.length + link.length + title.length + days.length,
      dependsOn: ({ validity }) => ({ validities: [validity] }),
    }),
)

/** The cached chip of a date. A list may know that a date was moved before its chip is invalidated: such a chip does not count. */
const cachedIn = (chips: Chips, { occurrence, starts, ends }: DatedEvent): Chip | undefined => {
  const cached = chips.get(occurrence)
  return cached?.starts === starts && cached.ends === ends ? cached : undefined
}

type Lists = readonly (readonly DatedEvent[])[]
type Showing = ListedDays['showing']

/** The chips of these dates, list by list, without those that were removed meanwhile. */
export async function chipsOf(
  request: PageRequest,
  lists: Lists,
  showing: Showing,
): Promise<Chip[][]> {
  const cache = chipsIn(request.links, request.world)
  const missing: DatedEvent[] = []
  const chips = lists.map(dates => {
    const ofList: Chip[] = []
    for (const date of dates) {
      const cached = cachedIn(cache, date)
      if (cached && !isLeftOut(showing, cached)) ofList.push(cached)
      else missing.push(date)
    }
    return ofList
  })
  const all =
    missing.length === 0 ? chips : await withWritten(request, { lists, missing, showing, cache })
  request.reading.depend(all.flatMap(ofList => ofList.map(({ validity }) => validity)))
  return all
}

type Missing = { missing: readonly DatedEvent[]; showing: Showing }

async function withWritten(
  request: PageRequest,
  { lists, cache, ...of }: { lists: Lists; cache: Chips } & Missing,
): Promise<Chip[][]> {
  const written = await write(request, of, cache)
  return lists.map(dates =>
    dates.flatMap(date => {
      const chip = written.get(date.occurrence) ?? cachedIn(cache, date)
      return chip && !isLeftOut(of.showing, chip) ? chip : []
    }),
  )
}

async function write(
  request: PageRequest,
  { missing: dates, showing }: Missing,
  cache: Chips,
): Promise<Map<number, Chip>> {
  const chips = new Map<number, Chip>()
  const read = await request.reading.plain({
    ids: dates.map(({ event }) => event),
    dates,
    ...(showing && { showing }),
  })
  const byId = new Map(read.map(each => [publicId(each.record), each]))
  for (const date of dates) {
    const match = byId.get(date.occurrence)
    if (!match) continue
    const chip = chipOf(request, eventView(match, showContextOf(request)), match.validity)
    cache.set(date.occurrence, chip)
    chips.set(date.occurrence, chip)
  }
  return chips
}

function chipOf(request: PageRequest, event: EventView, validity: Validity): Chip {
  const { title, starts, ends, first, last, held } = event
  const mark = statusMark(event, request)
  const link = html`<a href="${eventHref(request, event)}"${langOf(title)}>${title.text}</a>`
  const isLong = last > first
  const time =
    event.isAllDay || isLong
      ? undefined
      : html`${timeTag(starts, event, hourOn(event, request.locale))} `
  const marks = `${event.isFeatured ? ' featured' : ''}${held === 'scheduled' ? '' : ` ${held}`}`
  const content = html`${time}${mark}${link}`.toString()
  const free = `<li class="one tall${marks}">${content}</li>`
  return {
    starts,
    ends,
    validity,
    first,
    last,
    marks,
    isProtected: event.isProtected,
    ...(isLong
      ? {
          link: content,
          title: html`${title.text}`.toString(),
          days: html`${formatDays(first, last, request.locale)}`.toString(),
          free: '',
        }
      : { link: '', title: '', days: '', free }),
  }
}

/** The hour at which it starts; on another clock than that of the site, with its offset: 8 pm (UTC−5). */
const hourOn = ({ starts, clock: other }: EventView, locale: Locale) =>
  clock(starts, locale) + (other ? ` (${other.offset})` : '')

/** An event of one day where something below has to stand in line with other days. */
export const lowOf = ({ free }: Pick<Chip, 'free'>) =>
  free.replace('<li class="one tall', '<li class="one')
