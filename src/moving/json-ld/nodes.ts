import { isObject } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import { pieces } from '../../define/text/markup.ts'

/** A node of JSON-LD. */
export type Node = Record<string, unknown>

/** A document of JSON-LD, and where it begins in the text; undefined where it is no JSON, or `refused` says what it is. */
type LocatedDocument = { document: unknown; begin: number; refused?: FieldError }

/** The first documents of JSON-LD in a page or file. */
export function documentsIn(text: string, max = Number.POSITIVE_INFINITY): LocatedDocument[] {
  const bare = text.replace(/^\ufeff/, '').trim()
  const refusedIn = openJsonBounds()
  const documentAt = (begin: number, content: string): LocatedDocument => {
    const refused = refusedIn(content)
    return refused ? { document: undefined, begin, refused } : { document: parsed(content), begin }
  }
  if (/^[{[]/.test(bare)) return [documentAt(0, bare)]
  const documents: LocatedDocument[] = []
  for (let at = scriptFrom(text, 0); at && documents.length < max; at = scriptFrom(text, at.end))
    documents.push(documentAt(at.end - at.content.length, at.content))
  return documents
}

/** Maximum distance from one event to the next, in characters. */
const farthest = 20_000

/** The line of each event, in their order: that of its start, or else of the event before or its document. */
export function openLines(text: string) {
  let at = 0
  let line = 1
  const endFrom = (from: number) => {
    const end = text.indexOf('\n', from)
    return end < 0 ? Number.POSITIVE_INFINITY : end
  }
  // looked up once: a page may be one line
  let end = endFrom(0)
  const goTo = (to: number) => {
    for (; end < to; end = endFrom(end + 1)) line++
    at = Math.max(at, to)
    return line
  }
  return {
    documentAt: goTo,
    eventOf({ startDate }: Node) {
      const written = typeof startDate === 'string' ? JSON.stringify(startDate) : ''
      const index = written === '' ? -1 : text.slice(at, at + farthest).indexOf(written)
      return goTo(index < 0 ? at : at + index + written.length)
    },
  }
}

const [opening, closing] = [/<script\b/gi, /<\/script/gi]
const jsonLdType = /\btype\s*=\s*["']?application\/ld\+json\b/i
const maxTag = 1000

/** The next script of JSON-LD, in time in step with the text. */
function scriptFrom(html: string, from: number): { content: string; end: number } | undefined {
  opening.lastIndex = from
  for (let tag = opening.exec(html); tag; tag = opening.exec(html)) {
    const begin = html.indexOf('>', tag.index) + 1
    if (begin === 0) return undefined
    opening.lastIndex = begin
    if (!jsonLdType.test(html.slice(tag.index, Math.min(begin, tag.index + maxTag)))) continue
    closing.lastIndex = begin
    const end = closing.exec(html)?.index
    return end === undefined ? undefined : { content: html.slice(begin, end), end }
  }
  return undefined
}

/** JSON, also in a comment and with line ends in its texts; undefined for what is none. */
function parsed(text: string): unknown {
  const bare = text.trim()
  const [begin = ''] = /^(?:\/\/)?\s*(?:<!--|<!\[CDATA\[)/.exec(bare) ?? []
  const inner = bare.slice(begin.length)
  const end = ['-->', ']]>'].find(mark => inner.endsWith(mark)) ?? ''
  const json = inner
    .slice(0, inner.length - end.length)
    .trimEnd()
    .replace(/\/\/$/, '')
  for (const spelling of spellings)
    try {
      return plainTerms(JSON.parse(spelling(json)), prefixIn(json))
    } catch {}
  return undefined
}

const inOneLine = (json: string) => json.replace(/\p{Cc}+/gu, ' ')

/** JSON as it is and with the usual mistakes: line ends in texts, signs at the end, commas before brackets, several objects. */
const spellings: readonly ((json: string) => string)[] = [
  json => json,
  inOneLine,
  json => inOneLine(json).replace(/[;,\s]+$/, ''),
  json =>
    `[${inOneLine(json)
      .replace(/[;,\s]+$/, '')
      .replace(/\}\s*(?=\{)/g, '},')}]`,
  json =>
    inOneLine(json)
      .replace(/[;,\s]+$/, '')
      .replace(/,(?=\s*[}\]])/g, ''),
]

/** Deeper data are left as they are. */
const deepestTerms = 40
/** The prefixes of the terms of schema.org: `schema:`, the URL, and what a context gives it as a name. */
const prefixIn = (json: string) => {
  const named = json
    .slice(0, 20_000)
    .matchAll(/"([\w-]{1,20})"\s{0,9}:\s{0,9}"https?:\/\/schema\.org\/?"/g)
  const names = new Set(['schema', ...[...named].map(([, name]) => name)])
  return new RegExp(`^(?:(?:${[...names].join('|')}):|https?:\\/\\/schema\\.org\\/)(?=[a-z])`)
}

/** The properties by their plain names: some documents write them with a prefix or as URLs, and `type` and `id` without their sign. */
function plainTerms(of: unknown, prefix: RegExp, depth = 0): unknown {
  if (depth > deepestTerms) return of
  if (Array.isArray(of)) return of.map(each => plainTerms(each, prefix, depth + 1))
  if (!isObject(of)) return of
  const isAliased = typeof of.type === 'string' && of['@type'] === undefined
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => [
      isAliased && (name === 'type' || name === 'id') ? `@${name}` : name.replace(prefix, ''),
      plainTerms(value, prefix, depth + 1),
    ]),
  )
}

const maxUrl = 3000

/** The sitemaps and pages that a sitemap names; undefined for what is none. */
export function sitemapIn(text: string): { sitemaps: string[]; pages: string[] } | undefined {
  const isIndex = /<sitemapindex[\s>]/i.test(text.slice(0, 2000))
  if (!isIndex && !/<urlset[\s>]/i.test(text.slice(0, 2000))) return undefined
  const urls = [...text.matchAll(/<loc>/gi)].flatMap(({ 0: tag, index }) => {
    const written = text.slice(index + tag.length, index + maxUrl).trimStart()
    const [url = ''] = /^[^<\]\s]+/.exec(written.replace(/^<!\[CDATA\[\s*/, '')) ?? []
    return url === '' ? [] : [url.replaceAll('&amp;', '&')]
  })
  return isIndex ? { sitemaps: urls, pages: [] } : { sitemaps: [], pages: urls }
}

/** True if a page has a head. */
export const isHtml = (text: string) =>
  pieces(text.slice(0, 2000)).some(piece => piece.kind === 'open')

/** The properties that contain events. */
const containers = [
  '@graph',
  'itemListElement',
  'item',
  'mainEntity',
  'event',
  'events',
  'subEvent',
  'subEvents',
  'dataFeedElement',
  'hasPart',
  'about',
  'subjectOf',
  'hasCourseInstance',
]
/** Of these, the properties whose events are parts of the one that has them. */
const parts = new Set(['subEvent', 'subEvents', 'hasPart', 'hasCourseInstance'])
const deepest = 12

/** The terms of schema.org that a property names, without the URL of the vocabulary: by themselves or as nodes. */
export const termsOf = (of: unknown): string[] =>
  listOf(of).map(each =>
    textOf(isObject(each) ? (each['@id'] ?? each) : each).replace(/^.*[/:#]/, ''),
  )

export const typesOf = ({ '@type': type }: Node): string[] => termsOf(type)

/** A series is an event where it names no parts. */
const isEvent = (node: Node) =>
  typesOf(node).some(
    type =>
      /(?:Event|Festival|Hackathon|CourseInstance)$/.test(type) ||
      (type === 'EventSeries' && ![...parts].some(name => listOf(node[name]).some(Boolean))),
  ) &&
  (node.startDate !== undefined || node.eventSchedule !== undefined)

/** The events of a document, each with the values that it takes from the event that it is a part of; and all nodes with an ID. */
export function eventsIn(document: unknown): { events: Node[]; byId: Map<string, Node> } {
  const events: Node[] = []
  const byId = new Map<string, Node>()
  const parents = new Map<Node | string, Node>()
  const visit = (of: unknown, depth: number, parent?: Node) => {
    if (depth > deepest) return
    if (Array.isArray(of)) for (const each of of) visit(each, depth + 1, parent)
    if (!isObject(of)) return
    const id = of['@id']
    const isReference = Object.keys(of).length === 1
    if (parent) parents.set(typeof id === 'string' ? id : of, parent)
    if (typeof id === 'string' && !isReference) byId.set(id, of)
    if (isEvent(of)) events.push(of)
    for (const name of containers) visit(of[name], depth + 1, parts.has(name) ? of : undefined)
  }
  visit(document, 0)
  const parentOf = (node: Node): Node | undefined => {
    const id = node['@id']
    const [above] = nodesOf(node.superEvent, byId)
    return (isObject(above) ? above : undefined) ?? parents.get(typeof id === 'string' ? id : node)
  }
  const divided = new Set(events.map(parentOf))
  const isDivided = (node: Node) => typesOf(node).includes('EventSeries') && divided.has(node)
  return {
    events: events.filter(node => !isDivided(node)).map(node => withInherited(node, parentOf)),
    byId,
  }
}

/** The properties that a part of an event has in common with it (I6). */
const inherited = [
  'name',
  'url',
  'location',
  'organizer',
  'offers',
  'image',
  'description',
  'inLanguage',
  'eventAttendanceMode',
  'isAccessibleForFree',
]

function withInherited(node: Node, parentOf: (node: Node) => Node | undefined): Node {
  const values: Node = {}
  for (let of = parentOf(node), depth = 0; of && depth < deepest; of = parentOf(of), depth++)
    for (const name of inherited) if (isBlank(values[name])) values[name] = of[name]
  const own = Object.entries(node).filter(([name, value]) => !(name in values && isBlank(value)))
  return { ...values, ...Object.fromEntries(own) }
}

const isBlank = (of: unknown) => of === undefined || of === null || of === ''

/** The nodes of a property: one or several, by themselves or by their ID. */
export function nodesOf(of: unknown, byId: Map<string, Node>): (Node | string)[] {
  return listOf(of).flatMap((each): (Node | string)[] => {
    if (typeof each === 'string') return each.trim() === '' ? [] : [byId.get(each) ?? each.trim()]
    if (!isObject(each)) return []
    const id = each['@id']
    return [
      typeof id === 'string' && Object.keys(each).length === 1 ? (byId.get(id) ?? each) : each,
    ]
  })
}

/** Maximum number of values of a property; events may share a node with more. */
const maxValues = 200

export const listOf = (of: unknown): unknown[] =>
  Array.isArray(of) ? of.slice(0, maxValues) : [of]

/** A text, in whatever form; none where it stands too deep. */
export function textOf(of: unknown, depth = 0): string {
  const first: unknown = Array.isArray(of) ? of[0] : of
  if (typeof first === 'string') return first.trim()
  if (typeof first === 'number' || typeof first === 'boolean') return String(first)
  if (!isObject(first) || depth >= deepest) return ''
  return textOf(first['@value'] ?? first.name ?? '', depth + 1)
}

/** A text in several languages: a map of them, or texts that state theirs. The key of one without a language is empty. */
export function textsOf(of: unknown): Map<string, string> {
  const isMap =
    isObject(of) &&
    Object.keys(of).length > 0 &&
    Object.keys(of).every(name => /^[a-z]{2}(?:-[A-Za-z\d]{2,8})*$/.test(name))
  const pairs = isMap
    ? Object.entries(of)
    : listOf(of).map(each => [isObject(each) ? textOf(each['@language']) : '', each] as const)
  const texts = new Map<string, string>()
  for (const [language, text] of pairs.toReversed())
    if (textOf(text) !== '') texts.set(language.slice(0, 2).toLowerCase(), textOf(text))
  return texts
}

/** Of the data of one page: more would not fit into the memory of a reader. */
const most = { nodes: 500_000, values: 1_000_000 }

/** Says of each JSON of a page, before it is parsed, which bound the page exceeds with it. In time in step with the text. */
function openJsonBounds() {
  let nodes = 0
  let values = 0
  return (json: string): FieldError | undefined => {
    for (let at = 0; at < json.length; at++) {
      const sign = json[at]
      if (sign === '"') at = endOfText(json, at)
      else if (sign === ',') values++
      else if (sign === '{' || sign === '[') nodes++
      if (nodes > most.nodes || values > most.values) return tooManyNodes
    }
    return undefined
  }
}

/** The place of the sign that ends a text. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') return at
    if (sign === '\\') at++
  }
  return json.length
}

const tooManyNodes = {
  sentence: {
    en: 'The JSON-LD of the page has more than 500,000 objects and lists, or 1,000,000 values. What is beyond is left out.',
    fr: 'Le JSON-LD de la page a plus de 500\u202f000 objets et listes, ou de 1\u202f000\u202f000 de valeurs. Le reste n’est pas lu.',
  },
}
