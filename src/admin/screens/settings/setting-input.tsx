import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import { Button, TextArea } from 'react-aria-components'
import { adjectiveOf, inEachLanguage, languagesFrom } from '../../../define/text/language.ts'
import { localText, ownText } from '../../../define/text/local-text.ts'
import type { Setting } from '../../../sdk/index.ts'
import { useApi, useApp, useMessagesOf } from '../../context.tsx'
import { FlagField } from '../../fields/simple.tsx'
import { ZoneField } from '../../fields/zone.tsx'
import type { Form } from '../../forms/model.ts'
import { recordsOf } from '../../forms/records.ts'
import { imageValueOf } from '../../forms/values.ts'
import { Choice } from '../../parts/choice.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { FileInput } from './file-input.tsx'
import { messages } from './messages.ts'

type Props = {
  setting: Setting
  value: string | boolean
  onChange(value: string | boolean): void
  error: string | undefined
}

/** The input of a setting. The service decides which values it takes. */
export function SettingInput({ setting, value, onChange, error }: Props) {
  const w = useMessagesOf(messages)
  const { name, input, about, expects } = setting
  const common = { label: setting.label ?? name, hint: about, error }
  const text = String(value)
  const line = (
    <TextInput
      label={common.label}
      name={name}
      hint={input === 'color' ? about : `${about} ${w('value', { expects })}`}
      value={text}
      onChange={onChange}
      autoComplete="off"
      type={input === 'color' ? 'color' : 'text'}
      {...(input === 'number' && { inputMode: 'numeric' })}
    />
  )
  if (setting.secret)
    return <SecretInput setting={setting} value={text} onChange={onChange} error={error} />
  switch (input) {
    case 'switch':
      return <FlagField {...common} field={setting} value={value === true} onChange={onChange} />
    case 'zone':
      return <ZoneField {...common} field={setting} value={text} onChange={onChange} />
    case 'choice':
    case 'wordAndText':
      return <ChoiceInput setting={setting} value={text} onChange={onChange} error={error} />
    case 'color':
      return text === '' ? <NoColor setting={setting} onChange={onChange} /> : line
    case 'texts':
    case 'paragraphs':
      return <LocalInput setting={setting} value={text} onChange={onChange} error={error} />
    case 'lines':
      return (
        <TextInput
          {...common}
          name={name}
          hint={`${about} ${w('value', { expects })}`}
          value={text}
          onChange={onChange}
          autoComplete="off"
        >
          <TextArea rows={5} />
        </TextInput>
      )
    case 'file':
      return <FileInput setting={setting} value={text} onChange={onChange} error={error} />
    case 'record':
      return <RecordInput setting={setting} value={text} onChange={onChange} error={error} />
    default:
      return line
  }
}

/** A choice, and for some settings a text behind it. */
function ChoiceInput({ setting, value, onChange, error }: LocalInputProps) {
  const w = useMessagesOf(messages)
  const label = setting.label ?? setting.name
  const [chosen = '', more = ''] = value.split(/ (.*)/s)
  return (
    <div className="field">
      <Choice
        label={label}
        hint={setting.about}
        value={chosen}
        options={(setting.words ?? []).map(each => [each.word, each.label] as const)}
        onChange={onChange}
      />
      {setting.input === 'wordAndText' && (
        <TextInput
          label={`${label} (URL)`}
          name={setting.name}
          hint={w('value', { expects: setting.expects })}
          value={more}
          onChange={typed => onChange(typed === '' ? chosen : `${chosen} ${typed}`)}
          autoComplete="off"
        />
      )}
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}

/** A color that follows from another until one is chosen. */
function NoColor({ setting, onChange }: Pick<Props, 'setting' | 'onChange'>) {
  const w = useMessagesOf(messages)
  const label = setting.label ?? setting.name
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <Button aria-label={`${w('chooseColor')} (${label})`} onPress={() => onChange('#1d5a86')}>
        {w('chooseColor')}
      </Button>
      <p className="hint">{setting.about}</p>
    </fieldset>
  )
}

type LocalInputProps = {
  setting: Setting
  /** As it is stored: plain, or JSON with a text for each language. */
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** A text in each language, of one line or of several. */
function LocalInput({ setting, value, onChange, error }: LocalInputProps) {
  const w = useMessagesOf(messages)
  const { language: page } = useApp().place
  const { name, input, about, label } = setting
  const texts = inEachLanguage(language => ownText(value, language))
  const isLong = input === 'paragraphs'
  return languagesFrom(page).map((language, at) => (
    <TextInput
      key={language}
      label={`${label ?? name} (${adjectiveOf(language, page)})`}
      name={`${name}-${language}`}
      hint={at === 0 ? `${about} ${w('value', { expects: setting.expects })}` : undefined}
      value={texts[language]}
      onChange={text => onChange(localText({ ...texts, [language]: text }))}
      autoComplete="off"
      error={error}
    >
      {isLong ? <TextArea lang={language} rows={3} /> : undefined}
    </TextInput>
  ))
}

type RecordInputProps = {
  setting: Setting
  /** The ID of the record; 0 for none. */
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** The record that a setting names; one that is gone is no error. */
function RecordInput({ setting, value, onChange, error }: RecordInputProps) {
  const w = useMessagesOf(messages)
  const form = forms[setting.of ?? '']
  if (!form) return null
  const id = Number(value)
  return (
    <div className="field">
      <RecordPicker
        form={form}
        label={setting.label ?? setting.name}
        value={id}
        onChange={chosen => onChange(String(chosen))}
        none={w('noRecord')}
      />
      <p className="hint">{setting.about}</p>
      {id > 0 && <Chosen form={form} id={id} />}
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}

/** The image that is chosen; of a record that is gone, a sentence. */
function Chosen({ form, id }: { form: Form; id: number }) {
  const api = useApi()
  const w = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: [form.path, 'chosen', id],
    queryFn: () => recordsOf(api, form.path).read(id),
    retry: false,
  })
  if (error) return <p className="note">{w('recordGone', { id })}</p>
  const image = form.isFile && data ? imageValueOf(data) : null
  return image && <img className="site-image" src={image.url} alt={image.alt} />
}

type SecretInputProps = {
  setting: Setting
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** A secret can be replaced and removed, and is never shown. */
function SecretInput({ setting, value, onChange, error }: SecretInputProps) {
  const w = useMessagesOf(messages)
  const { name, about, expects, is_set } = setting
  const state = w(is_set ? 'secretIsSet' : 'secretNotSet')
  return (
    <TextInput
      label={setting.label ?? name}
      name={name}
      hint={`${about} ${w('value', { expects })} ${state}`}
      type="password"
      value={value}
      onChange={onChange}
      autoComplete="new-password"
      error={error}
      maxLength={1000}
    />
  )
}
