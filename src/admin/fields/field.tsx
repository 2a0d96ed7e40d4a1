import { forms } from 'virtual:forms'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Checkbox, CheckboxGroup, FieldError, Input, Label } from 'react-aria-components'
import { isTree } from '../../define/record.ts'
import { textIn } from '../../define/text/language.ts'
import { momentsIn } from '../../define/time/typed.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import { type Ages, agesIn, agesText } from '../forms/audience.ts'
import { inputOf, isMonthFirst, wallIn } from '../forms/moments.ts'
import type { ImageValue, Linked, Term, Value } from '../forms/values.ts'
import { wallNow } from '../forms/zone-clock.ts'
import { Hint } from '../parts/hint.tsx'
import { RecordPicker } from '../parts/record-picker.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { CustomFields } from './custom.tsx'
import { type FieldProps, wordsOf } from './field-props.ts'
import { ImageField } from './image.tsx'
import { LineField, SourceField } from './line.tsx'
import { LinksField } from './links.tsx'
import { messages } from './messages.ts'
import { MomentField } from './moment.tsx'
import { ChoiceField, FlagField } from './simple.tsx'
import { CategoriesField, TagsField } from './terms.tsx'
import { ZoneField } from './zone.tsx'

/** It is much, and few forms need it. */
const RecurrenceField = lazy(async () => ({
  default: (await import('./recurrence.tsx')).RecurrenceField,
}))

/** The input of a field, by its definition. */
export function FieldInput(props: FieldProps<Value>) {
  switch (props.field.as) {
    case 'flag':
      return <FlagField {...of<boolean>(props)} />
    case 'choice':
      return <ChoiceField {...of<string>(props)} />
    case 'choices':
      return <ChoicesField {...of<string>(props)} />
    case 'audience':
      return <AudienceField {...of<string>(props)} />
    case 'custom':
      return <CustomFields {...of<string>(props)} />
    case 'moment':
      return <TypedMoment {...of<string>(props)} />
    case 'zone':
      return <ZoneField {...of<string>(props)} />
    case 'html':
      return <SourceField {...of<string>(props)} />
    case 'record':
      return <OneRecord {...of<number>(props)} />
    case 'records':
      return <LinksField {...of<Linked[]>(props)} />
    case 'terms': {
      const terms = of<Term[]>(props)
      return isTree(props.field.of ?? '') ? (
        <CategoriesField {...terms} />
      ) : (
        <TagsField {...terms} />
      )
    }
    case 'recurrence':
      return (
        <Suspense>
          <RecurrenceField {...of<string>(props)} />
        </Suspense>
      )
    case 'image':
      return <ImageField {...of<ImageValue | null>(props)} />
    default:
      return <LineField {...of<string>(props)} />
  }
}

/** The values of a form are made for the inputs of their fields: `valuesOf` and `newValues` go by the same word. */
const of = <V extends Value>(props: FieldProps<Value>) => props as FieldProps<V>

function OneRecord(props: FieldProps<number>) {
  const { field, label, value, onChange, error, isDisabled } = props
  const t = useMessagesOf(messages)
  const form = forms[field.of ?? '']
  if (!form) return null
  return (
    <div className="field" data-field={field.name} {...(error && { 'data-invalid': true })}>
      <RecordPicker
        form={form}
        label={label}
        value={value}
        onChange={onChange}
        none={t('none')}
        isDisabled={!!isDisabled}
      />
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}

/** Several of a few words, which the value has with commas. */
function ChoicesField(props: FieldProps<string>) {
  const { field, label, value, onChange, error, hint, isDisabled } = props
  const { language } = useApp().place
  const choices = field.choices ?? []
  return (
    <CheckboxGroup
      className="field"
      data-field={field.name}
      value={value === '' ? [] : value.split(',')}
      onChange={chosen =>
        onChange(
          choices
            .map(([word]) => word)
            .filter(word => chosen.includes(word))
            .join(','),
        )
      }
      isInvalid={!!error}
      isDisabled={!!isDisabled}
    >
      <Label>{label}</Label>
      <div className="several">
        {choices.map(([word, sentence]) => (
          <Checkbox key={word} className="check" value={word}>
            <span aria-hidden="true" className="box" />
            {textIn(sentence, language)}
          </Checkbox>
        ))}
      </div>
      <Hint text={hint} />
      <FieldError className="wrong">{error}</FieldError>
    </CheckboxGroup>
  )
}

/** Families, and from which age to which. */
function AudienceField(props: FieldProps<string>) {
  const { field, label, value, onChange, error, hint, isDisabled } = props
  const t = useMessagesOf(messages)
  const ages = agesIn(value)
  const set = (change: Partial<Ages>) => onChange(agesText({ ...ages, ...change }))
  const age = (name: 'from' | 'to') => (
    <TextInput
      label={t(name === 'from' ? 'minAge' : 'maxAge')}
      value={ages[name]}
      onChange={typed => set({ [name]: typed })}
      inputMode="numeric"
      maxLength={3}
      isDisabled={!!isDisabled}
    />
  )
  return (
    <fieldset
      className="field audience"
      data-field={field.name}
      {...(error && { 'data-invalid': true })}
    >
      <legend>{label}</legend>
      <FlagField
        field={{ name: 'family' }}
        label={t('family')}
        value={ages.family}
        onChange={family => set({ family })}
        isDisabled={!!isDisabled}
      />
      {age('from')}
      {age('to')}
      {hint && <span className="hint">{hint}</span>}
      {error && <span className="wrong">{error}</span>}
    </fieldset>
  )
}

/** A date that is picked, or typed as people write it: the picker shows at once how it was read. */
function TypedMoment(props: FieldProps<string>) {
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
