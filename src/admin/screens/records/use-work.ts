import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plainText } from '../../../sdk/index.ts'
import { type BulkChange, changeMany, undoBulk } from '../../client/bulk.ts'
import { useApi, useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { linksIn, shownWith } from '../../forms/publishing.ts'
import type { Row } from '../../forms/records.ts'
import { useShownLines } from '../../parts/shown-lines.ts'
import { showProblem, showToast } from '../../parts/toast.tsx'
import type { ManyChange } from './changes.ts'
import { linkedTo } from './columns.ts'
import { messages } from './messages.ts'
import { isDated } from './view.ts'

type Word = 'trashed' | 'restored' | 'deleted' | 'published' | 'changed'
/** What was done, with the number of records. */
type Said = Word | ((count: number) => string)
type Outcome = Pick<BulkChange, 'refused' | 'all_refused' | 'error'> & { done: number }
type Undoing = { text: string; run: () => unknown }

/** Records that are named where they were refused; of more, their number is said. */
const maxNamed = 20

type ChangeRows = (
  rows: readonly Pick<Row, 'id'>[],
  how: ManyChange,
  message?: Said,
  also?: () => Promise<string[]>,
) => Promise<BulkChange | undefined>
type Publishable = Pick<Row, 'id'> & { modified_utc?: unknown }
const pageOfApi = 50
const anyEvent = { status: 'any', occurrences: 'series', per_page: pageOfApi } as const

/** Says what became of several records: those that are refused by name, with Undo for the others. */
function useReport(isLasting: boolean) {
  const t = useMessagesOf(messages)
  return (message: Said, outcome: Outcome, undoing?: Undoing | false, further: string[] = []) => {
    const { done, refused, all_refused, error } = outcome
    const action = undoing && { action: undoing, isLasting }
    if (all_refused === 0 && !error) {
      const text = typeof message === 'string' ? t(message, { count: done }) : message(done)
      showToast({ text, lines: further, ...action })
      return
    }
    const named = refused
      .slice(0, maxNamed)
      .map(({ id, title, message }) => `${plainText(title) || `#${id}`} – ${message}`)
    const more = all_refused - named.length
    showToast({
      text: error ? t('stopped', { done }) : t('someFailed', { done, count: all_refused }),
      lines: [
        ...named,
        ...(more > 0 ? [t('moreRefused', { count: more })] : []),
        ...(error ? [error] : []),
        ...further,
      ],
      isProblem: true,
      ...action,
    })
  }
}

type Around = {
  /** After a change, and after its undo. */
  onWritten?(): Promise<unknown>
  /** The message does not stay until it is closed. */
  isBrief?: boolean
}

/** The actions on rows of a table, which the server carries out; reports the result, with Undo. */
export function useWork(form: Form, { onWritten, isBrief = false }: Around = {}) {
  const { server } = useApp()
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const [progress, setProgress] = useState<{ through: number; count: number }>()
  const kind = form.written

  const report = useReport(!isBrief)

  async function run(
    count: number,
    work: (progress: (bulk: BulkChange) => void) => Promise<BulkChange>,
  ) {
    setProgress({ through: 0, count })
    try {
      return await work(({ through }) => setProgress({ through, count }))
    } catch (error) {
      showProblem(error)
      return undefined
    } finally {
      setProgress(undefined)
      await Promise.all([queries.invalidateQueries({ queryKey: [form.path] }), onWritten?.()])
    }
  }

  const change: ChangeRows = async (rows, how, message = 'changed', also) => {
    if (!kind) return undefined
    const records = rows.map(({ id }) => id)
    const bulk = await run(records.length, progress =>
      changeMany(server, { kind, records, ...how }, progress),
    )
    if (!bulk) return undefined
    reportDone(message, bulk, await also?.())
    return bulk
  }

  function reportDone(message: Said, bulk: BulkChange, further?: string[]) {
    const undoing = { text: t('undo'), run: () => undo(bulk) }
    report(message, { ...bulk, done: bulk.changed }, bulk.can_be_undone && undoing, further)
  }

  async function undo({ id, changed }: BulkChange) {
    // the bar of the selection, which shows the progress, is gone
    showToast({ text: t('undoing', { count: changed }) })
    const bulk = await run(changed, progress => undoBulk(server, id, progress))
    if (!bulk) return
    const { restored = 0, ...left } = bulk.undone ?? { refused: [], all_refused: 0 }
    report('restored', { ...left, done: restored, error: bulk.error })
  }

  const losses = (rows: readonly Row[]) =>
    linkedTo(rows) > 0 ? [t('usedBy', { count: linkedTo(rows) })] : []
  return {
    progress,
    publish: usePublish(form, change),
    change,
    reportDone,
    remove: (rows: readonly Row[]) => change(rows, { erase: true }, 'deleted'),
    losses,
    trash: (rows: readonly Row[]) =>
      change(rows, { change: { status: 'trash' } }, 'trashed', async () => losses(rows)),
    restore: (rows: readonly Row[]) => change(rows, { change: { status: 'draft' } }, 'restored'),
  }
}

/** Publishes records as they were read, and says what visitors see with them where that fits into one page of the API. */
function usePublish(form: Form, change: ChangeRows) {
  const api = useApi()
  const linesOf = useShownLines()
  return async (rows: readonly Publishable[]) => {
    const include = rows.map(({ id }) => id)
    const linked = async () =>
      isDated(form) && include.length <= pageOfApi
        ? (await api.events.list({ include, ...anyEvent })).items.flatMap(linksIn)
        : []
    const before = await linked()
    const modified = Object.fromEntries(rows.map(({ id, modified_utc }) => [id, modified_utc]))
    const how = { change: { status: 'publish' }, modified }
    await change(rows, how, 'published', async () => linesOf(shownWith(before, await linked())))
  }
}

export type Work = ReturnType<typeof useWork>

/** The title of a record, as plain text. */
export const nameOf = ({ titled }: Pick<Form, 'titled'>, row: Row) =>
  plainText(String(row[titled] ?? '')) || `#${row.id}`
