import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { SealError, sealed, unsealed } from './sealed-stream.ts'

const key = randomBytes(32)
const chunk = 2 ** 16

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function collect(stream: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

const seal = (bytes: Buffer, piece = 10_000) => collect(sealed(inPieces(bytes, piece), key))
const open = (bytes: Buffer, by = key, piece = 7777) =>
  collect(unsealed(inPieces(bytes, piece), by))

test('decryption returns the original, whatever its length and its pieces', async () => {
  for (const length of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 200_000])
    for (const piece of [1000, chunk, 1_000_000]) {
      const bytes = randomBytes(length)
      assert.deepEqual(await open(await seal(bytes, piece), key, piece), bytes)
    }
})

test('another key, a changed byte, a cut, a repeated or exchanged chunk are refused', async () => {
  const bytes = randomBytes(3 * chunk + 10)
  const sealed = await seal(bytes)
  const refused = (of: Buffer, by = key) => assert.rejects(open(of, by), SealError)
  await refused(sealed, randomBytes(32))
  for (const at of [0, 10, 30, chunk + 100, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    await refused(changed)
  }
  const head = 24
  const part = (number: number) =>
    sealed.subarray(head + number * (chunk + 16), head + (number + 1) * (chunk + 16))
  await refused(sealed.subarray(0, -1))
  // cut where a chunk ends
  await refused(sealed.subarray(0, head + chunk + 16))
  await refused(sealed.subarray(0, head))
  await refused(sealed.subarray(0, 5))
  await refused(Buffer.concat([sealed, Buffer.from([0])]))
  await refused(Buffer.concat([sealed.subarray(0, head), part(1), part(0), part(2), part(3)]))
  await refused(Buffer.concat([sealed.subarray(0, head), part(0), part(0), part(2), part(3)]))
  // chunks of another file with the same key
  const other = await seal(bytes)
  await refused(Buffer.concat([sealed.subarray(0, head), other.subarray(head)]))
})

test('the same bytes are encrypted differently each time, and cannot be read', async () => {
  const bytes = Buffer.from('a secret that stands in the backup '.repeat(100))
  const [one, other] = [await seal(bytes), await seal(bytes)]
  assert.notDeepEqual(one, other)
  assert.equal(one.includes('a secret'), false)
})
