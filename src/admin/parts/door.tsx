import { type ReactNode, useEffect } from 'react'
import { useApp } from '../context.tsx'
import { PlainForm, type PlainFormProps } from './plain-form.tsx'

type Props = PlainFormProps & { heading: string; about?: ReactNode; after?: ReactNode }

/** A form that stands alone on its page: sign-in, the first run, a new password. */
export function Door({ heading, about, after, ...form }: Props) {
  const { place } = useApp()
  useEffect(() => {
    document.title = heading
  }, [heading])
  return (
    <main className="door" lang={place.language}>
      <h1>{heading}</h1>
      {about && <p>{about}</p>}
      <PlainForm {...form} />
      {after}
    </main>
  )
}
