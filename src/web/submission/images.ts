import { type HeldImage, holdImage } from '../../calendar/history/proposals.ts'
import type { Context } from '../../calendar/index.ts'
import type { PageRequest, SentForm } from '../shell/page.ts'
import { type Errors, errorsIn } from './errors.ts'
import { isChosen } from './fields.ts'

type Typed = Record<string, string>

/** What is sealed: only the form that has sent an image gets it back. */
const holding = (held: number) => `proposal image ${held}`

/** The image that an earlier attempt of this form has sent, unless its sender has taken it away. */
export function heldIn({ world }: PageRequest, typed: Typed): HeldImage | undefined {
  const [, held = '', seal = ''] = /^(\d{1,15})\.(.+)$/s.exec(typed.held_image ?? '') ?? []
  if (typed.without_held === isChosen || !world.seals.isSealed(holding(Number(held)), seal))
    return undefined
  return { held: Number(held), name: typed.held_name ?? '' }
}

/** The image of a form. */
export const imageIn = (request: PageRequest, typed: Typed, { file }: Pick<SentForm, 'file'>) => {
  const of = file ?? heldIn(request, typed)
  return of && { of, alt: typed.alt ?? '' }
}

/** The hidden inputs that bring an image back. */
export type Held = { token: string; name: string }

/** Stores the image of a form that is shown again, or what is wrong with it. */
export async function held(
  request: PageRequest,
  typed: Typed,
  { file }: Pick<SentForm, 'file'>,
): Promise<{ held?: Held; isNew: boolean; errors: Errors }> {
  const { world, locale } = request
  const before = heldIn(request, typed)
  if (!file && !before) return { isNew: false, errors: {} }
  try {
    const image = file ? await world.calendar.perform(holdImage, file) : before
    if (!image) return { isNew: false, errors: {} }
    const token = `${image.held}.${world.seals.seal(holding(image.held))}`
    return { held: { token, name: image.name }, isNew: file !== undefined, errors: {} }
  } catch (problem) {
    return { isNew: false, errors: errorsIn(problem, locale) }
  }
}

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
