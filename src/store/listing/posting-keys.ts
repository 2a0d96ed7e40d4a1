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
import type { LinkKind } from '../contract/store.ts'

type KeyKind =
  | LinkKind
  | NamesOf<'id' | 'choice' | 'marks'>
  | 'direct'
  | 'flag'
  | 'language'
  | 'search'
  | 'author'
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
  'status',
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
