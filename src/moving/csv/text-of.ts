import type { Source } from '../base/item.ts'

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
] as const
type Encoding = (typeof encodings)[number]

/** The encoding of a text, and the number of signs in it that are none. */
type Guess = { encoding: Encoding; broken: number }

/** The encoding of a text: by its mark, else UTF-8 where nearly all of it is, else Windows-1252. */
export async function encodingOf(source: Source): Promise<Guess> {
  const marked = await markedEncoding(source)
  if (marked) return { encoding: marked, broken: 0 }
  let letters = 0
  let broken = 0
  for await (const text of textIn(source, 'utf-8'))
    for (const sign of text.match(/[^\0-\x7f]/gu) ?? []) {
      if (sign === '\ufffd') broken++
      else letters++
    }
  // text in an older alphabet has hardly a sign that happens to be one of UTF-8
  return letters > 2 * broken
    ? { encoding: 'utf-8', broken }
    : { encoding: 'windows-1252', broken: 0 }
}

/** The encoding that the first bytes say, or UTF-8 for a text without a fault; undefined: it is another one. */
async function markedEncoding(source: Source): Promise<Encoding | undefined> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const part of source.bytes()) {
      if (isFirst) {
        const [a, b, c] = part
        if (a === 0xff && b === 0xfe) return 'utf-16le'
        if (a === 0xfe && b === 0xff) return 'utf-16be'
        if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
        if (a === 0 && b !== 0) return 'utf-16be'
        if (b === 0 && a !== 0) return 'utf-16le'
        isFirst = false
      }
      strict.decode(part, { stream: true })
    }
    strict.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The text of a source in parts, without its mark. */
export async function* textIn(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of source.bytes()) {
    const text = decoder.decode(part, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
