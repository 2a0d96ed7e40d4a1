import { isIP } from 'node:net'
import type { SettingInput } from '../define/account-messages.ts'
import type { Language, Sentence } from '../define/field-type.ts'
import type { SiteFileForm } from '../define/site-file.ts'
import { languageTable } from '../define/text/language-table.ts'
import { formatBytes, formatNumber } from '../define/text/number-formats.ts'
import { isZone } from '../define/time/zone.ts'

/** The type of a setting: reads it from text, and completes the message for anything else: “Expected ….” */
export type SettingKind<T> = {
  /** Where it has numbers, a getter: the first format of the process takes 40 ms, which most commands need for nothing else. */
  readonly expects: Sentence
  /** Undefined: refused. */
  parse(text: string): T | undefined
  /** True if the empty value is allowed. */
  canBeEmpty?: true
  /** A value as people write it, where that is another way than its number. */
  show?(value: T, language: Language): string
  /** The choices, where they are few. */
  words?: readonly string[]
  /** Its input in forms; without one, a line of text. */
  input?: SettingInput
  /** The resource of which it names a record. */
  of?: string
  /** It is a file, of this form. */
  file?: SiteFileForm
  /** True if each language may have its own: a map or a list of texts is taken too. */
  isLocal?: true
  /** The bounds of a number. */
  least?: number
  most?: number
}

type TextOptions = {
  canBeEmpty?: boolean
  tidy?(written: string): string
  input?: SettingInput
}

/** Text of a certain form. `tidy` writes the same thing in one way. */
export const text = (
  form: RegExp,
  expects: Sentence,
  { canBeEmpty = false, tidy = written => written, input = 'text' }: TextOptions = {},
): SettingKind<string> => ({
  expects,
  input,
  ...(canBeEmpty && { canBeEmpty: true as const }),
  parse(written) {
    const tidied = tidy(written.trim())
    return (canBeEmpty && tidied === '') || form.test(tidied) ? tidied : undefined
  },
})

/** A secret, taken as it is written. */
export const secretText = (shortest: number): SettingKind<string> => ({
  expects: {
    en: `at least ${shortest} characters on one line`,
    fr: `au moins ${shortest} caractères sur une seule ligne`,
  },
  parse: written =>
    written.length >= shortest && written.length <= 1000 && !/[\r\n]/.test(written)
      ? written
      : undefined,
})

/** A token that a user chose: it is stored as a plain hash, so it must be too long and too varied to be guessed. */
export const chosenToken = (): SettingKind<string> => ({
  expects: {
    en: 'a random token of at least 32 characters, at least 10 of them different, such as one from `openssl rand -hex 32`',
    fr: 'un jeton aléatoire d’au moins 32 caractères, dont au moins 10 différents, tel que ceux de `openssl rand -hex 32`',
  },
  parse: written =>
    /^[\x21-\x7e]{32,1000}$/.test(written) && new Set(written).size >= 10 ? written : undefined,
})

/** A whole number between two bounds; `1_000_000` may be written with underscores. */
export const integer = (min: number, max: number): SettingKind<number> => ({
  get expects() {
    return {
      en: `a whole number from ${min} to ${formatNumber(max, 'en')}`,
      fr: `un nombre entier de ${min} à ${formatNumber(max, 'fr')}`,
    }
  },
  input: 'number',
  least: min,
  most: max,
  parse: written => within(digits(written), min, max),
})

/** The ID of a record, which may be gone later; 0 for none. */
export const record = (of: string): SettingKind<number> => ({
  expects: {
    en: 'the ID of a record, or 0 for none',
    fr: 'l’ID d’une fiche, ou 0 pour aucune',
  },
  input: 'record',
  of,
  least: 0,
  parse: written => within(digits(written), 0, 999_999_999_999_999),
})

/** One of a few words. */
export const oneOf = <const T extends string>(...words: readonly T[]): SettingKind<T> => ({
  expects: { en: `one of ${words.join(', ')}`, fr: `l’un de ces mots : ${words.join(', ')}` },
  words,
  input: 'choice',
  parse: written => words.find(word => word.toLowerCase() === written.trim().toLowerCase()),
})

