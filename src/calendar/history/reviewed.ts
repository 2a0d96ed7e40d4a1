import { isDated } from '../../define/record.ts'
import type { View } from '../../define/view.ts'
import { detailOf, seenIn } from '../../journal/entry.ts'
import { type Submission, submissionIn } from '../../resources/event/submission.ts'
import type { JournalEntry } from '../../store/store.ts'
import { service } from '../access/access.ts'
import type { Context } from '../context.ts'
import { viewOf } from '../read/views.ts'
import type { Returned } from './review.ts'

/** A proposal that was published, or returned with a word. */
export type Reviewed = { view: View; submission: Submission; note: string | undefined }

/** The note that has the last line of the journal whose reviews senders have heard of. */
const position = 'proposal-mails'
const atOnce = 500

const statusesBefore: ReadonlySet<string> = new Set(['pending', 'draft', 'future'])

/** Was a proposal published by this line, or returned? */
function reviewIn(entry: JournalEntry): 'published' | 'returned' | undefined {
  if (!isDated(entry.kind) || entry.verb !== 'change') return undefined
  if (detailOf(entry).returned) return 'returned'
  const [before, after] = seenIn(entry) ?? []
  return after?.status === 'publish' && statusesBefore.has(before?.status ?? '')
    ? 'published'
    : undefined
}

/**
 * Calls back for each proposal that was reviewed since the last time, by any user and in any way. In one process at a
 * time; what was before the first time is left out.
 */
export async function tellReviewed(
  context: Context,
  tell: (reviewed: Reviewed) => void,
): Promise<void> {
  const { store, site } = context
  const noted = await store.note(position)
  if (noted === undefined) return setPosition(context, await store.lastSeq())
  for (let after = Number(noted); ; ) {
    const entries = await store.journal(after, atOnce)
    const last = entries.at(-1)
    if (!last) return
    for (const entry of entries) {
      const went = reviewIn(entry)
      const event = went && (await store.get('event', entry.id))
      const submission = event && submissionIn(event.facts)
      if (!submission) continue
      const { returned, status } = event.facts
      const note: Returned | undefined =
        went === 'returned' && typeof returned === 'string' ? JSON.parse(returned) : undefined
      // it is otherwise again
      if (went === 'returned' ? !note : status !== 'publish') continue
      const language = submission.language ?? site.language
      const view = await viewOf(context, { actor: service, language, fallback: true }, event)
      tell({ view, submission, note: note?.note })
    }
    after = last.seq
    await setPosition(context, after)
    if (entries.length < atOnce) return
  }
}

const setPosition = ({ store }: Context, seq: number) =>
  store.write(tx => tx.setNote(position, String(seq)))
