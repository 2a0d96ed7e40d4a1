/** A line of a file without its end, by its number from 1. Bytes beyond the limit are cut off. */
export type PhysicalLine = { number: number; bytes: Buffer; isCut: boolean }

const [lineFeed, carriageReturn] = [10, 13]

/** Splits bytes into lines that end in CRLF, LF or CR; holds at most one line of `limit` bytes. */
export function lineSplitter(limit: number) {
  let number = 1
  let held: Buffer[] = []
  let size = 0
  let isCut = false
  let endedInReturn = false
  const hold = (bytes: Buffer) => {
    const room = limit - size
    if (bytes.length > room) isCut = true
    if (room <= 0 || bytes.length === 0) return
    // a copy: the part of the file that it came in is not needed longer
    held.push(Buffer.from(bytes.subarray(0, room)))
    size += Math.min(bytes.length, room)
  }
  const take = (): PhysicalLine => {
    const line = {
      number,
      bytes: held.length === 1 && held[0] ? held[0] : Buffer.concat(held),
      isCut,
    }
    number += 1
    held = []
    size = 0
    isCut = false
    return line
  }
  return {
    *push(chunk: Uint8Array): Generator<PhysicalLine> {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      let from = 0
      // the other half of an end that two parts of the file share
      if (endedInReturn && bytes[0] === lineFeed) from = 1
      if (bytes.length > 0) endedInReturn = bytes.at(-1) === carriageReturn
      for (let at = from; at < bytes.length; at++) {
        const byte = bytes[at]
        if (byte !== lineFeed && byte !== carriageReturn) continue
        hold(bytes.subarray(from, at))
        yield take()
        if (byte === carriageReturn && bytes[at + 1] === lineFeed) at += 1
        from = at + 1
      }
      hold(bytes.subarray(from))
    },
    /** The last line, where nothing ends it. */
    *end(): Generator<PhysicalLine> {
      if (size > 0) yield take()
    },
  }
}

/** The bytes as UTF-8 without a mark at the beginning: files in UTF-16 begin with theirs. */
export async function* inUtf8(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0)
  let decode: ((part: Uint8Array) => Uint8Array) | undefined
  for await (const part of parts) {
    if (decode) {
      yield decode(part)
      continue
    }
    head = Buffer.concat([head, part])
    if (head.length < 3) continue
    const [decoder, rest] = decoderOf(head)
    decode = decoder
    yield decode(rest)
  }
  if (!decode && head.length > 0) yield head
}

function decoderOf(head: Buffer): [(part: Uint8Array) => Uint8Array, Uint8Array] {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf)
    return [part => part, head.subarray(3)]
  const isLittle = head[0] === 0xff && head[1] === 0xfe
  const isBig = head[0] === 0xfe && head[1] === 0xff
  if (!isLittle && !isBig) return [part => part, head]
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be')
  return [part => Buffer.from(decoder.decode(part, { stream: true })), head.subarray(2)]
}
