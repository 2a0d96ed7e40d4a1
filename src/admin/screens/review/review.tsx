import { forms } from 'virtual:forms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { existing } from '../../../define/base/objects.ts'
import { useApi, useMessagesOf } from '../../context.tsx'
import { Pager } from '../../parts/pager.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { useWalkKeys, walkOf } from '../../parts/walk.ts'
import { AuthorNames, useAuthorNames } from '../records/authors.ts'
import { useWork } from '../records/use-work.ts'
import { type QueueEvent, WaitingEvent } from './entry.tsx'
import { messages } from './messages.ts'
import { Reports } from './reports.tsx'
import { waiting } from './waiting.ts'

const fields = [
  'id',
  'title',
  'start_date',
  'timezone',
  'venue',
  'modified_utc',
  'author',
  'submission',
] as const
const perPage = 50
const form = existing(forms.event)

/** What waits for an editor: reports on published events, and events. */
export function Review({ title }: TitledScreen) {
  const t = useMessagesOf(messages)
  return (
    <>
      <Title text={title} />
      <p className="intro">{t('about')}</p>
      <Reports />
      <Queue />
    </>
  )
}

/** Events that wait, one of them open: it is approved or given back, and the next one opens. */
function Queue() {
  const api = useApi()
  const t = useMessagesOf(messages)
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    queryKey: ['events', 'review', page],
    queryFn: () =>
      api.events.list({
        ...waiting,
        page,
        per_page: perPage,
        _fields: fields,
        context: 'edit',
      }),
    placeholderData: keepPreviousData,
  })
  const events: readonly QueueEvent[] = data?.items ?? []
  const names = useAuthorNames(form, events)
  const queue = useQueue(events)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const picked = events.filter(({ id }) => chosen.includes(id))
  const work = useWork(form)
  return (
    <>
      <ProblemNote error={error} />
      {!data && !error && <Skeleton />}
      {data?.items.length === 0 && <p role="status">{t('none')}</p>}
      {events.length > 0 && (
        <div className="table-bar queue-bar">
          <label className="check">
            <input
              type="checkbox"
              checked={picked.length === events.length}
              onChange={({ target }) => setChosen(target.checked ? events.map(({ id }) => id) : [])}
            />
            {t('selectAll')}
          </label>
          <Button
            className="primary"
            isDisabled={picked.length === 0}
            isPending={work.progress !== undefined}
            onPress={() => void work.publish(picked).then(() => setChosen([]))}
          >
            {picked.length === 0 ? t('approve') : t('approveMany', { count: picked.length })}
          </Button>
        </div>
      )}
      <AuthorNames value={names}>
        <ul className="queue">
          {events.map(event => (
            <WaitingEvent
              key={event.id}
              event={event}
              isOpen={event.id === queue.open}
              onOpen={isOpen => queue.show(isOpen ? event.id : 0)}
              onNext={queue.next(event.id)}
              isChosen={chosen.includes(event.id)}
              onChoose={isOn =>
                setChosen(isOn ? [...chosen, event.id] : chosen.filter(id => id !== event.id))
              }
            />
          ))}
        </ul>
      </AuthorNames>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
    </>
  )
}

/** The open event: the first, until another is chosen; 0 is none. */
function useQueue(events: readonly QueueEvent[]) {
  const [chosen, show] = useState<number>()
  const ids = events.map(({ id }) => id)
  const open = chosen === 0 || ids.includes(chosen ?? 0) ? chosen : ids[0]
  /** To the one after an event; undefined: it is the last. */
  const next = (after: number) => {
    const { next: following } = walkOf(ids, after)
    return following === undefined ? undefined : () => show(following)
  }
  const walk = walkOf(ids, open)
  // with none open, the keys begin with the first
  useWalkKeys(open === 0 ? { ...walk, next: ids[0] } : walk, show)
  return { open, show, next }
}
