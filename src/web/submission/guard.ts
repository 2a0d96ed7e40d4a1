import type { Context } from '../../calendar/index.ts'

/** Least and greatest time between the form and what is sent of it, in seconds. */
const [min, max] = [3, 86_400]

/** The text that is sealed; every process of the calendar has the key, since another one than showed the form may receive it. */
const opening = (at: string) => `proposal form opened at ${at}`

/** Signs the time at which a form was opened, so that it cannot be forged. */
const openedAt = (now: number, { seal }: Pick<Context, 'seal'>): string =>
  `${now}.${seal(opening(String(now)))}`

/** The same for a form that is shown again: someone who corrects it quickly has had it open since its first time. */
export function openedAgain(
  sent: string | undefined,
  now: number,
  seals: Pick<Context, 'seal' | 'isSealed'>,
): string {
  const open = openFor(sent, now, seals)
  return sent && open !== undefined && open >= 0 && open < max / 2 ? sent : openedAt(now, seals)
}

/** True if the form was open long enough for a person to fill it in, but not for days. */
export function isTimely(
  sent: string | undefined,
  now: number,
  seals: Pick<Context, 'isSealed'>,
): boolean {
  const open = openFor(sent, now, seals)
  return open !== undefined && open >= min && open <= max
}

/** Seconds since a form was opened; undefined: it does not say so itself. */
function openFor(sent: string | undefined, now: number, { isSealed }: Pick<Context, 'isSealed'>) {
  const [, at = '', seal = ''] = /^(\d+)\.(.+)$/s.exec(sent ?? '') ?? []
  return isSealed(opening(at), seal) ? now - Number(at) : undefined
}
