import { forms } from 'virtual:forms'
import { lazy, type MouseEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, Checkbox, CheckboxGroup, FieldError, Input, Label } from 'react-aria-components'
import { isTree } from '../../define/record.ts'
import { textIn } from '../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import { type Ages, agesIn, agesText } from '../forms/audience.ts'
import { inputOf, isMonthFirst, momentsTyped, momentText, wallIn } from '../forms/moments.ts'
import type { ImageValue, Linked, Term, Value } from '../forms/values.ts'
import { wallNow } from '../forms/zone-clock.ts'
import { Hint } from '../parts/hint.tsx'
import { RecordPicker } from '../parts/record-picker.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { CustomFields } from './custom.tsx'
import type { FieldProps } from './field-props.ts'
import { ImageField } from './image.tsx'
import { LineField, SourceField } from './line.tsx'
import { LinksField } from './links.tsx'
import { messages } from './messages.ts'
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

/** A first click selects all, as a Tab does: what is typed takes the place of the whole moment. */
function focusAll(event: MouseEvent<HTMLInputElement>) {
  const { currentTarget: input } = event
  if (document.activeElement === input) return
  event.preventDefault()
  input.focus()
}

/** A date as people write it, typed or picked. It is shown as it was read, while it is typed too. */
function TypedMoment(props: FieldProps<string>) {
  const { unread, onEnd, field, label, value, onChange, isDay = false, facts = {}, ...of } = props
  const { error, hint, isDisabled } = of
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const { site } = useUser()
  const [typed, setTyped] = useState<string>()
  // `+2h` is after this one, not after what the letters before have made of it
  const [base, setBase] = useState(value)
  const [isStrange, setStrange] = useState(false)
  const shown = momentText(value, isDay, locale)
  const example = t(isDay ? 'exampleDay' : field.follows ? 'exampleEnd' : 'exampleStart')
  const notUnderstood = t('notUnderstood', { example })
  const read = (text: string, from: string) =>
    momentsTyped(text, momentText(from, isDay, locale), {
      now: wallIn(wallNow(String(facts.timezone || site.timezone), new Date())) ?? 0,
      start: field.follows ? wallIn(String(facts[field.follows] ?? '')) : undefined,
      form: { value: wallIn(from), isDay, isMonthFirst: isMonthFirst(locale) },
      hasEnd: onEnd !== undefined,
    })
  const isUnread = (text: string) => text.trim() !== '' && !read(text, base)
  function write(text: string) {
    const from = typed === undefined ? value : base
    setTyped(text)
    setBase(from)
    setStrange(false)
    const moments = read(text, from)
    if (text.trim() === '') onChange('')
    else if (moments) onChange(inputOf(moments.start))
    if (moments?.end) onEnd?.(inputOf(moments.end))
    unread?.(text.trim() !== '' && !moments ? notUnderstood : undefined)
  }
  function pick(moment: string) {
    setTyped(undefined)
    setStrange(false)
    unread?.(undefined)
    onChange(moment)
  }
  function leave() {
    if (typed === undefined) return
    if (isUnread(typed)) setStrange(true)
    else setTyped(undefined)
  }
  const forget = useEffectEvent(() => unread?.(undefined))
  useEffect(() => () => forget(), [])
  return (
    <TextInput
      className="moment"
      label={label}
      hint={hint}
      isMarked={field.isRequired}
      value={typed ?? shown}
      onChange={write}
      onFocus={event => event.target instanceof HTMLInputElement && event.target.select()}
      onBlur={leave}
      error={isStrange ? notUnderstood : error}
      isDisabled={!!isDisabled}
      data-field={field.name}
      maxLength={100}
      autoComplete="off"
    >
      <div className="joined">
        <Input placeholder={example} onMouseDown={focusAll} />
        <MomentPicker {...props} onChange={pick} />
      </div>
      <output>{typed !== undefined && !isUnread(typed) && typed !== shown && shown}</output>
    </TextInput>
  )
}

/** Opens the calendar of the browser, which its user knows; on phones it is quicker than letters. */
function MomentPicker({ label, value, onChange, isDay, isDisabled }: FieldProps<string>) {
  const t = useMessagesOf(messages)
  const picker = useRef<HTMLInputElement>(null)
  const [day = '', time] = value.split('T')
  return (
    <>
      <Button
        className="icon"
        aria-label={t('pickIn', { field: label })}
        isDisabled={!!isDisabled}
        onPress={() => picker.current?.showPicker()}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 6h16v14H4zM4 10h16M8 3v5M16 3v5" />
        </svg>
      </Button>
      <input
        ref={picker}
        type={isDay ? 'date' : 'datetime-local'}
        value={isDay ? day : value.slice(0, 16)}
        onChange={({ target: { value: picked } }) =>
          onChange(isDay && picked && time ? `${picked}T${time}` : picked)
        }
        tabIndex={-1}
        aria-hidden="true"
      />
    </>
  )
}
