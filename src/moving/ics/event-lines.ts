import type { FieldError } from '../../define/field-type.ts'
import { type Component, linesOf } from './components.ts'
import { brokenLine, leftOut } from './errors.ts'
import { type Property, readLines, unescaped } from './properties.ts'
import type { FileZones } from './zones.ts'

/** The properties of the calendar that its events inherit. */
export type CalendarFacts = {
  isCancelled: boolean
  /** The zone of times without one. */
  zone: string
  zones: FileZones
}

/** The reason why an event cannot be read, and its line. */
export class Unreadable extends Error {
  readonly reason: FieldError
  readonly line: number
  constructor(reason: FieldError, line: number) {
    super(reason.sentence.en)
    this.reason = reason
    this.line = line
  }
}

/** The properties of one event by name, and notes of what could not be read. */
export type EventLines = ReturnType<typeof eventLines>

export function eventLines(component: Component) {
  const { properties, broken } = readLines(linesOf(component))
  const byName = Map.groupBy(properties, ({ name }) => name)
  const notes: FieldError[] = broken.map(brokenLine)
  const all = (name: string): readonly Property[] => byName.get(name) ?? []
  const one = (name: string): Property | undefined => all(name)[0]
  return {
    /** The line of its BEGIN, counted as in an editor. */
    line: component.line - 1,
    notes,
    all,
    one,
    text: (name: string): string => unescaped(one(name)?.value ?? '').trim(),
    leaveOut: ({ name, value }: Property) => void notes.push(leftOut(name, value)),
  }
}
