import type { Setting } from '../../../sdk/account-types.ts'
import { useMessagesOf } from '../../context.tsx'
import { messages, sourceMessages } from './messages.ts'

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
