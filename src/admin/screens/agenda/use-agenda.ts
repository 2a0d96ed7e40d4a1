import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { tagOf } from '../../../sdk/index.ts'
import { forEachOf } from '../../client/in-turn.ts'
import { useApi, useMessagesOf } from '../../context.tsx'
import { type Row, recordsOf } from '../../forms/records.ts'
import { showProblem, showToast } from '../../parts/toast.tsx'
import type { Scope } from '../editor/use-edits.ts'
import { dayAfter } from '../records/question.ts'
import { nameOf } from '../records/use-work.ts'
import { messages } from './messages.ts'
import { type When, whenOf } from './moves.ts'

const pageSize = 50
/** Maximum pages of a period: more could be neither read nor grasped. */
const maxPages = 12

/** The events of all statuses that go on between two dates, the second excluded. */
export function useAgenda({ from, to }: { from: string; to: string }) {
  const api = useApi()
  const records = recordsOf(api, 'events')
  return useQuery({
    queryKey: ['events', 'agenda', from, to],
    queryFn: async ({ signal }) => {
      const page = (page: number) =>
        records.list(
          {
            page,
            per_page: pageSize,
            ends_after: dayAfter(from, -1),
            starts_before: dayAfter(to, -1),
            _fields: [
              'id',
              'title',
              'start_date',
              'end_date',
              'all_day',
              'status',
              'author',
              'event_status',
              'series',
              'categories',
              'timezone',
            ],
          },
          { signal },
        )
      const first = await page(1)
      const rest = Array.from(
        { length: Math.min(first.totalPages, maxPages) - 1 },
        (_, at) => at + 2,
      )
      const rows = [...first.items]
      const { failed } = await forEachOf(rest, async at => {
        const { items } = await page(at)
        rows.push(...items)
      })
      if (failed[0]) throw failed[0].error
      return { rows, total: first.total }
    },
    enabled: from !== '',
    placeholderData: keepPreviousData,
  })
}

/** Moves an event, unless another changed it since it was shown, and offers to move it back. */
export function useMove() {
  const records = recordsOf(useApi(), 'events')
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const fresh = () => queries.invalidateQueries({ queryKey: ['events'] })

  async function write(id: number, was: When, is: When, scope?: Scope) {
    const now = await records.read(id, { context: 'edit' })
    if (JSON.stringify(whenOf(now)) !== JSON.stringify(was)) return false
    await records.change(id, { ...is, ...(scope && { scope }) }, { ifMatch: tagOf(now) })
    return true
  }

  return async (row: Row, is: When, revert: () => void, scope?: Scope): Promise<boolean> => {
    let isMoved = false
    const was = whenOf(row)
    const name = nameOf({ titled: 'title' }, row)
    const back = async () => {
      // the other half of a split series moves back with it
      await write(row.id, is, was, scope === 'following' ? 'all' : scope)
      await fresh()
      showToast({ text: t('movedBack', { name }) })
    }
    try {
      isMoved = await write(row.id, was, is, scope)
      if (isMoved)
        showToast({
          text: t('moved', { name }),
          action: { text: t('undo'), run: back },
        })
      else {
        revert()
        showToast({ text: t('meanwhile', { name }), isProblem: true })
      }
    } catch (error) {
      revert()
      showProblem(error)
    }
    await fresh()
    return isMoved
  }
}
