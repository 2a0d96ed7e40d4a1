import { useApp, useMessages } from '../context.tsx'
import type { shownWith } from '../forms/publishing.ts'

/** Says which linked records are published with a record, and which visitors do not see. */
export function useShownLines() {
  const t = useMessages()
  const { locale } = useApp().place
  return ({ also, hidden }: ReturnType<typeof shownWith>): string[] => {
    const named = (of: typeof also) =>
      new Intl.ListFormat(locale).format(of.map(({ name }) => name))
    return [
      ...(also.length > 0 ? [t('alsoPublished', { names: named(also) })] : []),
      ...(hidden.length > 0 ? [t('notPublished', { names: named(hidden) })] : []),
    ]
  }
}
