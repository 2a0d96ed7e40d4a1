import { decodeHTMLStrict } from 'entities/decode'
import type sanitize from 'sanitize-html'
import {
  addressed,
  allowedAttributes,
  allowedSchemes,
  allowedTags,
  deepest,
  maxTags,
} from './allowed.ts'
import { collapsedText, escapeLine, storable, tagFrom } from './markup.ts'
import { isBlock } from './paragraphs.ts'
import { playersAsLinks } from './videos.ts'

/**
 * The sanitised form of HTML as editors write it: every tag allowed, plainly written, closed, and where HTML wants it. Only the spelling of breaks
 * and entities changes, and attributes that readers do not need go. Undefined for any other HTML, however harmless: that is for the sanitiser to
 * judge, which takes it twenty times longer.
 */
export function orderly(html: string): string | undefined {
  if (!html.isWellFormed()) return undefined
  const open: string[] = []
  let clean = ''
  let from = 0
  let count = 0
  for (let at = afterPlain(html, 0); at < html.length; ) {
    const code = html.charCodeAt(at)
    if (code === lessThan && ++count > maxTags) return undefined
    const read = code === lessThan ? readTag(html, at, open) : readSign(html, at, code)
    if (read === undefined) return undefined
    if (read.as !== undefined) {
      clean += html.slice(from, at) + read.as
      from = read.end
    }
    at = afterPlain(html, read.end)
  }
  if (open.length > 0) return undefined
  return from === 0 ? html : clean + html.slice(from)
}

/** Where something ends, and how it is written if not as it was written. */
type Read = { end: number; as?: string }

const [lessThan, greaterThan, ampersand, slash] = [60, 62, 38, 47]
const lastControl = 0x9f

/** By character code: 1 for characters that stay as they are. */
const plain = new Uint8Array(lastControl + 1).fill(1, 32, 127)
for (const char of '\t\n') plain[char.charCodeAt(0)] = 1
for (const char of '<>&') plain[char.charCodeAt(0)] = 0

function afterPlain(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (code <= lastControl && plain[code] === 0) return at
  }
  return html.length
}

