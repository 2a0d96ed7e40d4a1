import { createHash } from 'node:crypto'
import type { FieldError } from '../../define/field-type.ts'
import { isLanguage } from '../../define/text/language.ts'
import { fittedId, sharedIds } from '../base/fitted-id.ts'
import {
  type Item,
  type ReadContext,
  ReadError,
  type Refused,
  type Source,
  type Yielded,
} from '../base/item.ts'
import { politely, robotsOf } from '../base/polite.ts'
import { whenOf } from './event-times.ts'
import { endNotes, notADate, valuesOf } from './event-values.ts'
import { documentsIn, eventsIn, isHtml, type Node, openLines, sitemapIn, textOf } from './nodes.ts'
import { scheduledOf } from './schedule.ts'

const maxMegabytes = 32
const maxPages = 20_000
const maxSitemaps = 200
/** Scripts of JSON-LD in a page. */
const maxDocuments = 2000

/** The events that pages state as JSON-LD of schema.org: those of a file, a page, or all pages of a sitemap. */
export async function* readJsonLd(source: Source, context: ReadContext): AsyncGenerator<Yielded> {
  const text = await textAt(source)
  const sitemap = sitemapIn(text)
  const eventsOf = eventReader(context)
  if (!sitemap && documentsIn(text, 1).length === 0 && !isHtml(text))
    throw new ReadError(nothingToRead)
  let count = 0
  for await (const each of sitemap
    ? pagesOf(source, sitemap, eventsOf)
    : eventsOf(text, source.name)) {
    count += 1
    yield each
  }
  // a page may have lost its data, or have them in a form that is not read (I6)
  if (count === 0) yield problem(noEvents, source.name)
}

async function textAt(source: Source): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of source.bytes()) {
    size += part.length
    if (size > maxMegabytes * 2 ** 20) throw new ReadError(tooLarge)
    parts.push(part)
  }
  return decodedPage(Buffer.concat(parts))
}

