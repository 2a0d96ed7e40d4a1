import { useState } from 'react'
import { Button, Input, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { type Language, labelIn, othersThan, textIn } from '../../../../define/text/language.ts'
import { useApp, useMessagesOf } from '../../../context.tsx'
import type { Form } from '../../../forms/model.ts'
import { Choose } from '../../../parts/choose.tsx'
import { TextInput } from '../../../parts/text-input.tsx'
import { ActWindow } from './act-window.tsx'
import { messages } from './messages.ts'

type Props = {
  form: Form
  count: number
  isBusy: boolean
  /** `label`: the state in words. */
  onChange(change: Record<string, unknown>, label: string): void
}

/** Sets the state or the availability of several dates. */
export function StateActs({ form, count, isBusy, onChange }: Props) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const [isOpen, setIsOpen] = useState(false)
  const field = form.fields.find(({ name }) => name === 'availability')
  const items = (field?.choices ?? [])
    .filter(([word]) => word !== '')
    .map(([id, label]) => ({ id, text: textIn(label, language) }))
  return (
    <>
      <Button className="small" isPending={isBusy} onPress={() => setIsOpen(true)}>
        {t('cancelDates')}
      </Button>
      {field && (
        <MenuTrigger>
          <Button className="small">
            {textIn(field.label, language)} <span aria-hidden="true" className="arrow" />
          </Button>
          <Popover className="popover">
            <Menu className="options" items={items}>
              {({ id, text }) => (
                <MenuItem onAction={() => onChange({ availability: id }, text)}>{text}</MenuItem>
              )}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {isOpen && (
        <StateWindow
          form={form}
          count={count}
          onClose={() => setIsOpen(false)}
          onChange={onChange}
        />
      )}
    </>
  )
}

type WindowProps = Pick<Props, 'form' | 'count' | 'onChange'> & { onClose(): void }

/** The state of several dates, with its reason in each language. */
function StateWindow({ form, count, onClose, onChange }: WindowProps) {
  const t = useMessagesOf(messages)
  const { language: page } = useApp().place
  const [state, setState] = useState('cancelled')
  const field = form.fields.find(({ name }) => name === 'event_status')
  const reason = form.fields.find(({ name }) => name === 'event_status_reason')
  if (!field || !reason) return null
  const choices = (field.choices ?? []).map(([word, label]) => [word, textIn(label, page)] as const)
  function send(typed: Record<string, string>) {
    const of = (language: Language) => ({ event_status_reason: typed[language] ?? '' })
    const all = [page, ...othersThan(page)].map(language => [language, of(language)])
    const label = choices.find(([word]) => word === state)?.[1] ?? state
    onChange({ event_status: state, translations: Object.fromEntries(all) }, label)
    onClose()
  }
  return (
    <ActWindow heading={t('cancelHeading', { count })} onClose={onClose} onApply={send}>
      <Choose
        label={textIn(field.label, page)}
        value={state}
        onChange={setState}
        choices={choices}
      />
      {state !== choices[0]?.[0] &&
        [page, ...othersThan(page)].map((language, at) => (
          <TextInput
            key={language}
            name={language}
            label={labelIn(reason.label, language, page)}
            autoFocus={at === 0}
            {...(reason.maxLength && { maxLength: reason.maxLength })}
          >
            <Input lang={language} />
          </TextInput>
        ))}
    </ActWindow>
  )
}
