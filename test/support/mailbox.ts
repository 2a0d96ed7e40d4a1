import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it came in: to whom, and what was sent, undone of its encoding. */
export type Letter = { to: string[]; raw: string; text: string }

/** A mail server on this machine. `refuses`: with which code it turns down the next mails. */
export async function startMailbox() {
  const letters: Letter[] = []
  const refusals: number[] = []
  const waiting = new Set<() => void>()
  const notify = () => {
    for (const wake of waiting) wake()
  }
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      attempts++
      const responseCode = refusals.shift()
      if (responseCode === undefined) return callback()
      callback(Object.assign(new Error(`no such <${address}>`), { responseCode }))
      notify()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const to = session.envelope.rcptTo.map(({ address }) => address)
        letters.push({ to, raw, text: decoded(raw) })
        callback()
        notify()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const until = async (isSo: () => boolean) => {
    while (!isSo())
      await new Promise<void>(resolve => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
  }
  return {
    settings: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Calendar <calendar@example.org>' },
    letters,
    refusals,
    attempts: () => attempts,
    /** Waits until so many mails have come in. */
    holds: (count: number) => until(() => letters.length >= count),
    /** Waits until it has turned down all that it was to. */
    refusedAll: () => until(() => refusals.length === 0),
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** The parts of a mail, whichever of the two encodings they have. */
function decoded(raw: string): string {
  return raw
    .split(/\r\n--[^\r\n]+\r\n/)
    .map(part => {
      const [head = '', ...paragraphs] = part.split('\r\n\r\n')
      const body = paragraphs.join('\r\n\r\n')
      if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
      if (!/quoted-printable/i.test(head)) return part
      const bytes = body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString('utf8')
    })
    .join('\n')
    .replaceAll('\r\n', '\n')
}
