import type { Setting } from '../../../sdk/account-types.ts'
import { useMessagesOf } from '../../context.tsx'
import { messages } from './messages.ts'
import { useSettingText, useSource } from './use-setting-text.ts'

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
