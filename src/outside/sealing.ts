import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivLength = 12
const authTagLength = 16

/** Seals texts under a key of 32 bytes: without it they can be neither read nor changed. */
const sealing = (key: Buffer) => ({
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

/** Loaded at their first use: most processes never see a second factor. */
const otpauth = () => import('otpauth')
const uqr = () => import('uqr')

const period = 30
/** One code before and one after: clocks of phones are never quite right. */
const window = 1

async function totp(secret: string, issuer = '', login = '') {
  const { Secret, TOTP } = await otpauth()
  return new TOTP({ secret: Secret.fromBase32(secret), issuer, label: login, period, digits: 6 })
}

/** One-time codes of authenticator apps (RFC 6238), and their secrets, sealed under the key of the data folder (`calendar/sign-in/second-factor.ts`). */
export function oneTimeCodes(folderKey: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', folderKey, '', 'almanac second factor', 32))
  return {
    async newSecret(): Promise<string> {
      const { Secret } = await otpauth()
      return new Secret({ size: 20 }).base32
    },
    async qrCode({ secret, issuer, login }: { secret: string; issuer: string; login: string }) {
      const uri = (await totp(secret, issuer, login)).toString()
      const { renderSVG } = await uqr()
      return { uri, qr: renderSVG(uri, { ecc: 'M', border: 4 }) }
    },
    async periodOf(secret: string, code: string, at: number): Promise<number | undefined> {
      const timestamp = at * 1000
      const delta = (await totp(secret)).validate({ token: code, timestamp, window })
      return delta === null ? undefined : Math.floor(at / period) + delta
    },
    ...sealing(key),
  }
}
