import type { View } from '../../define/derived.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { detailOf, seenIn } from '../../journal/index.ts'
import { eventStatuses, reportIn, type Submission, submissionIn } from '../../resources/index.ts'
import type { JournalEntry } from '../../store/index.ts'
import { service } from '../access/access.ts'
import type { Context } from '../base/context.ts'
import { viewOf } from '../read/views.ts'
import type { Returned } from './review.ts'

/** An event that was published, or returned with a note: one that a visitor proposed, or that its author submitted. */
export type Reviewed = {
  view: View
  submission: Submission | undefined
  author: number
  note: string | undefined
}

/** Events that wait for review since the last time, or that were reported, and who did so. */
type Submitted = { events: StoredRecord[]; by: Set<number> }

/** A published event that another than its author has changed, cancelled or withdrawn. */
export type ChangedByOther = {
  view: View
  author: number
  what: 'changed' | 'cancelled' | 'unpublished'
}

/** Notified of reviews, in one process at a time. */
export type Reviews = {
  reviewed(of: Reviewed): void | Promise<void>
  changed(of: ChangedByOther): void | Promise<void>
  submitted(of: Submitted): void | Promise<void>
  /** Once in a while: the e-mail of the day may be due. */
  daily(): void | Promise<void>
}

/** The note with the last line of the journal whose reviews the submitters were notified of. */
const position = 'proposal-mails'
const atOnce = 500
/** Seconds after which a review is not reported any more: no mail was sent meanwhile. */
const tooOld = 2 * daySeconds

type Step = 'submitted' | 'published' | 'returned'

const statusesBefore: ReadonlySet<string> = new Set(['pending', 'draft', 'future'])

/** True if this line submits, publishes or returns an event. */
function stepIn(entry: JournalEntry): Step | undefined {
  if (!isDated(entry.kind) || entry.verb === 'remove') return undefined
  if (detailOf(entry).returned) return 'returned'
  const [before, after] = seenIn(entry) ?? []
  if (after?.status === 'pending') return before?.status === 'pending' ? undefined : 'submitted'
  const isOut = after?.status === 'publish' && statusesBefore.has(before?.status ?? '')
  return isOut ? 'published' : undefined
}

/** What another than the author has done to a published event; only the last of several changes is reported. */
function changeIn(entry: JournalEntry): ChangedByOther['what'] | undefined {
  if (!isDated(entry.kind) || entry.verb !== 'change' || entry.actor === 0) return undefined
  const [before, after] = seenIn(entry) ?? []
  const author = Number(before?.author ?? 0)
  if (before?.status !== 'publish' || author === 0 || author === entry.actor) return undefined
  if (after?.status !== 'publish') return 'unpublished'
  const { was, is } = detailOf(entry)
  const isOff = (of: typeof was) => of?.facts.event_status === cancelledAt
  return isOff(is) && !isOff(was) ? 'cancelled' : 'changed'
}

/** As lists store it. */
const cancelledAt = eventStatuses.indexOf('cancelled')

/** Only what its author submitted was reviewed, and by another. */
function isForAuthor(entry: JournalEntry, step: Step, { facts }: StoredRecord): boolean {
  const [before] = seenIn(entry) ?? []
  const wasWaiting = step === 'returned' || before?.status === 'pending'
  return wasWaiting && Number(facts.author) > 0 && facts.author !== entry.actor
}

/**
 * Calls back for each event that was submitted or reviewed since the last time, by any user and in any way. In one process at a time; earlier reviews
 * than the first call are left out.
 */
export async function notifyReviewed(context: Context, reviews: Reviews): Promise<void> {
  const { store, now } = context
  await reviews.daily()
  const noted = await store.note(position)
  if (noted === undefined) return setPosition(context, await store.lastSeq())
  for (let after = Number(noted); ; ) {
    const entries = await store.journal(after, atOnce)
    const last = entries.at(-1)
    if (!last) return
    const by = new Map<number, number>()
    const reported: number[] = []
    const changed = new Map<number, ChangedByOther['what']>()
    for (const entry of entries) {
      if (entry.instant < now() - tooOld) continue
      const step = stepIn(entry)
      if (step === 'submitted') by.set(entry.id, entry.actor)
      else if (step) await notifyOf(context, reviews, entry, step)
      else if (entry.kind === 'report' && entry.verb === 'create') reported.push(entry.id)
      const what = changeIn(entry)
      if (what && (what !== 'changed' || !changed.has(entry.id))) changed.set(entry.id, what)
    }
    for (const [id, what] of changed) await notifyOfChange(context, reviews, id, what)
    await notifySubmitted(context, reviews, by, reported)
    after = last.seq
    await setPosition(context, after)
    if (entries.length < atOnce) return
  }
}

async function notifyOf(context: Context, reviews: Reviews, entry: JournalEntry, step: Step) {
  const { store, site } = context
  const event = await store.get('event', entry.id)
  if (!event) return
  const submission = submissionIn(event.facts)
  if (!submission && !isForAuthor(entry, step, event)) return
  const { returned, status, author } = event.facts
  const note: Returned | undefined =
    step === 'returned' && typeof returned === 'string' ? JSON.parse(returned) : undefined
  // it is otherwise again
  if (step === 'returned' ? !note : status !== 'publish') return
  const language = submission?.language ?? site.language
  const view = await viewOf(context, { actor: service, language, fallback: true }, event)
  await reviews.reviewed({ view, submission, author: Number(author), note: note?.note })
}

async function notifyOfChange(
  context: Context,
  reviews: Reviews,
  id: number,
  what: ChangedByOther['what'],
) {
  const event = await context.store.get('event', id)
  // it is otherwise again
  if (!event || (what === 'unpublished') === (event.facts.status === 'publish')) return
  const { language } = context.site
  const view = await viewOf(context, { actor: service, language, fallback: true }, event)
  await reviews.changed({ view, author: Number(event.facts.author), what })
}

/** `reported`: the reports on events, which are there until they are closed. */
async function notifySubmitted(
  { store }: Context,
  reviews: Reviews,
  by: Map<number, number>,
  reported: readonly number[],
) {
  if (by.size + reported.length === 0) return
  const reports = (await store.getMany('report', reported)).map(({ facts }) => reportIn(facts))
  const senders = new Map(reports.map(({ event, user }) => [event, user]))
  const records = await store.getMany('event', [...new Set([...by.keys(), ...senders.keys()])])
  const events = records.filter(({ id, facts }) => senders.has(id) || facts.status === 'pending')
  const sendersOf = events.map(({ id }) => senders.get(id) ?? by.get(id) ?? 0)
  if (events.length > 0) await reviews.submitted({ events, by: new Set(sendersOf) })
}

const setPosition = ({ store }: Context, seq: number) =>
  store.write(tx => tx.setNote(position, String(seq)))

/** The title of an event in a language, else in another that has one. */
export function titleIn({ id, texts }: StoredRecord, language: Language): string {
  const titles = [language, ...languages].map(of => texts[of]?.title)
  return String(titles.find(Boolean) ?? `#${id}`)
}
