import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const magic = Buffer.from('ALMSEAL1')
const saltLength = 16
const authTagLength = 16
const chunkLength = 2 ** 16
const headLength = magic.length + saltLength

/** A file that was encrypted with another key, or that was changed or cut off since. */
export class SealError extends Error {
  readonly code = 'SEAL_BROKEN'
}

/** Each file has a key of its own, so that chunks of two files cannot change places. */
const keyFor = (key: Buffer, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, salt, 'almanac backup', 32))

/** The number of a chunk, and whether it is the last: chunks cannot be repeated, left out or cut off (the STREAM construction). */
function nonceFor(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(chunk), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Encrypts a stream with a key of 32 bytes, in chunks that are each authenticated. */
export async function* sealed(
  stream: AsyncIterable<Uint8Array>,
  key: Buffer,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength)
  yield Buffer.concat([magic, salt])
  const own = keyFor(key, salt)
  const seal = (part: Uint8Array, chunk: number, isLast: boolean) => {
    const closing = createCipheriv(cipher, own, nonceFor(chunk, isLast), { authTagLength })
    return Buffer.concat([closing.update(part), closing.final(), closing.getAuthTag()])
  }
  let chunk = 0
  for await (const { part, isLast } of inChunks(stream, chunkLength))
    yield seal(part, chunk++, isLast)
}

/** Decrypts such a stream. Every chunk is checked before it comes out; throws at the first that is not as it was encrypted. */
export async function* unsealed(
  stream: AsyncIterable<Uint8Array>,
  key: Buffer,
): AsyncGenerator<Buffer> {
  let own: Buffer | undefined
  const body = withoutHead(stream, head => {
    if (!head.subarray(0, magic.length).equals(magic))
      throw new SealError('This is no encrypted file.')
    own = keyFor(key, head.subarray(magic.length))
  })
  let chunk = 0
  for await (const { part, isLast } of inChunks(body, chunkLength + authTagLength)) {
    if (!own || part.length < authTagLength) throw new SealError('The file ends too early.')
    yield open(own, part, nonceFor(chunk++, isLast))
  }
}

function open(key: Buffer, part: Buffer, nonce: Buffer): Buffer {
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength })
  const end = part.length - authTagLength
  opening.setAuthTag(part.subarray(end))
  try {
    return Buffer.concat([opening.update(part.subarray(0, end)), opening.final()])
  } catch {
    throw new SealError('The key is another, or the file was changed.')
  }
}

async function* withoutHead(stream: AsyncIterable<Uint8Array>, onHead: (head: Buffer) => void) {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const part of stream) {
    if (!head) {
      yield part
      continue
    }
    head = Buffer.concat([head, part])
    if (head.length < headLength) continue
    onHead(head.subarray(0, headLength))
    yield head.subarray(headLength)
    head = undefined
  }
  if (head) throw new SealError('The file ends too early.')
}

/** The same bytes in chunks of one length; the last one may be shorter, and is there even if it is empty. */
async function* inChunks(stream: AsyncIterable<Uint8Array>, length: number) {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    waiting.push(part)
    size += part.length
    if (size <= length) continue
    const all = Buffer.concat(waiting)
    let at = 0
    // the last chunk is only recognised at the end of the stream
    for (; all.length - at > length; at += length)
      yield { part: all.subarray(at, at + length), isLast: false }
    waiting = [all.subarray(at)]
    size = all.length - at
  }
  yield { part: Buffer.concat(waiting), isLast: true }
}
