import { before } from '../define/time/expiry.ts'
import { openClock } from '../outside/clock.ts'
import { misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, trial } from './program.ts'
import { openProgress } from './progress.ts'
import { askConsent } from './prompts.ts'
import { withDataFolder } from './with-calendar.ts'

const { accounts, trash: text } = messages

/** Permanently deletes the records in the trash: all, or those that have been there for a time. */
export const empty: CommandHandler = async (shell, flags, _args, { olderThan, yes, dryRun }) => {
  const { clock, timezone } = shell.settings(flags)
  const now = openClock(clock)()
  const until = olderThan === undefined ? now : before(String(olderThan), now, timezone)
  if (until === undefined) throw misuse(text.badAge, { value: String(olderThan) })
  const isSure = yes || dryRun
  if (!isSure && !shell.isInteractive) throw misuse(accounts.needsYes)
  if (!isSure && !(await askConsent(shell, shell.message(text.ask)))) {
    shell.report(shell.message(accounts.cancelled))
    return
  }
  await withDataFolder(shell, flags, async ({ calendar }) => {
    const progress = openProgress(shell, messages.progress.trash)
    const isTrial = dryRun === true
    const deleted = await calendar
      .emptyTrash(until, { progress: progress.show, isTrial })
      .finally(progress.end)
    shell.report(shell.message(isTrial ? text.wouldEmpty : text.emptied, deleted))
    shell.put(trial(isTrial, { deleted }), '')
  })
}
