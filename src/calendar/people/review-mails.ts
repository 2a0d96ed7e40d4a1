import { daySeconds } from '../../define/time/clock.ts'
import type { Context, Sealing } from '../base/context.ts'
import { everyRecord } from '../read/every-event.ts'
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

/** Seconds for which a mail is left to the process that has it; after that, the leader sends it. */
const patience = 300
/** Processes, or attempts of the leader, until it is given up: the last comes some five hours after the first. */
const maxTries = 6
/** Seconds after which one that is due is given up: its links have expired, or a restored backup has brought it back. */
const maxAge = daySeconds
/** Mails that are stored until they are sent or refused, each as one text. */
export function openWaitingMails({ store, now }: Pick<Context, 'store' | 'now'>, sealing: Sealing) {
  async function* due(): AsyncGenerator<number> {
    for await (const mails of everyRecord(store, 'waiting_mail'))
      for (const { id, facts } of mails) if (Number(facts.due) <= now()) yield id
  }
  return {
    due,
    add: (text: string) =>
      store.write(tx =>
        tx.insert(
          'waiting_mail',
          { sealed: sealing.seal(text), due: now() + patience, tried: 1 },
          {},
        ),
      ),
    remove: (id: number) => store.write(tx => tx.remove('waiting_mail', id)),
    /** Takes a mail that is due, for a longer while each time. */
    take: (id: number) =>
      store.write(async tx => {
        const waiting = await tx.get('waiting_mail', id)
        if (!waiting || Number(waiting.facts.due) > now()) return undefined
        const tried = Number(waiting.facts.tried)
        const text = sealing.open(String(waiting.facts.sealed))
        const isOld = now() - Number(waiting.facts.due) > maxAge
        if (tried >= maxTries || isOld || text === undefined) {
          await tx.remove('waiting_mail', id)
          return { text: undefined }
        }
        const later = now() + patience * 2 ** tried
        await tx.update('waiting_mail', id, { due: later, tried: tried + 1 })
        return { text }
      }),
  }
}
