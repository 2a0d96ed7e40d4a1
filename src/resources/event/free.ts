import type { Cell } from '../../define/record.ts'

const zeros = ['0', '0.00', '0,00']
const currencies = ['', '€', '$', '£', 'eur', 'usd', 'cad', 'gbp', 'chf']

/**
 * The costs of free events, in lower case and without spaces: a short list, so that SQL reads it as well. SQLite changes the case of
 * ASCII alone.
 */
export const freeCosts = [
  ...new Set(zeros.flatMap(zero => currencies.flatMap(of => [of + zero, zero + of]))),
  'free',
  'freeentry',
  'freeadmission',
  'gratis',
  'gratuit',
  'gratuite',
  'entreelibre',
  'entréelibre',
  'entrÉelibre',
  'entréegratuite',
  'entrÉegratuite',
]
/** As they are written in between: a space, and those that do not break. */
export const spaces = [' ', '\u00a0', '\u202f']

const freeWords = new Set(freeCosts)

/** True if an event with this cost is free. */
export const isFree = (cost: Cell | undefined): boolean =>
  typeof cost === 'string' &&
  freeWords.has(spaces.reduce((text, space) => text.replaceAll(space, ''), cost).toLowerCase())
