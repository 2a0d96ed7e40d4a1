import { Button } from 'react-aria-components'
import type { Setting } from '../../../sdk/index.ts'
import { useMessagesOf } from '../../context.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { messages, sourceMessages } from './messages.ts'

/** The default of a setting, and what has set its value. */
export function Origin({ setting }: { setting: Setting }) {
  const w = useMessagesOf(messages)
  const textOf = useSettingText()
  const source = useSource()
  // a default of a secret, a file or a color that follows from another says nothing
  const standard = textOf({ ...setting, value: setting.default, shown: setting.default_shown })
  if (setting.secret || setting.source === 'default' || setting.input === 'file') return null
  return (
    <p className="hint">
      {w('origin', { standard: standard || w('empty'), source: source(setting) })}
    </p>
  )
}

/** A setting that is given where the service is started: to look at. */
export function Locked({ setting }: { setting: Setting }) {
  const w = useMessagesOf(messages)
  const textOf = useSettingText()
  const source = useSource()
  return (
    <TextInput
      label={setting.label ?? setting.name}
      hint={`${setting.about} ${w('given', { source: source(setting) })}`}
      value={textOf(setting)}
      isReadOnly
    />
  )
}

/** Puts the default back into an input; it is in effect once it is saved. */
export function ToDefault({ setting, onPress }: { setting: Setting; onPress(): void }) {
  const w = useMessagesOf(messages)
  const textOf = useSettingText()
  const standard = textOf({ ...setting, value: setting.default, shown: setting.default_shown })
  const text = setting.secret
    ? w('removeSecret')
    : w('toDefault', { value: standard || w('empty') })
  return (
    <Button className="plain" onPress={onPress} aria-label={`${text} (${setting.label})`}>
      {text}
    </Button>
  )
}

/** Formats the value of a setting; of a secret, only whether it is set. */
export function useSettingText() {
  const w = useMessagesOf(messages)
  return ({ secret, is_set, input, shown: written, value, words: choices }: Setting): string => {
    if (secret) return w(is_set ? 'isSet' : 'notSet')
    if (typeof value === 'boolean') return w(value ? 'on' : 'off')
    if (input === 'record' && value === 0) return w('noRecord')
    const text = written ?? (Array.isArray(value) ? value.join(', ') : String(value ?? ''))
    return choices?.find(({ word }) => word === text)?.label ?? text
  }
}

/** Names the source of a value: a default, the file, a flag, a variable or the screens. */
export function useSource() {
  const w = useMessagesOf(sourceMessages)
  return ({ source, source_name }: Setting) => w(source, { name: source_name })
}
