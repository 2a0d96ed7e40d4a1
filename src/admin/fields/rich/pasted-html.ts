import { isBlock } from '../../../define/text/paragraphs.ts'
import { pageOfPlayer } from '../../../define/text/videos.ts'

// The clipboard of word processors as plain HTML: their lists are paragraphs or nest wrongly, and their emphasis is in styles.

/** HTML of the clipboard for the editor; parts copied from the editor itself stay as they are. */
export function pastedHtml(html: string): string {
  if (html.includes('data-pm-slice')) return html
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const each of body.querySelectorAll('script, meta, link, title')) each.remove()
  wordLists(body)
  unwrapAll(body, '.ListContainerWrapper, [id^=docs-internal-guid]')
  for (const each of body.querySelectorAll('span, b, font')) emphasise(each)
  nestLists(body)
  headings(body)
  // layout of the page that it comes from
  for (const box of body.querySelectorAll('div, section, article, aside, header, footer, main'))
    unbox(box)
  for (const frame of body.querySelectorAll('iframe')) playerAsLink(frame)
  for (const image of body.querySelectorAll('img')) if (!isOwn(image.src)) image.remove()
  for (const each of body.querySelectorAll('*')) strip(each)
  for (const each of body.querySelectorAll('p, body > br')) if (isEmpty(each)) each.remove()
  return body.innerHTML
}

/** The policy of the screens refuses inline styles, so they are read under another name. */
const withoutStyles = (html: string) =>
  html
    .replace(/<style\b.*?<\/style>/gis, '')
    .replace(/<[a-z][^<>]*>/gi, tag => tag.replace(/\sstyle=/gi, ' data-style='))

const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''

/** The link to a video or sound, if the text is the code of its player. */
export function pastedPlayer(text: string): string | undefined {
  if (!/^\s*<iframe\s.*<\/iframe>\s*$/is.test(text)) return undefined
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  return pageOfPlayer(body.querySelector('iframe')?.getAttribute('src') ?? '')
}

const listStyle = /mso-list:\s*l\d+\s+level(\d+)/i

/** The depth of a paragraph of Word in a list; 0 for others. */
function levelOf(paragraph: Element | null | undefined): number {
  if (paragraph?.localName !== 'p') return 0
  return Number(listStyle.exec(styleOf(paragraph))?.[1] ?? 0)
}

function wordLists(body: HTMLElement) {
  for (const first of body.querySelectorAll('p')) {
    if (!first.isConnected || levelOf(first) === 0) continue
    const items: Element[] = [first]
    for (
      let next = first.nextElementSibling;
      next && levelOf(next) > 0;
      next = next.nextElementSibling
    )
      items.push(next)
    const holder = first.ownerDocument.createElement('div')
    first.before(holder)
    buildLists(holder, items)
    holder.replaceWith(...holder.childNodes)
  }
}

type OpenList = { level: number; list: Element; marker: string }

function buildLists(holder: Element, items: readonly Element[]) {
  const open: OpenList[] = []
  for (const paragraph of items) {
    const level = levelOf(paragraph)
    const { tag, start } = takeMarker(paragraph)
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const last = open.at(-1)
    if (!last || last.level < level || last.marker !== tag) {
      const list = holder.ownerDocument.createElement(tag)
      if (start !== undefined && start > 1) list.setAttribute('start', String(start))
      // a list in a list is in its last item
      const isDeeper = last !== undefined && last.level < level
      const around = isDeeper ? last.list.lastElementChild : undefined
      if (!isDeeper) open.pop()
      const parent = around ?? open.at(-1)?.list.lastElementChild ?? holder
      parent.append(list)
      open.push({ level, list, marker: tag })
    }
    const item = holder.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)?.list.append(item)
    paragraph.remove()
  }
}

