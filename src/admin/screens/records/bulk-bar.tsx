import { forms } from 'virtual:forms'
import { lazy, Suspense, useState } from 'react'
import { Button } from 'react-aria-components'
import { type TermLinkKind, termLinkKinds } from '../../../define/record.ts'
import { capital } from '../../../define/text/capital.ts'
import { textIn } from '../../../define/text/language.ts'
import type { Row } from '../../client/records.ts'
import { useKnown, useUser, useWordsOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { Confirm, Window } from '../../parts/window.tsx'
import { mayMerge, rightsOn } from './rights.ts'
import type { Work } from './use-work.ts'
import type { View } from './view.ts'
import { words } from './words.ts'

const MergeWindow = lazy(async () => ({
  default: (await import('./merge.tsx')).MergeWindow,
}))

type Props = { form: Form; rows: readonly Row[]; view: View; work: Work; onDone(): void }

/** What can be done with the rows that are chosen: on those of them that the user may change. */
export function BulkBar({ form, rows, view, work, onDone }: Props) {
  const t = useWordsOf(words)
  const { may, user } = useUser()
  const [open, setOpen] = useState<'delete' | TermLinkKind>()
  const rights = may[form.name]
  const allowed = (act: 'change' | 'remove' | 'erase' | 'publish') =>
    rows.filter(row => rightsOn(rights, row, user.id)[act])
  const isTrash = view.tab === 'trash'
  const hasTrash = form.fields.some(({ name }) => name === 'status')
  const drafts = allowed('publish').filter(({ status }) => status !== 'publish')
  const button = (word: keyof typeof words, of: readonly Row[], act: () => void) =>
    of.length > 0 && <Button onPress={act}>{t(word)}</Button>
  const doing = (act: Promise<unknown>) => void act.then(onDone)
  const terms = termLinkKinds.filter(kind =>
    form.fields.some(({ name }) => name === forms[kind]?.path),
  )
  return (
    <div className="bulk" role="toolbar" aria-label={t('selected', { count: rows.length })}>
      <strong aria-live="polite">
        {work.progress ? t('working', work.progress) : t('selected', { count: rows.length })}
      </strong>
      {hasTrash && !isTrash && button('doPublish', drafts, () => doing(work.publish(drafts)))}
      {!isTrash &&
        terms.map(kind => (
          <span key={kind}>{button(addWords[kind], allowed('change'), () => setOpen(kind))}</span>
        ))}
      {!isTrash && mayMerge(rights, form, rows, user.id) && (
        <Merge form={form} rows={rows} onDone={onDone} />
      )}
      {hasTrash &&
        !isTrash &&
        button('toTrash', allowed('remove'), () => doing(work.trash(allowed('remove'))))}
      {isTrash &&
        button('restore', allowed('change'), () => doing(work.restore(allowed('change'))))}
      {(isTrash || !hasTrash) && button('delete', allowed('erase'), () => setOpen('delete'))}
      <Button className="plain" onPress={onDone}>
        {t('unselect')}
      </Button>
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(undefined)}
        heading={t('deleteHeading', { count: allowed('erase').length })}
        about={t('deleteAbout')}
        action={t('delete')}
        isDanger
        onConfirm={() => doing(work.remove(allowed('erase')))}
      />
      {open !== undefined && open !== 'delete' && (
        <AddTerm
          kind={open}
          onClose={() => setOpen(undefined)}
          onAdd={id => doing(work.addTerm(allowed('change'), forms[open]?.path ?? '', id))}
        />
      )}
    </div>
  )
}

function Merge({ form, rows, onDone }: Pick<Props, 'form' | 'rows' | 'onDone'>) {
  const t = useWordsOf(words)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('merge')}</Button>
      {isOpen && (
        <Suspense>
          <MergeWindow form={form} rows={rows} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}

const addWords = { category: 'addCategory', tag: 'addTag' } as const

type AddProps = { kind: TermLinkKind; onClose(): void; onAdd(id: number): void }

function AddTerm({ kind, onClose, onAdd }: AddProps) {
  const t = useWordsOf(words)
  const { language } = useKnown().place
  const [id, setId] = useState(0)
  const form = forms[kind]
  if (!form) return null
  return (
    <Window isOpen onClose={onClose} heading={t(addWords[kind])}>
      <RecordPicker
        form={form}
        label={capital(textIn(form.one, language))}
        none={t('none')}
        value={id}
        onChange={setId}
      />
      <div className="actions">
        <Button
          className="primary"
          isDisabled={id === 0}
          onPress={() => {
            onAdd(id)
            onClose()
          }}
        >
          {t('add')}
        </Button>
      </div>
    </Window>
  )
}
