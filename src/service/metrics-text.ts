import type { Settings } from '../config/index.ts'
import { once } from '../define/base/objects.ts'
import {
  contentType,
  exposition,
  type Family,
  fromWorker,
  nodeFigures,
  type Worker,
} from '../outside/index.ts'
import type { Measured } from './metrics.ts'

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
