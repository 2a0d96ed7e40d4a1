import { Checkbox, Text } from 'react-aria-components'
import { textIn } from '../../define/text/language.ts'
import { useApp } from '../context.tsx'
import { Choose } from '../parts/choose.tsx'
import type { FieldProps, NamedProps } from './field-props.ts'

/** Yes or no. */
export const FlagField = ({
  field,
  label,
  value,
  onChange,
  error,
  hint,
  isDisabled,
}: NamedProps<boolean>) => (
  <div className="field" data-field={field.name}>
    <Checkbox
      className="check"
      isSelected={value}
      onChange={onChange}
      isInvalid={!!error}
      isDisabled={!!isDisabled}
    >
      <span aria-hidden="true" className="box" />
      {label}
    </Checkbox>
    {hint && <span className="hint">{hint}</span>}
    {error && <span className="wrong">{error}</span>}
  </div>
)

/** One of a few words. */
export function ChoiceField(props: FieldProps<string>) {
  const { field, label, value, onChange, error, hint, isDisabled } = props

  const { language } = useApp().place
  const choices = (field.choices ?? []).map(
    ([word, sentence]) => [word, textIn(sentence, language)] as const,
  )
  return (
    <div className="field" data-field={field.name} {...(error && { 'data-invalid': true })}>
      <Choose
        label={label}
        value={value}
        onChange={onChange}
        choices={choices}
        isDisabled={!!isDisabled}
      />
      {hint && <Text className="hint">{hint}</Text>}
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}
