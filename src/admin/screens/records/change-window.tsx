import { forms } from 'virtual:forms'
import { useId, useState } from 'react'
import { Form as AriaForm, Button } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { ZoneField } from '../../fields/zone.tsx'
import type { Form } from '../../forms/model.ts'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Window } from '../../parts/window.tsx'
import { type Change, changesOf, labelOf, type ManyChange, sentOf, wordsOf } from './changes.ts'
import { messages } from './messages.ts'

type Props = {
  form: Form
  count: number
  onClose(): void
  onChange(change: ManyChange): void
}

/** Changes one thing in several records. */
export function ChangeWindow({ form, count, onClose, onChange }: Props) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const changes = changesOf(form)
  const [id, setId] = useState(changes[0]?.id ?? '')
  const [value, setValue] = useState('')
  const chosen = changes.find(change => change.id === id)
  const sent = chosen && sentOf(chosen, value)
  return (
    <Window isOpen isFirm onClose={onClose} heading={t('changeHeading', { count })}>
      <AriaForm
        onSubmit={event => {
          event.preventDefault()
          if (!sent) return
          onChange(sent)
          onClose()
        }}
      >
        <label className="field">
          <span className="label">{t('what')}</span>
          <select
            value={id}
            onChange={({ target }) => {
              setId(target.value)
              setValue('')
            }}
          >
            {changes.map(change => (
              <option key={change.id} value={change.id}>
                {labelOf(change, language, t)}
              </option>
            ))}
          </select>
        </label>
        {chosen && <ChangeInput key={id} change={chosen} value={value} onChange={setValue} />}
        <div className="actions">
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" className="primary" isDisabled={!sent}>
            {t('apply', { count })}
          </Button>
        </div>
      </AriaForm>
    </Window>
  )
}

type InputProps = { change: Change; value: string; onChange(value: string): void }

function ChangeInput({ change, value, onChange }: InputProps) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const { field, way } = change
  const label = labelOf(change, language, t)
  const form = field.of && forms[field.of]
  if (way === 'move') return <MoveInput onChange={onChange} />
  if (form)
    return (
      <RecordPicker
        form={form}
        label={textIn(field.label, language)}
        none={t('none')}
        value={Number(value)}
        onChange={id => onChange(String(id))}
        autoFocus
      />
    )
  if (field.as === 'zone')
    return <ZoneField field={field} label={label} value={value} onChange={onChange} />
  if (field.as === 'flag' || field.as === 'choice') {
    const options: (readonly [string, string])[] =
      field.as === 'flag'
        ? [
            ['yes', t('yes')],
            ['no', t('no')],
          ]
        : wordsOf(field).map(([word, sentence]) => [word, textIn(sentence, language)])
    return (
      <label className="field">
        <span className="label">{label}</span>
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">–</option>
          {options.map(([word, text]) => (
            <option key={word} value={word}>
              {text}
            </option>
          ))}
        </select>
      </label>
    )
  }
  return (
    <TextInput
      name={field.name}
      label={label}
      value={value}
      onChange={onChange}
      {...(field.maxLength && { maxLength: field.maxLength })}
    />
  )
}

const units = { days: 1440, weeks: 7 * 1440, hours: 60, minutes: 1 } as const
type Unit = keyof typeof units
const isUnit = (word: string): word is Unit => Object.hasOwn(units, word)

/** The distance of moved dates: a number, below zero for earlier, and its unit. */
export function MoveInput({ onChange }: Pick<InputProps, 'onChange'>) {
  const t = useMessagesOf(messages)
  const hint = useId()
  const [number, setNumber] = useState('')
  const [unit, setUnit] = useState<Unit>('days')
  const put = (digits: string, of: Unit) => {
    setNumber(digits)
    setUnit(of)
    const minutes = Number(digits) * units[of]
    onChange(Number.isSafeInteger(minutes) ? String(minutes) : '')
  }
  return (
    <div className="pair">
      <label className="field">
        <span className="label">{t('moveBy')}</span>
        <input
          type="number"
          step="1"
          value={number}
          aria-describedby={hint}
          onChange={({ target }) => put(target.value, unit)}
        />
      </label>
      <label className="field">
        <span className="label">{t('unit')}</span>
        <select
          value={unit}
          onChange={({ target }) => isUnit(target.value) && put(number, target.value)}
        >
          {Object.keys(units)
            .filter(isUnit)
            .map(word => (
              <option key={word} value={word}>
                {t(word)}
              </option>
            ))}
        </select>
      </label>
      <p className="hint" id={hint}>
        {t('moveHint')}
      </p>
    </div>
  )
}
