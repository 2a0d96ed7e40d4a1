import { isUrl } from '../../define/field-types.ts'
import type { Values } from '../../define/param.ts'
import { isLanguage } from '../../define/text/language.ts'
import type { Language } from '../../define/text/language-table.ts'
import { escapeLine } from '../../define/text/markup.ts'
import { maxLengths } from '../../define/text-types.ts'
import { eventStatusNames } from '../../resources/index.ts'
import { webUrl } from '../base/fitted-id.ts'
import { pointIn } from '../base/point.ts'
import { noTitle, unknownClass } from './errors.ts'
import { type EventLines, Unreadable } from './event-lines.ts'
import { listIn, type Property, unescaped } from './properties.ts'

/** The values of an event besides its dates, in the input form of the API. Only those in the file are present. */
export function valuesOf(
  event: EventLines,
  language: Language,
  { isDate = false }: { isDate?: boolean } = {},
): Values {
  const place = placeOf(event)
  return withoutAbsent({
    ...textsOf(event, language, isDate),
    website: urlIn(event, 'URL'),
    ...place,
    organizer: organizersOf(event),
    categories: categoriesOf(event),
    image: imageOf(event),
    cost: event.text('X-COST').slice(0, 255) || undefined,
    status: ownStatus(event),
  })
}

/** What its owner does not publish is not published here: a class that is not known counts as private (RFC 5545, 3.8.1.3). */
function ownStatus(event: EventLines): 'private' | undefined {
  const written = event.text('CLASS').trim()
  if (written === '' || /^(?:public|default|normal)$/i.test(written)) return undefined
  if (!/^(?:private|confidential)$/i.test(written)) event.notes.push(unknownClass(written))
  return 'private'
}

const withoutAbsent = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const cut = (text: string) => text.slice(0, maxLengths.line).toWellFormed()
const firstLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The texts in the language of the import; others that the file has as translations. A date without a title has that of its series. */
function textsOf(event: EventLines, language: Language, isDate: boolean): Values {
  const summaries = event.all('SUMMARY')
  const inOthers = summaries.filter(property => (languageOf(property) ?? language) !== language)
  const own = summaries.find(property => !inOthers.includes(property)) ?? summaries[0]
  const summary = unmarked(event, cut(firstLine(unescaped(own?.value ?? ''))))
  const title = summary || (isDate ? undefined : titleElsewhere(event))
  const translations = Object.fromEntries(
    inOthers.flatMap(property => {
      const other = languageOf(property)
      if (other === undefined || property === own) return []
      const description = event.all('DESCRIPTION').find(each => languageOf(each) === other)
      const texts = {
        title: unmarked(event, cut(firstLine(unescaped(property.value)))),
        description: description && plainHtml(event, description),
      }
      return [[other, withoutAbsent(texts)]]
    }),
  )
  return {
    title,
    description: descriptionOf(event, own && languageOf(own)),
    ...(Object.keys(translations).length > 0 && { translations }),
  }
}

/** The status of the event. Files of Almanac, and of Outlook, state it before the title too. */
export function statusOf(event: EventLines): Values {
  const status = event.text('STATUS')
  if (/^cancell?ed$/i.test(status)) return { event_status: 'cancelled' }
  const isPostponed = /^tentative$/i.test(status) && marks.postponed.test(event.text('SUMMARY'))
  return isPostponed ? { event_status: 'postponed' } : {}
}

const markOf = (status: 'cancelled' | 'postponed', also = '') => {
  const names = Object.values(eventStatusNames[status])
  return new RegExp(`^(?:${[...names, also].filter(Boolean).join('|')})\\s*:\\s+`, 'i')
}
const marks = { cancelled: markOf('cancelled', 'canceled'), postponed: markOf('postponed') }

function unmarked(event: EventLines, title: string): string {
  const { event_status: status } = statusOf(event)
  if (status !== 'cancelled' && status !== 'postponed') return title
  return title.replace(marks[status], '') || title
}

/** The language of the title: the usual one where the file has it, or says none (I5). */
export function statedLanguage(event: EventLines, usual: Language): Language {
  const stated = event.all('SUMMARY').map(languageOf)
  return stated.includes(usual) || stated.includes(undefined) ? usual : (stated[0] ?? usual)
}

/** The language of a property, if the calendar has it. */
function languageOf({ parameters }: Property): Language | undefined {
  const code = parameters.LANGUAGE?.slice(0, 2).toLowerCase()
  return isLanguage(code) ? code : undefined
}

