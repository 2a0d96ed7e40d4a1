import { Input, TextArea } from 'react-aria-components'
import type { FormInput } from '../../define/field-type.ts'
import { withScheme } from '../forms/values.ts'
import { TextInput } from '../parts/text-input.tsx'
import type { FieldProps } from './field-props.ts'

const types: Partial<Record<FormInput, string>> = {
  url: 'url',
  email: 'email',
  tel: 'tel',
  secret: 'password',
}

/** Text without markup: a line, or several. */
export const LineField = ({ field, lang, ...of }: FieldProps<string>) => (
  <TextInput
    {...inputProps(of)}
    isMarked={field.isRequired}
    type={types[field.as] ?? 'text'}
    {...(field.longest !== undefined && { maxLength: field.longest })}
    {...(field.as === 'number' && { inputMode: 'decimal' as const })}
    {...(field.as === 'secret' && { autoComplete: 'new-password' })}
    {...(field.as === 'url' && { onBlur: () => tidy(of) })}
    data-field={field.name}
  >
    {field.as === 'lines' ? <TextArea lang={lang} rows={4} /> : <Input lang={lang} />}
  </TextInput>
)

function tidy({ value, onChange }: Pick<FieldProps<string>, 'value' | 'onChange'>) {
  const whole = withScheme(value)
  if (whole !== value) onChange(whole)
}

/** HTML as it is written. */
export const SourceField = ({ field, lang, hint: _, ...of }: FieldProps<string>) => (
  <TextInput {...inputProps(of)} data-field={field.name}>
    <TextArea lang={lang} rows={8} className="source" spellCheck />
  </TextInput>
)

const inputProps = ({
  isDay: _,
  isDisabled,
  ...of
}: Omit<FieldProps<string>, 'field' | 'lang'>) => ({
  ...of,
  isDisabled: !!isDisabled,
})
