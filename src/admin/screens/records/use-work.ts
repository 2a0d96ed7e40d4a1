import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminOutput } from '../../../sdk/account-types.ts'
import { plainText } from '../../../sdk/client.ts'
import { type Row, recordsOf } from '../../client/records.ts'
import { useApi, useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { showToast } from '../../parts/toast.tsx'
import { forEachOf, inBatches } from './bulk.ts'
import type { ManyChange } from './changes.ts'
import { messages } from './messages.ts'

type Word = 'trashed' | 'restored' | 'deleted' | 'published' | 'changed'
type Outcome = AdminOutput<'POST /bulk'>
type Undoing = { text: string; run: () => unknown }

/** Records that are named where they were refused; of more, their number is said. */
const maxNamed = 20

/** Says what became of several records: those that are refused by name, with Undo for the others. */
function useReport() {
  const t = useMessagesOf(messages)
  return (message: Word, outcome: Outcome & { error?: Error | undefined }, undoing?: Undoing) => {
    const { done, refused, error } = outcome
    const action = done.length > 0 && undoing && { action: undoing, isLasting: true }
    if (refused.length === 0 && !error) {
      showToast({ text: t(message, { count: done.length }), ...action })
      return
    }
    const named = refused
      .slice(0, maxNamed)
      .map(({ id, title, message }) => `${plainText(title) || `#${id}`} – ${message}`)
    const more = refused.length - named.length
    showToast({
      text: error
        ? t('stopped', { done: done.length })
        : t('someFailed', { done: done.length, count: refused.length }),
      lines: [
        ...named,
        ...(more > 0 ? [t('moreRefused', { count: more })] : []),
        ...(error ? [error.message] : []),
      ],
      isProblem: true,
      ...action,
    })
  }
}

/** The browser asks before it closes the page while its batches are being sent: the rest would stay as it is. Other screens do not end them. */
async function untilDone<T>(work: Promise<T>): Promise<T> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  try {
    return await work
  } finally {
    removeEventListener('beforeunload', ask)
  }
}

/** Deletes a record permanently. */
function eraserOf(api: ReturnType<typeof useApi>, { path, family }: Form) {
  const records = recordsOf(api, path)
  const removing = family === 'term' ? {} : { force: true }
  return ({ id }: Pick<Row, 'id'>) => records.remove(id, removing)
}

/** The actions on rows of a table, a batch of them at a time; reports the result, with Undo. */
export function useWork(form: Form) {
  const { server } = useApp()
  const api = useApi()
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const [progress, setProgress] = useState<{ through: number; count: number }>()
  const kind = form.written

  const report = useReport()

  /** Batch by batch: where one cannot be sent, the batches before it are done, and can be undone. */
  async function run<T>(all: readonly T[], send: (batch: T[]) => Promise<Outcome>) {
    setProgress({ through: 0, count: all.length })
    const outcome = await untilDone(
      inBatches(all, send, through => setProgress({ through, count: all.length })),
    )
    setProgress(undefined)
    await queries.invalidateQueries({ queryKey: [form.path] })
    return outcome
  }

  async function change(
    rows: readonly Pick<Row, 'id'>[],
    how: ManyChange,
    message: Word = 'changed',
  ) {
    if (!kind) return
    const ids = rows.map(({ id }) => id)
    const outcome = await run(ids, records => server.admin('POST /bulk', { kind, records, ...how }))
    report(message, outcome, { text: t('undo'), run: () => undo(outcome.done) })
  }

  async function undo(done: Outcome['done']) {
    if (!kind) return
    // the bar of the selection, which shows the progress, is gone
    showToast({ text: t('undoing', { count: done.length }) })
    const outcome = await run(done, changed => server.admin('POST /bulk/undo', { kind, changed }))
    report('restored', outcome)
  }

  async function remove(rows: readonly Row[]) {
    setProgress({ through: 0, count: rows.length })
    const { done, failed } = await untilDone(
      forEachOf(rows, eraserOf(api, form), {
        progress: through => setProgress({ through, count: rows.length }),
      }),
    )
    setProgress(undefined)
    await queries.invalidateQueries({ queryKey: [form.path] })
    report('deleted', {
      done: done.map(({ id }) => ({ id, from: 0, to: 0 })),
      refused: failed.map(({ item, error }) => ({
        id: item.id,
        title: nameOf(form, item),
        message: error.message,
      })),
    })
  }

  return {
    progress,
    change,
    remove,
    trash: (rows: readonly Row[]) => change(rows, { change: { status: 'trash' } }, 'trashed'),
    restore: (rows: readonly Row[]) => change(rows, { change: { status: 'draft' } }, 'restored'),
    publish: (rows: readonly Row[]) => change(rows, { change: { status: 'publish' } }, 'published'),
  }
}

export type Work = ReturnType<typeof useWork>

/** The title of a record, as plain text. */
export const nameOf = ({ titled }: Pick<Form, 'titled'>, row: Row) =>
  plainText(String(row[titled] ?? '')) || `#${row.id}`
