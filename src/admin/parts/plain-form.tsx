import { type FormEvent, type ReactNode, useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { errorsOf, ProblemNote } from './problem.tsx'

export type PlainFormProps = {
  action: string
  isPending: boolean
  error: Error | null
  /** The typed values, by the names of their inputs; empty ones are left out, unless `keepsEmpty`. */
  onSend(typed: Record<string, string>): void
  keepsEmpty?: boolean
  /** Called when something is typed. */
  onTyping?(): void
  /** Next to the button. */
  more?: ReactNode
  /** What is wrong, in a form that is longer than the screen: it stands next to the button, and both stay in view. */
  problem?: ReactNode
  isDanger?: boolean
  children?: ReactNode
}

/** Inputs, their errors, and a button. */
export function PlainForm({
  action,
  isPending,
  error,
  onSend,
  keepsEmpty = false,
  onTyping,
  more,
  problem,
  isDanger = false,
  children,
}: PlainFormProps) {
  // a refused value is outdated once the user types: it must not block the form
  const [answered, setAnswered] = useState<Error | null>(null)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // what is in a dialog of this form bubbles here too
    event.stopPropagation()
    if (isPending) return
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value),
    ])
    onSend(Object.fromEntries(entries.filter(([, value]) => keepsEmpty || value !== '')))
  }
  const look = `${isDanger ? 'danger' : 'primary'}${isPending ? ' is-pending' : ''}`
  // the component hands it on, though its type does not name it
  const typing = {
    onInput() {
      setAnswered(error)
      onTyping?.()
    },
  }
  return (
    <Form
      className="plain-form"
      onSubmit={send}
      {...typing}
      validationErrors={error === answered ? {} : errorsOf(error)}
    >
      {problem === undefined && <ProblemNote error={error} />}
      {children}
      <div className={problem === undefined ? 'actions' : 'actions is-sticky'}>
        {problem}
        <Button type="submit" className={look}>
          {action}
        </Button>
        {more}
      </div>
    </Form>
  )
}
