import { failure } from './failure.ts'
import type { CommandHandler } from './program.ts'
import { words } from './words.ts'

const { mail: text } = words

/** Sends a mail by the server of the settings, and says how that went. */
export const test: CommandHandler = async (shell, flags, [to = '']) => {
  const settings = shell.settings(flags)
  if (!settings.smtpUrl) throw failure(text.noServer)
  const { testMail } = await import('../main.ts')
  const subject = shell.words(text.subject)
  const body = shell.words(text.body)
  await testMail(settings, to, { subject, text: `${body}\n`, html: `<p>${body}</p>` }).catch(
    (error: Error) => {
      throw failure(text.refused, { message: error.message })
    },
  )
  shell.tell(shell.words(text.sent, { to }))
  shell.put({ to, sent: true }, '')
}
