import type { openLog } from './log.ts'

/** Background work after a start and how far it has got; it is finished when `done` reaches the total. */
type Work = 'tables' | 'lists' | 'search'
export type Progress = (work: Work, done: number, total: number) => void

const names: Record<Work, string> = {
  tables: 'the table of lists',
  lists: 'the list index',
  search: 'the search index',
}

/** Two lines in the log for each work: that it begins, and how long it took. */
export function logProgress(
  { info }: Pick<ReturnType<typeof openLog>, 'info'>,
  now = () => performance.now(),
): Progress {
  const began = new Map<Work, number>()
  return (work, done, total) => {
    const start = began.get(work) ?? now()
    if (!began.has(work)) {
      began.set(work, start)
      info(`${names[work]} is being prepared`, { work, events: total })
    }
    if (done < total) return
    const seconds = Math.round(now() - start) / 1000
    began.delete(work)
    info(`${names[work]} is ready`, { work, events: total, seconds })
  }
}
