import type { Piece } from './markup.ts'
import { pieces } from './markup.ts'

const names = (list: string) => new Set(list.split(' '))

const blocks = names(
  'address article aside blockquote caption col colgroup dd details div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section summary ' +
    'table tbody td tfoot th thead tr ul',
)
/** Without an end tag. */
const voids = names('br hr img col wbr input area embed source track')
/** White space in them is layout of the source, or has a meaning of its own. */
const untouched = names('pre table thead tbody tfoot tr colgroup ul ol dl menu')
/** The elements in which a blank line begins a paragraph. */
const containers = names('div section article aside header footer main li dd td details')

/** True for block-level tags. */
export const isBlock = (name: string) => blocks.has(name)

/**
 * HTML with the paragraphs and line breaks that plain text only hints at (H2), as The Events Calendar shows it:
 * `a\nb\n\nc` becomes `<p>a<br />\nb</p>\n<p>c</p>`. Blocks stay as they are; a line break inside one becomes
 * `<br />`. For cleaned HTML; doing it twice changes nothing.
 */
export function paragraphs(html: string): string {
  const all = pieces(html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html)
  const alone = standingAlone(all)
  const parents: string[] = []
  let output = ''
  let run: Piece[] = []
  const showRun = () => {
    if (run.length === 0) return
    output += htmlOfRun(run, parents.at(-1))
    run = []
  }
  for (const [nth, piece] of all.entries()) {
    if (!alone[nth] || piece.kind === 'text') {
      run.push(piece)
      continue
    }
    showRun()
    output += piece.source
    if (piece.kind === 'open' && !voids.has(piece.name)) parents.push(piece.name)
    if (piece.kind === 'close' && parents.at(-1) === piece.name) parents.pop()
    if (parents.length === 0) output += '\n'
  }
  showRun()
  return output.trim()
}

/** The pieces that are tags which part runs of text: blocks, and elements with a block inside, like a link around a figure. */
function standingAlone(all: readonly Piece[]): boolean[] {
  const alone = new Array<boolean>(all.length).fill(false)
  const open: { name: string; nth: number }[] = []
  for (const [nth, piece] of all.entries()) {
    if (piece.kind === 'text') continue
    const around = open.at(-1)
    if (isBlock(piece.name)) {
      alone[nth] = true
      // whatever is around one that stands alone does so already
      let at = open.length - 1
      for (let outer = open[at]; outer && !alone[outer.nth]; outer = open[--at])
        alone[outer.nth] = true
    }
    if (piece.kind === 'open') {
      if (!voids.has(piece.name)) open.push({ name: piece.name, nth })
    } else if (around?.name === piece.name) {
      open.pop()
      if (alone[around.nth]) alone[nth] = true
    }
  }
  return alone
}

function htmlOfRun(run: readonly Piece[], parent: string | undefined): string {
  if (parent && untouched.has(parent)) return sourceOf(run)
  const chunks = chunksOf(run)
  if (parent && chunks.length === 0) return sourceOf(run).includes('\n') ? '\n' : ''
  if (parent === 'p') return chunks.join('</p>\n<p>')
  const wrapped =
    !parent || parent === 'blockquote' || (containers.has(parent) && chunks.length > 1)
  if (!wrapped) return chunks.join(`${lineBreak}${lineBreak}`)
  const output = chunks.map(chunk => `<p>${chunk}</p>`).join('\n')
  return parent || output === '' ? output : `${output}\n`
}

function sourceOf(run: readonly Piece[]): string {
  let source = ''
  for (const piece of run) source += piece.source
  return source
}

const lineBreak = '<br />\n'

const hasBreak = (piece: Piece) =>
  piece.kind === 'text' ? piece.source.includes('\n') : piece.name === 'br'

/** A run of text and inline tags, parted at its blank lines; no part begins or ends with a break. */
function chunksOf(run: readonly Piece[]): string[] {
  const source = sourceOf(run).trim()
  if (source === '') return []
  if (!run.some(hasBreak)) return [source]
  const chunks: string[] = []
  let chunk: string[] = []
  let depth = 0
  let newlines = 0
  let breaks = 0
  const finish = () => {
    const text = chunk.join('').trim()
    if (text) chunks.push(text)
    chunk = []
  }
  const waiting = () => newlines + breaks > 0
  const write = (source: string) => {
    const wide = newlines > 1 || breaks > 1
    // inside an inline tag a paragraph cannot end
    if (wide && depth === 0) finish()
    else if (waiting() && chunk.length > 0) chunk.push(wide ? lineBreak + lineBreak : lineBreak)
    newlines = 0
    breaks = 0
    chunk.push(source)
  }
  for (const piece of run) {
    if (piece.kind === 'text') {
      const lines = piece.source.split('\n')
      for (const [at, line] of lines.entries()) {
        if (at > 0) newlines++
        const started = waiting() ? line.trimStart() : line
        const words = at < lines.length - 1 ? started.trimEnd() : started
        if (words.trim() || (words && chunk.length > 0)) write(words)
      }
    } else if (piece.name === 'br') breaks++
    else {
      write(piece.source)
      if (voids.has(piece.name)) continue
      depth = Math.max(0, depth + (piece.kind === 'open' ? 1 : -1))
    }
  }
  finish()
  return chunks
}
