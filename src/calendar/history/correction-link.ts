import type { Context } from '../base/context.ts'

/** What the token of a link in a later e-mail proves. The first token is stored only as a hash, which this one follows from. */
const purpose = (event: number, key: string) => `correction of ${event} by ${key}`

/** Another token of the link by which a visitor corrects an event. It opens nothing once the sender is erased. */
export const correctionToken = ({ seal }: Pick<Context, 'seal'>, event: number, key: string) =>
  seal(purpose(event, key))

/** True for the token of the first link, and for those of later e-mails. */
export function isCorrectionToken(
  { isSealed }: Pick<Context, 'isSealed'>,
  { event, key, token }: { event: number; key: string; token: string },
): boolean {
  // both are compared: the time does not say which it is
  const answers = [isSealed(token, key), isSealed(purpose(event, key), token)]
  return key !== '' && answers.includes(true)
}
