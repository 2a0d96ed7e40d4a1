/**
 * A text with markup as lines to read. Links show their URL, since their text may claim another; no markup is put into the page.
 */
export function readable(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return textOf(body)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const blocks = new Set(['P', 'DIV', 'H2', 'H3', 'H4', 'H5', 'UL', 'OL', 'TABLE', 'BLOCKQUOTE'])
const lines = new Set(['LI', 'TR', 'BR', 'HR'])

function textOf(node: Node): string {
  if (!(node instanceof Element))
    return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : ''
  const inside = [...node.childNodes].map(textOf).join('')
  const { tagName } = node
  if (tagName === 'A') return `${inside}${addressOf(node, inside)}`
  if (tagName === 'IMG') return `[${node.getAttribute('alt') || node.getAttribute('src')}]`
  if (tagName === 'LI') return `• ${inside.trim()}\n`
  if (tagName === 'TD' || tagName === 'TH') return `${inside.trim()}  `
  if (blocks.has(tagName)) return `${inside.trim()}\n\n`
  return lines.has(tagName) ? `${inside}\n` : inside
}

function addressOf(link: Element, text: string): string {
  const href = link.getAttribute('href') ?? ''
  return href === '' || href === text ? '' : ` (${href})`
}
