import { useEffect, useEffectEvent, useState } from 'react'
import { Input } from 'react-aria-components'
import { momentsIn } from '../../define/time/typed.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import { inputOf, isMonthFirst, wallIn } from '../forms/moments.ts'
import { wallNow } from '../forms/zone-clock.ts'
import { TextInput } from '../parts/text-input.tsx'
import { type FieldProps, wordsOf } from './field-props.ts'
import { messages } from './messages.ts'
import { MomentField } from './moment.tsx'

/** A date that is picked, or typed as people write it: the picker shows at once how it was read. */
export function TypedMoment(props: FieldProps<string>) {
  const { unread, onEnd, ...plain } = props
  const { field, label, value, onChange, isDay = false, isDisabled, facts = {} } = plain
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const { site } = useUser()
  const [typed, setTyped] = useState('')
  // `+2h` is after this one, not after what the letters before have made of it
  const [base, setBase] = useState(value)
  const [isStrange, setStrange] = useState(false)
  const example = t(isDay ? 'exampleDay' : field.follows ? 'exampleEnd' : 'exampleStart')
  const notUnderstood = t('notUnderstood', { example })
  const read = (text: string, from = base) =>
    momentsIn(text, {
      now: wallIn(wallNow(String(facts.timezone || site.timezone), new Date())) ?? 0,
      start: field.follows ? wallIn(String(facts[field.follows] ?? '')) : undefined,
      form: { value: wallIn(from), isDay, isMonthFirst: isMonthFirst(locale) },
      hasEnd: onEnd !== undefined,
    })
  function write(text: string) {
    const from = typed === '' ? value : base
    setTyped(text)
    setBase(from)
    setStrange(false)
    const moments = read(text, from)
    if (moments) onChange(inputOf(moments.start))
    if (moments?.end) onEnd?.(inputOf(moments.end))
    unread?.report(text.trim() !== '' && !moments ? notUnderstood : undefined)
  }
  /** The words of an earlier date would contradict the picker. */
  function clear() {
    setTyped('')
    setStrange(false)
    unread?.report(undefined)
  }
  function pick(moment: string) {
    clear()
    setBase(moment)
    onChange(moment)
  }
  function leave() {
    if (typed.trim() === '' || read(typed) !== undefined) clear()
    else setStrange(true)
  }
  const forget = useEffectEvent(() => unread?.report(undefined))
  useEffect(() => () => forget(), [])
  if (isDisabled) return <MomentField {...plain} />
  return (
    <div className="typed-moment">
      <MomentField {...plain} onChange={pick} />
      <TextInput
        className="typed-text"
        label={t('inWords', { field: label })}
        value={typed}
        onChange={write}
        onBlur={leave}
        error={isStrange ? notUnderstood : unread?.error}
        data-field={wordsOf(field.name)}
        maxLength={100}
        autoComplete="off"
      >
        <Input placeholder={example} />
      </TextInput>
    </div>
  )
}
