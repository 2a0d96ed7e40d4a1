import { pruneJournal } from '../../journal/retention.ts'
import { derive } from '../../resources/event/when.ts'
import { type PostName, postNames } from '../../resources/index.ts'
import { service } from '../access/access.ts'
import type { Caller, Context } from '../context.ts'
import { removeReplaced } from '../images/images.ts'
import { bringUsesBack } from '../people/last-use.ts'
import { inWrites } from './batches.ts'
import { whenStored } from './event-rules.ts'
import { repairTrashSlugs } from './trash-slugs.ts'
import { settle } from './write.ts'
import type { Write } from './write-types.ts'

const everySeconds = 5
const atOnce = 200
/** Milliseconds between two removals of old lines of the change log. */
const pruneEvery = 3_600_000

const asService = ({ site }: Context): Caller => ({
  actor: service,
  language: site.language,
  fallback: true,
})

/** Publishes what was waiting for its moment; says how many records. */
export async function publishDue(context: Context): Promise<number> {
  let published = 0
  for (const kind of postNames) {
    const due = await context.store.due(kind, context.now(), atOnce)
    for (const id of due)
      await inWrites(context, asService(context), write => publish(write, kind, id))
    published += due.length
  }
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
 * that are not over are derived again; says how many changed.
 */
export async function refreshZones(context: Context, zoneData: string): Promise<number> {
  const noted = await context.store.note('zone-data')
  if (noted === zoneData) return 0
  let changed = 0
  for (let after = 0; noted !== undefined; ) {
    const ids = await context.store.idsAfter('event', after, atOnce)
    for (const event of await context.store.getMany('event', ids)) {
      if (Number(event.facts.utc_ends) < context.now()) continue
      const when = derive(whenStored(event))
      if (when.utc_starts === event.facts.utc_starts && when.utc_ends === event.facts.utc_ends)
        continue
      await inWrites(context, asService(context), async write => {
        const current = await write.tx.get('event', event.id)
        if (!current) return false
        const fresh = derive(whenStored(current))
        const version = await write.tx.update('event', event.id, fresh)
        return settle(write, current, {
          ...current,
          version,
          facts: { ...current.facts, ...fresh },
        })
      })
      changed++
    }
    if (ids.length < atOnce) break
    after = ids.at(-1) ?? after
  }
  await context.store.write(tx => tx.setNote('zone-data', zoneData))
  return changed
}

export type Schedule = {
  zoneData: string
  /** Days for which lines of the change log stay; 0: for ever. */
  journalRetention: number
  /** True in the process that runs background work. */
  isLeader(): Promise<boolean>
  failed(error: unknown): void
}

/** What happens by itself while the service runs, in one of its processes. */
export function openSchedule(
  context: Context,
  { zoneData, journalRetention, isLeader, failed }: Schedule,
) {
  let isStopped = false
  let running: Promise<void> | undefined
  let hasZones = false
  let isRepaired = false
  let repairing: Promise<void> | undefined
  let pruned = Number.NEGATIVE_INFINITY

  async function prune() {
    if (journalRetention === 0 || performance.now() - pruned < pruneEvery) return
    const before = context.now() - journalRetention * 86_400
    await pruneJournal(context.store, before, () => isStopped)
    pruned = performance.now()
  }

  /** What earlier versions left wrong. Nothing that is due waits for it, however long it takes or fails. */
  async function repair() {
    await bringUsesBack(context.store, context.now())
    await repairTrashSlugs(context, () => isStopped)
    isRepaired = true
  }

  async function work() {
    if (!(await isLeader())) return
    if (!hasZones) await refreshZones(context, zoneData)
    hasZones = true
    while (!isStopped && (await publishDue(context)) > 0) await new Promise(setImmediate)
    while (!isStopped && (await removeReplaced(context)) > 0) await new Promise(setImmediate)
    await prune()
    if (!isRepaired && !isStopped)
      repairing ??= repair()
        .catch(failed)
        .finally(() => {
          repairing = undefined
        })
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
      await repairing
    },
  }
}