const entity = /&(?:[a-z]{2,8}\d{0,2}|#\d{2,5}|#x[\da-f]{2,4});|&(?![a-z\d#])/iy

/** An entity for one character, or one that ought to be an entity; written as that character unless HTML gives it a meaning. */
function readSign(html: string, at: number, sign: number): Read | undefined {
  if (sign === greaterThan) return { end: at + 1, as: '&gt;' }
  if (sign !== ampersand) return undefined
  entity.lastIndex = at
  const source = entity.exec(html)?.[0]
  if (source === undefined) return undefined
  const char = decodeHTMLStrict(source)
  const code = char.charCodeAt(0)
  const isText = code > lastControl || (code >= 32 && code < 127)
  if (char.length !== 1 || !isText) return undefined
  const as = escapeLine(char)
  return as === source ? { end: at + source.length } : { end: at + source.length, as }
}

function readTag(html: string, at: number, open: string[]): Read | undefined {
  const end = html.indexOf('>', at) + 1
  if (end === 0) return undefined
  if (html.charCodeAt(at + 1) === slash) {
    const name = open.pop()
    return name !== undefined && end - at === name.length + 3 && html.startsWith(name, at + 2)
      ? { end }
      : undefined
  }
  const source = html.slice(at + 1, end - 1)
  const name = supported.has(source) ? source : /^[a-z]+\d?/.exec(source)?.[0]
  if (name === undefined || !belongs(name, open) || open.length >= deepest) return undefined
  const isVoid = voids.has(name)
  if (!isVoid) open.push(name)
  if (!isVoid && name === source) return { end }
  const attributes = readAttributes(name, source)
  if (attributes === undefined) return undefined
  const as = `<${name}${attributes}${isVoid ? ' />' : '>'}`
  return as.length === end - at && html.startsWith(as, at) ? { end } : { end, as }
}

/** The attributes of an opening tag that stay, with a space before each. */
function readAttributes(name: string, source: string): string | undefined {
  const names: string[] = []
  let clean = ''
  let at = name.length
  while (source.charCodeAt(at) === blank && names.length < maxAttributes) {
    const equals = source.indexOf('="', at)
    const end = source.indexOf('"', equals + 2)
    if (equals < 0 || end < 0) break
    const called = source.slice(at + 1, equals)
    const value = source.slice(equals + 2, end)
    const allowed = isAllowed(name, called)
    if (names.includes(called) || !(allowed || plainName.test(called))) return undefined
    if (unusual.test(value) || (allowed && !isFitting(called, value))) return undefined
    names.push(called)
    if (allowed) clean += source.slice(at, end + 1)
    at = end + 1
  }
  // an image without a source is none
  if (name === 'img' && !names.includes('src')) return undefined
  const isComplete = at === source.length || (voids.has(name) && /^ ?\/$/.test(source.slice(at)))
  return isComplete ? clean : undefined
}
const blank = 32
const maxAttributes = 20

const plainName = /^[a-z][a-z\d-]*$/
const unusual = /[<\p{Cc}]|&(?!(?:amp|quot|lt|gt);)/u

const isAllowed = (tag: string, attribute: string) =>
  allowedAttributes['*']?.includes(attribute) || allowedAttributes[tag]?.includes(attribute)

function isFitting(attribute: string, value: string): boolean {
  if (value === '') return attribute === 'alt'
  return !addressed.includes(attribute) || address.test(value)
}

/** With a scheme that is allowed, or without one beyond doubt. */
const address = new RegExp(`^(?:(?:${allowedSchemes.join('|')}):|[/?#])`)

const names = (list: string) => new Set(list.split(' '))

const voids = names('br hr img col')
const phrases = names(
  'a abbr b bdi bdo big br cite code del dfn em i img ins kbd mark q ruby s samp small span strike strong ' +
    'sub sup time tt u var',
)
const blocks = names(
  'address article aside blockquote details div dl figure footer h1 h2 h3 h4 h5 h6 header hr ol p pre section table ul',
)
/** The elements that may contain blocks, as the top level does. */
const containers = names(
  'address article aside blockquote details div dd figure figcaption footer header li section td th',
)
/** The elements that may only be inside one kind of tag. */
const parts: Record<string, Set<string>> = {
  ul: names('li'),
  ol: names('li'),
  dl: names('dt dd'),
  figure: names('figcaption'),
  details: names('summary'),
  ruby: names('rt rp'),
  table: names('caption colgroup thead tbody tfoot tr'),
  colgroup: names('col'),
  thead: names('tr'),
  tbody: names('tr'),
  tfoot: names('tr'),
  tr: names('th td'),
}
const supported = new Set([
  ...phrases,
  ...blocks,
  ...Object.values(parts).flatMap(part => [...part]),
])

/** Where a tag does not belong its opening may end the one around it (a list item in a list item), as in browsers. */
function belongs(name: string, open: readonly string[]): boolean {
  if (phrases.has(name)) return name !== 'a' || !open.includes('a')
  const around = open.at(-1)
  if (around === undefined) return blocks.has(name)
  return (blocks.has(name) && containers.has(around)) || parts[around]?.has(name) === true
}

export { paragraphs } from './paragraphs.ts'

const maxTimes = 6

/** Loaded by the first HTML that needs it: that takes longer than loading everything that is needed at every start. */
let sanitiser: typeof sanitize | undefined
function openSanitiser(): typeof sanitize {
  const { createRequire } = process.getBuiltinModule('node:module')
  const loaded: typeof sanitize = createRequire(import.meta.url)('sanitize-html')
  sanitiser = loaded
  return loaded
}

const allowed: sanitize.IOptions = {
  allowedTags,
  allowedAttributes,
  allowedSchemes,
  allowedSchemesAppliedToAttributes: addressed,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  nestingLimit: deepest,
  // their content is code, or a form's, and no text for readers
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'title',
    'noscript',
    'noembed',
    'noframes',
    'iframe',
  ],
}

/**
 * HTML as it is stored, safe to show (A5, H2): scripts, styles, frames, forms, event handlers and addresses that run
 * code are removed, for every sender. Cleaning twice changes nothing.
 */
export function cleanHtml(html: string, allowance?: Allowance): string {
  const lines = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html
  return orderly(lines)?.trim() ?? sanitised(html, isOrderly, allowance)
}

/** The number of tags that the sanitiser may still visit: the rest becomes plain text. One allowance for all texts of a request. */
export type Allowance = { tags: number }
export const allowance = (): Allowance => ({ tags: maxTags })

const isOrderly = (html: string) => orderly(html) === html

/** The definition of cleaning: repeated until nothing changes any more. `cleanHtml` does the same to HTML in good order, many times sooner. */
export function sanitised(html: string, isSettled = isOrderly, left = allowance()): string {
  const text = playersAsLinks(storable(html).replace(/\r\n?/g, '\n'))
  const tags = count(text, '<')
  if (tags > left.tags) return escapeLine(htmlToText(text))
  left.tags -= tags
  const sanitise = sanitiser ?? openSanitiser()
  // once is enough for all but broken nesting, which a browser may read differently after the first time
  let clean = text
  for (let time = 0; time < maxTimes; time++) {
    const again = sanitise(clean, allowed).trim()
    if (again === clean || isSettled(again)) return again
    clean = again
  }
  return escapeLine(htmlToText(clean))
}

/** The words of cleaned HTML, for searching and summaries: no tags, entities decoded, single spaces; those that do not break stay. */
export function htmlToText(html: string): string {
  let words = ''
  let from = 0
  for (let tag = tagFrom(html, 0); tag; tag = tagFrom(html, from)) {
    words += html.slice(from, tag.at)
    if (tag.name !== undefined && (isBlock(tag.name) || tag.name === 'br')) words += ' '
    from = tag.end
  }
  words += html.slice(from)
  return collapsedText(words.includes('&') ? decodeHTMLStrict(words) : words)
}

function count(text: string, char: string): number {
  let total = 0
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) total++
  return total
}
