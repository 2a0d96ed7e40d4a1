import { lazy, Suspense, useId, useState } from 'react'
import { Input, TextArea } from 'react-aria-components'
import type { FormInput } from '../../define/field-type.ts'
import { useApp, useMessagesOf } from '../context.tsx'
import { wrongWith } from '../forms/checks.ts'
import { withScheme } from '../forms/values.ts'
import { TextInput } from '../parts/text-input.tsx'
import type { FieldProps } from './field-props.ts'
import { messages } from './messages.ts'
import { useRefusedPaste, useTrimmedPaste } from './pasted.ts'

const types: Partial<Record<FormInput, string>> = {
  url: 'url',
  email: 'email',
  tel: 'tel',
  secret: 'password',
}

/** Only venues need them. */
const Countries = lazy(async () => ({ default: (await import('./countries.tsx')).Countries }))

/** Text without markup: a line, or several. */
export function LineField({ field, lang, ...of }: FieldProps<string>) {
  const { maxLength = maxLine } = field
  const onPaste = useTrimmedPaste(maxLength)
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const list = useId()
  const [isLeft, setLeft] = useState(false)
  const { length } = of.value
  const wrong = isLeft ? wrongWith(field, of.value, of.label, locale) : undefined
  const count = length >= countedFrom && field.as !== 'secret'
  const hints = [
    wrong?.isNote && wrong.sentence,
    count && t('lengthOf', { count: length, most: maxLength }),
    of.hint,
  ].filter(Boolean)
  return (
    <TextInput
      {...inputProps(of)}
      error={of.error ?? (wrong?.isNote ? undefined : wrong?.sentence)}
      hint={hints.length > 0 ? hints.join(' ') : undefined}
      isMarked={field.isRequired}
      type={types[field.as] ?? 'text'}
      maxLength={maxLength}
      {...(field.as === 'number' && { inputMode: 'decimal' as const })}
      {...(field.as === 'secret' && { autoComplete: 'new-password' })}
      onBlur={() => {
        setLeft(true)
        if (field.as === 'url') tidy(of)
      }}
      data-field={field.name}
    >
      {field.as === 'lines' ? (
        <TextArea lang={lang} rows={4} onPaste={onPaste} />
      ) : (
        <Input lang={lang} onPaste={onPaste} {...(field.offers && { list, autoComplete: 'off' })} />
      )}
      {field.offers && (
        <Suspense>
          <Countries id={list} />
        </Suspense>
      )}
    </TextInput>
  )
}

/** A text of so many characters says how many there are. */
const countedFrom = 100

/** Maximum length of a line whose type has none. */
const maxLine = 2000

function tidy({ value, onChange }: Pick<FieldProps<string>, 'value' | 'onChange'>) {
  const address = withScheme(value)
  if (address !== value) onChange(address)
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
