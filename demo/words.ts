import { cities } from './cities.ts'
import type { EventText, Language } from './draft.ts'
import type { Edition, Words } from './series/series.ts'
import type { Place } from './venues/every.ts'

export type Moment = {
  edition: Edition | null
  number: number
  date: string
  place: Place | null
}

/** The text of one occurrence: its words with the blanks filled in, as HTML, and the first sentence as excerpt. */
export function written(words: Words, language: Language, moment: Moment): EventText {
  const blanks = blanksOf(language, moment)
  const blocks = words.text.map(block =>
    typeof block === 'string'
      ? `<p>${filled(block, blanks)}</p>`
      : `<ul>${block.map(item => `<li>${filled(item, blanks)}</li>`).join('')}</ul>`,
  )
  return {
    title: filled(words.title, blanks),
    description: blocks.join('\n'),
    excerpt: firstSentence(blocks[0] ?? ''),
  }
}

function blanksOf(language: Language, { edition, number, date, place }: Moment) {
  const month = monthNames[language][Number(date.slice(5, 7)) - 1] ?? ''
  return {
    theme: edition?.[language]?.[0],
    more: edition?.[language]?.[1],
    n: String(number),
    nth: language === 'fr' ? `${number}${number === 1 ? 're' : 'e'}` : `${number}${suffix(number)}`,
    month,
    ofMonth: /^[ao]/.test(month) ? `d’${month}` : `de ${month}`,
    year: date.slice(0, 4),
    venue: place?.[language],
    atVenue: place ? atPlace(place.fr) : undefined,
    city: place ? cities[place.in].city : undefined,
  }
}

/** `à la Halle du Canal`, `au Parc de la Digue`, `à l’Église Sainte-Odile`; a name with its article keeps it. */
function atPlace(name: string): string {
  if (/^(La|Le|Les) /.test(name)) return `à ${name}`
  if (/^[AEÉIOU]/.test(name)) return `à l’${name}`
  return `${feminine.test(name) ? 'à la' : 'au'} ${name}`
}
const feminine = /^(Bibliothèque|Chapelle|Cour|Cuisine|Galerie|Halle|Maison|Patinoire|Salle) /

function filled(text: string, blanks: Record<string, string | undefined>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = blanks[name]
    if (value === undefined) throw new RangeError(`Nothing to put in {${name}} of “${text}”.`)
    return value
  })
}

function firstSentence(html: string): string {
  const text = html.replace(/<[^>]+>/g, '')
  return /^.+?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

function suffix(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return 'th'
  return { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th'
}

const monthNames: Record<Language, string[]> = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  fr: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
}
