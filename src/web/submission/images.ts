import { type HeldImage, holdImage } from '../../calendar/history/proposals.ts'
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
