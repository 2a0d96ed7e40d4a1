import { forms } from 'virtual:forms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { plainText } from '../../../sdk/index.ts'
import { type BulkChange, mergeMany } from '../../client/bulk.ts'
import { useApi, useApp, useMessages, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { type Row, recordsOf } from '../../forms/records.ts'
import { mergedKindOf } from '../../forms/rights.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Window } from '../../parts/window.tsx'
import { Cell } from './cell.tsx'
import { type Column, columnsOf } from './columns.ts'
import { messages } from './messages.ts'
import { nameOf, type Work } from './use-work.ts'

type Props = { form: Form; rows: readonly Row[]; work: Work; onClose(): void; onDone(): void }

/** Several records side by side, and which of them stays. */
export function MergeWindow({ form, rows, work, onClose, onDone }: Props) {
  const t = useMessagesOf(messages)
  const common = useMessages()
  const [into, setInto] = useState(rows[0]?.id ?? 0)
  const [fill, setFill] = useState(true)
  const { data, error } = useFullRecords(form, rows)
  const merge = useMerge(form, (bulk, count) => {
    work.reportDone(changed => t('merged', { count, changed }), bulk)
    onClose()
    onDone()
  })
  return (
    <Window isOpen isFirm onClose={onClose} heading={t('mergeHeading', { count: rows.length })}>
      <p>{t(form.family === 'term' ? 'mergeTerms' : 'mergeAbout')}</p>
      <ProblemNote error={error ?? merge.error} />
      {data ? (
        <Compared form={form} rows={data} into={into} onChoose={setInto} />
      ) : (
        !error && <Skeleton />
      )}
      <label className="check">
        <input type="checkbox" checked={fill} onChange={({ target }) => setFill(target.checked)} />
        {t('mergeFill')}
      </label>
      <p aria-live="polite" className="hint">
        {merge.isPending && t('merging', { count: merge.changed })}
      </p>
      <div className="actions">
        <Button onPress={onClose}>{common('cancel')}</Button>
        <Button
          className="primary is-danger"
          isDisabled={!data}
          isPending={merge.isPending}
          onPress={() =>
            merge.mutate({ into, fill, from: rows.map(({ id }) => id).filter(id => id !== into) })
          }
        >
          {t('doMerge')}
        </Button>
      </div>
    </Window>
  )
}

type ComparedProps = { form: Form; rows: readonly Row[]; into: number; onChoose(id: number): void }

/** The values of the records, side by side, without fields that none of them has. */
function Compared({ form, rows, into, onChoose }: ComparedProps) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  const has = ({ name }: Column) => rows.some(row => !blank.includes(row[name]))
  const columns = columnsOf(form, forms).filter(has)
  return (
    <div className="compared">
      <table>
        <caption className="visually-hidden">{t('compared')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('stays')}</th>
            {rows.map(row => (
              <th key={row.id} scope="col">
                <label className="check">
                  <input
                    type="radio"
                    name="into"
                    checked={row.id === into}
                    onChange={() => onChoose(row.id)}
                  />
                  {t('keep', { name: nameOf(form, row) })}
                </label>
                <Names form={form} row={row} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(column => (
            <tr key={column.name}>
              <th scope="row">{textIn(column.label, language)}</th>
              {rows.map(row => (
                <td key={row.id}>
                  <Cell column={column} row={row} form={form} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const blank: readonly unknown[] = [undefined, null, '', false, 0]

/** The name of a record in each of its languages. */
function Names({ form, row }: { form: Form; row: Row }) {
  return Object.entries(row.translations ?? {}).map(([language, texts]) => (
    <span key={language} lang={language} className="twin">
      {language.toUpperCase()} · {plainText(texts[form.titled] ?? '')}
    </span>
  ))
}

/** The full records, with the values that lists leave out, and the numbers of events that tables have. */
function useFullRecords(form: Form, rows: readonly Row[]) {
  const records = recordsOf(useApi(), form.path)
  const read = (id: number) => records.read(id, { context: 'edit' })
  const ids = rows.map(({ id }) => id)
  return useQuery({
    queryKey: [form.path, 'whole', ids],
    queryFn: () => Promise.all(rows.map(async row => ({ ...row, ...(await read(row.id)) }))),
  })
}

type Merging = { into: number; from: number[]; fill: boolean }

/** Merges records on the server. */
function useMerge(form: Form, onDone: (bulk: BulkChange, count: number) => void) {
  const { server } = useApp()
  const queries = useQueryClient()
  const [changed, setChanged] = useState(0)
  const mutation = useMutation({
    async mutationFn(merging: Merging) {
      const kind = mergedKindOf(form)
      // `mayMerge` hides the action for these kinds
      if (!kind) throw new Error('Records of this kind are not merged.')
      const merge = { kind, ...merging }
      const bulk = await mergeMany(server, merge, ({ changed }) => setChanged(changed))
      if (bulk.error) throw new Error(bulk.error)
      return bulk
    },
    onSuccess: (bulk, { from }) => onDone(bulk, from.length + 1),
    onSettled: () =>
      Promise.all(
        [form.path, 'events'].map(path => queries.invalidateQueries({ queryKey: [path] })),
      ),
  })
  return { ...mutation, changed }
}
