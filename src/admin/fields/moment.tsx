import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import type { FieldProps } from './field-props.ts'

/**
 * A date with its time, or of an all-day event the date alone. The browser’s own input: it is written as its user’s system does, works
 * by keyboard and by touch, and weighs nothing.
 */
export function MomentField({
  field,
  label,
  value,
  onChange,
  error,
  hint,
  isDisabled,
  isDay = false,
}: FieldProps<string>) {
  const [day = '', time] = value.split('T')
  return (
    <TextField
      className="field moment"
      type={isDay ? 'date' : 'datetime-local'}
      value={isDay ? day : value}
      onChange={typed => onChange(isDay && typed && time ? `${typed}T${time}` : typed)}
      isInvalid={!!error}
      isDisabled={!!isDisabled}
      data-field={field.name}
    >
      <Label>
        {label}
        {field.isRequired && <span aria-hidden="true"> *</span>}
      </Label>
      <Input />
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="wrong">{error}</FieldError>
    </TextField>
  )
}