/** Removes the bullet or number that Word writes before the text, and says what it was. */
function takeMarker(paragraph: Element): { tag: 'ul' | 'ol'; start?: number } {
  const marker = [...paragraph.querySelectorAll('span')].find(each =>
    /mso-list:\s*ignore/i.test(styleOf(each)),
  )
  const text = marker?.textContent?.trim() ?? ''
  marker?.remove()
  if (!/^\(?[\da-z]{1,5}[.)]/i.test(text)) return { tag: 'ul' }
  const number = Number.parseInt(text.replace('(', ''), 10)
  return Number.isNaN(number) ? { tag: 'ol' } : { tag: 'ol', start: number }
}

/** Google Docs puts a nested list beside the item that it belongs to; the web version of Word makes one list for each item. */
function nestLists(body: HTMLElement) {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol'))
    list.previousElementSibling?.append(list)
  for (const list of body.querySelectorAll('ul, ol')) {
    const before = list.previousElementSibling
    if (before?.localName !== list.localName || list.previousSibling !== before) continue
    before.append(...list.childNodes)
    list.remove()
  }
}

const emphases: [tag: string, isIt: (style: CSSStyleDeclaration) => boolean][] = [
  ['strong', ({ fontWeight }) => fontWeight === 'bold' || Number(fontWeight) >= 600],
  ['em', ({ fontStyle }) => fontStyle === 'italic'],
  ['s', ({ textDecoration }) => textDecoration.includes('line-through')],
  ['u', ({ textDecoration }) => textDecoration.includes('underline')],
  ['sup', ({ verticalAlign }) => verticalAlign === 'super'],
  ['sub', ({ verticalAlign }) => verticalAlign === 'sub'],
]

/** Emphasis by styles becomes tags, and a tag without any emphasis goes. */
function emphasise(element: Element) {
  const { style } = document.createElement('span')
  style.cssText = styleOf(element)
  const isBold = element.localName === 'b' && !/^(?:normal|400)$/.test(style.fontWeight)
  const tags = emphases.filter(([, isIt]) => isIt(style)).map(([tag]) => tag)
  if (isBold && !tags.includes('strong')) tags.push('strong')
  let inner: Node[] = [...element.childNodes]
  for (const tag of element.closest('a') ? tags.filter(each => each !== 'u') : tags) {
    const around = element.ownerDocument.createElement(tag)
    around.append(...inner)
    inner = [around]
  }
  element.replaceWith(...inner)
}

/** The page has its own `h1`: all go a level down. */
function headings(body: HTMLElement) {
  if (!body.querySelector('h1')) return
  for (const heading of [...body.querySelectorAll('h1, h2, h3, h4, h5')]) {
    const lower = heading.ownerDocument.createElement(`h${Number(heading.localName[1]) + 1}`)
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

function unbox(box: Element) {
  const hasBlocks = [...box.children].some(({ localName }) => isBlock(localName))
  if (hasBlocks) return box.replaceWith(...box.childNodes)
  const line = box.ownerDocument.createElement('p')
  line.append(...box.childNodes)
  box.replaceWith(line)
}

function playerAsLink(frame: HTMLIFrameElement) {
  const url = pageOfPlayer(frame.getAttribute('src') ?? '')
  const line = frame.ownerDocument.createElement('p')
  const link = frame.ownerDocument.createElement('a')
  if (!url) return
  link.href = url
  link.textContent = frame.title.trim() || url
  line.append(link)
  frame.replaceWith(line)
}

const isOwn = (src: string) => URL.canParse(src) && new URL(src).origin === location.origin

const useful: Record<string, readonly string[]> = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start'],
}

function strip(element: Element) {
  for (const name of element.getAttributeNames())
    if (!useful[element.localName]?.includes(name)) element.removeAttribute(name)
  const href = element.localName === 'a' && element.getAttribute('href')
  if (href) element.setAttribute('href', withoutDetour(href))
}

/** Google Docs links through itself. */
function withoutDetour(href: string): string {
  if (!/^https:\/\/www\.google\.com\/url\?/.test(href)) return href
  return new URL(href).searchParams.get('q') ?? href
}

const isEmpty = (element: Element) =>
  !element.textContent?.trim() && !element.querySelector('img, br + br')

function unwrapAll(body: HTMLElement, selector: string) {
  for (const each of body.querySelectorAll(selector)) each.replaceWith(...each.childNodes)
}
