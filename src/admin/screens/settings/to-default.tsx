import { Button } from 'react-aria-components'
import type { Setting } from '../../../sdk/account-types.ts'
import { useMessagesOf } from '../../context.tsx'
import { messages } from './messages.ts'
import { useSettingText } from './use-setting-text.ts'

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
