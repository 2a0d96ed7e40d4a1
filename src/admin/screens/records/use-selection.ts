import { useState } from 'react'
import { useApp } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { queryText, type Row } from '../../forms/records.ts'
import type { View } from './view.ts'

/** Maximum number of selected records. */
export const maxSelected = 10_000
const perRequest = 1000

/** The selected rows: they stay from page to page and in another order, until other records are shown. */
export function useSelection({ page: _, sort: __, isDown: ___, ...query }: View) {
  const key = JSON.stringify(query)
  const [{ rows, of }, set] = useState<{ rows: readonly Row[]; of: string }>({ rows: [], of: '' })
  const selected = of === key ? rows : []
  return [selected, (next: readonly Row[]) => set({ rows: next, of: key })] as const
}

/** All records that a view shows on all of its pages: which they are, and whose. */
export function useSelectAll(form: Form) {
  const { server } = useApp()
  return async (query: Parameters<typeof queryText>[0]): Promise<Row[]> => {
    const kind = form.written
    if (!kind) return []
    const rows = new Map<number, Row>()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const params = { kind, query: queryText(query), page, per_page: perRequest }
      const listed = await server.admin('GET /table', params)
      for (const { id, status, author } of listed.rows)
        rows.set(id, {
          id,
          ...(status !== undefined && { status }),
          ...(author !== undefined && { author }),
        })
      pages = Math.min(listed.total_pages, maxSelected / perRequest)
    }
    return [...rows.values()]
  }
}
