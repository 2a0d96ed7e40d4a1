import { setTimeout as passed } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import { isObject, once } from '../define/base/objects.ts'

type MailSettings = { smtpUrl: string; mailFrom: string }

/** A mail as it is sent: the same in both forms. */
export type Message = {
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** Milliseconds to wait before it is tried again. */
const pauses = [5000, 30_000, 120_000]
const timeout = 15_000
/** Milliseconds that a mail on its way has when the service stops. */
const grace = 3000
const maxWaiting = 1000

/** The outcomes of mails, without their recipients. */
type MailEvents = {
  sent(): void
  /** It is tried again. */
  delayed(error: Error): void
  failed(error: Error): void
}

type Waiting = {
  to: string
  message: Message
  settled: Settled
}

async function openTransport({ smtpUrl }: MailSettings): Promise<Transporter> {
  // loaded at its first use: most services send none
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const sendBy = (transport: Transporter, from: string, to: string, message: Message) =>
  transport.sendMail({
    from,
    to: { name: '', address: to },
    ...message,
    headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
  })

/** Sends one mail and waits for the server's answer; throws what it says. */
export async function sendMail(settings: MailSettings, to: string, message: Message) {
  const transport = await openTransport(settings)
  try {
    await sendBy(transport, settings.mailFrom, to, message)
  } finally {
    transport.close()
  }
}

/**
 * Sends mail by the server of the settings, one after another, and never while a request waits. Waiting mails are in memory; `src/service/outbox.ts`
 * stores it.
 */
export function openMail(settings: MailSettings, { sent, delayed, failed }: MailEvents) {
  const stopping = new AbortController()
  let waiting = 0
  const counts = { sent: 0, delayed: 0, failed: 0 }
  const { giveUp, later } = endings(counts, { delayed, failed })
  let turn = Promise.resolve()
  const transport = once(() => openTransport(settings))

  async function deliver(to: string, message: Message) {
    await sendBy(await transport(), settings.mailFrom, to, message)
    counts.sent++
    sent()
  }

  /** A mail that is tried again does not delay others. */
  async function retry(
    { to, message, settled }: Waiting,
    tried: number,
    error: unknown,
  ): Promise<void> {
    const pause = pauses[tried]
    if (isFinal(error) || (pause === undefined && !settled)) {
      settled?.(true)
      return giveUp(reasonOf(error))
    }
    if (pause === undefined) return later(reasonOf(error), settled)
    counts.delayed++
    delayed(reasonOf(error))
    await passed(pause, undefined, { ref: false, signal: stopping.signal })
    const next = turn.then(() => deliver(to, message))
    turn = next.catch(() => {})
    await next.then(
      () => settled?.(true),
      again => retry({ to, message, settled }, tried + 1, again),
    )
  }

  return {
    figures: () => ({ ...counts, waiting }),
    /** `settled` is called once: true if the mail is done, false if it must be sent again. */
    send(to: string, message: Message, settled?: Settled) {
      const given = (reason: Error) => (settled ? later(reason, settled) : giveUp(reason))
      if (waiting >= maxWaiting) return given(new Error('too many mails are waiting'))
      waiting++
      const first = turn.then(() => deliver(to, message))
      turn = first.catch(() => {})
      void first
        .then(
          () => settled?.(true),
          error => retry({ to, message, settled }, 0, error),
        )
        .catch(() => given(new Error('the service stopped before a mail was sent')))
        .finally(() => {
          waiting--
        })
    },
    /** Throws if the server of the settings does not take mail from us. */
    check: async () => void (await (await transport()).verify().catch(throwReason)),
    test: (to: string, message: Message) => deliver(to, message).catch(throwCodes),
    /** The mail that is being sent has a moment; waiting ones are dropped. */
    async stop() {
      const last = turn
      stopping.abort()
      await Promise.race([last, passed(grace, undefined, { ref: false })])
    },
  }
}

type Settled = ((isSettled: boolean) => void) | undefined

/** The possible outcomes of a mail that was not sent. */
const endings = (
  counts: { delayed: number; failed: number },
  { delayed, failed }: Pick<MailEvents, 'delayed' | 'failed'>,
) => ({
  giveUp(reason: Error) {
    counts.failed++
    failed(reason)
  },
  /** It is stored, and sent some other time. */
  later(reason: Error, settled: Settled) {
    counts.delayed++
    delayed(reason)
    settled?.(false)
  },
})

const codesOf = (error: unknown): Record<string, unknown> => (isObject(error) ? error : {})

function throwReason(error: unknown): never {
  throw reasonOf(error)
}

/** Throws the codes of an error, and nothing else that it says. */
function throwCodes(error: unknown): never {
  const { code = '', responseCode = '' } = codesOf(error)
  throw new Error([code, responseCode].filter(Boolean).join(' '))
}

/** True if the server refuses a mail permanently. */
function isFinal(error: unknown): boolean {
  const { responseCode } = codesOf(error)
  return typeof responseCode === 'number' && responseCode >= 500
}

/** Servers repeat the address in their messages: only their codes are reported. */
function reasonOf(error: unknown): Error {
  const { code = '', responseCode = '' } = codesOf(error)
  return new Error(`a mail could not be sent: ${[code, responseCode].filter(Boolean).join(' ')}`)
}
