/**
 * A fast version of `define`, which folds texts for searches or slugs and is slow. It is called once for each Latin letter, sign and emoji; a text
 * with other characters is passed to it from the first such word on. `joint` is its replacement for whitespace, never twice in a row, and never at
 * the ends.
 *
 * Exact if whitespace separates independent words, and the folding of a letter or sign does not depend on its neighbours. A sign that depends on them
 * belongs in `except`.
 */
export function letterwise(
  define: (text: string) => string,
  joint: ' ' | '-',
  except = '',
): (text: string) => string {
  const between = joint.charCodeAt(0)
  const { bytes: table, spellingOf } = openSpellings(define)
  /** From the word on that begins `at`; no mark clings to `_`, and it is part of no sequence. */
  const withRest = (before: string, text: string, at: number) =>
    joined(before, define(`_${text.slice(at)}`).slice(1), joint)
  return text => {
    const [joining, length] = [between, text.length]
    let bytes: Buffer = length <= scratch.length ? scratch : Buffer.allocUnsafe(length)
    let written = 0
    let isPlain = true
    let last = joining
    let wordAt = 0
    let wordWritten = 0
    for (let at = 0; at < length; ) {
      // nearly all the time is spent here, so nothing is called from here
      for (; at < length; at++) {
        const code = text.charCodeAt(at)
        const byte = (code < beyond && table[code]) || 0
        if (byte === 0) break
        if (byte !== joining || last !== joining) bytes[written++] = byte
        last = byte
        if (code !== blank) continue
        wordAt = at + 1
        wordWritten = written
      }
      if (at === length) break
      const letter = letterAt(text, at)
      if (letter === undefined || except.includes(letter))
        return withRest(bytes.toString('utf8', 0, wordWritten), text, wordAt)
      at += letter.length
      const spelling = spellingOf(letter)
      bytes = withRoom(bytes, written + spelling.length + length - at)
      for (const byte of spelling) {
        if (byte > 127) isPlain = false
        if (byte !== joining || last !== joining) bytes[written++] = byte
        last = byte
      }
    }
    if (written > 0 && last === joining) written--
    return bytes.toString(isPlain ? 'latin1' : 'utf8', 0, written)
  }
}

/** The folded spellings of letters, each computed once. */
function openSpellings(define: (text: string) => string) {
  const spellings = new Map<string, Uint8Array>()
  /** Spellings of one byte, which most are, by character code; 0 for all others. */
  const bytes = new Uint8Array(beyond)
  function spellingOf(letter: string): Uint8Array {
    const cached = spellings.get(letter)
    if (cached !== undefined) return cached
    // with `_` on either side spaces stay
    const spelling = encoder.encode(define(`_${letter}_`).slice(1, -1))
    spellings.set(letter, spelling)
    const code = letter.charCodeAt(0)
    if (isLetter(code) && spelling.length === 1) bytes.set(spelling, code)
    return spelling
  }
  return { bytes, spellingOf }
}

/** Two texts with one joint between them, and none at the ends. */
function joined(before: string, rest: string, joint: string): string {
  const start = before.endsWith(joint) ? before.slice(0, -1) : before
  const end = rest.startsWith(joint) ? rest.slice(1) : rest
  return start === '' || end === '' ? start + end : start + joint + end
}

function letterAt(text: string, at: number): string | undefined {
  if (isLetter(text.charCodeAt(at))) return text[at]
  symbol.lastIndex = at
  return symbol.exec(text)?.[0]
}

/** Latin, punctuation and currencies: no marks, and nothing that changes with its neighbours. */
const isLetter = (code: number) =>
  code < 0x250 || (code >= 0x1e00 && code < 0x1f00) || (code >= 0x2000 && code < beyond)
const beyond = 0x20d0
const blank = 32
/** Emoji; none is made of letters. */
const symbol =
  /[\u2300-\u23ff\u2500-\u27bf\u2b00-\u2bff\u{1f1e6}-\u{1f1ff}\u{1f300}-\u{1faff}]\ufe0f?/uy

const encoder = new TextEncoder()
const scratch = Buffer.allocUnsafeSlow(16_384)

function withRoom(bytes: Buffer, needed: number): Buffer {
  if (needed <= bytes.length) return bytes
  const more = Buffer.allocUnsafe(2 * needed)
  more.set(bytes)
  return more
}
