import { tableOf } from '../../define/base/objects.ts'
import { linkKinds } from '../../define/record.ts'
import { inEachLanguage } from '../../define/text/language.ts'
import {
  choiceNames,
  flagNames,
  idNames,
  markNames,
  type NamesOf,
} from '../contract/event-filters.ts'
import { minuteOf, partsOfDay, weekdayOf } from '../contract/start-times.ts'
import type { LinkKind } from '../contract/store.ts'

type KeyKind =
  | LinkKind
  | NamesOf<'id' | 'choice' | 'marks'>
  | 'direct'
  | 'flag'
  | 'language'
  | 'search'
  | 'author'
  | 'custom'
  | 'weekday'
  | 'hour'
  | 'minute'
  | 'status'

/** Names as numbers from 1. */
const numbered = <Name extends string>(names: readonly Name[]) => tableOf(names, (_, at) => at + 1)

/** Every value that an event can be filtered by, as one number: the kind of the value, and an id. */
const kinds = numbered<KeyKind>([
  ...linkKinds,
  ...idNames,
  ...choiceNames,
  ...markNames,
  // Categories without those above them.
  'direct',
  'flag',
  'language',
  'search',
  'author',
  // Words and numbers of fields that the site has defined.
  'custom',
  'status',
  // Of the start.
  'weekday',
  'hour',
  'minute',
])

/** The engine stores small integers without a heap object: ids up to 67 million make one. */
const spacing = 32

export const keyOf = (kind: KeyKind, id: number) => id * spacing + kinds[kind]

/** The kind and id of a key. */
export const isOf = (kind: KeyKind, key: number) => key % spacing === kinds[kind]
export const idIn = (key: number) => Math.floor(key / spacing)

type FlagKind = NamesOf<'flag'> | 'protected' | 'located' | 'hidden' | 'first_in_day' | 'patched'
const flagNumbers = numbered<FlagKind>([
  ...flagNames,
  'protected',
  'located',
  'hidden',
  'first_in_day',
  'patched',
])
export const flagKey = (name: FlagKind) => keyOf('flag', flagNumbers[name])
export const flags = {
  protected: flagKey('protected'),
  /** At a venue that anyone may see and that has coordinates. */
  located: flagKey('located'),
  hidden: flagKey('hidden'),
  firstInDay: flagKey('first_in_day'),
  patched: flagKey('patched'),
}
export const languageKeys = inEachLanguage((_, at) => keyOf('language', at + 1))

/** The keys of a start; they differ between the dates of a series. */
export function startKeys(starts: number): [weekday: number, hour: number, minute: number] {
  const minute = minuteOf(starts)
  return [
    keyOf('weekday', weekdayOf(starts)),
    keyOf('hour', Math.floor(minute / 60)),
    keyOf('minute', minute),
  ]
}

/** The keys of all starts at some times of the day: whole hours, and the minutes of others. */
export function clockKeys(times: Parameters<typeof partsOfDay>[0]): number[] {
  const keys: number[] = []
  for (const [from, before] of partsOfDay(times))
    for (let minute = from; minute < before; ) {
      const isWhole = minute % 60 === 0 && minute + 60 <= before
      keys.push(isWhole ? keyOf('hour', minute / 60) : keyOf('minute', minute))
      minute += isWhole ? 60 : 1
    }
  return keys
}
