import type { StoredRecord } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { pruneJournal } from '../../journal/index.ts'
import { isSeries, type PostName, postNames } from '../../resources/index.ts'
import { dateColumns } from '../../store/index.ts'
import { service } from '../access/access.ts'
import type { Caller, Context, WriteCaller } from '../base/context.ts'
import { notifyReviewed, type Reviews } from '../history/reviewed.ts'
import { bringUsesBack } from '../people/last-use.ts'
import { openRetention, type Retention } from '../retention/retention.ts'
import { whenNow } from '../write/event-rules.ts'
import { removeReplaced } from '../write/images.ts'
import { inWrites } from '../write/kept-responses.ts'
import { extendSeries, setDates, timesOnPatches, wantedDates } from '../write/series.ts'
import { isTrashSlug, trashEnding } from '../write/slugs.ts'
import { settle } from '../write/write.ts'
import type { Write } from '../write/write-types.ts'

const everySeconds = 5
const atOnce = 200
/** Milliseconds between two removals of old lines of the change log, and between two looks for series that lack dates. */
const pruneEvery = 3_600_000
const extendEvery = 3_600_000

const asService = ({ site }: Context): Caller => ({
  actor: service,
  language: site.language,
  fallback: true,
})

/** Publishes what was waiting for its moment; says how many records. One that fails keeps no other waiting; if all fail, so does this. */
export async function publishDue(context: Context): Promise<number> {
  let published = 0
  const failures: unknown[] = []
  for (const kind of postNames)
    for (const id of await context.store.due(kind, context.now(), atOnce))
      try {
        await inWrites(context, asService(context), write => publish(write, kind, id))
        published++
      } catch (error) {
        failures.push(error)
      }
  if (published === 0 && failures.length > 0) throw failures[0]
  return published
}

async function publish(write: Write, kind: PostName, id: number) {
  const stored = await write.tx.get(kind, id)
  if (stored?.facts.status !== 'future') return false
  if (Number(stored.facts.date_utc) > write.context.now()) return false
  const version = await write.tx.update(kind, id, { status: 'publish' })
  const facts = { ...stored.facts, status: 'publish' }
  return settle(write, stored, { ...stored, version, facts })
}

/**
 * Wall time and zone are the truth. When the time-zone data has changed since the instants were derived, those of events
 * that are not over are derived again; says how many changed. One that fails delays no other, and the next start tries it again.
 */
export async function refreshZones(
  context: Context,
  zoneData: string,
  failed: (error: unknown) => void,
): Promise<number> {
  const noted = await context.store.note('zone-data')
  if (noted === zoneData) return 0
  let changed = 0
  let failures = 0
  for (let after = 0; noted !== undefined; ) {
    const ids = await context.store.idsAfter('event', after, atOnce)
    for (const event of await context.store.getMany('event', ids))
      try {
        if (!(await isOtherwise(context, event))) continue
        await inWrites(context, asService(context), write => refresh(write, event.id))
        changed++
      } catch (error) {
        failures++
        failed(new Error(`The times of event ${event.id} could not be derived.`, { cause: error }))
      }
    if (ids.length < atOnce) break
    after = ids.at(-1) ?? after
  }
  if (failures === 0) await context.store.write(tx => tx.setNote('zone-data', zoneData))
  return changed
}

/** True if the current time-zone data gives the event other times on a date that is not over. */
async function isOtherwise({ store, now }: Context, event: StoredRecord): Promise<boolean> {
  if (isSeries(event)) {
    const fresh = new Map(wantedDates(event).map(date => [date.original, date]))
    const stored = await store.seriesDates(event.id)
    const patches = new Map((await store.overridesOf(event.id)).map(({ id, patch }) => [id, patch]))
    const timesOf = timesOnPatches(event)
    return stored.some(date => {
      const [byRule, patch] = [fresh.get(date.original), patches.get(date.id)]
      if (!byRule || date.utc_ends < now()) return false
      const is = patch ? timesOf(byRule, patch) : byRule
      return dateColumns.some(name => is[name] !== date[name])
    })
  }
  if (Number(event.facts.utc_ends) < now()) return false
  const when = whenNow(event)
  return when.utc_starts !== event.facts.utc_starts || when.utc_ends !== event.facts.utc_ends
}

async function refresh(write: Write, id: number) {
  const current = await write.tx.get('event', id)
  if (!current) return false
  const fresh = whenNow(current)
  const version = await write.tx.update('event', id, fresh)
  const after = { ...current, version, facts: { ...current.facts, ...fresh } }
  if (isSeries(after)) await setDates(write, after)
  return settle(write, current, after)
}

export type Schedule = {
  zoneData: string
  /** Days for which lines of the change log stay; 0: for ever. */
  journalRetention: number
  retention?: Pick<Retention, 'trash' | 'submitters'>
  /** True in the process that runs background work. */
  isLeader(): Promise<boolean>
  /** True while the list indexes are being built. Series are extended after that: until then lists cost more, and each change is read twice. */
  isBuilding?(): boolean
  failed(error: unknown): void
  /** Notified of submitted and reviewed events; undefined where no mail is sent. */
  reviews?: Reviews | undefined
  /** Sends mails that other processes have left. */
  resumeMails?: (() => Promise<void>) | undefined
}

