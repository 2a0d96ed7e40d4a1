import type { FieldError } from '../../define/field-type.ts'
import type { StoredRecord } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { append } from '../../journal/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { type Report, reportFacts, reportIn } from '../../resources/index.ts'
import { noLinks, type Transaction } from '../../store/index.ts'
import { type Actor, seesPeople } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { titleIn } from '../history/reviewed.ts'
import { rehearsed } from '../imports/dry-run.ts'
import { checkSent, parametersFor, splitDates } from '../write/check.ts'
import { lineBy } from '../write/log-change.ts'
import { changeRecord, type Written } from '../write/write-verbs.ts'

/** Reports on one event that wait; characters of a change as JSON; reports that a queue shows, that are counted, and closed ones that are shown. */
const max = { perEvent: 20, change: 50_000, listed: 100, counted: 1000, closed: 20 }

/** Seconds for which a closed report can be reopened. */
export const closedFor = 30 * daySeconds

/** What visitors and authors do not decide: they are left out of a change. */
const editorial: ReadonlySet<string> = new Set([
  'status',
  'author',
  'date',
  'date_utc',
  'slug',
  'password',
  'submission',
  'featured',
  'sticky',
  'hide_from_listings',
  'source',
  'source_id',
])

type NewReport = Pick<Report, 'event' | 'what' | 'note'> &
  Partial<Pick<Report, 'change' | 'sender'>>

/** Stores a report on a published event. `isFor`: refuses an event that is not the sender’s. */
export function sendReport(
  context: Context,
  { actor, language }: Pick<Caller, 'actor' | 'language'>,
  { event: id, change = {}, sender, ...said }: NewReport,
  isFor: (event: StoredRecord) => boolean = () => true,
): Promise<void> {
  const allowed = Object.fromEntries(
    Object.entries(change).filter(([name]) => !editorial.has(name)),
  )
  if (JSON.stringify(allowed).length > max.change) throw fieldProblem('change', tooLong)
  const at = context.now()
  const facts = reportFacts({
    ...said,
    event: id,
    change: allowed,
    sender,
    user: actor.id,
    language,
    at,
  })
  return context.store.write(async tx => {
    const event = await tx.get('event', id)
    if (event?.facts.status !== 'publish' || !isFor(event)) throw new Problem('rest_forbidden')
    const sent = await tx.getMany('report', await tx.lookup('report', 'event', id))
    if (sent.filter(isOpen).length >= max.perEvent) throw fieldProblem('note', tooMany)
    const report = await tx.insert('report', facts, {})
    const record = { id: report, kind: 'report', version: 1, facts, texts: {}, links: noLinks }
    await append(tx, lineBy(context, { actor, language }), undefined, record)
  })
}

/** The report of an account on its own event. Its change is checked as if it were written. */
export async function reportOwn(context: Context, caller: Caller, report: NewReport) {
  const { actor } = caller
  if (actor.scope === 'read') throw new Problem('rest_forbidden')
  const isOwn = ({ facts }: StoredRecord) => actor.id !== 0 && facts.author === actor.id
  const event = await context.store.get('event', report.event)
  if (!event || !isOwn(event)) throw new Problem('rest_forbidden')
  const { note } = report
  if (note.trim() === '' && Object.keys(report.change ?? {}).length === 0)
    throw fieldProblem('note', saysNothing)
  const params = parametersFor('event', 'change')
  const sent = splitDates(context, 'event', report.change ?? {})
  const checking = { operation: 'change', kind: 'event', params } as const
  await checkSent(context, caller, checking, { ...sent, id: report.event })
  await sendReport(context, caller, report, isOwn)
}

const isOpen = ({ facts }: StoredRecord) => !facts.closed

/** A report as editors see it. `by`: the name and address of its sender, where they are known. */
export type ShownReport = Pick<Report, 'event' | 'what' | 'note' | 'change' | 'at'> & {
  id: number
  title: string
  by: { name: string; email: string }
}

type ClosedReport = ShownReport & { closed: { at: number; by: string } }

type Reports = { reports: ShownReport[]; total: number; closed: ClosedReport[] }

/**
 * The reports that wait, the oldest first, and how many there are, up to 1,000; those closed last, the latest first. For those who see the
 * records of all.
 */
