import type { DamageCheck } from './database.ts'
import type { openDataFolder } from './open.ts'
import type { Progress } from './outside/progress.ts'

/** The first responses come from the database; the indexes are built once they are out of the way. */
const buildAfter = 500
/** What is due is looked for sooner; it writes, and all that it needs is loaded for it. */
const scheduleAfter = 50

export type Background = {
  progress: Progress
  failed(what: string, error: unknown): void
  /** Hears of damage that no request has met. */
  damaged(message: string): void
}

/** What the service does in the background while it answers requests. */
export function startBackground(
  { context, current, database, engine, settings }: Awaited<ReturnType<typeof openDataFolder>>,
  { progress, failed, damaged }: Background,
) {
  let isStopped = false
  let check: DamageCheck | undefined

  async function lookForDamage() {
    if (isStopped || !(await engine.isFirst())) return
    check = database.checkForDamage?.()
    const message = await check?.found
    if (message && !isStopped) damaged(message)
  }
  async function build() {
    await current.buildIndexes(progress).catch(error => failed('index', error))
    await lookForDamage().catch(error => failed('damage', error))
  }
  const building = setTimeout(build, buildAfter).unref()
  async function schedule() {
    const { openSchedule } = await import('./calendar/schedule.ts')
    if (isStopped) return
    return openSchedule(context, {
      zoneData: process.versions.tz ?? '',
      journalRetention: settings.journalRetention,
      isFirst: engine.isFirst,
      failed: error => failed('schedule', error),
    })
  }
  let scheduled: ReturnType<typeof schedule> | undefined
  const scheduling = setTimeout(() => {
    scheduled = schedule()
    scheduled.catch(error => failed('schedule', error))
  }, scheduleAfter).unref()
  return {
    async stop() {
      isStopped = true
      clearTimeout(building)
      clearTimeout(scheduling)
      check?.stop()
      await (await scheduled?.catch(() => undefined))?.stop()
    },
  }
}
