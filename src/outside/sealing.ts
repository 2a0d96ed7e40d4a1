import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivLength = 12
const authTagLength = 16

/** Seals texts under a key of 32 bytes: without it they can be neither read nor changed. */
export const sealing = (key: Buffer) => ({
  seal(text: string): string {
    const iv = randomBytes(ivLength)
    const closing = createCipheriv(cipher, key, iv, { authTagLength })
    const sealed = [closing.update(text, 'utf8'), closing.final()]
    return Buffer.concat([iv, closing.getAuthTag(), ...sealed]).toString('base64url')
  },
  /** Undefined if another key sealed it or it was never sealed. */
  open(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    try {
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), { authTagLength })
      opening.setAuthTag(bytes.subarray(ivLength, ivLength + authTagLength))
      const rest = bytes.subarray(ivLength + authTagLength)
      return Buffer.concat([opening.update(rest), opening.final()]).toString('utf8')
    } catch {
      return undefined
    }
  },
})

/** The same under a key that follows from one of the calendar, for one purpose. */
export const sealingFor = (key: Buffer, purpose: string) =>
  sealing(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