/** The title of an event without a SUMMARY. */
function titleElsewhere(event: EventLines): string {
  const [line = ''] = event.text('DESCRIPTION').split('\n')
  const title = cut(firstLine(line).slice(0, 100)) || (categoriesOf(event)?.[0] ?? '')
  if (title === '') throw new Unreadable(noTitle, event.line)
  return title
}

/** HTML where the file has it; else the text, with its lines. */
function descriptionOf(event: EventLines, language: Language | undefined): string | undefined {
  const rich = [...event.all('X-ALT-DESC'), ...event.all('STYLED-DESCRIPTION')].find(
    ({ parameters, value }) =>
      /^text\/html$/i.test(parameters.FMTTYPE ?? '') && value.trim() !== '',
  )
  if (rich) return bodyOf(unescaped(rich.value))
  const all = event.all('DESCRIPTION')
  const own =
    all.find(property => language !== undefined && languageOf(property) === language) ?? all[0]
  return own && plainHtml(event, own)
}

/** Outlook sends whole documents. */
function bodyOf(html: string): string {
  const tag = html.search(/<body/i)
  const begin = tag < 0 ? 0 : html.indexOf('>', tag) + 1
  const body = html.slice(begin)
  const end = begin === 0 ? -1 : body.search(/<\/body>/i)
  return withoutHidden(end < 0 ? body : body.slice(0, end)).slice(0, maxLengths.text)
}

/** HTML without its styles, scripts and head. One that never ends stays, and is looked for once: the time is in step with the text. */
function withoutHidden(html: string): string {
  const opening = /<(style|script|head)\b/gi
  const endless = new Set<string>()
  const visible: string[] = []
  let from = 0
  for (let tag = opening.exec(html); tag; tag = opening.exec(html)) {
    const name = String(tag[1]).toLowerCase()
    if (endless.has(name)) continue
    const closing = new RegExp(`</${name}>`, 'gi')
    closing.lastIndex = tag.index
    if (!closing.test(html)) {
      endless.add(name)
      continue
    }
    visible.push(html.slice(from, tag.index))
    from = closing.lastIndex
    opening.lastIndex = from
  }
  return visible.join('') + html.slice(from)
}

/** True if there is a tag that programs write. Before the last `>`, each of them is complete. */
const isHtml = (text: string) =>
  /<(?:p|br|a|b|i|ul|ol|li|div|span|strong|em|h[1-6]|html)\b/i.test(
    text.slice(0, text.lastIndexOf('>') + 1),
  )

/** A DESCRIPTION: some programs write HTML into it. The URL of the event that some end it with is said elsewhere. */
function plainHtml(event: EventLines, { value }: Property): string {
  const text = unescaped(value)
    .trim()
    .slice(0, maxLengths.text / 2)
  if (isHtml(text)) return bodyOf(text)
  const url = event.text('URL')
  const own = url !== '' && text.endsWith(url) ? text.slice(0, -url.length).trimEnd() : text
  return escapeLine(own)
}

function urlIn(event: EventLines, name: string): string | undefined {
  const property = event.one(name)
  if (property === undefined || property.value.trim() === '') return undefined
  const url = webUrl(property.value)
  if (url === undefined) event.leaveOut(property)
  return url
}
const isWebUrl = (text: string) => /^https?:/i.test(text) && isUrl(text)

/** Where an event is: a venue, a URL where one takes part, or both. */
function placeOf(event: EventLines): Values {
  const location = event.text('LOCATION')
  const apple = event.one('X-APPLE-STRUCTURED-LOCATION')?.parameters
  const conference = event
    .all('CONFERENCE')
    .map(({ value }) => value.trim())
    .find(isWebUrl)
  const isUrlAlone = isWebUrl(location)
  const name = isUrlAlone ? '' : location || unescaped(apple?.['X-TITLE'] ?? '').trim()
  const online = conference ?? (isUrlAlone ? location : undefined)
  const venue = name === '' ? undefined : { ...named(name, apple), ...pointOf(event) }
  return {
    venue,
    ...(online !== undefined && { online_url: online, attendance: venue ? 'mixed' : 'online' }),
  }
}

