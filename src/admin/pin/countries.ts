import { othersThan } from '../../define/text/language.ts'
import type { Frame } from '../../web/map/plane.ts'

/** Where each country lies on the plane, by the names of the outline: x, y, width and height. */
export type Countries = Record<string, number[]>

const wordsOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .match(/[a-z]+\.?/g) ?? []

const folded = (name: string) => wordsOf(name).join(' ')

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
let english: Map<string, string> | undefined

/** What a country is called in English, by its names in the languages of the calendar, its code, and what else it is often called. */
function englishNames(): Map<string, string> {
  if (english) return english
  english = new Map()
  const names = (language: string) =>
    new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const inEnglish = names('en')
  const inOthers = othersThan('en').map(names)
  for (const code of letters.flatMap(one => letters.map(other => one + other))) {
    const name = inEnglish.of(code)
    if (!name) continue
    for (const known of [name, ...inOthers.map(each => each.of(code) ?? name), code])
      english.set(folded(known), name)
  }
  english.set('usa', 'United States').set('uk', 'United Kingdom')
  return english
}

/** “S. Sudan” is South Sudan, and “United States of America” the United States. */
function isLike(ofOutline: string, name: string): boolean {
  const [words, others] = [wordsOf(ofOutline), wordsOf(name)]
  return (
    (others.length === words.length || words[others.length] === 'of') &&
    others.every((other, at) => {
      const word = words[at] ?? ''
      return word.endsWith('.') ? other.startsWith(word.slice(0, -1)) : word === other
    })
  )
}

/** Where a country lies, however it is typed; undefined: it is not known. */
export function frameOfCountry(countries: Countries, typed: string): Frame | undefined {
  const name = englishNames().get(folded(typed)) ?? typed
  if (folded(name) === '') return undefined
  const found =
    Object.keys(countries).find(each => folded(each) === folded(name)) ??
    Object.keys(countries).find(each => isLike(each, name))
  const [x, y, width, height] = countries[found ?? ''] ?? []
  return x === undefined || y === undefined || !width || !height
    ? undefined
    : { x, y, width, height }
}
