import type { PhysicalLine } from './physical-lines.ts'

/** A property of a component: `DTSTART;TZID=Europe/Paris:20270704T200000`. Names are in capitals, values as they are written. */
export type Property = {
  name: string
  parameters: Record<string, string>
  value: string
  line: number
}

/** The lines of a component, and the number of those that cannot be read. */
type Lines = { properties: Property[]; broken: number[] }

/** Names that RFC 5545, 7986 and 9073 define. A line with another one may be text of the line above that was broken. */
const names = new Set(
  `BEGIN END CALSCALE METHOD PRODID VERSION ATTACH CATEGORIES CLASS COMMENT DESCRIPTION GEO LOCATION PERCENT-COMPLETE PRIORITY RESOURCES
  STATUS SUMMARY COMPLETED DTEND DUE DTSTART DURATION FREEBUSY TRANSP TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL ATTENDEE CONTACT ORGANIZER
  RECURRENCE-ID RELATED-TO URL UID EXDATE EXRULE RDATE RRULE ACTION REPEAT TRIGGER CREATED DTSTAMP LAST-MODIFIED SEQUENCE REQUEST-STATUS
  NAME REFRESH-INTERVAL SOURCE COLOR IMAGE CONFERENCE STYLED-DESCRIPTION STRUCTURED-DATA LOCATION-TYPE PARTICIPANT-TYPE RESOURCE-TYPE
  CALENDAR-ADDRESS CONCEPT LINK REFID ACKNOWLEDGED PROXIMITY TZUNTIL TZID-ALIAS-OF POLL-ITEM-ID`.split(
    /\s+/,
  ),
)
const isSupported = (name: string) => names.has(name) || name.startsWith('X-')

/** Their values are times, in which nothing else is written. */
const times = new Set([
  'DTSTART',
  'DTEND',
  'RECURRENCE-ID',
  'EXDATE',
  'RDATE',
  'DTSTAMP',
  'CREATED',
  'LAST-MODIFIED',
])
/** Text that people write, with line ends that some programs leave in it. */
const texts = new Set([
  'DESCRIPTION',
  'SUMMARY',
  'LOCATION',
  'COMMENT',
  'CONTACT',
  'X-ALT-DESC',
  'STYLED-DESCRIPTION',
])

/** Reads lines: unfolded as bytes, since some programs fold within a character, then decoded. */
export function readLines(lines: readonly PhysicalLine[]): Lines {
  const properties: Property[] = []
  const broken: number[] = []
  for (const { number, bytes, isCut } of unfolded(lines)) {
    const text = decoded(bytes)
    if (text.trim() === '') continue
    const property = propertyIn(text, number)
    const last = properties.at(-1)
    if (property && isSupported(property.name)) {
      // half a text is of use, half a number is not
      if (!isCut || texts.has(property.name)) properties.push(property)
      else broken.push(number)
    } else if (last && texts.has(last.name)) last.value += `\\n${text}`
    else if (!property) broken.push(number)
  }
  for (const each of properties)
    if (/^quoted-printable$/i.test(each.parameters.ENCODING ?? ''))
      each.value = unquoted(each.value)
  return { properties, broken }
}

const isFold = (byte: number | undefined) => byte === 32 || byte === 9

/** True for text of vCalendar 1.0, as e-mails have it: `F=C3=AAte`. A line of it that ends in `=` goes on in the next one. */
const isQuoted = (line: Buffer) =>
  /^[^:]*;ENCODING=QUOTED-PRINTABLE[;:]/i.test(line.toString('latin1', 0, 200))

function* unfolded(lines: readonly PhysicalLine[]): Generator<PhysicalLine> {
  let first: PhysicalLine | undefined
  let parts: Buffer[] = []
  const joined = (): PhysicalLine[] =>
    first ? [{ ...first, bytes: parts.length === 1 ? first.bytes : Buffer.concat(parts) }] : []
  for (const line of lines) {
    const last = parts.at(-1)
    const goesOn = last?.at(-1) === 61 && parts[0] !== undefined && isQuoted(parts[0])
    if (first && (goesOn || isFold(line.bytes[0]))) {
      if (goesOn) parts.splice(-1, 1, last.subarray(0, -1))
      parts.push(goesOn ? line.bytes : line.bytes.subarray(1))
      first = { ...first, isCut: first.isCut || line.isCut }
      continue
    }
    yield* joined()
    first = line
    parts = [line.bytes]
  }
  yield* joined()
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

function unquoted(value: string): string {
  const text = value.replace(/(?:=[\dA-F]{2})+/gi, bytes =>
    decoded(Buffer.from(bytes.replaceAll('=', ''), 'hex')),
  )
  return text.replace(/\r\n?|\n/g, '\\n')
}

function propertyIn(text: string, line: number): Property | undefined {
  const [head, written = ''] = /^\s*([a-z\d-]+)\s*(?=[;:])/i.exec(text) ?? []
  if (head === undefined) return undefined
  const name = written.toUpperCase()
  const rest = text.slice(head.length)
  const [parameters, value] = (times.has(name) ? timeIn(rest) : splitAt(rest)) ?? splitPlainly(rest)
  return value === undefined
    ? undefined
    : { name, parameters: parametersIn(parameters), value, line }
}

type Split = [parameters: string, value: string | undefined]

/** At the first colon outside of quotes; undefined where a quote is missing. */
function splitAt(rest: string): Split | undefined {
  let isQuoted = false
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === '"') isQuoted = !isQuoted
    if (rest[at] === ':' && !isQuoted) return [rest.slice(0, at), rest.slice(at + 1)]
  }
  return undefined
}

const splitPlainly = (rest: string): Split => {
  const at = rest.indexOf(':')
  return at < 0 ? [rest, undefined] : [rest.slice(0, at), rest.slice(at + 1)]
}

/** At the last colon that a time follows: `TZID=(UTC-05:00) Eastern Time:20270704T200000`, also where a quote is missing. */
function timeIn(rest: string): Split | undefined {
  for (let at = rest.lastIndexOf(':'); at >= 0; at = at === 0 ? -1 : rest.lastIndexOf(':', at - 1))
    if (/^\s*(?:\d{4}-?\d\d-?\d\d|[+-]?P)/i.test(rest.slice(at + 1, at + 14)))
      return [rest.slice(0, at), rest.slice(at + 1)]
  return undefined
}

/** Each parameter as one text, without its quotes. */
function parametersIn(text: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  const isBalanced = (text.match(/"/g) ?? []).length % 2 === 0
  const parts = isBalanced ? text.match(/(?:[^;"]|"[^"]*")+/g) : text.split(';')
  for (const part of parts ?? []) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim().toUpperCase()
    const value = part.slice(at + 1).trim()
    if (name !== '') parameters[name] = unescapedParameter(value.replaceAll('"', ''))
  }
  return parameters
}

/** RFC 6868. */
const unescapedParameter = (text: string) =>
  text.includes('^')
    ? text.replace(/\^[n'^]/g, sign => (sign === '^n' ? '\n' : sign === '^^' ? '^' : '"'))
    : text

/** A value of type TEXT. */
export const unescaped = (text: string) =>
  text.includes('\\')
    ? text.replace(/\\([\s\S])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
    : text

/** The values of a list of TEXT. */
export const listIn = (text: string): string[] =>
  (text.match(/(?:\\[\s\S]|[^,\\])+/g) ?? [])
    .map(item => unescaped(item).trim())
    .filter(item => item !== '')
