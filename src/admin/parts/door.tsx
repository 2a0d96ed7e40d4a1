import { type FormEvent, type ReactNode, useEffect } from 'react'
import { Button, Form } from 'react-aria-components'
import { useKnown } from '../context.tsx'
import { errorsOf, ProblemNote } from './problem.tsx'

type Props = {
  heading: string
  about?: ReactNode
  action: string
  isPending: boolean
  error: Error | null
  onSend(typed: Record<string, string>): void
  children: ReactNode
}

/** A form that stands alone on its page: sign-in, the first run, a new password. */
export function Door({ heading, about, action, isPending, error, onSend, children }: Props) {
  const { place } = useKnown()
  useEffect(() => {
    document.title = heading
  }, [heading])
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value),
    ])
    onSend(Object.fromEntries(entries.filter(([, value]) => value !== '')))
  }
  return (
    <main className="door" lang={place.language}>
      <h1>{heading}</h1>
      {about && <p>{about}</p>}
      <Form onSubmit={send} validationErrors={errorsOf(error)}>
        <ProblemNote error={error} />
        {children}
        <Button type="submit" className="primary" isPending={isPending}>
          {action}
        </Button>
      </Form>
    </main>
  )
}