/** A place is written with its address behind its name; a number begins an address. */
function named(location: string, apple: Record<string, string> | undefined): Values {
  const title = unescaped(apple?.['X-TITLE'] ?? '').trim()
  if (title && location.startsWith(title)) {
    const rest = location.slice(title.length).replace(/^[\s,]+/, '')
    return placed(title, unescaped(apple?.['X-ADDRESS'] ?? '').trim() || rest)
  }
  const at = location.search(/[\n,]/)
  return at < 2 || /^\d/.test(location)
    ? placed(location, '')
    : placed(location.slice(0, at), location.slice(at).replace(/^[\s,]+/, ''))
}

const inOneLine = (address: string) =>
  address
    .split('\n')
    .map(each => each.trim())
    .filter(each => each !== '')
    .join(', ')

const placed = (venue: string, address: string): Values => ({
  venue: cut(firstLine(venue)),
  ...(address !== '' && { address: cut(firstLine(inOneLine(address))) }),
})

function pointOf(event: EventLines): Values {
  const [geo] = event.all('GEO')
  const apple = event.one('X-APPLE-STRUCTURED-LOCATION')?.value.replace(/^geo:/i, '')
  const text = geo?.value ?? apple
  if (text === undefined) return {}
  // where a semicolon separates the two, a comma is that of a decimal number
  const parts = text.includes(';') ? text.replaceAll(',', '.').split(';') : text.split(',')
  const point = pointIn(parts[0] ?? '', parts[1] ?? '')
  if (geo && !point) event.leaveOut(geo)
  return point ?? {}
}

/** One organizer, and others whom to ask. */
function organizersOf(event: EventLines): Values[] | undefined {
  const all = [
    ...event.all('ORGANIZER').slice(0, 1).map(organizerOf),
    ...event.all('CONTACT').map(contactOf),
  ]
  const contacts = all.filter(one => one !== undefined)
  return contacts.length > 0 ? contacts : undefined
}

function organizerOf({ parameters, value }: Property): Values | undefined {
  // a colon in a name without quotes cuts the line too early
  const at = value.search(/mailto:/i)
  const [, email = ''] =
    /^mailto:\s*([^\s,;<>]+@[^\s,;<>]+)/i.exec(value.slice(Math.max(at, 0))) ?? []
  const before = email === '' ? '' : value.slice(0, at)
  const written = `${parameters.CN ?? ''}${before === '' ? '' : `:${before}`}`
  const name = cut(firstLine(written)).replace(/^['\s]+|['\s:]+$/g, '')
  const isReal =
    email !== '' &&
    !/@(?:group\.|resource\.)?calendar\.google\.com$|@(?:invalid|example\.invalid)$|^(?:noreply|no-reply)@/i.test(
      email,
    )
  const url = isWebUrl(value.trim()) ? value.trim() : undefined
  const title = name || (isReal ? email : '')
  if (title === '' || /^unknownorganizer@/i.test(email)) return undefined
  return withoutAbsent({ organizer: cut(title), email: isReal ? email : undefined, website: url })
}

/** `Jane Doe, +33 1 23 45 67 89, jane@example.org` */
function contactOf({ value }: Property): Values | undefined {
  const [name = '', ...rest] = unescaped(value)
    .split(',')
    .map(part => part.trim())
  const email = rest.find(part => /^[^\s@]+@[^\s@]+$/.test(part))
  const phone = rest.find(part => /^[+\d][\d\s().\-/]{4,}$/.test(part))
  const organizer = cut(firstLine(name))
  return organizer === '' ? undefined : withoutAbsent({ organizer, phone, email })
}

const maxTerms = 50

/** Names: those of digits alone would be IDs. */
function categoriesOf(event: EventLines): string[] | undefined {
  const names = event.all('CATEGORIES').flatMap(({ value }) => listIn(value))
  const categories = [...new Set(names.map(name => cut(firstLine(name)).slice(0, 200)))].filter(
    name => !/^\d*$/.test(name),
  )
  return categories.length > 0 ? categories.slice(0, maxTerms) : undefined
}

/** The first image that a URL leads to. */
function imageOf(event: EventLines): string | undefined {
  const isImage = ({ name, parameters: { FMTTYPE = '' }, value }: Property) =>
    isWebUrl(value.trim()) &&
    (FMTTYPE === ''
      ? name === 'IMAGE' || /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(value)
      : /^image\//i.test(FMTTYPE))
  return [...event.all('IMAGE'), ...event.all('ATTACH')].find(isImage)?.value.trim()
}
