/** A plain model of a feed that is imported again and again: days are counted from 1 June 2027, and each event lasts two hours. */

/** An event of the feed: `count` days in a row, without those whose places are in `removed`. */
export type FeedEvent = {
  title: string
  day: number
  hour: number
  count: number
  removed: ReadonlySet<number>
}

/** A record that an import has made. `own…`: edits made here; `at`: the day and hour when it was moved here. */
export type ModelRecord = {
  id: number
  feed: FeedEvent
  ownTitle?: string
  at?: { day: number; hour: number }
  ownRemoved: ReadonlySet<number>
  isTrashed: boolean
}

/** One date as the calendar should have it. */
export type ModelDate = { event: number; title: string; starts: string; ends: string }

const pad = (number: number) => String(number).padStart(2, '0')

const dayText = (day: number) => new Date(Date.UTC(2027, 5, 1 + day)).toISOString().slice(0, 10)
export const timeText = (day: number, hour: number) => `${dayText(day)} ${pad(hour)}:00:00`
const compact = (day: number, hour: number) =>
  `${dayText(day).replaceAll('-', '')}T${pad(hour)}0000`

/** The whole feed as an iCalendar file. `stamp`: the UIDs of this download end in it. */
export function icsOf(feed: ReadonlyMap<string, FeedEvent>, stamp = ''): string {
  const events = [...feed].flatMap(([uid, { title, day, hour, count, removed }]) => [
    'BEGIN:VEVENT',
    `UID:${uid}${stamp}`,
    `SUMMARY:${title}`,
    `DTSTART:${compact(day, hour)}`,
    `DTEND:${compact(day, hour + 2)}`,
    ...(count > 1 ? [`RRULE:FREQ=DAILY;COUNT=${count}`] : []),
    ...[...removed].map(place => `EXDATE:${compact(day + place, hour)}`),
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

/** The days of each URL of a theatre. */
export type Page = ReadonlyMap<string, readonly number[]>

const urlOf = (name: string) => `https://theatre.example/${name}`

/** The page of a theatre, whose performances of one piece share a URL. */
export const pageOf = (page: Page): string =>
  JSON.stringify(
    [...page].flatMap(([name, days]) =>
      days.map(day => ({
        '@type': 'Event',
        name,
        url: urlOf(name),
        startDate: timeText(day, 20),
        endDate: timeText(day, 22),
      })),
    ),
  )

/** The ID of each performance of a page (I8), given the records that there are. */
export function performancesOf(
  page: Page,
  records: ReadonlyMap<string, ModelRecord>,
): Map<string, FeedEvent> {
  const feed = new Map<string, FeedEvent>()
  for (const [name, days] of page) {
    const url = urlOf(name)
    const isOfSeveral = days.length > 1 || [...records.keys()].some(id => id.startsWith(`${url} `))
    for (const day of days) {
      const dated = `${url} ${timeText(day, 20)}`
      const isAlone = !records.has(dated) && (records.get(url)?.feed.day === day || !isOfSeveral)
      const event = { title: name, day, hour: 20, count: 1, removed: new Set<number>() }
      feed.set(isAlone ? url : dated, event)
    }
  }
  return feed
}

/** The places of the dates that take place. */
export const placesOf = ({ feed, ownRemoved }: ModelRecord): number[] =>
  Array.from({ length: feed.count }, (_, place) => place).filter(
    place => !feed.removed.has(place) && !ownRemoved.has(place),
  )

export const startOf = ({ at, feed }: ModelRecord) => at ?? { day: feed.day, hour: feed.hour }

export function datesOf(record: ModelRecord): ModelDate[] {
  const { day, hour } = startOf(record)
  return placesOf(record).map(place => ({
    event: record.id,
    title: record.ownTitle ?? record.feed.title,
    starts: timeText(day + place, hour),
    ends: timeText(day + place, hour + 2),
  }))
}

/** The records that a feed has lost, by the rules of `removed.ts`, at noon of a day (I9). */
export function lostFrom(
  records: ReadonlyMap<string, ModelRecord>,
  feed: ReadonlyMap<string, FeedEvent>,
  today: number,
): string[] {
  const visible = [...records].filter(([, { isTrashed }]) => !isTrashed)
  const present = visible.filter(([uid]) => feed.has(uid)).map(([, record]) => record)
  const absent = visible.filter(([uid]) => !feed.has(uid))
  const lastDay = (record: ModelRecord) => startOf(record).day + Math.max(...placesOf(record))
  const first = [...feed.values()].toSorted((a, b) => a.day - b.day || a.hour - b.hour)[0]
  const isComing = !first || first.day >= today
  const isRolling = isComing && absent.some(([, record]) => lastDay(record) < today)
  const isBeforeFirst = (record: ModelRecord) =>
    lastDay(record) === today &&
    (!first || first.day > today || first.hour >= startOf(record).hour + 2)
  const lost = absent.filter(
    ([, record]) =>
      lastDay(record) >= today &&
      !(isRolling && (startOf(record).day < today || isBeforeFirst(record))),
  )
  // a feed that has lost all is not believed
  return present.length === 0 ? [] : lost.map(([uid]) => uid)
}

/** What a feed that drops what is over shows of an event on a day at noon: the dates that are left, or as many as at first. */
export function shownOn(event: FeedEvent, today: number, isWindow: boolean): FeedEvent | undefined {
  const { day, count, removed } = event
  const places = Array.from({ length: count }, (_, place) => place)
  const first = places.find(place => day + place >= today && !removed.has(place))
  if (first === undefined) return undefined
  const left = [...removed].filter(place => place > first).map(place => place - first)
  return {
    ...event,
    day: day + first,
    count: isWindow ? count : count - first,
    removed: new Set(left),
  }
}

/** A record and what its feed shows now: dates that have begun stay where the feed begins later, and so do those of this day (I9). */
export function rolledOn({ feed }: ModelRecord, shown: FeedEvent, today: number): FeedEvent {
  const step = shown.day - feed.day
  const places = Array.from(
    { length: Math.min(Math.max(step, 0), feed.count) },
    (_, place) => place,
  )
  const over = places.filter(place => !feed.removed.has(place) && feed.day + place <= today)
  const [first = 0] = over
  if (feed.count === 1 || over.length === 0 || feed.day + first >= today) return shown
  const gaps = Array.from({ length: step }, (_, place) => place).filter(at => !over.includes(at))
  const later = [...shown.removed].map(place => place + step)
  return {
    ...shown,
    day: feed.day,
    count: step + shown.count,
    removed: new Set([...gaps, ...later]),
  }
}

const daysOf = ({ day, count, removed }: FeedEvent) =>
  Array.from({ length: count }, (_, place) => place)
    .filter(place => !removed.has(place))
    .map(place => day + place)

/** The whole feed as events of JSON-LD with a list of starts each. */
export const startsOf = (feed: ReadonlyMap<string, FeedEvent>): string =>
  JSON.stringify(
    [...feed].map(([uid, event]) => ({
      '@type': 'Event',
      '@id': uid,
      name: event.title,
      startDate: daysOf(event).map(day => timeText(day, event.hour)),
      endDate: daysOf(event).map(day => timeText(day, event.hour + 2)),
    })),
  )

/** The whole feed as a table with a column of rules. */
export const rulesOf = (feed: ReadonlyMap<string, FeedEvent>): string =>
  [
    'id,title,start_date,end_date,recurrence',
    ...[...feed].map(([uid, { title, day, hour, count, removed }]) => {
      const lines = count > 1 ? [`RRULE:FREQ=DAILY;COUNT=${count}`] : []
      const gaps = [...removed].map(place => `EXDATE:${compact(day + place, hour)}`)
      const times = [timeText(day, hour), timeText(day, hour + 2)]
      return [uid, title, ...times, [...lines, ...gaps].join('|')].join()
    }),
  ].join('\n')

/** Numbers that are the same for the same seed. */
export function randomFrom(seed: number) {
  let state = seed
  const below = (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
  return { below, oneOf: <T>(list: readonly T[]): T | undefined => list[below(list.length)] }
}
