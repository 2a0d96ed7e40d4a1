import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Radio, RadioGroup } from 'react-aria-components'
import { labelIn, textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { type Difference, differences, settled } from '../../forms/conflict.ts'
import type { Form } from '../../forms/model.ts'
import type { Value } from '../../forms/values.ts'
import { versioned } from '../../forms/versioned.ts'
import { dayAndTime } from '../../parts/times.tsx'
import { Window } from '../../parts/window.tsx'
import { useValueText } from '../history/differences.tsx'
import { type Opened, versionedId } from './open.ts'
import type { Edits } from './use-edits.ts'

type Props = { form: Form; edits: Edits; now: Opened; onClose(): void }

/** Another has changed the record: both versions side by side, and for each field the choice. Nothing is saved by it. */
export function Conflict({ form, edits, now, onClose }: Props) {
  const t = useMessagesOf(messages)
  const [changes] = useState(() => differences(form, edits.opened.values, edits.values, now.values))
  const [own, setOwn] = useState(
    () => new Set(changes.filter(({ isMine }) => isMine).map(({ key }) => key)),
  )
  function settle() {
    edits.restart(now, settled(now.values, changes, own))
    onClose()
  }
  return (
    <Window heading={useChangedBy(form, now)} isOpen isFirm isWide onClose={onClose}>
      <p>{t('conflictAbout')}</p>
      {changes.map(each => (
        <Choice
          key={each.key}
          of={each}
          isOwn={own.has(each.key)}
          onChange={is => {
            const next = new Set(own)
            if (is) next.add(each.key)
            else next.delete(each.key)
            setOwn(next)
          }}
        />
      ))}
      <div className="actions">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button className="primary" onPress={settle}>
          {t('goOn')}
        </Button>
      </div>
    </Window>
  )
}

/** The user and time of the last change, for users who may see versions. */
function useChangedBy(form: Form, opened: Opened): string {
  const { tag } = opened
  const id = versionedId(opened)
  const t = useMessagesOf(messages)
  const { server, place } = useApp()
  const { data } = useQuery({
    queryKey: [form.path, 'last version', id, tag],
    queryFn: async () =>
      (await server.admin(`GET /${versioned(form)}/:id/versions`, { id, per_page: 1 })).versions,
    retry: false,
  })
  const last = data?.[0]
  if (!last?.name) return t('conflict')
  return t('conflictBy', { name: last.name, time: dayAndTime(last.time, place.locale) })
}

type ChoiceProps = { of: Difference; isOwn: boolean; onChange(isOwn: boolean): void }

function Choice({ of: { field, language, mine, theirs }, isOwn, onChange }: ChoiceProps) {
  const t = useMessagesOf(messages)
  const { language: page } = useApp().place
  const valueText = useValueText()
  const textOf = (value: Value) =>
    field.isText ? String(value ?? '').replace(/<[^>]*>/g, ' ') : valueText(field, value)
  const name = language ? labelIn(field.label, language, page) : textIn(field.label, page)
  const option = (value: 'mine' | 'theirs', text: string) => (
    <Radio value={value} className="check version">
      <span aria-hidden="true" className="box is-round" />
      <span>
        <b>{t(value)}</b>
        <span lang={language}>{text || t('empty')}</span>
      </span>
    </Radio>
  )
  return (
    <RadioGroup
      className="versions"
      aria-label={name}
      value={isOwn ? 'mine' : 'theirs'}
      onChange={chosen => onChange(chosen === 'mine')}
    >
      <span className="label">{name}</span>
      {option('mine', textOf(mine))}
      {option('theirs', textOf(theirs))}
    </RadioGroup>
  )
}