const yes = ['on', 'true', 'yes', '1', 'oui']
const no = ['off', 'false', 'no', '0', 'non']

/** On or off. */
export const flag = (): SettingKind<boolean> => ({
  expects: { en: 'on or off', fr: 'on (activé) ou off (désactivé)' },
  words: ['on', 'off'],
  input: 'switch',
  parse(written) {
    const word = written.trim().toLowerCase()
    return yes.includes(word) ? true : no.includes(word) ? false : undefined
  },
})

const multiples: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1000,
  mb: 1000 ** 2,
  gb: 1000 ** 3,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  ko: 1000,
  mo: 1000 ** 2,
  go: 1000 ** 3,
  o: 1,
  kio: 1024,
  mio: 1024 ** 2,
  gio: 1024 ** 3,
}

/** `16MiB`, in French `16Mio`: in the largest unit that gives a whole number. Bytes have no unit. */
function sizeOf(size: number, language: Language): string {
  const units = languageTable[language].byteUnits
  let power = 0
  while (power < units.length && size > 0 && size % 1024 ** (power + 1) === 0) power++
  return `${size / 1024 ** power}${units[power - 1] ?? ''}`
}

/** A number of bytes: `1048576`, `2MB`, `16 MiB`, `16 Mio`. */
export const bytes = (max: number, min = 1): SettingKind<number> => ({
  get expects() {
    return {
      en: `a size such as 500kB, 2MB or 16MiB, at most ${formatBytes(max, 'en')}`,
      fr: `une taille telle que 500ko, 2Mo ou 16Mio, au plus ${formatBytes(max, 'fr')}`,
    }
  },
  show: sizeOf,
  parse: written => scaled(written, multiples, min, max),
})

const milliseconds = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
}
const example = { ms: '800, 500ms, 10s', s: '300, 90s, 5m' }

/** A span of time; a bare number is in the unit given. */
export const span = (unit: 'ms' | 's', min: number, max: number): SettingKind<number> => {
  const one = milliseconds[unit]
  const units = Object.fromEntries(
    Object.entries(milliseconds).map(([name, ms]) => [name, ms / one]),
  )
  return {
    get expects() {
      return {
        en: `a span of time such as ${example[unit]}, from ${min} to ${formatNumber(max, 'en')} ${unit}`,
        fr: `une durée telle que ${example[unit]}, de ${min} à ${formatNumber(max, 'fr')} ${unit}`,
      }
    },
    parse: written => scaled(written, { '': 1, ...units }, min, max),
  }
}

/** Several values, with commas or spaces between them; `none` for none at all. */
export const list = (
  expects: Sentence,
  member: (written: string) => string | undefined,
): SettingKind<string[]> => ({
  expects,
  canBeEmpty: true,
  parse(written) {
    const members = written.split(/[\s,]+/).filter(each => each !== '')
    if (members.length === 1 && /^(none|aucun)$/i.test(members[0] ?? '')) return []
    const parsed = members.map(member)
    return parsed.every(each => each !== undefined) ? parsed : undefined
  },
})

/** A name of the tz database, UTC or an offset. */
export const zone = (): SettingKind<string> => ({
  expects: {
    en: 'a time zone such as Europe/Paris, UTC or UTC+2',
    fr: 'un fuseau horaire tel que Europe/Paris, UTC ou UTC+2',
  },
  input: 'zone',
  parse: written => (isZone(written.trim()) ? written.trim() : undefined),
})

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** A moment with its offset, or nothing. */
export const instant = (): SettingKind<string> => ({
  expects: {
    en: 'a date and time such as 2026-06-15T16:00:00Z',
    fr: 'une date et une heure telles que 2026-06-15T16:00:00Z',
  },
  canBeEmpty: true,
  parse(written) {
    const moment = written.trim()
    return moment === '' || (instantForm.test(moment) && !Number.isNaN(Date.parse(moment)))
      ? moment
      : undefined
  },
})

