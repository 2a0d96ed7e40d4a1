import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** So long somebody needs at least to fill in the form, and so long it may stay open. Seconds. */
const [least, most] = [3, 86_400]

/** Known to this process alone: after a restart a form is sent once more. */
const key = randomBytes(32)

const sealOf = (at: number) => createHmac('sha256', key).update(String(at)).digest('base64url')

/** Says when a form was opened, so that nobody else can say it. */
export const openedAt = (now: number): string => `${now}.${sealOf(now)}`

/** Was the form open long enough for somebody to fill it in, and not for days? */
export function isTimely(sent: string | undefined, now: number): boolean {
  const [at = '', seal = ''] = (sent ?? '').split('.')
  const [known, given] = [Buffer.from(sealOf(Number(at))), Buffer.from(seal)]
  if (known.length !== given.length || !timingSafeEqual(known, given)) return false
  const open = now - Number(at)
  return open >= least && open <= most
}
