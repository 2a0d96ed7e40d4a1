import { misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'
import { openProgress } from './progress.ts'
import { isoMoment, moment, table } from './table.ts'
import { trial } from './trial.ts'
import { withDataFolder } from './with-calendar.ts'

const { imports: text } = messages

/** Shows the imports. */
export const list: CommandHandler = (shell, flags) =>
  withDataFolder(shell, flags, async opened => {
    const { isInterrupted, pastImports, runStateNames } = await import('../transfer/index.ts')
    const runs = await pastImports(opened)
    const states = runs.map(run => (isInterrupted(run) ? 'interrupted' : run.state))
    const rows = runs.map(({ id, started, format, source, origin }, at) => [
      String(id),
      moment(started),
      format,
      source,
      shell.message(runStateNames[states[at] ?? 'failed']),
      origin,
    ])
    const all = runs.map(({ id, started, ended, format, source, origin, report }, at) => ({
      id,
      started: isoMoment(started),
      ended: isoMoment(ended),
      format,
      source,
      origin,
      state: states[at],
      records: report?.counts ?? null,
    }))
    const columns = ['id', 'started', 'format', 'source', 'state', 'origin'] as const
    const names = columns.map(column => shell.message(text[column]))
    shell.put(all, rows.length > 0 ? table(names, rows) : shell.message(text.none))
  })

/** Undoes one of them. */
export const undo: CommandHandler = (shell, flags, [id = ''], { dryRun }) =>
  withDataFolder(shell, flags, async opened => {
    if (!/^\d{1,15}$/.test(id)) throw misuse(text.badId, { value: id })
    const isTrial = dryRun === true
    const { undoPastImport } = await import('../transfer/index.ts')
    const progress = openProgress(shell, messages.progress.import)
    const { removed, restored, left, all_left } = await undoPastImport(opened, Number(id), {
      language: shell.language,
      isTrial,
      progress: done => progress.show(done, done),
    }).finally(progress.end)
    const counts = { removed, restored, left: all_left }
    const lines = left.map(({ kind, id, title, reason }) => `${kind} ${id} (${title}): ${reason}`)
    shell.put(
      trial(isTrial, { ...counts, records: left }),
      [...lines, shell.message(isTrial ? text.wouldUndo : text.undone, counts)].join('\n'),
    )
  })
