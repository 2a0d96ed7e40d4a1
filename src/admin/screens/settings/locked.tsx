import type { Setting } from '../../../sdk/account-types.ts'
import { useMessagesOf } from '../../context.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { messages } from './messages.ts'
import { useSettingText, useSource } from './use-setting-text.ts'

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