/** Extends series from time to time. Nothing that is due waits for it. */
function openExtension(
  context: Context,
  isStopped: () => boolean,
  { isBuilding = () => false, failed }: Pick<Schedule, 'isBuilding' | 'failed'>,
) {
  let began = Number.NEGATIVE_INFINITY
  let running: Promise<unknown> | undefined
  return {
    begin() {
      if (running || isBuilding() || performance.now() - began < extendEvery) return
      began = performance.now()
      running = extendSeries(context, isStopped)
        .catch(failed)
        .finally(() => {
          running = undefined
        })
    },
    ended: () => running,
  }
}

/** Repairs data of earlier versions, once. Scheduled work does not wait for it, however long it takes or if it fails. */
function openRepair(context: Context, isStopped: () => boolean, failed: (error: unknown) => void) {
  let isRepaired = false
  let running: Promise<void> | undefined
  async function repair() {
    await bringUsesBack(context.store, context.now())
    await repairTrashSlugs(context, isStopped)
    isRepaired = true
  }
  return {
    begin() {
      if (isRepaired) return
      running ??= repair()
        .catch(failed)
        .finally(() => {
          running = undefined
        })
    },
    ended: () => running,
  }
}

async function sendMails(
  context: Context,
  { reviews, resumeMails }: Pick<Schedule, 'reviews' | 'resumeMails'>,
  isStopped: () => boolean,
) {
  if (reviews && !isStopped()) await notifyReviewed(context, reviews)
  if (!isStopped()) await resumeMails?.()
}

/** Does work in batches until one finds nothing to do. */
async function untilDone(
  batch: (context: Context) => Promise<number>,
  context: Context,
  isStopped: () => boolean,
) {
  while (!isStopped() && (await batch(context)) > 0) await new Promise(setImmediate)
}

/** The periodic work of the service, in one of its processes. */
export function openSchedule(
  context: Context,
  { zoneData, journalRetention, retention = never, isLeader, failed, ...more }: Schedule,
) {
  let isStopped = false
  const stopped = () => isStopped
  let running: Promise<void> | undefined
  let hasZones = false
  let pruned = Number.NEGATIVE_INFINITY
  const extension = openExtension(context, stopped, { ...more, failed })
  const repair = openRepair(context, stopped, failed)
  const days = { ...retention, imports: journalRetention }
  const removal = openRetention(context, days, { isStopped: stopped, failed })

  async function prune() {
    if (journalRetention === 0 || performance.now() - pruned < pruneEvery) return
    const before = context.now() - journalRetention * daySeconds
    await pruneJournal(context.store, before, stopped)
    pruned = performance.now()
  }

  async function refreshOnce() {
    if (!hasZones) await refreshZones(context, zoneData, failed)
    hasZones = true
  }

  /** In their order. Where one fails, as when images are stored elsewhere and cannot be reached, the others are done all the same. */
  const jobs = [
    refreshOnce,
    () => untilDone(publishDue, context, stopped),
    () => sendMails(context, more, stopped),
    () => untilDone(removeReplaced, context, stopped),
    prune,
    extension.begin,
    removal.begin,
    repair.begin,
  ]

  async function work() {
    if (!(await isLeader())) return
    for (const job of jobs)
      try {
        if (!isStopped) await job()
      } catch (error) {
        failed(error)
      }
  }
  function tick() {
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(tick, everySeconds * 1000).unref()
  tick()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
      await repair.ended()
      await extension.ended()
      await removal.ended()
    },
  }
}

const never = { trash: 0, submitters: 0 }

const slugsAtOnce = 200
const doneNote = 'trash-slugs'

/**
 * Earlier versions could restore a record from the trash with a slug such as `jazz__trashed-2`. Once in each database, these
 * records get back the slug they had, where it is free; URLs with the wrong one redirect. Returns how many records changed. One that is
 * stopped begins again at the next start.
 */
export async function repairTrashSlugs(context: Context, isStopped = () => false): Promise<number> {
  if ((await context.store.note(doneNote)) !== undefined) return 0
  const caller: WriteCaller = { actor: service, language: context.site.language, fallback: true }
  let repaired = 0
  for (const kind of postNames)
    for (let after = 0; ; ) {
      const ids = await context.store.idsWithSlug(kind, trashEnding, after, slugsAtOnce)
      for (const stored of await context.store.getMany(kind, ids)) {
        if (isStopped()) return repaired
        // most of them are in the trash, where such a slug is right
        if (!isWrong(stored)) continue
        if (await inWrites(context, caller, write => repairOne(write, kind, stored.id))) repaired++
      }
      if (ids.length < slugsAtOnce) break
      after = ids.at(-1) ?? after
    }
  await context.store.write(tx => tx.setNote(doneNote, '1'))
  return repaired
}

const isWrong = ({ facts, texts }: StoredRecord) =>
  facts.status !== 'trash' && languages.some(each => isTrashSlug(String(texts[each]?.slug ?? '')))

async function repairOne(write: Write, kind: PostName, id: number) {
  const { tx, context } = write
  const stored = await tx.get(kind, id)
  if (!stored || !isWrong(stored)) return false
  const modified = context.now()
  const version = await tx.update(kind, id, { modified })
  const facts = { ...stored.facts, modified }
  // other texts, if only by identity: their slugs are chosen again
  await settle(write, stored, { ...stored, version, facts, texts: { ...stored.texts } })
  return true
}
