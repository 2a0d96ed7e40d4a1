import { daySeconds } from '../../define/time/clock.ts'
import { isSeries, reportIn, submissionIn } from '../../resources/index.ts'
import type { StoredRecord } from '../../store/index.ts'
import { service } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { forgetRuns } from '../imports/source-file.ts'
import { everyRecord } from '../read/every-event.ts'
import { closedFor, removeReport } from '../reports/reports.ts'
import { dropKeptResponses, inWrites } from '../write/kept-responses.ts'
import { emptyTrash } from '../write/trash.ts'
import { settle } from '../write/write.ts'
import type { Write } from '../write/write-types.ts'

/** Days for which data stay; 0: without limit. */
export type Retention = {
  /** Records in the trash. */
  trash: number
  /** Days for which submitters are stored after the end of their event. */
  submitters: number
  /** Imports, with the notes that undo them: as long as lines of the change log. */
  imports: number
}

/** Milliseconds between two looks: the limits are days. */
const lookEvery = 6 * 3_600_000
const atOnce = 200

/** Deletes records that are older than their limit, at intervals. Scheduled work does not wait for it; the next run continues an interrupted one. */
export function openRetention(
  context: Context,
  days: Retention,
  { isStopped, failed }: { isStopped(): boolean; failed(error: unknown): void },
) {
  let began = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  async function look() {
    const before = (limit: number) => context.now() - limit * daySeconds
    if (days.trash > 0) await emptyTrash(context, before(days.trash), { isStopped })
    if (days.submitters > 0) {
      await eraseSubmitters(context, before(days.submitters), isStopped)
    }
    const sentBefore = days.submitters > 0 ? before(days.submitters) : 0
    await removeOldReports(context, sentBefore, isStopped)
    await dropKeptResponses(context, isStopped)
    if (days.imports > 0) await forgetRuns(context, before(days.imports), isStopped)
  }
  return {
    begin() {
      if (running || performance.now() - began < lookEvery) return
      began = performance.now()
      running = look()
        .catch(failed)
        .finally(() => {
          running = undefined
        })
    },
    ended: () => running,
  }
}

/** Erases who proposed the events that ended before an instant, and were proposed before it. */
async function eraseSubmitters(context: Context, before: number, isStopped: () => boolean) {
  for (let after = 0; !isStopped(); ) {
    const ids = await context.store.idsWith('event', 'submission', after, atOnce)
    const events = await context.store.getMany('event', ids)
    const ended = await endsOf(context, events)
    for (const event of events) {
      if (Math.max(ended(event), submissionIn(event.facts)?.agreed ?? 0) >= before) continue
      await eraseSubmitter(context, event.id)
    }
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    await new Promise(setImmediate)
  }
}

/** The end of the last date of events. */
async function endsOf({ store }: Context, events: readonly StoredRecord[]) {
  const ends = await store.lastEnds(events.filter(isSeries).map(({ id }) => id))
  return ({ id, facts }: StoredRecord) => ends.get(id) ?? Number(facts.utc_ends)
}

/** Removes reports that were closed a month ago, and those on events that ended before an instant, if they were sent before it. */
async function removeOldReports(context: Context, before: number, isStopped: () => boolean) {
  const { store, site } = context
  for await (const reports of everyRecord(store, 'report')) {
    if (isStopped()) return
    const ids = reports.map(({ facts }) => reportIn(facts).event)
    const events = await store.getMany('event', [...new Set(ids)])
    const ended = await endsOf(context, events)
    for (const report of reports) {
      const { at, event: id, closed } = reportIn(report.facts)
      const event = events.find(one => one.id === id)
      const isOld = at < before && !(event && ended(event) >= before)
      const isDone = closed && closed.at < context.now() - closedFor
      if (!isOld && !isDone) continue
      const by = { actor: service, language: site.language }
      await store.write(async tx => {
        if (await tx.get('report', report.id)) await removeReport(context, tx, by, report)
      })
    }
  }
}

/** Erases who proposed an event, which stays as it is; says whether there was something to erase. */
export function eraseSubmitter(
  context: Context,
  id: number,
  caller: Pick<Caller, 'actor'> = { actor: service },
): Promise<boolean> {
  const by: Caller = { ...caller, language: context.site.language, fallback: true }
  return inWrites(context, by, async write => {
    const stored = await write.tx.get('event', id)
    if (!stored?.facts.submission) return false
    await withoutSubmission(write, stored)
    return true
  })
}

async function withoutSubmission(write: Write, stored: StoredRecord) {
  const facts = { submission: null }
  const version = await write.tx.update('event', stored.id, facts)
  await settle(write, stored, { ...stored, version, facts: { ...stored.facts, ...facts } })
}
