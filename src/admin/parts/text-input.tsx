import type { ReactNode } from 'react'
import { FieldError, Input, Label, TextField, type TextFieldProps } from 'react-aria-components'
import { Hint } from './hint.tsx'

type Props = Omit<TextFieldProps, 'children' | 'className'> & {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Something else than a line. */
  children?: ReactNode
  /** True if the field is required; the server checks it, not the browser. */
  isMarked?: boolean
  className?: string
}

/** A text without markup, with its label, its hint, and its error. */
export const TextInput = ({
  label,
  hint,
  error,
  children,
  isMarked,
  className = '',
  ...of
}: Props) => (
  <TextField {...of} {...(error && { isInvalid: true })} className={`field ${className}`}>
    <Label>
      {label}
      {(isMarked ?? of.isRequired) && <span aria-hidden="true"> *</span>}
    </Label>
    {children ?? <Input />}
    <Hint text={hint} />
    <FieldError className="wrong">{error}</FieldError>
  </TextField>
)
