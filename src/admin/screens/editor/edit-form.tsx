import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button, Form as Fields } from 'react-aria-components'
import { useLocation } from 'wouter'
import { useKnown, useWordsOf } from '../../context.tsx'
import { layoutOf } from '../../forms/layouts.ts'
import type { Form } from '../../forms/model.ts'
import type { Values } from '../../forms/values.ts'
import { Conflict } from './conflict.tsx'
import { duplicate } from './given.ts'
import { GroupBox } from './group-box.tsx'
import type { Opened } from './open.ts'
import { PublishBox } from './publish-box.tsx'
import { RecordActions } from './record-actions.tsx'
import { Texts } from './texts.tsx'
import { useEdits } from './use-edits.ts'
import { useGuard, useLocalCopy, useSaveKey } from './use-guard.ts'
import { useSave } from './use-save.ts'
import { words } from './words.ts'

type Props = { form: Form; first: Opened; typed?: Values | undefined }

/** The form of a record: texts in both languages, common fields once, and what is done with it. */
export function EditForm({ form, first, typed }: Props) {
  const t = useWordsOf(words)
  const { language } = useKnown().place
  const layout = useMemo(() => layoutOf(form), [form])
  const edits = useEdits(form, first, typed)
  const [conflict, setConflict] = useState<Opened>()
  const save = useSave(form, edits, setConflict)
  const [isLeft, setIsLeft] = useState(false)
  const { copy, forget, take } = useLocalCopy(form, edits)
  useGuard(edits.isDirty && !isLeft && !save.isPending)
  const { values, opened, wrong } = edits
  const [, navigate] = useLocation()
  const element = useRef<HTMLFormElement>(null)
  const titles = values.texts
  const title = titles[language][form.titled] || titles.en[form.titled] || titles.fr[form.titled]
  useEffect(() => {
    document.title = title || t('addHeading', { one: form.one[language] })
  }, [title, form, language, t])
  useEffect(() => {
    if (countOf(wrong) > 0)
      element.current
        ?.querySelector<HTMLElement>(
          '[data-invalid] :is(input, textarea, button, [contenteditable])',
        )
        ?.focus()
  }, [wrong])
  const mayNot = !opened.may.change
  const box = (isBeside: boolean) =>
    layout.groups
      .filter(group => group.isBeside === isBeside)
      .map(group => <GroupBox key={group.name} {...{ form, group, edits }} isDisabled={mayNot} />)
  useSaveKey(() => {
    if (!mayNot && !save.isPending) save.mutate({ facts: statusFor(opened), said: t('saved') })
  })
  function send(event: FormEvent) {
    event.preventDefault()
  }
  return (
    <Fields className="editor" onSubmit={send} ref={element} validationBehavior="aria">
      <div className="head">
        <h1>{title || t('addHeading', { one: form.one[language] })}</h1>
      </div>
      {copy && !edits.isDirty && !mayNot && (
        <div className="note">
          <p>{t('restoreAbout')}</p>
          <Button
            onPress={() => {
              const { facts, texts } = copy.values
              edits.setValues({ facts: { ...values.facts, ...facts }, texts })
              take()
            }}
          >
            {t('restore')}
          </Button>{' '}
          <Button onPress={forget}>{t('discard')}</Button>
        </div>
      )}
      {mayNot && <p className="note">{t('readOnly')}</p>}
      {countOf(wrong) > 0 && (
        <div role="alert" className="problem">
          <p>{t('wrong', { count: countOf(wrong) })}</p>
          {wrong.rest.map(each => (
            <p key={each}>{each}</p>
          ))}
        </div>
      )}
      <div className="sheet">
        <div className="column">
          <Texts {...{ form, edits }} fields={layout.texts} isDisabled={mayNot} />
          {box(false)}
        </div>
        <div className="beside">
          <PublishBox {...{ form, edits, save }}>
            {opened.id !== undefined && (
              <RecordActions
                {...{ form, edits }}
                onDuplicate={() => duplicate(form, edits, navigate)}
                onLeave={() => setIsLeft(true)}
              />
            )}
          </PublishBox>
          {box(true)}
        </div>
      </div>
      {conflict && (
        <Conflict {...{ form, edits }} now={conflict} onClose={() => setConflict(undefined)} />
      )}
    </Fields>
  )
}

/** A new record is a draft until it is published. */
const statusFor = ({ id, values }: Opened): Record<string, string> =>
  id === undefined && 'status' in values.facts ? { status: 'draft' } : {}

const countOf = ({ facts, texts, rest }: ReturnType<typeof useEdits>['wrong']) =>
  rest.length + [facts, texts.en, texts.fr].reduce((sum, of) => sum + Object.keys(of).length, 0)
