import type { Source } from '../item.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
type Encoding = (typeof encodings)[number]

/** The encoding of a text: by its mark, else UTF-8 where all of it is, else Windows-1252. */
export async function encodingOf(source: Source): Promise<Encoding> {
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
    if (error instanceof TypeError) return 'windows-1252'
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
