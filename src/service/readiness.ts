import { setTimeout as sleep } from 'node:timers/promises'
import type { openDataFolder } from '../data/index.ts'
import type { Health } from '../http/index.ts'
import type { openStorage } from '../outside/index.ts'

/** Milliseconds until a database that says nothing is away: balancers wait two seconds for the response. */
const answerWithin = 1000

type Opened = Pick<Awaited<ReturnType<typeof openDataFolder>>, 'context' | 'changes' | 'current'>

/** The states for `/health/ready`: whether the service reads and writes, and whether it answers reads. */
export function openReadiness(
  { context, changes, current }: Opened,
  storage: Pick<ReturnType<typeof openStorage>, 'report' | 'trouble'>,
): Health & { stop(): void } {
  let isStopping = false
  const ask = () => context.store.lastSeq()

  /** Undefined: the database answers. */
  async function faultOfReading(): Promise<string | undefined> {
    const answered = ask().then(
      () => undefined,
      error => storage.report(error),
    )
    return Promise.race([
      answered,
      sleep(answerWithin, 'database_unreachable' as const, { ref: false }),
    ])
  }

  return {
    async trouble() {
      if (isStopping) return 'stopping'
      await ask().catch(storage.report)
      return storage.trouble
    },
    async reading() {
      if (isStopping) return { trouble: 'stopping', writing: false }
      const fault = await faultOfReading()
      const reason = fault ?? storage.trouble
      // While the database is unreachable, caches stay in use for a limited time.
      const isRead =
        reason !== 'database_damaged' &&
        (fault === undefined || (fault === 'database_unreachable' && !changes.isDisconnected))
      return { trouble: isRead ? undefined : reason, writing: reason === undefined, reason }
    },
    repaired: () => current.repairs.count,
    isIndexReady: () => current.index?.isReady === true,
    stop() {
      isStopping = true
    },
  }
}
