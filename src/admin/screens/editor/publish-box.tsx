import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { useKnown, useUser, useWordsOf } from '../../context.tsx'
import { MomentField } from '../../fields/moment.tsx'
import type { Form } from '../../forms/model.ts'
import type { Edits } from './use-edits.ts'
import type { useSave } from './use-save.ts'
import { Visibility } from './visibility.tsx'
import { words } from './words.ts'

type Props = { form: Form; edits: Edits; save: ReturnType<typeof useSave> }

/** What becomes of the record: saved, published, scheduled, submitted. */
export function PublishBox({ form, edits, save, children }: Props & { children: ReactNode }) {
  const t = useWordsOf(words)
  const { language } = useKnown().place
  const { opened, values, isDirty } = edits
  const fields = new Map(form.fields.map(field => [field.name, field]))
  const status = fields.get('status')
  const date = fields.get('date')
  const stored = String(opened.values.facts.status ?? '')
  const said = status?.choices?.find(([word]) => word === stored)?.[1][language]
  return (
    <section className="group is-publish" aria-labelledby="group-publish">
      <h2 id="group-publish">{t('publication')}</h2>
      {opened.id !== undefined && said && (
        <p>
          <em className="badge">{said}</em>
        </p>
      )}
      <p className="save-state" role="status">
        {isDirty ? t('unsaved') : opened.id !== undefined && t('allSaved')}
      </p>
      {status && opened.may.change && <Visibility {...{ form, edits }} />}
      {date && opened.may.change && (
        <MomentField
          field={date}
          label={date.label[language]}
          value={String(values.facts.date ?? '')}
          onChange={value => edits.setFact('date', value)}
          error={edits.wrong.facts.date}
        />
      )}
      {opened.may.change && <SaveButtons {...{ form, edits, save }} hasStatus={!!status} />}
      {children}
    </section>
  )
}

function SaveButtons({ form, edits, save, hasStatus }: Props & { hasStatus: boolean }) {
  const t = useWordsOf(words)
  const { may } = useUser()
  const { opened } = edits
  const stored = opened.id === undefined ? 'draft' : String(opened.values.facts.status ?? '')
  const mayPublish = may[form.name as 'event']?.publish ?? false
  const isPublic = ['publish', 'future', 'private'].includes(stored)
  const button = (text: string, said: string, status?: string, isPrimary = false) => (
    <Button
      key={text}
      {...(isPrimary && { className: 'primary' })}
      isPending={save.isPending}
      onPress={() => save.mutate({ facts: status ? { status } : {}, said })}
    >
      {text}
    </Button>
  )
  if (!hasStatus)
    return <div className="saves">{button(t('save'), t('saved'), undefined, true)}</div>
  if (isPublic)
    return (
      <div className="saves">
        {button(t('update'), t('saved'), undefined, true)}
        {button(t('toDraft'), t('saved'), 'draft')}
      </div>
    )
  const wanted = String(edits.values.facts.status ?? '')
  const publishAs = wanted === 'private' ? 'private' : 'publish'
  return (
    <div className="saves">
      {mayPublish
        ? button(t('publish'), t('published'), publishAs, true)
        : button(t('submit'), t('submitted'), 'pending', true)}
      {button(
        stored === 'pending' ? t('save') : t('saveDraft'),
        t('saved'),
        stored === 'pending' ? 'pending' : 'draft',
      )}
    </div>
  )
}
