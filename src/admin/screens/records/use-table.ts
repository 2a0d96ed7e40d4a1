import {
  keepPreviousData,
  notifyManager,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AdminOutput } from '../../../sdk/index.ts'
import { useApp, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { queryText, type Row } from '../../forms/records.ts'
import { todayIn } from '../../forms/zone-clock.ts'
import { countQuestion, countsOf, fieldsOf, questionOf, sortOf } from './question.ts'
import { type Saved, save, savedFor } from './saved.ts'
import { addressOf, changed, tabsOf, type View, viewOf } from './view.ts'

/** The view of a table, from its address, and functions to change it. */
export function useView(form: Form) {
  const view = viewOf(useSearch())
  const [, navigate] = useLocation()
  const addressAfter = (change: Partial<View>) => `/${form.path}${addressOf(changed(view, change))}`
  return {
    view,
    addressAfter,
    /** `isTyping`: letters of a search are no steps to go back by. */
    show: (change: Partial<View>, { isTyping = false } = {}) =>
      navigate(addressAfter(change), { replace: isTyping }),
  }
}

/** The choices of the user for this table. */
export function useSaved(form: Form) {
  const { user } = useUser()
  const [saved, setSaved] = useState(() => savedFor(user.id, form.name))
  return [
    saved,
    (change: Saved) => {
      const next = { ...saved, ...change }
      save(user.id, form.name, next)
      setSaved(next)
    },
  ] as const
}

export const useToday = () => todayIn(useUser().site.timezone)

/** The question of a view. */
export function useQuestion(form: Form, view: View) {
  const { user } = useUser()
  return questionOf({ form, view, today: useToday(), user: user.id })
}

/** The rows of a view. The rows before stay until the others are there. */
export function useRows(form: Form, view: View, perPage: number, fields: readonly string[]) {
  const { server } = useApp()
  const question = useQuestion(form, view)
  const sort = sortOf(view)
  const params = {
    query: queryText(question),
    page: view.page,
    per_page: perPage,
    fields: fieldsOf(form, fields),
    ...(sort && { sort }),
  }
  const kind = form.written
  return useQuery({
    queryKey: [form.path, 'table', params],
    queryFn: kind
      ? async ({ signal }) => {
          const page = await server.admin('GET /table', { kind, ...params }, { signal })
          return { total: page.total, totalPages: page.total_pages, items: page.rows.map(rowOf) }
        }
      : skipToken,
    placeholderData: keepPreviousData,
  })
}

type Listed = AdminOutput<'GET /table'>['rows'][number]

/** An action on the row of a series applies to all of its dates. */
const rowOf = ({ id, record, changed, events }: Listed): Row => ({
  ...record,
  id,
  modified: changed,
  ...(events !== undefined && { events }),
})

/** The number of records in each tab, with the filters of the view; requested after the rows; undefined until then. */
export function useCounts(form: Form, view: View): Record<string, number | undefined> | undefined {
  const { server } = useApp()
  const today = useToday()
  const isReady = useIsReady(form)
  const kind = form.post
  const countParams = countQuestion(form, view, today)
  const { data } = useQuery({
    queryKey: [form.path, 'counts', countParams],
    placeholderData: keepPreviousData,
    queryFn:
      kind && isReady && tabsOf(form).length > 0
        ? () => server.admin('GET /counts', { kind, ...countParams })
        : skipToken,
  })
  return data && countsOf(form, view, data)
}

/** True once the rows have arrived. */
function useIsReady(form: Form): boolean {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (change: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(change)),
    [queries],
  )
  // asking for it changes the cache, which must draw the table again only if the answer is another
  return useSyncExternalStore(subscribe, () =>
    queries.getQueriesData({ queryKey: [form.path, 'table'] }).some(([, data]) => data),
  )
}