/** The text of a page in the encoding that it or its server states; UTF-8 where it is stated nowhere. */
function decodedPage(bytes: Uint8Array, mediaType = ''): string {
  const head = Buffer.from(bytes.subarray(0, maxHead)).toString('latin1')
  const [, stated = 'utf-8'] =
    /\bcharset\s*=\s*["']?\s*([a-z\d_:-]+)/i.exec(mediaType) ??
    /<meta\b[^>]{0,200}\bcharset\s*=\s*["']?\s*([a-z\d_:-]+)/i.exec(head) ??
    []
  try {
    return new TextDecoder(stated).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
/** Bytes of a page in which browsers look for its encoding. */
const maxHead = 1024

/** The events of each page, one page after the other. A page that cannot be read is a problem of its own. */
async function* pagesOf(
  source: Source,
  first: { sitemaps: string[]; pages: string[] },
  eventsOf: ReturnType<typeof eventReader>,
): AsyncGenerator<Yielded> {
  const fetch = politely(source, undefined, '')
  const accept = [
    'text/html',
    'application/xhtml+xml',
    'application/xml',
    'text/xml',
    'application/ld+json',
    'application/json',
    'text/plain',
  ]
  const sitemaps = new Set<string>()
  const pages = new Set<string>()
  // one more than is read of each: it says that there are others
  const add = (more: typeof first) => {
    for (const url of more.sitemaps) if (sitemaps.size <= maxSitemaps) sitemaps.add(url)
    for (const url of more.pages) if (pages.size <= maxPages) pages.add(url)
  }
  const failed = (url: string, why: string) => problem(notRead(url, why), url)
  add(first)
  let read = 0
  for (const url of sitemaps) {
    if (++read > maxSitemaps) {
      yield problem(tooManySitemaps, url)
      break
    }
    if (!isOnWeb(url)) {
      yield problem(notOnWeb(url), url)
      continue
    }
    const fetched = await fetch(url, { accept, maxBytes: maxMegabytes * 2 ** 20 })
    const sitemap =
      'refused' in fetched ? undefined : sitemapIn(new TextDecoder().decode(fetched.bytes))
    if (!sitemap) yield failed(url, 'refused' in fetched ? fetched.refused : 'sitemap')
    else add(sitemap)
  }
  const rules = new Map<string, Promise<(url: string) => boolean>>()
  let count = 0
  for (const url of pages) {
    if (++count > maxPages) {
      yield problem(tooMany, url)
      return
    }
    if (!isOnWeb(url)) {
      yield problem(notOnWeb(url), url)
      continue
    }
    const { origin } = new URL(url)
    const allows = rules.get(origin) ?? robotsOf(origin, fetch)
    rules.set(origin, allows)
    if (!(await allows)(url)) yield failed(url, 'robots.txt')
    else {
      const fetched = await fetch(url, { accept, maxBytes: maxMegabytes * 2 ** 20 })
      if ('refused' in fetched) yield failed(url, fetched.refused)
      else yield* eventsOf(decodedPage(fetched.bytes, fetched.headers['content-type']), url, pages)
    }
  }
}

const isOnWeb = (url: string) => /^https?:/i.test(url) && URL.canParse(url)

const problem = (refused: FieldError, part: string, line?: number): Refused => ({
  kind: 'event',
  refused,
  at: { ...(line !== undefined && { line }), part },
})

/** The events of a page, once each; IDs are the same at every reading. An event whose ID is the URL of another page is read there. */
function eventReader({ zone, now }: ReadContext) {
  const starts = new Map<string, string>()
  const met = new Set<string>()
  /** An event that shares its ID with others of this page, or with one before it, is identified by its start too. */
  function* distinct(items: readonly (Refused | Item)[]): Generator<Yielded> {
    const several = new Set<string>()
    for (const item of items) {
      if (!('shared' in item) || !item.shared) continue
      const start = String(item.values.start_date)
      const { id } = item.shared
      if ((starts.get(id) ?? start) !== start) several.add(id)
      starts.set(id, starts.get(id) ?? start)
    }
    for (const item of items) {
      const shared = 'shared' in item ? item.shared : undefined
      yield shared && several.has(shared.id) ? { ...item, source_id: shared.dated } : item
    }
  }
  return function* (
    text: string,
    page: string,
    others: ReadonlySet<string> = none,
  ): Generator<Yielded> {
    const [, lang = ''] =
      /<html\b[^>]{0,500}\blang\s*=\s*["']?([a-z]{2})/i.exec(text.slice(0, 5000)) ?? []
    const lines = openLines(text)
    const items: (Refused | Item)[] = []
    const documents = documentsIn(text, maxDocuments + 1)
    if (documents.length > maxDocuments) yield problem(tooManyDocuments, page)
    for (const { document, begin, refused } of documents.slice(0, maxDocuments)) {
      const documentLine = lines.documentAt(begin)
      if (document === undefined) items.push(problem(refused ?? notJson, page, documentLine))
      const { events, byId } = eventsIn(document)
      for (const node of events) {
        const line = lines.eventOf(node)
        const read = valuesOf(node, byId, statedIn(node, lang), page)
        const { times, recurrence, notes } = scheduledOf(node, byId, { zone, now })
        const refusal = isRefusal(read)
          ? read
          : times
            ? undefined
            : notADate(textOf(node.startDate))
        if (isRefusal(read) || !times || refusal) {
          items.push(problem(refusal ?? nothingToRead, page, line))
          continue
        }
        const values = { ...read.values, ...whenOf(times) }
        const stated = idOf(node, page)
        const start = String(values.start_date)
        const own = stated ?? fingerprint(values)
        if ((own !== page && others.has(own)) || met.has(`${own} ${start}`)) continue
        met.add(`${own} ${start}`)
        const { language } = read
        const unread = read.notes.concat(endNotes(node, { zone, now }))
        const item: Item = {
          kind: 'event',
          source_id: fittedId(own),
          ...(stated === undefined
            ? { isUnnamed: true }
            : { shared: sharedIds(stated, ' ', start) }),
          at: { line, part: page },
          values: { ...values, recurrence: recurrence ?? [] },
          ...(notes.length + unread.length > 0 && { notes: unread.concat(notes) }),
        }
        items.push(isLanguage(language) ? { ...item, language } : item)
      }
    }
    yield* distinct(items)
  }
}

/** The language of an event: its own, else that of its page. */
const statedIn = ({ inLanguage }: Node, lang: string) =>
  (textOf(inLanguage) || lang).slice(0, 2).toLowerCase()

const none: ReadonlySet<string> = new Set()

const isRefusal = (of: object): of is FieldError => 'sentence' in of

/** The ID of the event at its source: an ID, or the URL of its page. */
function idOf(node: Node, page: string): string | undefined {
  const written = textOf(node['@id']) || textOf(node.identifier) || textOf(node.url)
  if (written === '' || written.startsWith('_:')) return undefined
  return URL.canParse(page) && URL.canParse(written, page) ? new URL(written, page).href : written
}

const fingerprint = ({ title, start_date, venue }: Item['values']) =>
  createHash('sha256')
    .update(JSON.stringify([title, start_date, venue]))
    .digest('base64url')

const error = (en: string, fr: string, params?: FieldError['params']): FieldError => ({
  sentence: { en, fr },
  ...(params && { params }),
})
const nothingToRead = error(
  'This is no page, no JSON-LD and no sitemap.',
  'Ce n’est ni une page, ni du JSON-LD, ni un plan de site.',
)
const noEvents = error(
  'No event of schema.org is recognized. Expected JSON-LD with an Event that has a startDate or an eventSchedule.',
  'Aucun évènement de schema.org n’est reconnu. Attendu\u00a0: du JSON-LD avec un Event qui a un startDate ou un eventSchedule.',
)
const notJson = error(
  'The JSON-LD of the page is not valid JSON.',
  'Le JSON-LD de la page n’est pas du JSON valide.',
)
const tooLarge = error(
  'The page is too large. Expected at most 32 MiB.',
  'La page est trop volumineuse. Attendu\u00a0: 32\u00a0Mio au plus.',
)
const tooManyDocuments = error(
  'The page has more than 2,000 scripts of JSON-LD. The others are left out.',
  'La page a plus de 2\u202f000 scripts JSON-LD. Les autres ne sont pas lus.',
)
const tooMany = error(
  'The sitemap names more than 20,000 pages. The others are left out.',
  'Le plan du site nomme plus de 20\u202f000 pages. Les autres ne sont pas lues.',
)
const tooManySitemaps = error(
  'The sitemaps name more than 200 others. The rest of them are left out.',
  'Les plans du site en nomment plus de 200 autres. Le reste n’est pas lu.',
)
const notOnWeb = (url: string) =>
  error(
    'The sitemap names {url}, which is not a web page. Expected a URL with http:// or https://.',
    'Le plan du site nomme {url}, qui n’est pas une page web. Attendu\u00a0: une URL en http:// ou https://.',
    { url: url.slice(0, 300) },
  )
const notRead = (url: string, why: string) =>
  error(
    'The page {url} could not be read: {why}.',
    'La page {url} n’a pas pu être lue\u00a0: {why}.',
    { url: url.slice(0, 300), why },
  )
