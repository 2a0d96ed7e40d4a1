import { before } from '../define/time/expiry.ts'
import { openClock } from '../outside/clock.ts'
import { misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'
import { openProgress } from './progress.ts'
import { askConsent } from './prompts.ts'
import { withDataFolder } from './with-calendar.ts'

const { accounts, trash: text } = messages

/** Deletes permanently what is in the trash, all of it or what has been there for a time. */
export const empty: CommandHandler = async (shell, flags, _args, { olderThan, yes }) => {
  const { clock, timezone } = shell.settings(flags)
  const now = openClock(clock)()
  const until = olderThan === undefined ? now : before(String(olderThan), now, timezone)
  if (until === undefined) throw misuse(text.badAge, { value: String(olderThan) })
  if (!yes && !shell.isInteractive) throw misuse(accounts.needsYes)
  if (!yes && !(await askConsent(shell, shell.message(text.ask)))) {
    shell.report(shell.message(accounts.cancelled))
    return
  }
  await withDataFolder(shell, flags, async ({ calendar }) => {
    const progress = openProgress(shell, messages.progress.trash)
    const deleted = await calendar.emptyTrash(until, progress.show).finally(progress.end)
    shell.report(shell.message(text.emptied, deleted))
    shell.put({ deleted }, '')
  })
}
