import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components'
import type { FormInput } from '../../define/field-type.ts'
import type { FieldProps } from './field-props.ts'

const types: Partial<Record<FormInput, string>> = {
  url: 'url',
  email: 'email',
  tel: 'tel',
  secret: 'password',
}

/** Text without markup: a line, or several. */
export const LineField = ({
  field,
  label,
  value,
  onChange,
  error,
  hint,
  isDisabled,
  lang,
}: FieldProps<string>) => (
  <TextField
    className="field"
    value={value}
    onChange={onChange}
    isInvalid={!!error}
    isDisabled={!!isDisabled}
    type={types[field.as] ?? 'text'}
    {...(field.longest !== undefined && { maxLength: field.longest })}
    {...(field.as === 'number' && { inputMode: 'decimal' as const })}
    {...(field.as === 'secret' && { autoComplete: 'new-password' })}
    data-field={field.name}
  >
    <Label>
      {label}
      {field.isRequired && <span aria-hidden="true"> *</span>}
    </Label>
    {field.as === 'lines' ? <TextArea lang={lang} rows={4} /> : <Input lang={lang} />}
    {hint && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="wrong">{error}</FieldError>
  </TextField>
)

/** HTML as it is written. */
export const SourceField = ({
  field,
  label,
  value,
  onChange,
  error,
  isDisabled,
  lang,
}: FieldProps<string>) => (
  <TextField
    className="field"
    value={value}
    onChange={onChange}
    isInvalid={!!error}
    isDisabled={!!isDisabled}
    data-field={field.name}
  >
    <Label>{label}</Label>
    <TextArea lang={lang} rows={8} className="source" spellCheck />
    <FieldError className="wrong">{error}</FieldError>
  </TextField>
)
