import { testMail } from '../main.ts'
import { failure } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'

const { mail: text } = messages

/** Sends a mail by the server of the settings, and says how that went. */
export const test: CommandHandler = async (shell, flags, [to = '']) => {
  const settings = shell.settings(flags)
  if (!settings.smtpUrl) throw failure(text.noServer)
  const subject = shell.message(text.subject)
  const body = shell.message(text.body)
  await testMail(settings, to, { subject, text: `${body}\n`, html: `<p>${body}</p>` }).catch(
    (error: Error) => {
      throw failure(text.refused, { message: error.message })
    },
  )
  shell.report(shell.message(text.sent, { to }))
  shell.put({ to, sent: true }, '')
}
