import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../config/index.ts'
import type { openDataFolder } from '../data/index.ts'
import { once } from '../define/base/objects.ts'
import type { Health } from '../http/index.ts'
import {
  contentType,
  exposition,
  type Family,
  fromWorker,
  nodeFigures,
  type openStorage,
  type Worker,
} from '../outside/index.ts'
import type { Measured } from './metrics.ts'

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

/** Loaded at their first use: most services are not watched. */
const figures = once(async () => {
  const { processFigures, commonFigures } = await import('./metrics.ts')
  return { processFigures, commonFigures, ofNode: await nodeFigures() }
})

async function ofThisProcess(from: Measured): Promise<Family[]> {
  const { processFigures, ofNode } = await figures()
  return [...(await processFigures(from)), ...(await ofNode())]
}

/** The text of `/metrics`: each of several workers has its own figures, with its number as the label `worker`. */
export function metricsOf(from: Measured, { metricsToken: token }: Settings, worker?: Worker) {
  // measured from the start on
  const started = figures()
  started.catch(() => {})
  worker?.reports.from(() => ofThisProcess(from))
  return {
    token,
    contentType,
    async text(): Promise<string> {
      const { commonFigures } = await figures()
      if (!worker)
        return exposition([...(await ofThisProcess(from)), ...(await commonFigures(from))])
      const { of, supervision } = await worker.reports.all()
      // a worker runs this program: it says what `ofThisProcess` gives
      const families = of.flatMap(({ worker, report }) => fromWorker(worker, report as Family[]))
      return exposition([...families, ...(await commonFigures({ ...from, supervision }))])
    },
  }
}
