import { isObject } from '../../define/base/objects.ts'
import type { Values } from '../../define/param.ts'
import { htmlToText } from '../../define/text/html.ts'
import { normalizeLine } from '../../define/text/markup.ts'
import { withoutQuery, withoutSlashes } from '../../define/text/uri.ts'
import { withScheme } from '../base/fitted-id.ts'
import { pointIn } from '../base/point.ts'
import { readTime } from '../ics/times.ts'
import type { Raw } from './api.ts'

export const textIn = (of: unknown): string =>
  typeof of === 'string' ? of : typeof of === 'number' ? String(of) : ''
const lineIn = (of: unknown) => normalizeLine(textIn(of))
export const idIn = (of: unknown): string => (isObject(of) ? textIn(of.id) : '')
export const flagIn = (of: unknown) =>
  of === null || of === undefined
    ? undefined
    : of === true || of === 'true' || of === 1 || of === '1'
export const listIn = (of: unknown): Raw[] =>
  Array.isArray(of) ? of.filter(isObject) : isObject(of) && of.id !== undefined ? [of] : []

export const withoutAbsent = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Slugs come with their letters escaped. */
function slugIn(of: unknown): string | undefined {
  const slug = textIn(of)
  if (slug === '') return undefined
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** The largest size of an image. */
export const imageIn = (of: unknown): string =>
  isObject(of) ? textIn(of.url) : typeof of === 'string' && /^https?:/i.test(of) ? of : ''

/** A URL that is only the page of the record at the site says nothing. */
function websiteIn({ website, url }: Raw): string {
  const [own, page] = [textIn(website), textIn(url)].map(each => normalizeLine(each))
  const bare = (text = '') => withoutSlashes(withoutQuery(text.replace(/^https?:/i, '')))
  const pages = [bare(page), bare(page).replace(/\/\d{4}-\d\d-\d\d(?:\/\d+)?$/, '')]
  return own === undefined || pages.includes(bare(own)) ? '' : withScheme(own)
}

/** The source sends only the title and dates of a protected record; flags are null. */
export const isMasked = ({ all_day, featured }: Raw) => all_day === null && featured === null

/** The texts of an event in one language. */
export const eventTexts = (raw: Raw): Values =>
  withoutAbsent({
    title:
      lineIn(isObject(raw.title) ? raw.title.rendered : raw.title).replace(
        /^(?:Protected|Protégé|Private|Privé)\s?:\s/,
        '',
      ) || undefined,
    description: isMasked(raw) ? undefined : textIn(raw.description),
    excerpt: isMasked(raw) ? undefined : excerptIn(raw),
    slug: slugIn(raw.slug),
    website: isMasked(raw) ? undefined : websiteIn(raw),
  })

/** Sites make an excerpt from the description where there is none. */
function excerptIn({ excerpt, description }: Raw): string {
  const html = textIn(excerpt)
  const words = plain(html)
    .replace(/(?:\[?(?:…|\.\.\.)\]?|Continue reading.*|Lire la suite.*)$/i, '')
    .trim()
  return words !== '' && plain(textIn(description)).startsWith(words) ? '' : html
}
const plain = (html: string) => normalizeLine(htmlToText(html)).replace(/\s+/g, ' ')

/** The times of an event, and the names of those that are none: the API would also take words such as tomorrow, and refuse an end before the start. */
export function timesIn(raw: Raw): { times: Values; unread: string[] } {
  const [start, end, date] = [raw.start_date, raw.end_date, raw.date].map(textIn)
  const [starts, ends] = [readTime(start ?? ''), readTime(end ?? '')]
  if (!starts) return { times: {}, unread: ['start_date'] }
  const hasEnd = ends !== undefined && ends.wall >= starts.wall
  const isPublished = date && readTime(date) !== undefined
  return {
    times: { start_date: start, end_date: hasEnd ? end : start, ...(isPublished && { date }) },
    unread: [...(hasEnd ? [] : ['end_date']), ...(date && !isPublished ? ['date'] : [])],
  }
}

/** The facts of an event, without its times and what it is linked to. */
export function eventFacts(raw: Raw): Values {
  const [start, end] = [textIn(raw.start_date), textIn(raw.end_date)]
  const isDays = start.endsWith('00:00:00') && end.endsWith('23:59:59')
  return withoutAbsent({
    timezone: textIn(raw.timezone) || undefined,
    all_day: flagIn(raw.all_day) ?? isDays,
    status: statuses.has(textIn(raw.status)) ? raw.status : undefined,
    cost: isMasked(raw) ? undefined : costIn(raw),
    image: isMasked(raw) ? undefined : imageIn(raw.image),
    featured: flagIn(raw.featured),
    sticky: flagIn(raw.sticky),
    hide_from_listings: flagIn(raw.hide_from_listings),
    show_map: flagIn(raw.show_map),
    show_map_link: flagIn(raw.show_map_link),
    ticketed: flagIn(raw.ticketed),
  })
}

const statuses = new Set(['publish', 'draft', 'pending', 'private', 'future'])

const isPlain = (amount: string) => /^\d*(?:\.\d+)?$/.test(amount)

/** The cost by its amounts: the text is written for people, with the separators of the site. */
function costIn({ cost, cost_details: details }: Raw): string {
  const { values, currency_symbol, currency_code, currency_position } = isObject(details)
    ? details
    : {}
  const amounts = Array.isArray(values) ? values.map(textIn).filter(value => value !== '') : []
  const text = lineIn(cost)
  // the amounts of some sites are as people write them: only the text has their currency
  const isWritten = amounts.some(amount => /\d/.test(amount) && !isPlain(amount))
  if (amounts.length === 0 || (isWritten && text !== '')) return text
  const [symbol, code] = [lineIn(currency_symbol), lineIn(currency_code)]
  const isBehind = currency_position === 'postfix' || (symbol === '' && code !== '')
  const sign = symbol || code
  // a sign without amounts, or a word
  const parts = amounts.map(amount => {
    if (!isPlain(amount)) return lineIn(amount)
    const number = amount.startsWith('.') ? `0${amount}` : amount
    if (sign === '' || Number(number) === 0) return number
    return isBehind
      ? `${number}${/^[A-Z]/i.test(sign) ? ' ' : ''}${sign}`
      : `${sign}${/[A-Z]$/i.test(sign) ? ' ' : ''}${number}`
  })
  return parts.join(' – ').slice(0, 255)
}

export const venueTexts = (raw: Raw): Values =>
  withoutAbsent({
    venue: lineIn(raw.venue) || undefined,
    description: textIn(raw.description),
    website: websiteIn(raw),
  })

export const venueFacts = (raw: Raw): Values =>
  withoutAbsent({
    status: statuses.has(textIn(raw.status)) ? raw.status : undefined,
    ...Object.fromEntries(
      ['address', 'city', 'country', 'province', 'state', 'zip', 'phone'].map(name => [
        name,
        lineIn(raw[name]),
      ]),
    ),
    image: imageIn(raw.image),
    show_map: flagIn(raw.show_map),
    show_map_link: flagIn(raw.show_map_link),
    ...pointIn(textIn(raw.geo_lat), textIn(raw.geo_lng)),
  })

export const organizerTexts = (raw: Raw): Values =>
  withoutAbsent({
    organizer: lineIn(raw.organizer) || undefined,
    description: textIn(raw.description),
    website: websiteIn(raw),
  })

export const organizerFacts = (raw: Raw): Values =>
  withoutAbsent({
    status: statuses.has(textIn(raw.status)) ? raw.status : undefined,
    phone: lineIn(raw.phone),
    email: lineIn(raw.email),
    image: imageIn(raw.image),
  })

export const termTexts = (raw: Raw): Values =>
  withoutAbsent({
    name: lineIn(raw.name) || undefined,
    slug: slugIn(raw.slug),
    description: textIn(raw.description),
  })
