import { useMessages } from '../context.tsx'

/** The shape of the content that is loading, so that nothing moves when it arrives. */
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
