/** What a worker gets at its start: in its environment, since it reads that before anything else. */
export type WorkerStart = {
  number: number
  /** True if the service begins with it: it prints the greeting. */
  isFirst: boolean
  /** For the first administrator: whichever worker answers knows the same one. */
  setUpCode: string
}

/** The variable that holds it. None of ours begins so: it is no setting. */
export const startVariable = 'WORKER_OF_ALMANAC'

/** The figures of the process that started the workers. */
export type Supervision = { workers: number; restarts: number }

/** A request to all workers for a report, under a number of the one that sends it. */
export type ReportRequest = { ask: number }
/** The report of a worker, for the one that asked. */
export type Report = { ask: number; to: number; worker: number; report: unknown }

/** As the process that started the workers passes them on. */
export type ToWorker = (ReportRequest & { by: number }) | (Report & { supervision: Supervision })

/** One of several processes that serve a calendar on this machine, as it sees itself (`src/workers.ts` has started it). */
export type Worker = WorkerStart & { reports: ReturnType<typeof openReports> }

/** Undefined: this process is no worker. */
export function thisWorker(env = process.env): Worker | undefined {
  const written = env[startVariable]
  // its own children are no workers
  delete env[startVariable]
  if (written === undefined || !process.send) return undefined
  const start: WorkerStart = JSON.parse(written)
  return { ...start, reports: openReports(start.number) }
}

/** Milliseconds that a worker has to say something of itself. */
const patience = 1000

/** The state of all workers, for the one that answers a request about it. */
function openReports(worker: number) {
  // where the process that started it has ended, so does this one
  const send = (message: ReportRequest | Report) =>
    void process.send?.(message, undefined, {}, () => {})
  const waiting = new Map<number, (report: Report & { supervision: Supervision }) => void>()
  let last = 0
  let give = async (): Promise<unknown> => undefined

  process.on('message', async (message: ToWorker) => {
    const { ask } = message
    if ('to' in message) return waiting.get(ask)?.(message)
    const report = await give().catch(() => undefined)
    send({ ask, to: message.by, worker, report })
  })
  // one that could not start ends
  process.channel?.unref()
  return {
    /** Sets the report of this worker. */
    from(report: () => Promise<unknown>) {
      give = report
    },
    /** Resolves with what all say; one that does not answer in time is left out. */
    async all() {
      const ask = ++last
      const of: Report[] = []
      let supervision: Supervision | undefined
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, patience)
        waiting.set(ask, report => {
          supervision = report.supervision
          if (of.push(report) < supervision.workers) return
          clearTimeout(timer)
          resolve()
        })
        send({ ask })
      })
      waiting.delete(ask)
      return { of: of.filter(({ report }) => report !== undefined), supervision }
    },
  }
}

/** The descriptor of the first socket that systemd passes on. */
const first = 3

/**
 * The descriptor of a socket that systemd has opened for this service (`LISTEN_FDS`), or for the process that started this worker;
 * undefined: there is none. Connections wait in it while the service is restarted.
 */
export function inheritedSocket(): number | undefined {
  const { LISTEN_FDS: count, LISTEN_PID: pid } = process.env
  if (!(Number(count) >= 1)) return undefined
  // a worker listens by the process that has the descriptor
  const { isWorker } = process.getBuiltinModule('node:cluster')
  return Number(pid) === (isWorker ? process.ppid : process.pid) ? first : undefined
}

/**
 * Node cuts small buffers from slabs of 64 KiB, and a slab is freed with its last buffer only. A cache of small responses and records
 * then holds several times the bytes that its setting allows: 120 MB instead of 34 after 12,000 mixed requests. Buffers with memory of
 * their own cost no measurable time.
 */
export function ownMemoryForBuffers() {
  Buffer.poolSize = 0
}
