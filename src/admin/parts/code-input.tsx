import { useMessages } from '../context.tsx'
import { TextInput } from './text-input.tsx'

/** The code of the second factor. */
export function CodeInput() {
  const t = useMessages()
  return (
    <TextInput
      name="code"
      label={t('secondFactor')}
      hint={t('secondFactorHint')}
      autoComplete="one-time-code"
      isRequired
      autoFocus
    />
  )
}
