import { hasCalendar, newKey, protectedEvents } from '../main.ts'
import { failure, misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, trial } from './program.ts'
import { askConsent } from './prompts.ts'

const { accounts, service } = messages

/** Gives up a key that is lost. */
export const renew: CommandHandler = async (shell, flags, _args, { yes, dryRun }) => {
  const settings = shell.settings(flags)
  const { dataFolder } = settings
  if (!(await hasCalendar(settings))) throw failure(service.noCalendar, { dataFolder })
  if (dryRun) {
    const count = await protectedEvents(settings)
    shell.report(shell.message(service.keyWouldRenew, { count }))
    return shell.put(trial(true, { protectedEvents: count }), '')
  }
  if (!yes && !shell.isInteractive) throw misuse(accounts.needsYes)
  const question = shell.message(service.askRenewKey, { dataFolder })
  if (!yes && !(await askConsent(shell, question)))
    return shell.report(shell.message(accounts.cancelled))
  const count = await newKey(settings)
  shell.report(shell.message(service.keyRenewed, { count }))
  shell.put({ protectedEvents: count }, '')
}
