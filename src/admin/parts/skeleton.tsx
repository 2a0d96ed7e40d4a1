import { useMessages } from '../context.tsx'

/** The shape of what comes, so that nothing jumps when it is there. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const t = useMessages()
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} aria-hidden="true" />
      ))}
    </div>
  )
}
