import { TextInput } from '../parts/text-input.tsx'
import type { FieldProps } from './field-props.ts'

/**
 * A date with its time, or of an all-day event the date alone. The browser’s own input: it is written as its user’s system does, works
 * by keyboard and by touch, and weighs nothing.
 */
export function MomentField({
  field,
  value,
  onChange,
  isDisabled,
  isDay = false,
  ...of
}: FieldProps<string> & { name?: string }) {
  const [day = '', time] = value.split('T')
  return (
    <TextInput
      {...of}
      className="moment"
      isMarked={field.isRequired}
      type={isDay ? 'date' : 'datetime-local'}
      // seconds, which a stored moment may have, are wider than their column
      value={isDay ? day : value.slice(0, 16)}
      onChange={typed => onChange(isDay && typed && time ? `${typed}T${time}` : typed)}
      isDisabled={!!isDisabled}
      data-field={field.name}
    />
  )
}
