import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** For codes that people type: one case. */
const typed = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Letters and digits that are not mistaken for each other, drawn without bias. */
function letters(count: number, from = alphabet): string {
  let text = ''
  while (text.length < count)
    for (const byte of randomBytes(count))
      if (byte < 256 - (256 % from.length) && text.length < count) text += from[byte % from.length]
  return text
}

const isSame = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Argon2 is loaded at its first use: most processes never check an account password. */
const argon = () => import('@node-rs/argon2')

/** For the accounts (`calendar/account-types.ts`). */
export const secrets = {
  hashPassword: async (password: string) => (await argon()).hash(password),
  verifyPassword: async (password: string, hash: string) => (await argon()).verify(hash, password),
  digest: (secret: string) => hash('sha256', secret, 'hex'),
  isSame,
  newToken: () => `alm_${randomBytes(32).toString('base64url')}`,
  newApplicationPassword: () => letters(24).replace(/.{4}(?=.)/g, '$& '),
  newCode: (groups: number) => letters(4 * groups, typed).replace(/.{4}(?=.)/g, '$&-'),
}

/**
 * Seals the passwords of events: an HMAC under a key that is stored next to the database, not in it, with a salt. Event
 * passwords are shared among visitors and checked on every read, so a slow hash has no place here.
 */
export function sealer(key: Buffer) {
  const mac = (salt: string, secret: string) =>
    createHmac('sha256', key).update(`${salt}:${secret}`).digest('base64url')
  return {
    seal(secret: string): string {
      const salt = randomBytes(9).toString('base64url')
      return `${salt}.${mac(salt, secret)}`
    },
    isSealed(secret: string, seal: string): boolean {
      const [salt = '', signature = ''] = seal.split('.')
      return isSame(mac(salt, secret), signature)
    },
  }
}
