import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components'
import { useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { mayMerge, rightsOn } from '../../forms/rights.ts'
import { showProblem } from '../../parts/toast.tsx'
import { Confirm } from '../../parts/window.tsx'
import { messages } from './messages.ts'
import { ChangeWindow, MergeWindow } from './on-demand.ts'
import { maxSelected, useSelectAll } from './use-selection.ts'
import { useQuestion } from './use-table.ts'
import type { Work } from './use-work.ts'
import type { View } from './view.ts'

type Props = {
  form: Form
  rows: readonly Row[]
  view: View
  work: Work
  onDone(): void
  /** The number of records of the view on all pages, if there are more. */
  more?: number
  selectAll(rows: readonly Row[]): void
}

/** The actions on the selected rows: on those of them that the user may change. */
export function BulkBar({ form, rows, view, work, onDone, more, selectAll }: Props) {
  const t = useMessagesOf(messages)
  const { may, user } = useUser()
  const [open, setOpen] = useState<'delete' | 'change'>()
  const rights = may[form.name]
  const allowed = (act: 'change' | 'remove' | 'erase' | 'publish') =>
    rows.filter(row => rightsOn(rights, row, user.id)[act])
  const isTrash = view.tab === 'trash'
  const hasTrash = form.fields.some(({ name }) => name === 'status')
  const drafts = allowed('publish').filter(({ status }) => status !== 'publish')
  const button = (word: keyof typeof messages, of: readonly Row[], act: () => void) =>
    of.length > 0 && (
      <Button isPending={work.progress !== undefined} onPress={act}>
        {t(word)}
      </Button>
    )
  const run = (act: Promise<unknown>) => void act.then(onDone)
  return (
    <div className="bulk" role="toolbar" aria-label={t('selected', { count: rows.length })}>
      <strong aria-live="polite">
        {work.progress ? t('working', work.progress) : t('selected', { count: rows.length })}
      </strong>
      {more !== undefined && !work.progress && (
        <SelectAll form={form} view={view} count={more} onSelect={selectAll} />
      )}
      {hasTrash && !isTrash && button('doPublish', drafts, () => run(work.publish(drafts)))}
      {!isTrash && button('change', allowed('change'), () => setOpen('change'))}
      {!isTrash && mayMerge(rights, form, rows, user.id) && (
        <Merge form={form} rows={rows} work={work} onDone={onDone} />
      )}
      {hasTrash &&
        !isTrash &&
        button('toTrash', allowed('remove'), () => run(work.trash(allowed('remove'))))}
      {isTrash && button('restore', allowed('change'), () => run(work.restore(allowed('change'))))}
      {(isTrash || !hasTrash) && button('delete', allowed('erase'), () => setOpen('delete'))}
      <Button className="plain" onPress={onDone}>
        {t('unselect')}
      </Button>
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(undefined)}
        heading={t('deleteHeading', { count: allowed('erase').length })}
        about={[...work.losses(allowed('erase')), t('deleteAbout')].join(' ')}
        action={t('delete')}
        isDanger
        onConfirm={() => run(work.remove(allowed('erase')))}
      />
      {open === 'change' && (
        <Suspense>
          <ChangeWindow
            form={form}
            count={allowed('change').length}
            onClose={() => setOpen(undefined)}
            onChange={how => run(work.change(allowed('change'), how))}
          />
        </Suspense>
      )}
    </div>
  )
}

type SelectAllProps = {
  form: Form
  view: View
  count: number
  onSelect(rows: readonly Row[]): void
}

/** Selects what the view has on its other pages too. */
function SelectAll({ form, view, count, onSelect }: SelectAllProps) {
  const t = useMessagesOf(messages)
  const question = useQuestion(form, view)
  const selectAll = useSelectAll(form)
  const { mutate, isPending } = useMutation({
    mutationFn: () => selectAll(question),
    onSuccess: onSelect,
    onError: showProblem,
  })
  return (
    <Button className="plain" onPress={() => isPending || mutate()}>
      {t('selectMatching', { count: Math.min(count, maxSelected) })}
    </Button>
  )
}

function Merge({ form, rows, work, onDone }: Pick<Props, 'form' | 'rows' | 'work' | 'onDone'>) {
  const t = useMessagesOf(messages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('merge')}</Button>
      {isOpen && (
        <Suspense>
          <MergeWindow
            form={form}
            rows={rows}
            work={work}
            onClose={() => setOpen(false)}
            onDone={onDone}
          />
        </Suspense>
      )}
    </>
  )
}
