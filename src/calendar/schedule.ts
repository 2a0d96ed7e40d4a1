import { derive, type When } from '../resources/event/when.ts'
import type { Row } from '../store/store.ts'
import { service } from './access.ts'
import type { Caller, Context } from './context.ts'
import { settle } from './event-follow-up.ts'
import { logChange } from './log-change.ts'

const everySeconds = 5
const atOnce = 200

const asService = ({ site }: Context): Caller => ({
  actor: service,
  language: site.language,
  fallback: true,
})

/** Publishes what was waiting for its moment (behaviour 4.2); says how many records. */
export async function publishDue(context: Context): Promise<number> {
  let published = 0
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    const due = await context.store.due(kind, context.now(), atOnce)
    for (const id of due) await context.store.write(tx => publish(tx, context, kind, id))
    published += due.length
  }
  return published
}

async function publish(
  tx: Parameters<Parameters<Context['store']['write']>[0]>[0],
  context: Context,
  kind: 'event' | 'venue' | 'organizer',
  id: number,
) {
  const stored = await tx.get(kind, id)
  if (stored?.facts.status !== 'future' || Number(stored.facts.date_utc) > context.now()) return
  const version = await tx.update(kind, id, { status: 'publish' })
  const published = { ...stored, version, facts: { ...stored.facts, status: 'publish' } }
  if (kind === 'event') await settle(tx, context, asService(context), published, stored)
  else await logChange(tx, context, asService(context), stored, published)
}

/**
 * Wall time and zone are the truth. When the time-zone data has changed since the instants were derived, those of events
 * that are not over are derived anew; says how many changed.
 */
export async function refreshZones(context: Context, zoneData: string): Promise<number> {
  const noted = await context.store.note('zone-data')
  if (noted === zoneData) return 0
  let changed = 0
  for (let after = 0; noted !== undefined; ) {
    const ids = await context.store.idsAfter('event', after, atOnce)
    for (const event of await context.store.getMany('event', ids)) {
      if (Number(event.facts.utc_ends) < context.now()) continue
      const when = derive(event.facts as unknown as When)
      if (when.utc_starts === event.facts.utc_starts && when.utc_ends === event.facts.utc_ends)
        continue
      await context.store.write(async tx => {
        const current = await tx.get('event', event.id)
        if (!current) return
        const fresh = derive(current.facts as unknown as When)
        const version = await tx.update('event', event.id, fresh as unknown as Row)
        const moved = {
          ...current,
          version,
          facts: { ...current.facts, ...(fresh as unknown as Row) },
        }
        await settle(tx, context, asService(context), moved, current)
      })
      changed++
    }
    if (ids.length < atOnce) break
    after = ids.at(-1) as number
  }
  await context.store.write(tx => tx.setNote('zone-data', zoneData))
  return changed
}

/** What happens by itself while the service runs. */
export function openSchedule(context: Context, zoneData: string, failed: (error: unknown) => void) {
  let running = false
  async function tick() {
    if (running) return
    running = true
    try {
      while ((await publishDue(context)) > 0) await new Promise(setImmediate)
    } catch (error) {
      failed(error)
    } finally {
      running = false
    }
  }
  const timer = setInterval(() => void tick(), everySeconds * 1000).unref()
  const started = setTimeout(
    () => void refreshZones(context, zoneData).then(tick, failed),
    50,
  ).unref()
  return {
    stop() {
      clearInterval(timer)
      clearTimeout(started)
    },
  }
}
