import type { Context } from '../base/context.ts'
import { changeAccount } from './users.ts'

/** The purpose of the token in a link that ends an editor’s e-mails about submissions. */
const stopping = (user: number) => `review-mails ${user}`

/** Opens nothing but the end of these e-mails, so it stays valid. */
export const stopToken = ({ seal }: Pick<Context, 'seal'>, user: number) =>
  `${user}.${seal(stopping(user))}`

const form = /^(\d{1,15})\.([\w.-]{20,100})$/

/** Ends the e-mails about submissions of the account that a token names; false: it names none. */
export async function stopReviewMails(
  { store, isSealed, now }: Pick<Context, 'store' | 'isSealed' | 'now'>,
  token: string,
): Promise<boolean> {
  const [, digits, seal = ''] = form.exec(token) ?? []
  const id = Number(digits)
  if (!digits || !isSealed(stopping(id), seal)) return false
  return store.write(async tx => {
    const user = await tx.get('user', id)
    if (!user) return false
    if (user.facts.review_mails !== 'none')
      await changeAccount(tx, { now, actor: { id } }, user, { review_mails: 'none' })
    return true
  })
}
