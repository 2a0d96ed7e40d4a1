import { erasureLimits, personalPlaceNames } from '../define/erasure-messages.ts'
import { completeErasuresIn, erasePersonIn } from '../transfer/index.ts'
import { misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, trial } from './program.ts'
import { askConsent } from './prompts.ts'
import { table } from './table.ts'
import { withDataFolder } from './with-calendar.ts'

const { accounts, erasure: text } = messages

/** Erases what is stored of a person. */
export const erase: CommandHandler = async (shell, flags, [who = ''], { yes, dryRun }) => {
  const isDry = dryRun === true
  if (!yes && !isDry && !shell.isInteractive) throw misuse(accounts.needsYes)
  await withDataFolder(shell, flags, async opened => {
    if (!isDry) await completeErasuresIn(opened)
    const first = await erasePersonIn(opened, { who, isDry: true })
    const isNothing = first.erased + first.stays === 0
    const asks = !yes && !isDry && !isNothing
    const rows = first.found.map(({ place, kind, id, title, outcome }) => [
      shell.message(personalPlaceNames[place]),
      `${kind} ${id}`,
      title,
      shell.message(outcome === 'erased' ? text.goes : text.stays),
    ])
    const names = [text.place, text.record, text.title, text.outcome].map(each =>
      shell.message(each),
    )
    const list = isNothing ? shell.message(text.nothing, { who }) : table(names, rows)
    if (asks) {
      shell.report(list)
      if (!(await askConsent(shell, shell.message(text.ask, { who })))) {
        shell.report(shell.message(accounts.cancelled))
        return
      }
    }
    const isTrial = isDry || isNothing
    const report = isTrial ? first : await erasePersonIn(opened, { who, isDry: false })
    shell.put(trial(isDry, { ...report }), asks ? '' : list)
    if (isNothing) return
    const counts = { erased: report.erased, stays: report.stays }
    shell.report(shell.message(isDry ? text.preview : text.erased, counts))
    shell.report(shell.message(erasureLimits))
  })
}
