import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Link, TextArea } from 'react-aria-components'
import { plainText, tagOf } from '../../../sdk/client.ts'
import { useApi, useKnown, useMessagesOf } from '../../context.tsx'
import { Pager } from '../../parts/pager.tsx'
import { PlainForm } from '../../parts/plain-form.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { dayAndTime } from '../../parts/times.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from './messages.ts'
import { waiting } from './waiting.ts'

const fields = ['id', 'title', 'start_date', 'modified_utc', 'author', 'submission'] as const
const perPage = 20

/** Events that wait for an editor: each is looked at, approved or given back. */
export function Review({ title }: TitledScreen) {
  const api = useApi()
  const w = useMessagesOf(messages)
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
  return (
    <>
      <Title text={title} />
      <p className="intro">{w('about')}</p>
      <ProblemNote error={error} />
      {!data && !error && <Skeleton />}
      {data?.items.length === 0 && <p role="status">{w('none')}</p>}
      <ul className="lines">
        {data?.items.map(event => (
          <Waiting key={event.id} event={event} />
        ))}
      </ul>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
    </>
  )
}

type Event = {
  id: number
  title: string
  start_date: string
  modified_utc: string
  author: string
  submission?: { name: string; email: string; note?: string | null }
}

function Waiting({ event }: { event: Event }) {
  const { locale } = useKnown().place
  const w = useMessagesOf(messages)
  const judge = useJudgement(event)
  const [isReturning, setIsReturning] = useState(false)
  const { id, submission } = event
  const title = plainText(event.title)
  const by = useAuthor(event)
  return (
    <li>
      <div>
        <Link href={`/events/${id}`}>
          <strong>{title || `#${id}`}</strong>
        </Link>
        <p className="hint">
          {dayAndTime(event.start_date.replace(' ', 'T'), locale)}
          {by && ` · ${w('by', { name: by })}`}
        </p>
        {submission?.note && <blockquote>{submission.note}</blockquote>}
      </div>
      <div className="actions">
        <Button
          aria-label={w('giveBackOne', { title })}
          isDisabled={judge.isPending}
          onPress={() => setIsReturning(true)}
        >
          {w('giveBack')}
        </Button>
        <Button
          className="primary"
          aria-label={w('approveOne', { title })}
          isDisabled={judge.isPending}
          onPress={() => judge.mutate({ status: 'publish' })}
        >
          {w('approve')}
        </Button>
      </div>
      <ReturnWindow
        title={title}
        isOpen={isReturning}
        onClose={() => setIsReturning(false)}
        onReturn={note => judge.mutate({ status: 'draft', note })}
      />
    </li>
  )
}

type ReturnProps = { title: string; isOpen: boolean; onClose(): void; onReturn(note: string): void }

/** Asks for a word to the author; there may be none. */
function ReturnWindow({ title, isOpen, onClose, onReturn }: ReturnProps) {
  const w = useMessagesOf(messages)
  return (
    <Window heading={w('giveBackOne', { title })} isOpen={isOpen} isFirm onClose={onClose}>
      <PlainForm
        action={w('giveBack')}
        isPending={false}
        error={null}
        onSend={({ note = '' }) => {
          onClose()
          onReturn(note)
        }}
      >
        <TextInput name="note" label={w('word')} hint={w('wordAbout')} maxLength={2000} autoFocus>
          <TextArea rows={4} />
        </TextInput>
      </PlainForm>
    </Window>
  )
}

/** Who proposed it: a visitor by the public form, or a user by their display name. */
function useAuthor({ id: event, author, submission }: Event): string | undefined {
  const { server } = useKnown()
  const w = useMessagesOf(messages)
  const id = Number(author)
  const { data } = useQuery({
    queryKey: ['author', 'event', event],
    queryFn: () => server.admin('GET /authors', { kind: 'event', records: [event] }),
    enabled: id > 0 && !submission,
    retry: false,
  })
  if (submission) return [submission.name, submission.email].filter(Boolean).join(', ')
  return id === 0 ? w('visitor') : data?.authors.find(each => each.id === id)?.name
}

type Judgement = { status: 'publish' | 'draft'; note?: string }

/** Approves an event or gives it back with a word, unless it has changed since it was shown. */
function useJudgement({ id, modified_utc, ...event }: Event) {
  const { server } = useKnown()
  const api = useApi()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const title = plainText(event.title)
  const isDone = () => queries.invalidateQueries({ queryKey: ['events'] })
  return useMutation({
    async mutationFn({ status, note = '' }: Judgement) {
      const now = await api.events.read(id)
      if (now.modified_utc !== modified_utc) throw new Error(w('changed'))
      const condition = { ifMatch: tagOf(now) }
      if (status === 'draft') await server.admin('POST /events/:id/return', { id, note }, condition)
      else await api.events.change(id, { status }, condition)
      return status
    },
    onSuccess(status) {
      showToast({
        text: w(status === 'publish' ? 'approved' : 'returned', { title }),
        action: {
          text: w('undo'),
          run: () => api.events.change(id, { status: 'pending' }).then(isDone),
        },
      })
    },
    onError: error => showToast({ text: error.message, isProblem: true }),
    onSettled: isDone,
  })
}
