import { isObject } from '../../define/objects.ts'
import { pieces } from '../../define/text/markup.ts'

/** A node of JSON-LD. */
export type Node = Record<string, unknown>

/** The documents of JSON-LD in a page or file; undefined where one of them is no JSON. */
export function documentsIn(text: string): unknown[] {
  const bare = text.replace(/^\ufeff/, '').trim()
  if (/^[{[]/.test(bare)) return [parsed(bare)]
  const found: unknown[] = []
  const lower = text.toLowerCase()
  for (let at = scriptFrom(text, lower, 0); at; at = scriptFrom(text, lower, at.end))
    found.push(parsed(at.content))
  return found
}

const opening = /<script\b[^>]{0,500}\btype\s*=\s*["']?application\/ld\+json\b[^>]{0,500}>/gi

function scriptFrom(
  html: string,
  lower: string,
  from: number,
): { content: string; end: number } | undefined {
  opening.lastIndex = from
  const match = opening.exec(html)
  if (!match) return undefined
  const begin = match.index + match[0].length
  const end = lower.indexOf('</script', begin)
  return end < 0 ? undefined : { content: html.slice(begin, end), end }
}

/** JSON, also in a comment and with line ends in its texts; undefined for what is none. */
function parsed(text: string): unknown {
  const json = text
    .replace(/^\s*(?:\/\/)?\s*(?:<!--|<!\[CDATA\[)/, '')
    .replace(/(?:\/\/)?\s*(?:-->|\]\]>)\s*$/, '')
  for (const each of [json, json.replace(/\p{Cc}+/gu, ' ')])
    try {
      return JSON.parse(each)
    } catch {}
  return undefined
}

/** The sitemaps and pages that a sitemap names; undefined for what is none. */
export function sitemapIn(text: string): { sitemaps: string[]; pages: string[] } | undefined {
  const isIndex = /<sitemapindex[\s>]/i.test(text.slice(0, 2000))
  if (!isIndex && !/<urlset[\s>]/i.test(text.slice(0, 2000))) return undefined
  const urls = [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]{1,2000})/gi)].map(
    ([, url = '']) => url.replaceAll('&amp;', '&'),
  )
  return isIndex ? { sitemaps: urls, pages: [] } : { sitemaps: [], pages: urls }
}

/** Does a page have a head? */
export const isHtml = (text: string) =>
  pieces(text.slice(0, 2000)).some(piece => piece.kind === 'open')

/** Where events stand in others. */
const containers = [
  '@graph',
  'itemListElement',
  'item',
  'mainEntity',
  'event',
  'events',
  'subEvent',
  'subEvents',
]
const deepest = 12

export const typesOf = ({ '@type': type }: Node): string[] =>
  [type].flat().map(each => String(each).replace(/^.*[/:#]/, ''))

const isEvent = (node: Node) =>
  typesOf(node).some(type => /(?:Event|Festival|Hackathon|CourseInstance)$/.test(type)) &&
  node.startDate !== undefined

/** The events of a document, and all nodes with an ID. */
export function eventsIn(document: unknown): { events: Node[]; byId: Map<string, Node> } {
  const events: Node[] = []
  const byId = new Map<string, Node>()
  const visit = (of: unknown, depth: number) => {
    if (depth > deepest) return
    if (Array.isArray(of)) for (const each of of) visit(each, depth + 1)
    if (!isObject(of)) return
    const id = of['@id']
    if (typeof id === 'string' && Object.keys(of).length > 1) byId.set(id, of)
    if (isEvent(of)) events.push(of)
    for (const name of containers) visit(of[name], depth + 1)
  }
  visit(document, 0)
  return { events, byId }
}

/** The nodes of a property: one or several, by themselves or by their ID. */
export function nodesOf(of: unknown, byId: Map<string, Node>): (Node | string)[] {
  return [of].flat().flatMap((each): (Node | string)[] => {
    if (typeof each === 'string') return each.trim() === '' ? [] : [byId.get(each) ?? each.trim()]
    if (!isObject(each)) return []
    const id = each['@id']
    return [
      typeof id === 'string' && Object.keys(each).length === 1 ? (byId.get(id) ?? each) : each,
    ]
  })
}

/** A text, in whatever form. */
export function textOf(of: unknown): string {
  const [first] = [of].flat()
  if (typeof first === 'string') return first.trim()
  if (typeof first === 'number') return String(first)
  return isObject(first) ? textOf(first['@value'] ?? first.name ?? '') : ''
}
