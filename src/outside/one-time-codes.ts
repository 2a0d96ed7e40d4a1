import { hkdfSync } from 'node:crypto'
import { sealing } from './sealing.ts'

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
