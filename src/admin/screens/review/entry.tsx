import { forms } from 'virtual:forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { Button, Link, TextArea } from 'react-aria-components'
import { isObject } from '../../../define/base/objects.ts'
import { plainText, tagOf } from '../../../sdk/index.ts'
import { changeMany } from '../../client/bulk.ts'
import { useApi, useApp, useMessagesOf, useUser } from '../../context.tsx'
import { type Link as DraftLink, linksIn, shownWith } from '../../forms/publishing.ts'
import { PlainForm } from '../../parts/plain-form.tsx'
import { useShownLines } from '../../parts/shown-lines.ts'
import { TextInput } from '../../parts/text-input.tsx'
import { showProblem, showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'
import { AuthorNames } from '../records/authors.ts'
import { wallText } from '../records/dates.ts'
import { Details } from './details.tsx'
import { messages } from './messages.ts'

export type QueueEvent = Waiting & {
  start_date: string
  timezone: string
  author: string
  venue?: unknown
  submission?: { name: string; email: string; note?: string | null }
}

type Props = {
  event: QueueEvent
  isOpen: boolean
  onOpen(isOpen: boolean): void
  /** Opens the event after it; undefined: it is the last. */
  onNext: (() => void) | undefined
  isChosen: boolean
  onChoose(isOn: boolean): void
}

/** One event of the queue: its title, and once it is open all details that its editor judges. */
export function WaitingEvent({ event, isOpen, onOpen, onNext, isChosen, onChoose }: Props) {
  const t = useMessagesOf(messages)
  const detailsId = useId()
  const title = plainText(event.title)
  const heading = useFocus(isOpen)
  return (
    <li className={isOpen ? 'is-open' : undefined}>
      <div className="queue-head">
        <input
          type="checkbox"
          aria-label={t('select', { title })}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <div>
          <h2>
            <button
              type="button"
              className="plain"
              ref={heading}
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => onOpen(!isOpen)}
            >
              {title || `#${event.id}`}
            </button>
          </h2>
          <p className="hint">
            <Facts event={event} />
          </p>
        </div>
        <Decision event={event} onDone={() => onNext?.()} />
      </div>
      <div id={detailsId} className="queue-details" hidden={!isOpen}>
        {isOpen && (
          <>
            {event.submission?.note && <blockquote>{event.submission.note}</blockquote>}
            <Details id={event.id} />
            <div className="actions">
              <Link className="button" href={`/events/${event.id}`}>
                {t('edit')}
              </Link>
              {onNext && <Button onPress={onNext}>{t('next')}</Button>}
            </div>
          </>
        )}
      </div>
    </li>
  )
}

type DecisionProps = { event: QueueEvent; onDone(): void }

/** Approves the event, or gives it back with a note. */
function Decision({ event, onDone }: DecisionProps) {
  const t = useMessagesOf(messages)
  const judge = useJudgement(event, onDone)
  const [isReturning, setIsReturning] = useState(false)
  const title = plainText(event.title)
  return (
    <div className="actions">
      <Button
        aria-label={t('giveBackOne', { title })}
        isDisabled={judge.isPending}
        onPress={() => setIsReturning(true)}
      >
        {t('giveBack')}
      </Button>
      <Button
        className="primary"
        aria-label={t('approveOne', { title })}
        isDisabled={judge.isPending}
        onPress={() => judge.mutate({ status: 'publish' })}
      >
        {t('approve')}
      </Button>
      <ReturnWindow
        title={title}
        isOpen={isReturning}
        isPending={judge.isPending}
        onClose={() => setIsReturning(false)}
        onReturn={note =>
          judge.mutate({ status: 'draft', note }, { onSuccess: () => setIsReturning(false) })
        }
      />
    </div>
  )
}

/** The name of an event that opens after another gets the focus, so that keys go on there. */
function useFocus(isOpen: boolean) {
  const heading = useRef<HTMLButtonElement>(null)
  const before = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !before.current) heading.current?.focus()
    before.current = isOpen
  }, [isOpen])
  return heading
}

