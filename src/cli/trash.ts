import { before } from '../define/time/expiry.ts'
import { openClock } from '../outside/clock.ts'
import { misuse } from './failure.ts'
import type { CommandHandler } from './program.ts'
import { openProgress } from './progress.ts'
import { askConsent } from './prompts.ts'
import { withDataFolder } from './with-calendar.ts'
import { words } from './words.ts'

const { accounts, trash: text } = words

/** Deletes permanently what is in the trash, all of it or what has been there for a time. */
export const empty: CommandHandler = async (shell, flags, _args, { olderThan, yes }) => {
  const { clock, timezone } = shell.settings(flags)
  const now = openClock(clock)()
  const until = olderThan === undefined ? now : before(String(olderThan), now, timezone)
  if (until === undefined) throw misuse(text.badAge, { value: String(olderThan) })
  if (!yes && !shell.isInteractive) throw misuse(accounts.needsYes)
  if (!yes && !(await askConsent(shell, shell.words(text.ask)))) {
    shell.tell(shell.words(accounts.cancelled))
    return
  }
  await withDataFolder(shell, flags, async ({ calendar }) => {
    const progress = openProgress(shell, words.progress.trash)
    const deleted = await calendar.emptyTrash(until, progress.show).finally(progress.end)
    shell.tell(shell.words(text.emptied, deleted))
    shell.put({ deleted }, '')
  })
}
