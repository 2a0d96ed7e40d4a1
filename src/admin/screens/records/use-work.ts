import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plainText } from '../../../sdk/client.ts'
import { type Records, type Row, recordsOf } from '../../client/records.ts'
import { useApi, useWordsOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { tell } from '../../parts/toast.tsx'
import { forEachOf } from './bulk.ts'
import { words } from './words.ts'

type Word = 'trashed' | 'restored' | 'deleted' | 'published' | 'changed'
type Job = {
  rows: readonly Row[]
  work(records: Records, row: Row): Promise<unknown>
  /** What is said of those that are done. */
  said: Word
  undo?: (records: Records, row: Row) => Promise<unknown>
}

/** Does one thing with rows, a few requests at a time, and says what became of them. */
function useJobs(form: Form) {
  const api = useApi()
  const queries = useQueryClient()
  const t = useWordsOf(words)
  const [progress, setProgress] = useState<{ through: number; count: number }>()
  const records = recordsOf(api, form.path)

  async function run({ rows, work, said, undo }: Job) {
    setProgress({ through: 0, count: rows.length })
    const { done, failed } = await forEachOf(rows, row => work(records, row), {
      progress: through => setProgress({ through, count: rows.length }),
    })
    setProgress(undefined)
    await queries.invalidateQueries({ queryKey: [form.path] })
    const undoing = undo && {
      text: t('undo'),
      run: () => void run({ rows: done, work: undo, said: 'restored' }),
    }
    if (failed.length > 0)
      tell({
        text: t('someFailed', { done: done.length, count: failed.length }),
        lines: failed.map(({ item, error }) => `${nameOf(form, item)} – ${error.message}`),
        isProblem: true,
        ...(undoing && done.length > 0 && { action: undoing }),
      })
    else tell({ text: t(said, { count: done.length }), ...(undoing && { action: undoing }) })
  }

  return { progress, records, run }
}

/** What can be done with rows of a table. */
export function useWork(form: Form) {
  const { progress, records, run } = useJobs(form)
  const job = (job: Omit<Job, 'rows'>) => (rows: readonly Row[]) => run({ rows, ...job })
  return {
    progress,
    trash: job({
      said: 'trashed',
      work: (records, { id }) => records.remove(id),
      undo: (records, { id, status }) => records.change(id, { status }),
    }),
    restore: job({
      said: 'restored',
      work: (records, { id }) => records.change(id, { status: 'draft' }),
    }),
    remove: job({
      said: 'deleted',
      work: (records, { id }) =>
        form.family === 'term' ? records.remove(id) : records.remove(id, { force: true }),
    }),
    publish: job({
      said: 'published',
      work: (records, { id }) => records.change(id, { status: 'publish' }),
    }),
    /** Adds a term to those that have not got it. */
    async addTerm(rows: readonly Row[], field: string, term: number) {
      const known = await records.list({
        include: rows.map(({ id }) => id),
        per_page: rows.length,
        status: 'any',
        _fields: ['id', form.titled, `${field}.id`],
      })
      await run({
        rows: known.items,
        said: 'changed',
        work: async (records, row) => {
          const ids = (row[field] as { id: number }[]).map(({ id }) => id)
          if (!ids.includes(term)) await records.change(row.id, { [field]: [...ids, term] })
        },
      })
    },
  }
}

export type Work = ReturnType<typeof useWork>

/** What a record is called, as plain text. */
export const nameOf = ({ titled }: Pick<Form, 'titled'>, row: Row) =>
  plainText(String(row[titled] ?? '')) || `#${row.id}`
