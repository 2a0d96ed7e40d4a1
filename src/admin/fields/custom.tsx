import type { CustomField } from '../../define/custom-fields.ts'
import { adjectiveOf, type Language, languagesFrom, textIn } from '../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import { type CustomValues, customAsDefined, customText } from '../forms/custom.ts'
import { Choose } from '../parts/choose.tsx'
import { TextInput } from '../parts/text-input.tsx'
import type { FieldProps } from './field-props.ts'
import { messages } from './messages.ts'

/** The fields that the site has defined, each with its own input; a text of its own in each language. */
export function CustomFields(props: FieldProps<string>) {
  const { field, label, value, onChange, error, isDisabled = false } = props
  const { language: page } = useApp().place
  const { customFields } = useUser().site
  if (customFields.length === 0) return null
  const values = customAsDefined(value, customFields, page)
  const inputs = (own: CustomField): [language: Language | undefined, label: string][] => {
    const name = textIn(own.label, page)
    return own.isTranslated
      ? languagesFrom(page).map(each => [each, `${name} (${adjectiveOf(each, page)})`])
      : [[undefined, name]]
  }
  return (
    <fieldset
      className="field custom-fields"
      data-field={field.name}
      {...(error && { 'data-invalid': true })}
    >
      <legend>{label}</legend>
      {customFields.flatMap(own =>
        inputs(own).map(([language, name]) => (
          <CustomInput
            key={`${own.name} ${language}`}
            own={own}
            language={language}
            values={values}
            isDisabled={isDisabled}
            label={name}
            onChange={typed => onChange(customText(values, own.name, typed, language))}
          />
        )),
      )}
      {error && <span className="wrong">{error}</span>}
    </fieldset>
  )
}

type InputProps = {
  own: CustomField
  values: CustomValues
  language: Language | undefined
  label: string
  onChange(typed: string): void
  isDisabled: boolean
}

export function CustomInput({ own, values, language, label, onChange, isDisabled }: InputProps) {
  const { language: page } = useApp().place
  const t = useMessagesOf(messages)
  const stored = values[own.name]
  const value = String((typeof stored === 'object' ? language && stored?.[language] : stored) ?? '')
  if (own.type === 'choice')
    return (
      <Choose
        label={label}
        value={value}
        onChange={onChange}
        choices={[
          ['', t('none')],
          ...own.choices.map(({ word, label: its }) => [word, textIn(its, page)] as const),
        ]}
        isDisabled={isDisabled}
      />
    )
  return (
    <TextInput
      label={label}
      value={value}
      onChange={onChange}
      {...(language && { lang: language })}
      {...(own.type === 'number' && { inputMode: 'decimal' as const })}
      {...(own.type === 'link' && { inputMode: 'url' as const })}
      maxLength={2000}
      autoComplete="off"
      isDisabled={isDisabled}
    />
  )
}
