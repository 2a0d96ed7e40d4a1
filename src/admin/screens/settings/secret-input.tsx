import type { Setting } from '../../../sdk/index.ts'
import { useMessagesOf } from '../../context.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { messages } from './messages.ts'

type Props = {
  setting: Setting
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** A secret can be replaced and removed, and is never shown. */
export function SecretInput({ setting, value, onChange, error }: Props) {
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
