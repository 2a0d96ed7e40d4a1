import { isObject } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import { fold } from '../../define/text/fold.ts'
import type { Language } from '../../define/text/language.ts'
import { withoutQuery, withoutSlashes } from '../../define/text/uri.ts'
import type { FetchPage } from '../base/item.ts'
import { type Api, jsonIn, type Raw, urlOf } from './api.ts'
import { matched, unmatched } from './errors.ts'
import { headOf } from './site.ts'
import { idIn, imageIn, listIn, textIn } from './values.ts'

/** Events of one language with those of the other that say the same, by ID. */
export type Pairs = {
  of: Map<string, Raw>
  /** The pairs that people should check. */
  notes: Map<string, FieldError>
}

type PairSource = {
  events: readonly Raw[]
  others: readonly Raw[]
  language: Language
  api: Api
  fetch: FetchPage
  allows: (url: string) => boolean
}

/**
 * Pairs events that are translations of each other: as the site states, by its API or in the heads of its pages; else by the properties that they
 * share.
 */
export async function pairsOf(source: PairSource): Promise<Pairs> {
  const pairs: Pairs = { of: new Map(), notes: new Map() }
  const byId = new Map(source.others.map(raw => [idIn(raw), raw]))
  const byUrl = new Map(source.others.map(raw => [bareUrl(textIn(raw.url)), raw]))
  const taken = new Set<string>()
  const add = (raw: Raw, other: Raw | undefined) => {
    if (!other || taken.has(idIn(other))) return
    pairs.of.set(idIn(raw), other)
    taken.add(idIn(other))
  }
  const stated = await statedTranslations(source)
  for (const raw of source.events) add(raw, byId.get(stated.get(idIn(raw)) ?? ''))
  if (pairs.of.size === 0)
    for await (const [raw, url] of linkedTranslations(source)) add(raw, byUrl.get(bareUrl(url)))
  matchRest(source, pairs, taken)
  return pairs
}

const bareUrl = (url: string) =>
  withoutSlashes(url.replace(/^https?:/i, '').split('#', 1)[0] ?? '').toLowerCase()

/** IDs of translations in the posts of WordPress: Polylang and add-ons of WPML have them there. */
async function statedTranslations({
  api,
  fetch,
  language,
  allows,
}: PairSource): Promise<Map<string, string>> {
  const pairs = new Map<string, string>()
  const root = api.root.replace(/tribe\/events\/v1\/?$/, 'wp/v2')
  if (root === api.root || !allows(root)) return pairs
  for (let page = 1, size = 0; size === (page - 1) * postsPerPage; page++) {
    const fields = 'id,translations,wpml_translations'
    const query = { per_page: String(postsPerPage), page: String(page), _fields: fields }
    const fetched = await fetch(urlOf(root, 'tribe_events', query), {
      accept: ['application/json'],
    })
    const list = 'refused' in fetched ? undefined : listOf(fetched.bytes)
    if (!list || list.length === 0) return pairs
    size += list.length
    const before = pairs.size
    for (const post of list) {
      const other = translationIn(post, language)
      if (other !== undefined) pairs.set(idIn(post), other)
    }
    // a site that does not say it, or says the same for ever
    if (pairs.size === before) return pairs
  }
  return pairs
}

const postsPerPage = 100

function listOf(bytes: Uint8Array): Raw[] | undefined {
  const wrapped = jsonIn(new TextEncoder().encode(`{"list":${new TextDecoder().decode(bytes)}}`))
  return Array.isArray(wrapped?.list) ? wrapped.list.filter(isObject) : undefined
}

function translationIn(
  { translations, wpml_translations }: Raw,
  language: Language,
): string | undefined {
  const own = isObject(translations) ? translations[language] : undefined
  if (own !== undefined) return isObject(own) ? idIn(own) : textIn(own)
  const [other] = listIn(wpml_translations).filter(({ locale }) =>
    textIn(locale).toLowerCase().startsWith(language),
  )
  return other && idIn(other)
}

/** Pages that are read before a site counts as one without links between translations. */
const tries = 3

