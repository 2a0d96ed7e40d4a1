import { forms } from 'virtual:forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plainText, tagOf } from '../../../sdk/client.ts'
import { useApi, useApp, useMessagesOf } from '../../context.tsx'
import { showProblem, showToast } from '../../parts/toast.tsx'
import { forEachOf } from '../records/bulk.ts'
import { messages } from './messages.ts'

/** An event that waits, as far as the queue has read it. */
export type Waiting = { id: number; title: string; modified_utc: string }

type Judgement = { status: 'publish' | 'draft'; note?: string }

/** Approves events or gives one back with a note, unless it has changed since it was shown. */
function useJudge() {
  const { server } = useApp()
  const api = useApi()
  const t = useMessagesOf(messages)
  return async ({ id, modified_utc }: Waiting, { status, note = '' }: Judgement) => {
    const now = await api.events.read(id)
    if (now.modified_utc !== modified_utc) throw new Error(t('changed'))
    const condition = { ifMatch: tagOf(now) }
    if (status === 'draft') await server.admin('POST /events/:id/return', { id, note }, condition)
    else await api.events.change(id, { status }, condition)
  }
}

/** Puts events back into the queue. */
function useWaitAgain() {
  const { server } = useApp()
  const queries = useQueryClient()
  return async (ids: number[]) => {
    const how = { kind: 'event', records: ids, change: { status: 'pending' } } as const
    const { refused } = await server.admin('POST /bulk', how)
    await queries.invalidateQueries({ queryKey: [forms.event?.path] })
    if (refused[0]) throw new Error(refused.map(({ message }) => message).join(' '))
  }
}

/** The decisions on one event, with Undo. `onDone`: the event has left the queue. */
export function useJudgement(event: Waiting, onDone: () => void) {
  const t = useMessagesOf(messages)
  const queries = useQueryClient()
  const judge = useJudge()
  const waitAgain = useWaitAgain()
  const title = plainText(event.title)
  return useMutation({
    mutationFn: (judgement: Judgement) => judge(event, judgement),
    onSuccess(_, { status }) {
      onDone()
      showToast({
        text: t(status === 'publish' ? 'approved' : 'returned', { title }),
        action: { text: t('undo'), run: () => waitAgain([event.id]) },
      })
    },
    onError: showProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: [forms.event?.path] }),
  })
}

/** Approves several events; those that cannot be are named and stay. */
export function useApproval(onDone: () => void) {
  const t = useMessagesOf(messages)
  const queries = useQueryClient()
  const judge = useJudge()
  const waitAgain = useWaitAgain()
  return useMutation({
    mutationFn: (events: readonly Waiting[]) =>
      forEachOf(events, event => judge(event, { status: 'publish' })),
    onSuccess({ done, failed }) {
      onDone()
      const undo = { text: t('undo'), run: () => waitAgain(done.map(({ id }) => id)) }
      showToast({
        text: t('approvedMany', { count: done.length }),
        ...(failed.length > 0 && {
          lines: failed.map(
            ({ item, error }) => `${plainText(item.title) || `#${item.id}`} – ${error.message}`,
          ),
          isProblem: true,
        }),
        ...(done.length > 0 && { action: undo, isLasting: true }),
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [forms.event?.path] }),
  })
}
