import { hash } from 'node:crypto'
import { isObject } from '../../define/base/objects.ts'
import type { Values } from '../../define/param.ts'
import type { StoredRecord } from '../../define/record.ts'
import { fold } from '../../define/text/fold.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { normalizeLine } from '../../define/text/markup.ts'
import { formatWall } from '../../define/time/clock.ts'
import { importedIn } from '../write/imported.ts'

/** 36 bits: values of one field are compared, not searched for. */
const short = (value: unknown) =>
  hash('sha256', JSON.stringify(value) ?? '', 'base64url').slice(0, 6)

const isOfTitle = (name: string) => name.endsWith('.title')
const ofTitle = (title: unknown) => short(fold(normalizeLine(String(title))))
const ofStart = (start: unknown) =>
  short(String(start).replace(/^(.{10})[T ](\d\d:\d\d)$/, '$1 $2:00'))

/** The name under which the name of the venue is remembered: its other data may change. */
const place = 'place'

function ofPlace(venue: unknown): string {
  const [first] = [venue].flat()
  if (!isObject(first)) return short(first ?? '')
  return short(fold(normalizeLine(String(first.venue ?? first.source_id ?? ''))))
}

/** The names of the fields that values have, each with its value: `fr.title` for a text. */
export function fieldsIn(
  values: Values,
  language: Language,
  texts: readonly string[],
): [name: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (name !== 'translations')
      return [[texts.includes(name) ? `${language}.${name}` : name, value]]
    return Object.entries(isObject(value) ? value : {}).flatMap(([other, own]) =>
      Object.entries(isObject(own) ? own : {}).map(([text, each]): [string, unknown] => [
        `${other}.${text}`,
        each,
      ]),
    )
  })
}

/** A hash of each value of the source, by which later imports see changes there, whatever was edited here. */
export function digestsOf(
  values: Values,
  language: Language,
  texts: readonly string[],
): Map<string, string> {
  const digests = fieldsIn(values, language, texts).map(([name, value]): [string, string] => [
    name,
    isOfTitle(name) ? ofTitle(value) : name === 'start_date' ? ofStart(value) : short(value),
  ])
  return new Map([...digests, [place, ofPlace(values.venue)]])
}

/** True if the source says something else than at the last import. */
export function isChangedThere(
  name: string,
  digests: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string> | undefined,
): boolean {
  const was = before?.get(name)
  return was !== undefined && was !== digests.get(name)
}

/** The three values by which an event is recognized, and one of all that the source said of it: empty where that is not known. */
export type Features = {
  start: string
  titles: readonly string[]
  place: string | undefined
  said: string
}

export const featuresOf = (values: Values): Features =>
  featuresIn(digestsOf(values, 'en', ['title']))

const featuresIn = (digests: ReadonlyMap<string, string>): Features => ({
  start: digests.get('start_date') ?? '',
  titles: [...digests].flatMap(([name, hash]) => (isOfTitle(name) ? hash : [])),
  place: digests.get(place),
  said: [...digests.values()].sort().join(),
})

/** The same of a stored event: as its source said them last, else as they are. */
export function storedFeatures({ facts, texts }: StoredRecord): Features {
  const { digests } = importedIn(facts) ?? {}
  if (digests?.has('start_date')) return featuresIn(digests)
  const start = ofStart(formatWall(Number(facts.starts)))
  const titles = languages.flatMap(each => titleIn(texts[each]?.title) ?? [])
  return { start, titles, place: undefined, said: '' }
}

const titleIn = (title: unknown) => (typeof title === 'string' ? ofTitle(title) : undefined)