/** An http(s) origin and perhaps a path, or nothing; the slash at the end goes. */
export const publicAddress = (): SettingKind<string> => ({
  expects: {
    en: 'a URL such as https://example.org or https://example.org/calendar',
    fr: 'une URL telle que https://exemple.fr ou https://exemple.fr/agenda',
  },
  canBeEmpty: true,
  parse(written) {
    const address = written.trim().replace(/\/+$/, '')
    if (address === '') return ''
    if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(address) || !URL.canParse(address))
      return undefined
    const { origin, pathname } = new URL(address)
    return origin + pathname.replace(/\/+$/, '')
  },
})

/** True for the address of map tiles, of a server or from `/` on of this one; `{z}`, `{x}` and `{y}` stand in its path. */
export function isTileAddress(address: string): boolean {
  const isAddress =
    /^(https?:\/\/[\w.-]+(:\d{1,5})?)?\/[\w./{}?=&%~@:+-]*$/.test(address) &&
    ['{z}', '{x}', '{y}'].every(part => address.split(part).length === 2) &&
    !/[{}]/.test(address.replace(/\{[zxy]\}/g, '')) &&
    URL.canParse(address.replace(/[{}]/g, ''), 'http://localhost')
  return isAddress && !address.startsWith('//')
}

/** One of a few words, and perhaps a text behind it, such as `photon https://photon.example.org`. */
export const wordAndText = (
  words: readonly string[],
  expects: Sentence,
  isFine: (text: string, word: string) => boolean,
): SettingKind<string> => ({
  expects: {
    en: `one of these words: ${words.join(', ')}; ${expects.en}`,
    fr: `l’un de ces mots : ${words.join(', ')} ; ${expects.fr}`,
  },
  words,
  input: 'wordAndText',
  parse(written) {
    const [word = '', text = ''] = written.trim().split(/\s+(.*)/s)
    const known = words.find(each => each === word.toLowerCase())
    if (known === undefined || (text !== '' && !isFine(text, known))) return undefined
    return text === '' ? known : `${known} ${text}`
  },
})

/** An origin as browsers send it, or `*`. */
export function originOf(written: string): string | undefined {
  if (written === '*' || written === 'null') return written
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(written) || !URL.canParse(written)) return undefined
  const { origin, protocol, host } = new URL(written)
  return origin === 'null' ? `${protocol}//${host}` : origin
}

/** A host name or IP address, with a port or without, as it stands in a URL. */
export function hostOf(written: string): string | undefined {
  const host = written.toLowerCase()
  const isHost = /^([a-z0-9]([a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(host)
  return isHost && URL.canParse(`http://${host}`) ? host : undefined
}

/** An address, or a range of addresses in CIDR form. */
export function rangeOf(written: string): string | undefined {
  const [address = '', bits, ...more] = written.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return undefined
  if (bits === undefined) return address
  // digits alone: what compares addresses reads no other spelling of a number
  const size = /^\d{1,3}$/.test(bits) ? Number(bits) : undefined
  return within(size, 0, version === 4 ? 32 : 128) === undefined ? undefined : written
}

/** A private target that the service may fetch from: an origin, a host name, an address or a range. */
export function targetOf(written: string): string | undefined {
  if (written.includes('://')) return /^https?:/i.test(written) ? originOf(written) : undefined
  return (
    rangeOf(written) ?? (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(written) ? written : undefined)
  )
}

function digits(written: string): number | undefined {
  const plain = written.trim().replaceAll('_', '')
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined
}

const within = (number: number | undefined, min: number, max: number) =>
  number !== undefined && number >= min && number <= max ? number : undefined

function scaled(written: string, units: Record<string, number>, min: number, max: number) {
  const [, amount = '', unit = ''] = /^([\d_]+(?:\.\d+)?)\s*([a-z]*)$/i.exec(written.trim()) ?? []
  const size = units[unit.toLowerCase()]
  if (amount === '' || size === undefined) return undefined
  return within(Math.round(Number(amount.replaceAll('_', '')) * size), min, max)
}
