import { Checkbox, CheckboxGroup, FieldError, Label } from 'react-aria-components'
import { textIn } from '../../define/text/language.ts'
import { useApp, useMessagesOf } from '../context.tsx'
import { type Ages, agesIn, agesText } from '../forms/audience.ts'
import { Hint } from '../parts/hint.tsx'
import { TextInput } from '../parts/text-input.tsx'
import type { FieldProps } from './field-props.ts'
import { messages } from './messages.ts'
import { FlagField } from './simple.tsx'

/** Several of a few words, which the value has with commas. */
export function ChoicesField(props: FieldProps<string>) {
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
export function AudienceField(props: FieldProps<string>) {
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
