import type { Chip } from '../chips.ts'
import { capital, dayInMonth, dayName, daySeconds, inWords, nextMonth } from '../dates.ts'
import { type Html, html, raw } from '../html.ts'
import { type GridDay, type Slot, weekOf } from '../month-grid.ts'
import type { Asked } from '../page.ts'
import { type Say, sayIn } from '../words.ts'

export const mostShown = 3

type Month = {
  /** Its first day, today, and the first day of the table. */
  month: number
  today: number
  first: number
  query: string
  /** Of each day of the table. */
  days: readonly { chips: readonly Chip[]; total: number }[]
  long: readonly Chip[]
}

/**
 * The month as a table of weeks. It is written as text, most of it of chips that were escaped when they were made: the other
 * words in it are dates and our own.
 */
export function monthTable(asked: Asked, title: string, of: Month): Html {
  const { language } = asked
  const { first, month, days, long, query } = of
  const none = { chips: [], total: 0 }
  const onDay = (day: number) => days[(day - first) / daySeconds] ?? none
  const forCells: ForCells = {
    ...of,
    next: nextMonth(month),
    search: html`${query}`.toString(),
    t: sayIn(language),
  }
  const weeks: string[] = []
  for (let at = first; at < first + days.length * daySeconds; at += 7 * daySeconds) {
    const week = weekOf(at, { month, long, onDay, most: mostShown })
    weeks.push(`<tr>${week.map(day => cell(asked, day, forCells)).join('')}</tr>\n`)
  }
  const names = Array.from({ length: 7 }, (_, at) => first + at * daySeconds).map(
    day =>
      html`<th scope="col"><span class="visually-hidden">${inWords(day, 'weekday', language)}</span><span aria-hidden="true">${capital(inWords(day, 'weekdayShort', language))}</span></th>`,
  )
  return html`<table class="month">
<caption class="visually-hidden">${title}</caption>
<thead><tr>${names}</tr></thead>
<tbody>
${raw(weeks.join(''))}</tbody>
</table>`
}

/** What all cells need: the month after, and the query as it stands in an attribute. */
type ForCells = Month & { next: number; search: string; t: Say }

/** A day in a language, as all of its cells have it. */
type DayWords = { path: string; full: string; date: string; shown: string }
const dayWords = new WeakMap<Asked['links'], Map<number, DayWords>>()
/** Some years around the months that are looked at. */
const mostDays = 3000

/** Dates have nothing in them that would have to be escaped, and paths neither. */
function wordsOf({ language, links }: Asked, day: number): DayWords {
  const ofDays = dayWords.get(links) ?? new Map<number, DayWords>()
  dayWords.set(links, ofDays)
  const known = ofDays.get(day)
  if (known) return known
  const words = {
    path: links.path('day', { day: dayName(day) }),
    full: inWords(day, 'full', language),
    date: inWords(day, 'date', language),
    shown: `<span class="weekday" aria-hidden="true">${inWords(day, 'weekdayShort', language)} </span>${dayInMonth(day, language)}`,
  }
  if (ofDays.size >= mostDays) ofDays.clear()
  ofDays.set(day, words)
  return words
}

function classesOf(day: number, total: number, { month, next, today }: ForCells): string {
  let classes = day >= month && day < next ? '' : ' other'
  if (day === today) classes += ' today'
  if (day === month) classes += ' start'
  if (total === 0) classes += ' free'
  return classes && ` class="${classes.slice(1)}"`
}

function cell(asked: Asked, { day, slots, more, total }: GridDay, of: ForCells): string {
  const { search, t } = of
  const { path, full, date, shown } = wordsOf(asked, day)
  const href = path + search
  const label = total > 0 ? t('eventsOn', { day: full, count: total }) : full
  const lastBar = slots.findLastIndex(({ kind }) => kind === 'bar')
  const continued = t('continues')
  let list = ''
  for (const [at, slot] of slots.entries()) list += slotOf(slot, at > lastBar, continued)
  return `<td${classesOf(day, total, of)}${day === of.today ? ' aria-current="date"' : ''}>
<a class="date" href="${href}" aria-label="${label}">${shown}</a>
${list && `<ol>${list}</ol>`}${
  more > 0
    ? `<a class="more" href="${href}" aria-label="${t('moreOn', { count: more, day: date })}">${t('more', { count: more })}</a>`
    : ''
}</td>`
}

/** `isFree`: nothing below has to stand in line with other days, so that it may take two lines. */
function slotOf(slot: Slot, isFree: boolean, continued: string): string {
  if (slot.kind === 'empty') return '<li class="gap" aria-hidden="true"></li>'
  const { marks, link, title } = slot.chip
  if (slot.kind === 'event') return `<li class="one${isFree ? ' tall' : ''}${marks}">${link}</li>`
  const { isFirst, isLast, days } = slot
  const ends = `${isFirst ? ' from' : ''}${isLast ? ' to' : ''}${marks}`
  if (days === 0)
    return `<li class="bar through${ends}"><span class="visually-hidden">${title} ${continued}</span></li>`
  const again = isFirst ? '' : ` <span class="visually-hidden">${continued}</span>`
  return `<li class="bar${isFirst ? '' : ' again'} over-${days}${ends}"><span class="label">${link}${again}</span></li>`
}
