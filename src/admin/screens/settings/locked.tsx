import type { Setting } from '../../../sdk/account-types.ts'
import { useWordsOf } from '../../context.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { useShown, useSource } from './use-shown.ts'
import { words } from './words.ts'

/** A setting that is given where the service is started: to look at. */
export function Locked({ setting }: { setting: Setting }) {
  const w = useWordsOf(words)
  const shown = useShown()
  const source = useSource()
  return (
    <TextInput
      label={setting.label ?? setting.name}
      hint={`${setting.about} ${w('given', { source: source(setting) })}`}
      value={shown(setting)}
      isReadOnly
    />
  )
}
