import { Button } from 'react-aria-components'
import type { Setting } from '../../../sdk/account-types.ts'
import { useWordsOf } from '../../context.tsx'
import { useShown } from './use-shown.ts'
import { words } from './words.ts'

/** Puts the default back into an input; it is in effect once it is saved. */
export function ToDefault({ setting, onPress }: { setting: Setting; onPress(): void }) {
  const w = useWordsOf(words)
  const shown = useShown()
  const standard = shown({ ...setting, value: setting.default, shown: null })
  const text = w('toDefault', { value: standard || w('empty') })
  return (
    <Button className="plain" onPress={onPress} aria-label={`${text} (${setting.label})`}>
      {text}
    </Button>
  )
}