/** When, where and by whom. The time zone is named where it is another than that of the site. */
function Facts({ event }: { event: QueueEvent }) {
  const { locale } = useApp().place
  const { site } = useUser()
  const t = useMessagesOf(messages)
  const by = useAuthor(event)
  const when = wallText(event.start_date, locale)
  const zone = event.timezone === site.timezone ? '' : ` (${event.timezone})`
  const venue = venueIn(event.venue)
  return [`${when}${zone}`, venue, by && t('by', { name: by })].filter(Boolean).join(' · ')
}

function venueIn(venue: unknown): string {
  const [first] = Array.isArray(venue) ? venue : [venue]
  const { venue: name, city } = isObject(first) ? first : {}
  return [name, city].flatMap(each => (each ? plainText(String(each)) : [])).join(', ')
}

type ReturnProps = {
  title: string
  isOpen: boolean
  isPending: boolean
  onClose(): void
  onReturn(note: string): void
}

/** Asks for a note to the author; there may be none. The note stays while the event cannot be returned. */
function ReturnWindow({ title, isOpen, isPending, onClose, onReturn }: ReturnProps) {
  const t = useMessagesOf(messages)
  return (
    <Window heading={t('giveBackOne', { title })} isOpen={isOpen} isFirm onClose={onClose}>
      <PlainForm
        action={t('giveBack')}
        isPending={isPending}
        error={null}
        onSend={({ note = '' }) => onReturn(note)}
      >
        <TextInput name="note" label={t('word')} hint={t('wordAbout')} maxLength={2000} autoFocus>
          <TextArea rows={4} />
        </TextInput>
      </PlainForm>
    </Window>
  )
}

/** The submitter: a visitor with the public form, or a user by display name. */
function useAuthor({ author, submission }: QueueEvent): string | undefined {
  const t = useMessagesOf(messages)
  const names = useContext(AuthorNames)
  const id = Number(author)
  if (submission) return [submission.name, submission.email].filter(Boolean).join(', ')
  return id === 0 ? t('visitor') : names.get(id)
}

/** An event that waits, as far as the queue has read it. */
type Waiting = { id: number; title: string; modified_utc: string }

type Judgement = { status: 'publish' | 'draft'; note?: string }

/** Approves events or gives one back with a note, unless it has changed since it was shown. */
function useJudge() {
  const { server } = useApp()
  const api = useApi()
  const t = useMessagesOf(messages)
  return async ({ id, modified_utc }: Waiting, { status, note = '' }: Judgement) => {
    const now = await api.events.read(id)
    if (now.modified_utc !== modified_utc) throw new Error(t('overtaken'))
    const condition = { ifMatch: tagOf(now) }
    if (status === 'draft') {
      await server.admin('POST /events/:id/return', { id, note }, condition)
      return shownWith<DraftLink>([], [])
    }
    return shownWith(linksIn(now), linksIn(await api.events.change(id, { status }, condition)))
  }
}

/** Puts an event back into the queue, and what was published with it among the drafts. */
function useWaitAgain() {
  const { server } = useApp()
  const queries = useQueryClient()
  return async (id: number, also: readonly DraftLink[]) => {
    const change = { status: 'pending' }
    const { refused } = await changeMany(server, { kind: 'event', records: [id], change })
    for (const kind of ['venue', 'organizer'] as const) {
      const records = also.filter(link => link.kind === kind).map(({ id }) => id)
      if (records.length > 0)
        await changeMany(server, { kind, records, change: { status: 'draft' } })
    }
    await queries.invalidateQueries({ queryKey: [forms.event?.path] })
    if (refused[0]) throw new Error(refused[0].message)
  }
}

/** The decisions on one event, with Undo. `onDone`: the event has left the queue. */
function useJudgement(event: Waiting, onDone: () => void) {
  const t = useMessagesOf(messages)
  const queries = useQueryClient()
  const judge = useJudge()
  const waitAgain = useWaitAgain()
  const linesOf = useShownLines()
  const title = plainText(event.title)
  return useMutation({
    mutationFn: (judgement: Judgement) => judge(event, judgement),
    onSuccess(shown, { status }) {
      onDone()
      showToast({
        text: t(status === 'publish' ? 'approved' : 'returned', { title }),
        lines: linesOf(shown),
        action: { text: t('undo'), run: () => waitAgain(event.id, shown.also) },
      })
    },
    onError: showProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: [forms.event?.path] }),
  })
}
