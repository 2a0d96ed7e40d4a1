import { type Html, html } from '../shell/html.ts'

/** Where a link of a page leads; undefined: to nothing that is served, so that its words stand alone. */
export type LinkOf = (target: string) => string | undefined

/** The anchor of a heading, as links between pages of documentation name it. */
export const anchorOf = (heading: string) =>
  plainOf(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** The words of a line without its marks. */
export const plainOf = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*+(?=\S)|(?<=\S)\*+|`|\\(?=[|*_[\]])/g, '')

const fence = /^```(\w*)$/
const heading = /^(#{1,6}) (.+)$/
const item = /^(-|\d+\.) +/
/** Bullets or numbers. */
const kindOf = (line: string) => line.startsWith('-')
const isRow = (line: string) => line.startsWith('|')

/** Markdown as the guides of this repository use it: headings, paragraphs, lists, tables, code, images. */
export function htmlOf(markdown: string, linkOf: LinkOf): Html {
  return html`${blocksOf(markdown.split('\n'), linkOf)}`
}

function blocksOf(lines: readonly string[], linkOf: LinkOf): Html[] {
  const blocks: Html[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const end = endOf(lines, at)
    const part = lines.slice(at, end)
    if (fence.test(line))
      blocks.push(html`<pre><code>${part.slice(1, -1).join('\n')}</code></pre>\n`)
    else if (heading.test(line)) blocks.push(headingOf(line, linkOf))
    else if (isRow(line)) blocks.push(tableOf(part, linkOf))
    else if (item.test(line)) blocks.push(listOf(part, linkOf))
    else if (line.trim()) blocks.push(html`<p>${inline(part.join('\n'), linkOf)}</p>\n`)
    at = end
  }
  return blocks
}

/** The line after the block that begins at one. */
function endOf(lines: readonly string[], start: number): number {
  const line = lines[start] ?? ''
  const after = (isIn: (line: string, at: number) => boolean) => {
    const end = lines.findIndex((each, at) => at > start && !isIn(each, at))
    return end < 0 ? lines.length : end
  }
  if (fence.test(line)) return after((_, at) => at === start + 1 || lines[at - 1] !== '```')
  if (heading.test(line) || !line.trim()) return start + 1
  if (isRow(line)) return after(isRow)
  if (item.test(line)) {
    const isNext = (each = '') =>
      /^ /.test(each) || (item.test(each) && kindOf(each) === kindOf(line))
    return after((each, at) => isNext(each.trim() ? each : lines[at + 1]))
  }
  return after(
    each =>
      Boolean(each.trim()) && ![fence, heading, item].some(of => of.test(each)) && !isRow(each),
  )
}

function headingOf(line: string, linkOf: LinkOf): Html {
  const [, marks = '', text = ''] = heading.exec(line) ?? []
  const level = marks.length
  return html`<h${level} id="${anchorOf(text)}">${inline(text, linkOf)}</h${level}>\n`
}

/** Lines that are indented belong to the item above them. */
function listOf(lines: readonly string[], linkOf: LinkOf): Html {
  const items: string[][] = []
  for (const line of lines) {
    const mark = item.exec(line)
    if (mark) items.push([line.slice(mark[0].length)])
    else items.at(-1)?.push(line.replace(/^ {1,3}/, ''))
  }
  const written = items.map(each => html`<li>${contentOf(each, linkOf)}</li>\n`)
  return kindOf(lines[0] ?? '') ? html`<ul>\n${written}</ul>\n` : html`<ol>\n${written}</ol>\n`
}

function contentOf(whole: readonly string[], linkOf: LinkOf) {
  const lines = whole.join('\n').trimEnd().split('\n')
  const isLine = lines.every(line => line.trim() && !fence.test(line) && !item.test(line))
  return isLine ? inline(lines.join('\n'), linkOf) : blocksOf(lines, linkOf)
}

function tableOf([head = '', , ...rows]: readonly string[], linkOf: LinkOf): Html {
  const cells = (line: string) =>
    line
      .replace(/^\| ?| ?\|$/g, '')
      .split(/(?<!\\)\|/)
      .map(cell => inline(cell.trim().replaceAll('\\|', '|'), linkOf))
  return html`<div class="scrolls" tabindex="0"><table>
<thead><tr>${cells(head).map(cell => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${cells(row).map(cell => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>\n`
}

const marked =
  /(`+)(?<code>.+?)\1|!\[(?<alt>[^\]]*)\]\((?<src>[^)\s]+)\)|\[(?<words>(?:`[^`]*`|[^\]`])+)\]\((?<to>[^)\s]+)\)|\*\*(?<strong>.+?)\*\*|(?<![\w*])\*(?<em>[^*\s](?:[^*]*[^*\s])?)\*(?!\w)|\\(?<sign>[|*_[\]`])/s

function inline(text: string, linkOf: LinkOf): Html {
  const parts: (Html | string)[] = []
  let rest = text
  for (;;) {
    const found = marked.exec(rest)
    if (!found) return html`${[...parts, rest]}`
    parts.push(rest.slice(0, found.index), spanOf(found.groups ?? {}, linkOf))
    rest = rest.slice(found.index + found[0].length)
  }
}

function spanOf(of: Record<string, string | undefined>, linkOf: LinkOf): Html {
  const { code, alt, src, words, to, strong, em, sign } = of
  if (code !== undefined) return html`<code>${code.trim()}</code>`
  if (src !== undefined) return html`<img src="${linkOf(src)}" alt="${alt}" loading="lazy">`
  if (strong !== undefined) return html`<strong>${inline(strong, linkOf)}</strong>`
  if (em !== undefined) return html`<em>${inline(em, linkOf)}</em>`
  if (words === undefined) return html`${sign}`
  const href = linkOf(to ?? '')
  return href === undefined
    ? inline(words, linkOf)
    : html`<a href="${href}">${inline(words, linkOf)}</a>`
}
