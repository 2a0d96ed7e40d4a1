import { type ReactNode, useEffect } from 'react'
import { useUser } from '../context.tsx'

/** The props of a screen of the menu. */
export type TitledScreen = { title: string }

/** The heading of a screen, which names its tab too, and what can be done from there. */
export function Title({ text, children }: { text: string; children?: ReactNode }) {
  const { site } = useUser()
  useEffect(() => {
    document.title = site.name ? `${text} – ${site.name}` : text
  }, [text, site.name])
  return (
    <div className="head">
      <h1>{text}</h1>
      {children}
    </div>
  )
}
