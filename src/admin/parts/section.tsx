import { type ReactNode, useId } from 'react'

type Props = { heading: string; about?: ReactNode; children: ReactNode; id?: string }

/** A part of a screen: its subject on the left, where there is room, and its actions on the right. */
export function Section({ heading, about, children, id: own }: Props) {
  const generated = useId()
  const id = own ?? generated
  return (
    <section className="section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{heading}</h2>
        {about && <p className="hint">{about}</p>}
      </div>
      <div className="section-body">{children}</div>
    </section>
  )
}
