import { publicId } from '../../define/record.ts'
import type { Locale } from '../../define/text/language.ts'
import { type EventView, eventView } from '../../resources/index.ts'
import { eventHref } from '../listing/items.ts'
import { clock, formatDays } from '../shell/dates.ts'
import { html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import type { DatedEvent, ListedDays } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { statusMark } from './event-parts.ts'
import { langOf } from './text.ts'
import { timeTag } from './when.ts'

/** One date of an event as the month shows it. */
export type Chip = {
  event: number
  starts: number
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
}

type Lists = readonly (readonly DatedEvent[])[]

/** The chips of these dates, list by list, without those that were removed meanwhile. */
export async function chipsOf(
  request: PageRequest,
  lists: Lists,
  showing: ListedDays['showing'],
): Promise<Chip[][]> {
  const dates = lists.flat()
  const context = showContextOf(request)
  const chips = new Map<number, Chip>()
  const read = await request.reading.plain({
    ids: dates.map(({ event }) => event),
    dates,
    ...(showing && { showing }),
  })
  for (const each of read)
    chips.set(publicId(each.record), chipOf(request, eventView(each, context)))
  return lists.map(dates => dates.flatMap(({ occurrence }) => chips.get(occurrence) ?? []))
}

function chipOf(request: PageRequest, event: EventView): Chip {
  const { title, starts, first, last, held } = event
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
    event: event.id,
    starts,
    first,
    last,
    marks,
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
