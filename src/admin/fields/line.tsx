import { Input, TextArea } from 'react-aria-components'
import type { FormInput } from '../../define/field-type.ts'
import { withScheme } from '../forms/values.ts'
import { TextInput } from '../parts/text-input.tsx'
import type { FieldProps } from './field-props.ts'
import { useRefusedPaste, useTrimmedPaste } from './pasted.ts'

const types: Partial<Record<FormInput, string>> = {
  url: 'url',
  email: 'email',
  tel: 'tel',
  secret: 'password',
}

/** Text without markup: a line, or several. */
export function LineField({ field, lang, ...of }: FieldProps<string>) {
  const { longest = longestLine } = field
  const onPaste = useTrimmedPaste(longest)
  return (
    <TextInput
      {...inputProps(of)}
      isMarked={field.isRequired}
      type={types[field.as] ?? 'text'}
      maxLength={longest}
      {...(field.as === 'number' && { inputMode: 'decimal' as const })}
      {...(field.as === 'secret' && { autoComplete: 'new-password' })}
      {...(field.as === 'url' && { onBlur: () => tidy(of) })}
      data-field={field.name}
    >
      {field.as === 'lines' ? (
        <TextArea lang={lang} rows={4} onPaste={onPaste} />
      ) : (
        <Input lang={lang} onPaste={onPaste} />
      )}
    </TextInput>
  )
}

/** What a browser is given of a line whose type names no limit. */
const longestLine = 2000

function tidy({ value, onChange }: Pick<FieldProps<string>, 'value' | 'onChange'>) {
  const whole = withScheme(value)
  if (whole !== value) onChange(whole)
}

/** HTML as it is written. */
export function SourceField({ field, lang, hint: _, ...of }: FieldProps<string>) {
  const isRefused = useRefusedPaste()
  return (
    <TextInput {...inputProps(of)} data-field={field.name}>
      <TextArea
        lang={lang}
        rows={8}
        className="source"
        spellCheck
        onPaste={event => isRefused(event.clipboardData) && event.preventDefault()}
      />
    </TextInput>
  )
}

const inputProps = ({
  isDay: _,
  isDisabled,
  ...of
}: Omit<FieldProps<string>, 'field' | 'lang'>) => ({
  ...of,
  isDisabled: !!isDisabled,
})
