import { failure, misuse } from './failure.ts'
import type { CommandHandler } from './program.ts'
import { askConsent } from './prompts.ts'
import { words } from './words.ts'

const { accounts, service } = words

/** Gives up a key that is lost. */
export const renew: CommandHandler = async (shell, flags, _args, { yes }) => {
  const settings = shell.settings(flags)
  const { dataFolder } = settings
  const { hasCalendar, newKey } = await import('../main.ts')
  if (!(await hasCalendar(settings))) throw failure(service.noCalendar, { dataFolder })
  if (!yes && !shell.isInteractive) throw misuse(accounts.needsYes)
  const question = shell.words(service.askRenewKey, { dataFolder })
  if (!yes && !(await askConsent(shell, question)))
    return shell.tell(shell.words(accounts.cancelled))
  const count = await newKey(settings)
  shell.tell(shell.words(service.keyRenewed, { count }))
  shell.put({ protectedEvents: count }, '')
}
