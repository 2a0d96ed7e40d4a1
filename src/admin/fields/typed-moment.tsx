import { useState } from 'react'
import { Input } from 'react-aria-components'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import { readMoment } from '../forms/typed-moment.ts'
import { TextInput } from '../parts/text-input.tsx'
import { wallNow } from '../parts/zone-clock.ts'
import { messages } from '../screens/editor/messages.ts'
import type { FieldProps } from './field-props.ts'
import { MomentField } from './moment.tsx'

/** A date that is picked, or typed as people write it: the picker shows at once how it was read. */
export function TypedMoment(props: FieldProps<string>) {
  const { field, label, value, onChange, isDay = false, isDisabled, facts = {} } = props
  const t = useMessagesOf(messages)
  const { language, locale } = useApp().place
  const { site } = useUser()
  const [typed, setTyped] = useState('')
  // `+2h` is after this one, not after what the letters before have made of it
  const [base, setBase] = useState(value)
  const [isStrange, setStrange] = useState(false)
  const example = t(isDay ? 'exampleDay' : field.follows ? 'exampleEnd' : 'exampleStart')
  const read = (text: string, from = base) =>
    readMoment(text, {
      language,
      locale,
      now: wallNow(String(facts.timezone || site.timezone), new Date()),
      value: from,
      isDay,
      ...(field.follows && { start: String(facts[field.follows] ?? '') }),
    })
  function write(text: string) {
    const from = typed === '' ? value : base
    setTyped(text)
    setBase(from)
    setStrange(false)
    const moment = read(text, from)
    if (moment !== undefined) onChange(moment)
  }
  function pick(moment: string) {
    setBase(moment)
    onChange(moment)
  }
  if (isDisabled) return <MomentField {...props} />
  return (
    <div className="typed-moment">
      <MomentField {...props} onChange={pick} />
      <TextInput
        className="typed-text"
        label={t('inWords', { field: label })}
        value={typed}
        onChange={write}
        onBlur={() => setStrange(typed.trim() !== '' && read(typed) === undefined)}
        error={isStrange ? t('notUnderstood', { example }) : undefined}
        maxLength={100}
        autoComplete="off"
      >
        <Input placeholder={example} />
      </TextInput>
    </div>
  )
}
