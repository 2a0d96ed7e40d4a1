import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Form as Fields } from 'react-aria-components'
import { useKnown, useWordsOf } from '../../context.tsx'
import { layoutOf } from '../../forms/layouts.ts'
import type { Form } from '../../forms/model.ts'
import { GroupBox } from './group-box.tsx'
import type { Opened } from './open.ts'
import { PublishBox } from './publish-box.tsx'
import { Texts } from './texts.tsx'
import { useEdits } from './use-edits.ts'
import { useSave } from './use-save.ts'
import { words } from './words.ts'

/** The form of a record: texts in both languages, common fields once, and what is done with it. */
export function EditForm({ form, first }: { form: Form; first: Opened }) {
  const t = useWordsOf(words)
  const { language } = useKnown().place
  const layout = useMemo(() => layoutOf(form), [form])
  const edits = useEdits(form, first)
  const [, setConflict] = useState<Opened>()
  const save = useSave(form, edits, setConflict)
  const { values, opened, wrong } = edits
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
  function send(event: FormEvent) {
    event.preventDefault()
    save.mutate({ facts: {}, said: t('saved') })
  }
  return (
    <Fields className="editor" onSubmit={send} ref={element} validationBehavior="aria">
      <div className="head">
        <h1>{title || t('addHeading', { one: form.one[language] })}</h1>
      </div>
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
          <PublishBox {...{ form, edits, save }} />
          {box(true)}
        </div>
      </div>
    </Fields>
  )
}

const countOf = ({ facts, texts, rest }: ReturnType<typeof useEdits>['wrong']) =>
  rest.length + [facts, texts.en, texts.fr].reduce((sum, of) => sum + Object.keys(of).length, 0)
