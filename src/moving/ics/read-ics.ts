import { fittedId } from '../base/fitted-id.ts'
import { type ReadContext, ReadError, type Source, type Yielded } from '../base/item.ts'
import { type Component, components, linesOf } from './components.ts'
import { notACalendar, tooLarge, tooManyDates } from './errors.ts'
import type { CalendarFacts } from './event-lines.ts'
import { itemsOf } from './items.ts'
import { readLines, unescaped } from './properties.ts'
import { fileZones, zoneNamed } from './zones.ts'

/** Files are held as they are until their end: a date may come before its series, a zone after its events. */
const maxMegabytes = 100
/** Dates of one event on which something is otherwise. */
const maxDates = 5000

/** The events of an iCalendar file (RFC 5545) and of many that are nearly one. An event with all its dates is one item. */
export async function* readIcs(source: Source, context: ReadContext): AsyncGenerator<Yielded> {
  const { groups, calendars, factsOf, left } = await contentsOf(source, context)
  const timezone = calendars.find(({ zone }) => zone !== undefined)?.zone
  const name = calendars.find(({ name }) => name !== undefined)?.name
  const ids = [...groups.keys()].map(fittedId)
  yield { about: { ids, total: groups.size, ...(timezone && { timezone }), ...(name && { name }) } }
  for (const [key, group] of groups) {
    yield* itemsOf(
      group.map(({ component, calendar }) => ({ component, facts: factsOf(calendar) })),
      context,
    )
    groups.delete(key)
  }
  for (const line of left.values()) yield { kind: 'event', refused: tooManyDates, at: { line } }
}

type Calendar = { isCancelled: boolean; zone: string | undefined; name: string | undefined }

/** The components of a file by their UID, each with the number of its calendar: some files have several. */
async function contentsOf(source: Source, context: ReadContext) {
  const groups = new Map<string, { component: Component; calendar: number }[]>()
  const calendars: Calendar[] = []
  /** The last line of each event that has too many dates. */
  const left = new Map<string, number>()
  const zones = fileZones(() => [...calendars.flatMap(({ zone }) => zone ?? []), context.zone])
  let isCalendar = false
  for await (const component of components(limited(source.bytes()))) {
    isCalendar ||= component.name === 'VEVENT' || component.hasStarted
    if (component.name === 'VTIMEZONE') zones.define(readLines(linesOf(component)).properties)
    else if (component.name === 'VCALENDAR') calendars.push(calendarOf(component))
    else if (component.name === 'VEVENT') {
      const key = uidIn(component) ?? `#${component.line}`
      const held = { component, calendar: calendars.length }
      const group = groups.get(key)
      if (group && group.length > maxDates) left.set(key, component.line)
      else if (group) group.push(held)
      else groups.set(key, [held])
    }
  }
  if (!isCalendar) throw new ReadError(notACalendar)
  const factsOf = (calendar: number): CalendarFacts => ({
    isCancelled: calendars[calendar]?.isCancelled ?? false,
    zone: calendars[calendar]?.zone ?? context.zone,
    zones,
  })
  return { groups, calendars, factsOf, left }
}

async function* limited(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of parts) {
    size += part.length
    if (size > maxMegabytes * 2 ** 20) throw new ReadError(tooLarge(maxMegabytes))
    yield part
  }
}

function calendarOf(component: Component): Calendar {
  const { properties } = readLines(linesOf(component))
  const text = (name: string) => {
    const property = properties.find(each => each.name === name)
    return property && (unescaped(property.value).trim() || undefined)
  }
  const zone = text('X-WR-TIMEZONE')
  return {
    isCancelled: text('METHOD')?.toUpperCase() === 'CANCEL',
    zone: zone === undefined ? undefined : zoneNamed(zone),
    name: text('X-WR-CALNAME') ?? text('NAME'),
  }
}

/** The UID, without reading the rest: files are long. */
function uidIn({ bytes }: Component): string | undefined {
  const text = bytes.toString('latin1')
  const [, value = ''] = /^UID(?:;[^:\n]*)?:(.*(?:\n[ \t].*)*)/im.exec(text) ?? []
  return value.replace(/\n[ \t]/g, '').trim() || undefined
}
