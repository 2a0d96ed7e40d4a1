import { openWaitingMails, type Sealing } from '../calendar/index.ts'
import type { Mail, Message } from '../http/index.ts'
import type { Store } from '../store/index.ts'

/** A mail transport that says what became of a mail: false, it may go later. */
export type Transport = Omit<Mail, 'send' | 'resume'> & {
  send(to: string, message: Message, settled?: (isSettled: boolean) => void): void
}

type Outbox = {
  store: Store
  mail: Transport
  sealing: Sealing
  now(): number
  failed(error: unknown): void
}

type Written = { to: string; message: Message }

/** Stores each mail until it is sent or refused, so that one outlasts its process. */
export function openOutbox({ store, mail, sealing, now, failed }: Outbox): Mail {
  const waiting = openWaitingMails({ store, now }, sealing)
  const working = new Set<Promise<unknown>>()
  /** Mails that could not be sent for hours. */
  let givenUp = 0
  function track(work: Promise<unknown>) {
    const tracked = work.catch(failed).finally(() => working.delete(tracked))
    working.add(tracked)
  }
  /** Mails on their way from here: behind a slow server, that takes longer than a process is left alone with one. */
  const delivering = new Set<number>()
  function deliver(id: number, { to, message }: Written) {
    delivering.add(id)
    mail.send(to, message, isSettled => {
      delivering.delete(id)
      if (isSettled) track(waiting.remove(id))
    })
  }
  async function send(written: Written) {
    const id = await waiting.add(JSON.stringify(written)).catch(failed)
    // with a full disk they cannot be stored, but are still sent
    if (id === undefined) mail.send(written.to, written.message)
    else deliver(id, written)
  }
  return {
    ...mail,
    figures() {
      const figures = mail.figures()
      return { ...figures, failed: figures.failed + givenUp }
    },
    send: (to, message) => track(send({ to, message })),
    async resume() {
      for await (const id of waiting.due()) {
        if (delivering.has(id)) continue
        const taken = await waiting.take(id)
        if (taken?.text !== undefined) deliver(id, JSON.parse(taken.text))
        else if (taken) {
          givenUp++
          failed(new Error('a mail could not be sent for hours'))
        }
      }
    },
    async stop() {
      await mail.stop()
      // what ends may begin another: a mail that was sent is removed
      while (working.size > 0) await Promise.all(working)
    },
  }
}
