import type { Context } from '../../calendar/index.ts'

/** Least and greatest time between the form and what is sent of it, in seconds. */
const [min, max] = [3, 86_400]

/** The text that is sealed; every process of the calendar has the key, since another one than showed the form may receive it. */
const opening = (at: string) => `proposal form opened at ${at}`

/** Signs the time at which a form was opened, so that it cannot be forged. */
export const openedAt = (now: number, { seal }: Pick<Context, 'seal'>): string =>
  `${now}.${seal(opening(String(now)))}`

/** True if the form was open long enough for a person to fill it in, but not for days. */
export function isTimely(
  sent: string | undefined,
  now: number,
  { isSealed }: Pick<Context, 'isSealed'>,
): boolean {
  const [, at = '', seal = ''] = /^(\d+)\.(.+)$/s.exec(sent ?? '') ?? []
  if (!isSealed(opening(at), seal)) return false
  const open = now - Number(at)
  return open >= min && open <= max
}
