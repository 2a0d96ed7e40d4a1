/** A content line of iCalendar (RFC 5545, 3.1): a name, parameters, a value. ASCII is folded here, other text once it is bytes (`folded`). */
export function line(name: string, value: string): string {
  const text = `${name}:${value}`
  if (text.length <= maxLine || !isAscii(text)) return `${text}\r\n`
  let lines = text.slice(0, maxLine)
  for (let at = maxLine; at < text.length; at += maxLine - 1)
    lines += `\r\n ${text.slice(at, at + maxLine - 1)}`
  return `${lines}\r\n`
}

const ascii = /^[\0-\x7f]*$/
const isAscii = (text: string) => ascii.test(text)

/** A value of type TEXT. Line ends of any sort are `\n`; other control characters cannot stand in it. */
export function escaped(text: string): string {
  let safe = control.test(text) ? text.replace(/\r\n?/g, '\n').replace(controls, '') : text
  // one after another, and the mark itself first: most texts have none of them, or one
  for (const [sign, written] of signs)
    if (safe.includes(sign)) safe = safe.replaceAll(sign, written)
  return safe
}
const signs = [
  ['\\', '\\\\'],
  [';', '\\;'],
  [',', '\\,'],
  ['\n', '\\n'],
] as const
const control = /[\p{Cc}--[\t\n]]/v
const controls = /[\p{Cc}--[\t\n]]/gv

/** A value of a parameter: in quotes where it must be; quotes and line ends cannot stand in it. */
export function parameter(text: string): string {
  const plain = unusual.test(text)
    ? text
        .replace(/[\r\n\t]+/g, ' ')
        .replace(/\p{Cc}/gu, '')
        .replaceAll('"', '’')
    : text
  return /[:;,]/.test(plain) ? `"${plain}"` : plain
}
const unusual = /["\p{Cc}]/u

/** A URI as a value: nothing in it may end its line. */
export const uri = (text: string) =>
  /[\s\p{Cc}]/u.test(text) ? text.replace(/[\s\p{Cc}]/gu, encodeURIComponent) : text

const maxLine = 75
const [lineFeed, space] = [10, 32]

/** Lines as they are sent: none is longer than 75 octets without its end, and no character is cut in two. */
export function folded(lines: string): Buffer {
  const bytes = Buffer.from(lines)
  // letters are bytes: `line` has folded them
  if (bytes.length === lines.length) return bytes
  // a continued line has 74 octets of its own, or 71 before a character of four, and three more of the fold
  const room = Buffer.allocUnsafe(bytes.length + 3 * Math.ceil(bytes.length / 70))
  let written = 0
  /** The start of the bytes that were not copied yet. */
  let from = 0
  const copyTo = (until: number) => {
    written += bytes.copy(room, written, from, until)
    from = until
  }
  for (let begin = 0; begin < bytes.length; ) {
    const next = bytes.indexOf(lineFeed, begin)
    const end = next < 0 ? bytes.length : next + 1
    // with its end a line has two octets more
    let left = maxLine
    while (end - begin - 2 > left) {
      let cut = begin + left
      // inside of a character
      while (((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--
      copyTo(cut)
      written = room.writeUInt16BE(0x0d0a, written)
      written = room.writeUInt8(space, written)
      begin = cut
      left = maxLine - 1
    }
    begin = end
  }
  copyTo(bytes.length)
  return room.subarray(0, written)
}
