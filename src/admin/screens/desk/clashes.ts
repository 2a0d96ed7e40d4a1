/** An event of the coming days. `record`: the event or series; a date of a series has an ID of its own. */
export type DatedEvent = {
  id: number
  record: number
  title: string
  start: string
  end: string
  isAllDay: boolean
  venues: readonly number[]
}

/** Anything longer is an exhibition or a market, which shares its place with others. */
const maxHours = 12

const hoursOf = ({ start, end }: DatedEvent) => (Date.parse(end) - Date.parse(start)) / 3_600_000

/** Events that are entered twice, and events in one hall at one hour; in the order of the list. */
export function clashesIn(events: readonly DatedEvent[]): { twins: number[]; overlaps: number[] } {
  const twins = new Set<number>()
  const overlaps = new Set<number>()
  for (const together of groupsOf(events)) {
    for (const [at, one] of together.entries())
      for (const other of together.slice(at + 1)) {
        if (one.record === other.record) continue
        const found = isTwin(one, other) ? twins : isOverlap(one, other) ? overlaps : undefined
        found?.add(one.id).add(other.id)
      }
  }
  const inOrder = (ids: ReadonlySet<number>) =>
    events.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  return { twins: inOrder(twins), overlaps: inOrder(overlaps) }
}

/** Events by day and place: only these are compared with each other. */
function groupsOf(events: readonly DatedEvent[]): Iterable<DatedEvent[]> {
  const groups = new Map<string, DatedEvent[]>()
  for (const event of events)
    for (const venue of event.venues.length > 0 ? event.venues : [0]) {
      const key = `${event.start.slice(0, 10)} ${venue}`
      const group = groups.get(key)
      if (group) group.push(event)
      else groups.set(key, [event])
    }
  return groups.values()
}

const isTwin = (one: DatedEvent, other: DatedEvent) =>
  one.title.trim().toLowerCase() === other.title.trim().toLowerCase()

const isOverlap = (one: DatedEvent, other: DatedEvent) =>
  one.venues.length > 0 &&
  [one, other].every(each => !each.isAllDay && hoursOf(each) < maxHours) &&
  one.start < other.end &&
  other.start < one.end