/** URLs of translations, as the pages of events link them. */
async function* linkedTranslations({
  events,
  language,
  fetch,
  allows,
}: PairSource): AsyncGenerator<[Raw, string]> {
  let missed = 0
  let count = 0
  for (const raw of events) {
    const url = textIn(raw.url)
    if (!URL.canParse(url) || !allows(url)) continue
    const head = await headOf(url, fetch)
    const other = head?.alternates[language]
    if (other !== undefined) {
      count += 1
      yield [raw, other]
    } else if (++missed === tries && count === 0) return
  }
}

/** Matches what begins at the same time, by place and image. One of several is taken only if it is the only one that shares more. */
function matchRest({ events, others }: PairSource, pairs: Pairs, taken: Set<string>) {
  const free = others.filter(raw => !taken.has(idIn(raw)))
  const rest = events.filter(raw => !pairs.of.has(idIn(raw)))
  const byStart = Map.groupBy(free, timesOf)
  const alike = Map.groupBy(rest, timesOf)
  for (const [times, own] of alike) {
    const candidates = byStart.get(times) ?? []
    for (const raw of own) {
      const ranked = candidates.filter(other => !contradicts(raw, other))
      const best = bestOf(ranked, other => sharedBy(raw, other))
      // the other way round too
      const back =
        best &&
        bestOf(
          own.filter(each => !contradicts(each, best)),
          each => sharedBy(each, best),
        )
      if (best && back === raw && !taken.has(idIn(best))) {
        pairs.of.set(idIn(raw), best)
        pairs.notes.set(idIn(raw), matched(textIn(best.title).slice(0, 100)))
        taken.add(idIn(best))
      } else if (candidates.length > 0) pairs.notes.set(idIn(raw), unmatched(candidates.length))
    }
  }
}

const timesOf = ({ utc_start_date, utc_end_date, all_day }: Raw) =>
  `${utc_start_date} ${utc_end_date} ${all_day}`

/** The one that shares most; undefined where two share as much. */
function bestOf(candidates: readonly Raw[], sharedWith: (of: Raw) => number): Raw | undefined {
  const [first, second] = candidates
    .map(raw => ({ raw, shared: sharedWith(raw) }))
    .toSorted((a, b) => b.shared - a.shared)
  return first && first.shared !== second?.shared ? first.raw : undefined
}

const sharedBy = (a: Raw, b: Raw): number =>
  Number(placeOf(a) !== '' && placeOf(a) === placeOf(b)) * 2 +
  Number(imageOf(a) !== '' && imageOf(a) === imageOf(b)) * 2 +
  Number(textIn(a.cost) !== '' && textIn(a.cost) === textIn(b.cost))

/** Both say where they are, and it is not the same. */
const contradicts = (a: Raw, b: Raw) =>
  placeOf(a) !== '' && placeOf(b) !== '' && placeOf(a) !== placeOf(b) && imageOf(a) !== imageOf(b)

/** Names are translated; addresses are not. */
function placeOf({ venue }: Raw): string {
  const [first] = listIn(venue)
  if (!first) return ''
  const { address, zip, city, venue: name } = first
  const where = [address, zip, city].map(textIn).join(' ').trim()
  return fold(where === '' ? textIn(name) : where)
}

/** The file, without the host and the mark of its size. */
const imageOf = ({ image }: Raw) =>
  withoutQuery(
    imageIn(image)
      .replace(/^.*\//, '')
      .replace(/-\d+x\d+(?=\.\w+$)/, ''),
  )

/** Pairs linked records of the two languages: those that stand in the same places of paired events most often. */
export function sameLinked(
  events: readonly Raw[],
  pairs: Pairs,
  listed: (raw: Raw) => Raw[],
): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const raw of events) {
    const other = pairs.of.get(idIn(raw))
    const [own, theirs] = [listed(raw), other ? listed(other) : []]
    if (own.length !== theirs.length) continue
    for (const [at, record] of own.entries()) {
      const of = idIn(theirs[at])
      const row = counts.get(of) ?? new Map<string, number>()
      row.set(idIn(record), (row.get(idIn(record)) ?? 0) + 1)
      counts.set(of, row)
    }
  }
  const same = new Map<string, string>()
  const taken = new Set<string>()
  for (const [other, row] of counts)
    for (const [own] of [...row].toSorted((a, b) => b[1] - a[1])) {
      if (taken.has(own)) continue
      taken.add(own)
      same.set(other, own)
      break
    }
  return same
}
