import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { runStateNames } from '../../../define/import-messages.ts'
import type { Import } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { Feeds } from './feeds.tsx'
import { messages } from './messages.ts'
import { NewImport } from './new-import.tsx'

/** Imports that were run, and another one. */
export function Imports({ title }: TitledScreen) {
  const w = useMessagesOf(messages)
  const [creates, setCreates] = useState(false)
  return (
    <>
      <Title text={title}>
        <Button className="primary" onPress={() => setCreates(true)}>
          {w('create')}
        </Button>
      </Title>
      <p className="intro">{w('about')}</p>
      <History />
      <Feeds />
      {creates && <NewImport onClose={() => setCreates(false)} />}
    </>
  )
}

function History() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['imports'],
    queryFn: ({ pageParam }) =>
      server.admin('GET /imports', { ...(pageParam && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const imports = data?.pages.flatMap(page => page.imports) ?? []
  if (!data) return error ? <ProblemNote error={error} /> : <Skeleton />
  return (
    <section aria-label={w('history')}>
      {imports.length === 0 && <p role="status">{w('none')}</p>}
      <ul className="lines">
        {imports.map(one => (
          <Line key={one.id} one={one} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="pager">
          <Button onPress={() => fetchNextPage()} isDisabled={isFetchingNextPage}>
            {w('older')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Line({ one: { id, source, from, state, counts, started, by, name } }: { one: Import }) {
  const w = useMessagesOf(messages)
  const stateName = useMessagesOf(runStateNames)
  return (
    <li>
      <div>
        <Link href={`/imports/${id}`}>{source}</Link>{' '}
        <span className={state === 'failed' ? 'tag bad' : 'tag'}>{stateName(state)}</span>
        {counts && <p className="hint">{w(isPreview(state) ? 'would' : 'counts', counts)}</p>}
        <p className="hint">
          {from} · {name ?? (by ? '' : w('itself'))} · <When at={started} />
        </p>
      </div>
    </li>
  )
}

/** True if nothing has been written yet. */
export const isPreview = (state: Import['state']) =>
  state === 'new' || state === 'previewing' || state === 'ready'
