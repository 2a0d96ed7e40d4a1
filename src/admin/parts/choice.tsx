import { type ReactNode, useId } from 'react'
import { type Language, languages } from '../../define/text/language.ts'

type Props = {
  label: string
  name?: string
  hint?: ReactNode
  options: readonly (readonly [word: string, label: string])[]
  value?: string
  defaultValue?: string
  onChange?: (word: string) => void
}

/** One of few words. The browser’s own list is the best one on a phone. */
export function Choice({ label, hint, options, onChange, ...of }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...of}
        id={id}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        {...(onChange && { onChange: event => onChange(event.currentTarget.value) })}
      >
        {options.map(([word, label]) => (
          <option key={word} value={word}>
            {label}
          </option>
        ))}
      </select>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** A language that was chosen; empty where it is none in particular. */
export const languageOr = (word: string | undefined): Language | '' =>
  languages.find(one => one === word) ?? ''
