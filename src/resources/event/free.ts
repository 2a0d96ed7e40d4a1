import type { Cell } from '../../define/record.ts'
import { amountsIn, pricesIn } from './amounts.ts'

// Lists of short texts, so that SQL reads costs as well (`log-change.ts`).

/** What is written otherwise for comparing, after lower case; SQLite changes the case of ASCII alone. What is for all names nobody. */
export const written: readonly (readonly [from: string, to: string])[] = [
  ...['\u00a0', '\u202f'].map(space => [space, ' '] as const),
  ...['é', 'É', 'è', 'È'].map(letter => [letter, 'e'] as const),
  ...[' for all', ' for every', ' pour tou', ' pour le public'].map(all => [all, ' '] as const),
]

const zeros = ['0', '0.00', '0,00']
const currencies = ['', '€', '$', '£', 'eur', 'usd', 'cad', 'gbp', 'chf']

/** The costs that say nothing else, without spaces. */
export const freeCosts = [
  ...new Set(zeros.flatMap(zero => currencies.flatMap(of => [of + zero, zero + of]))),
]

const endsOfWord = [' ', ',', ';', ':', '.', '(', '/', '!', '*', '-', '–', '—']
/** How costs of free events begin, as a word. */
export const freeBeginnings = [
  ...endsOfWord.map(end => `free${end}`),
  'gratis',
  'gratuit',
  'entree libre',
  'entree gratuit',
  'acces libre',
  'acces gratuit',
  'libre acces',
  'admission libre',
]

/** Words for whom alone it is free. */
const forSome =
  `free for |entry for |admission for |access for |only for | under |members|students|with admission|with paid|with ticket
with museum|gratuit pour |gratuite pour |gratuits pour |libre pour |uniquement pour |moins de |adherent|abonne|etudiant|sous condition`.split(
    /[|\n]/,
  )
/** What no cost of a free event has: whom it is free for, and numbers, which may be amounts or ages. */
export const neverFree = [...forSome, ...'0123456789']

const plainOf = (cost: string) =>
  `${written.reduce((text, [from, to]) => text.replaceAll(from, to), cost.toLowerCase())} `

/** True if an event with this cost is free for everyone. */
export const isFree = (cost: Cell | undefined): boolean =>
  typeof cost === 'string' && isFreeAs(plainOf(cost))

const isFreeAs = (plain: string) =>
  freeCosts.includes(plain.replaceAll(' ', '')) ||
  (freeBeginnings.some(begin => plain.startsWith(begin)) &&
    !neverFree.some(part => plain.includes(part)))

/** Free for everyone, for everyone who books, or for some; empty for what is not free, or is not known to be. */
export type FreeState = '' | 'free' | 'booked' | 'some'

const books =
  /(?<!(?:sans|no|without|pas de) (?:prior |previous )?)(?:reserv|inscri|book|regist|rsvp|sign up|ticket|billet)/
const freeAmong = /gratuit|(?:^|[;,/|(:–—] ?| - )(?:free(?![a-z])|gratis|(?:entree|acces) libre)/

export function freeStateOf(cost: string): FreeState {
  const plain = plainOf(cost)
  if (isFreeAs(plain)) return books.test(plain) ? 'booked' : 'free'
  const amounts = amountsIn(cost) ?? pricesIn(cost)
  const hasPrice = amounts.some(({ value }) => Number(value) > 0)
  if (!freeAmong.test(plain))
    return hasPrice && amounts.some(({ value }) => Number(value) === 0) ? 'some' : ''
  const isForSome = hasPrice || forSome.some(part => plain.includes(part)) || ages.test(plain)
  return isForSome ? 'some' : ''
}
const ages = /\d ?(?:ans|years|yrs)(?![a-z])/
