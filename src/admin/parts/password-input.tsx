import { useState } from 'react'
import {
  FieldError,
  Input,
  Label,
  Text,
  TextField,
  type TextFieldProps,
  ToggleButton,
} from 'react-aria-components'
import { minPassword } from '../../define/password.ts'
import { useMessages } from '../context.tsx'
import { Hint } from './hint.tsx'
import { strengthOf } from './strength.ts'

type Props = TextFieldProps & {
  label: string
  /** One that is being chosen: it says how good it is. */
  isNew?: boolean
  hint?: string
}

/** A password, which its owner can look at while typing. */
export function PasswordInput({ label, isNew = false, hint, ...of }: Props) {
  const t = useMessages()
  const [isVisible, setIsVisible] = useState(false)
  const [typed, setTyped] = useState('')
  return (
    <TextField
      autoComplete={isNew ? 'new-password' : 'current-password'}
      isRequired
      {...of}
      type={isVisible ? 'text' : 'password'}
      onChange={setTyped}
      className="field"
    >
      <Label>
        {label}
        <span aria-hidden="true"> *</span>
      </Label>
      <div className="joined">
        <Input spellCheck={false} autoCapitalize="none" />
        <ToggleButton
          isSelected={isVisible}
          onChange={setIsVisible}
          aria-label={t('showPassword')}
          className="icon"
        >
          <Eye />
        </ToggleButton>
      </div>
      <Hint text={hint} />
      {isNew && (
        <Text slot="description" className="hint" data-strength={typed && strengthOf(typed)}>
          <PasswordHint typed={typed} />
        </Text>
      )}
      <FieldError className="wrong" />
    </TextField>
  )
}

function PasswordHint({ typed }: { typed: string }) {
  const t = useMessages()
  const min = minPassword
  if (!typed) return t('passwordHint', { least: min })
  return t(strengthOf(typed), { least: min, left: min - typed.length })
}

const Eye = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
    <circle cx="12" cy="12" r="3" />
  </svg>
)
