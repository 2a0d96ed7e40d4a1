import { forms } from 'virtual:forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plainText, tagOf } from '../../../sdk/index.ts'
import { changeMany } from '../../client/bulk.ts'
import { useApi, useApp, useMessagesOf } from '../../context.tsx'
import { type Link, linksIn, shownWith } from '../../forms/publishing.ts'
import { useShownLines } from '../../parts/shown-lines.ts'
import { showProblem, showToast } from '../../parts/toast.tsx'
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
    if (now.modified_utc !== modified_utc) throw new Error(t('overtaken'))
    const condition = { ifMatch: tagOf(now) }
    if (status === 'draft') {
      await server.admin('POST /events/:id/return', { id, note }, condition)
      return shownWith<Link>([], [])
    }
    return shownWith(linksIn(now), linksIn(await api.events.change(id, { status }, condition)))
  }
}

/** Puts an event back into the queue, and what was published with it among the drafts. */
function useWaitAgain() {
  const { server } = useApp()
  const queries = useQueryClient()
  return async (id: number, also: readonly Link[]) => {
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
export function useJudgement(event: Waiting, onDone: () => void) {
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
