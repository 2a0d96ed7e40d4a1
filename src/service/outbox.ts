import type { Mail, Message } from '../http/service.ts'
import type { Store } from '../store/store.ts'

/** Seconds for which a mail is left to the process that has it; after that, the leader sends it. */
const patience = 300
/** Processes, or attempts of the leader, until it is given up: the last comes some five hours after the first. */
const maxTries = 6
const atOnce = 50

/** A mail transport that says what became of a mail: false, it may go later. */
export type Transport = Omit<Mail, 'send' | 'resume'> & {
  send(to: string, message: Message, settled?: (isOver: boolean) => void): void
}

type Outbox = {
  store: Store
  mail: Transport
  /** Links in mails open accounts: what waits is sealed. */
  sealing: { seal(text: string): string; open(sealed: string): string | undefined }
  now(): number
  failed(error: unknown): void
}

type Written = { to: string; message: Message }

/** Stores each mail until it is sent or refused, so that one outlasts its process. */
export function openOutbox({ store, mail, sealing, now, failed }: Outbox): Mail {
  const working = new Set<Promise<unknown>>()
  function track(work: Promise<unknown>) {
    const tracked = work.catch(failed).finally(() => working.delete(tracked))
    working.add(tracked)
  }
  const remove = (id: number) => store.write(tx => tx.remove('waiting_mail', id))
  const deliver = (id: number, { to, message }: Written) =>
    mail.send(to, message, isOver => {
      if (isOver) track(remove(id))
    })
  async function send(written: Written) {
    const facts = { sealed: sealing.seal(JSON.stringify(written)), due: now() + patience, tried: 1 }
    const id = await store.write(tx => tx.insert('waiting_mail', facts, {})).catch(failed)
    // a full disk stores none, and sends them all the same
    if (id === undefined) mail.send(written.to, written.message)
    else deliver(id, written)
  }

  /** Takes a mail that is due, for a longer while each time. */
  const take = (id: number) =>
    store.write(async tx => {
      const waiting = await tx.get('waiting_mail', id)
      if (!waiting || Number(waiting.facts.due) > now()) return undefined
      const tried = Number(waiting.facts.tried)
      const text = sealing.open(String(waiting.facts.sealed))
      if (tried >= maxTries || text === undefined) {
        await tx.remove('waiting_mail', id)
        return 'given up' as const
      }
      const due = now() + patience * 2 ** tried
      await tx.update('waiting_mail', id, { due, tried: tried + 1 })
      return JSON.parse(text) as Written
    })

  return {
    ...mail,
    send: (to, message) => track(send({ to, message })),
    async resume() {
      for (let last = 0; ; ) {
        const ids = await store.idsAfter('waiting_mail', last, atOnce)
        for (const { id, facts } of await store.getMany('waiting_mail', ids)) {
          if (Number(facts.due) > now()) continue
          const taken = await take(id)
          if (taken === 'given up') failed(new Error('a mail could not be sent for hours'))
          else if (taken) deliver(id, taken)
        }
        last = ids.at(-1) ?? 0
        if (ids.length < atOnce) return
      }
    },
    async stop() {
      await mail.stop()
      // what ends may begin another: a mail that was sent is removed
      while (working.size > 0) await Promise.all(working)
    },
  }
}
