import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

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

const cipher = 'aes-256-gcm'
const ivLength = 12
const authTagLength = 16

/** One-time codes of authenticator apps (RFC 6238), and their secrets, sealed under the key of the data folder (`calendar/sign-in/second-factor.ts`). */
export function oneTimeCodes(folderKey: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', folderKey, '', 'almanac second factor', 32))
  return {
    async newSecret(): Promise<string> {
      const { Secret } = await otpauth()
      return new Secret({ size: 20 }).base32
    },
    async picture({ secret, issuer, login }: { secret: string; issuer: string; login: string }) {
      const uri = (await totp(secret, issuer, login)).toString()
      const { renderSVG } = await uqr()
      return { uri, qr: renderSVG(uri, { ecc: 'M', border: 4 }) }
    },
    async periodOf(secret: string, code: string, at: number): Promise<number | undefined> {
      const timestamp = at * 1000
      const delta = (await totp(secret)).validate({ token: code, timestamp, window })
      return delta === null ? undefined : Math.floor(at / period) + delta
    },
    seal(secret: string): string {
      const iv = randomBytes(ivLength)
      const sealing = createCipheriv(cipher, key, iv, { authTagLength })
      const sealed = [sealing.update(secret, 'utf8'), sealing.final()]
      return Buffer.concat([iv, sealing.getAuthTag(), ...sealed]).toString('base64url')
    },
    open(sealed: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), {
          authTagLength,
        })
        opening.setAuthTag(bytes.subarray(ivLength, ivLength + authTagLength))
        const rest = bytes.subarray(ivLength + authTagLength)
        return Buffer.concat([opening.update(rest), opening.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