export async function listReports(
  { store }: Context,
  { actor, language }: Pick<Caller, 'actor' | 'language'>,
): Promise<Reports> {
  refuseOthers(actor)
  const open = await store.lookup('report', 'closed', null, max.counted)
  const shut = await store.highest('report', 'closed', max.closed)
  const listed = await store.getMany('report', [...open.slice(0, max.listed), ...shut])
  const stored = listed.map(({ id, facts }) => ({ id, report: reportIn(facts) }))
  const read = async (kind: string, ids: number[]) => {
    const of = await store.getMany(kind, [...new Set(ids)])
    return new Map(of.map(record => [record.id, record]))
  }
  const reported = stored.map(({ report }) => report.event)
  const people = stored.flatMap(({ report: { user, closed } }) => [user, closed?.by ?? 0])
  const events = await read('event', reported)
  const users = await read(
    'user',
    people.filter(id => id !== 0),
  )
  const reports: ShownReport[] = []
  const closed: ClosedReport[] = []
  for (const { id, report } of stored) {
    const event = events.get(report.event)
    if (!event) continue
    const { what, note, change, at } = report
    const by = senderOf(report, users.get(report.user))
    const title = titleIn(event, language)
    const shown = { id, event: event.id, title, what, note, change, at, by }
    if (!report.closed) reports.push(shown)
    else {
      const { name } = nameOf(users.get(report.closed.by))
      closed.push({ ...shown, closed: { at: report.closed.at, by: name } })
    }
  }
  return { reports, total: open.length, closed }
}

function senderOf({ sender }: Report, user: StoredRecord | undefined) {
  if (sender) return { name: sender.name, email: sender.email }
  return nameOf(user)
}

function nameOf(user: StoredRecord | undefined) {
  const { name, login, email } = user?.facts ?? {}
  return { name: String(name || login || ''), email: String(email ?? '') }
}

/** The event as the change of a report would leave it. */
export const rehearseReport = (context: Context, caller: Caller, id: number): Promise<Written> =>
  changed(rehearsed(context).context, caller, id)

/** Writes the change of a report, and closes it. A change that is written already writes nothing, so that this may be repeated. */
export async function applyReport(context: Context, caller: Caller, id: number): Promise<Written> {
  const written = await changed(context, caller, id)
  await closeReport(context, caller, id)
  return written
}

async function changed(context: Context, caller: Caller, id: number) {
  refuseOthers(caller.actor)
  const stored = await context.store.get('report', id)
  if (!stored || !isOpen(stored)) throw new Problem('report_not_found')
  const { event, change, language } = reportIn(stored.facts)
  return changeRecord(context, 'event', inLanguage(caller, language), { id: event }, change)
}

const inLanguage = (caller: Caller, language: Language | undefined): Caller =>
  language ? { ...caller, language } : caller

/** Closes a report that an editor has dealt with. It can be reopened for a month; then it is deleted, with all that it says. `force`: at once. */
export function closeReport(context: Context, caller: Caller, id: number, force = false) {
  if (!force) return setClosed(context, caller, id, { at: context.now(), by: caller.actor.id })
  return inReport(context, caller, id, (tx, report) => removeReport(context, tx, caller, report))
}

/** Puts a closed report back into the queue. */
export const reopenReport = (context: Context, caller: Caller, id: number): Promise<void> =>
  setClosed(context, caller, id, undefined)

const setClosed = (context: Context, caller: Caller, id: number, closed: Report['closed']) =>
  inReport(context, caller, id, async (tx, report) => {
    if (isOpen(report) === !closed) throw new Problem('report_not_found')
    const facts = reportFacts({ ...reportIn(report.facts), closed })
    const version = await tx.update('report', id, facts)
    await append(tx, lineBy(context, caller), report, { ...report, version, facts })
  })

function inReport(
  { store }: Context,
  { actor }: Caller,
  id: number,
  work: (tx: Transaction, report: StoredRecord) => Promise<void>,
): Promise<void> {
  refuseOthers(actor)
  if (actor.scope === 'read') throw new Problem('rest_forbidden')
  return store.write(async tx => {
    const report = await tx.get('report', id)
    if (!report) throw new Problem('report_not_found')
    await work(tx, report)
  })
}

export async function removeReport(
  context: Pick<Context, 'now'>,
  tx: Transaction,
  by: Pick<Caller, 'actor' | 'language'>,
  report: StoredRecord,
) {
  await tx.remove('report', report.id)
  await append(tx, lineBy(context, by), report, undefined)
}

function refuseOthers(actor: Actor) {
  if (!seesPeople(actor)) throw new Problem('rest_forbidden')
}

const tooMany: FieldError = {
  sentence: {
    en: 'Many reports on this event wait already. The editors will look at them.',
    fr: 'De nombreux signalements de cet évènement attendent déjà. Les éditeurs vont les examiner.',
  },
}

const tooLong: FieldError = {
  sentence: {
    en: `{name} is too long. Expected at most ${max.change} characters.`,
    fr: `{name} est trop long. Attendu : ${max.change} caractères au plus.`,
  },
}

const saysNothing: FieldError = {
  sentence: {
    en: 'The report says nothing. Expected a note, or a change.',
    fr: 'Le signalement ne dit rien. Attendu : un message ou une modification.',
  },
}
