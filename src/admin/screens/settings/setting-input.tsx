import { Button } from 'react-aria-components'
import type { Setting } from '../../../sdk/index.ts'
import { useMessagesOf } from '../../context.tsx'
import { FlagField } from '../../fields/simple.tsx'
import { ZoneField } from '../../fields/zone.tsx'
import { Choice } from '../../parts/choice.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { FileInput } from './file-input.tsx'
import { LocalInput } from './local-input.tsx'
import { messages } from './messages.ts'
import { RecordInput } from './record-input.tsx'
import { SecretInput } from './secret-input.tsx'

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
      return (
        <div className="field">
          <Choice
            label={common.label}
            hint={about}
            value={text}
            options={(setting.words ?? []).map(({ word, label }) => [word, label] as const)}
            onChange={onChange}
          />
          {error && <span className="wrong">{error}</span>}
        </div>
      )
    case 'color':
      return text === '' ? <NoColor setting={setting} onChange={onChange} /> : line
    case 'texts':
    case 'paragraphs':
      return <LocalInput setting={setting} value={text} onChange={onChange} error={error} />
    case 'file':
      return <FileInput setting={setting} value={text} onChange={onChange} error={error} />
    case 'record':
      return <RecordInput setting={setting} value={text} onChange={onChange} error={error} />
    default:
      return line
  }
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
