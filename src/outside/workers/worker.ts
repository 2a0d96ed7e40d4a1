import type {
  FromWorker,
  Supervision,
  ToWorker,
  TurnName,
  WorkerReport,
  WorkerStart,
} from './messages.ts'
import { startVariable } from './messages.ts'

/** One of several processes that serve a calendar on this machine, as it sees itself (`parent.ts` has started it). */
export type Worker = WorkerStart & {
  /** It listens; the parent process gets its status. */
  ready(of: unknown): void
  /** Calls when it is to stop, by a signal or by the parent; once. */
  whenStopped(stop: () => void): void
  /** Calls each time the settings are to be read again. */
  whenReloaded(reload: () => void): void
  /** Coordination with the other workers, through the parent (`store/coordination.ts`). */
  coordination: ReturnType<typeof openCoordination>
  /** One process decodes images at a time. */
  imageTurn: Turn
  reports: ReturnType<typeof openReports>
}

/** A task that one process does at a time. It stays with it until another process claims it. */
type Turn = ReturnType<typeof openTurn>

/** Undefined: this process is no worker. */
export function thisWorker(env = process.env): Worker | undefined {
  const written = env[startVariable]
  // its own children are no workers
  delete env[startVariable]
  if (written === undefined || !process.send) return undefined
  const start: WorkerStart = JSON.parse(written)
  return openWorker(start)
}

function openWorker(start: WorkerStart): Worker {
  // The parent has ended, and so does this process.
  const send = (message: FromWorker) => void process.send?.(message, undefined, {}, () => {})
  const stopping = new Set<() => void>()
  let isStopping = false

  function stop() {
    if (isStopping) return
    isStopping = true
    for (const each of stopping) each()
  }

  process.on('message', (message: ToWorker) => {
    if ('stop' in message) stop()
  })
  // A terminal signals the whole process group and the parent forwards the signal as well: both count as one. The parent handles the second.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  // what these mean is decided by the parent
  for (const signal of ['SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {})

  return {
    ...start,
    ready: of => send({ ready: of }),
    whenStopped(listener) {
      stopping.add(listener)
      if (isStopping) listener()
    },
    whenReloaded(listener) {
      process.on('message', (message: ToWorker) => {
        if ('reload' in message) listener()
      })
    },
    coordination: openCoordination(send),
    imageTurn: openTurn(send, 'images'),
    reports: openReports(send),
  }
}

function openCoordination(send: (message: FromWorker) => void) {
  const turn = openTurn(send, 'writing')
  const listeners = new Set<(text: string) => void>()
  const becoming = new Set<() => void>()
  let isLeader = false

  process.on('message', (message: ToWorker) => {
    if ('broadcast' in message) for (const listen of listeners) listen(message.broadcast)
    else if ('leader' in message) {
      isLeader = true
      for (const became of becoming) became()
    }
  })
  return {
    takeTurn: turn.take,
    endTurn: turn.end,
    get isLeader() {
      return isLeader
    },
    becameLeader: (listener: () => void) => void becoming.add(listener),
    broadcast: {
      send: (text: string) => send({ broadcast: text }),
      listen: (listener: (text: string) => void) => void listeners.add(listener),
    },
  }
}

type AllReports = { of: WorkerReport[]; supervision: Supervision }

/** The status of all workers, for the one that answers the request. */
function openReports(send: (message: FromWorker) => void) {
  const waiting = new Map<number, (all: AllReports) => void>()
  let last = 0
  let give = async (): Promise<unknown> => undefined
  process.on('message', (message: ToWorker) => {
    if (!('report' in message)) return
    const { id } = message
    if (message.report === 'all') {
      waiting.get(id)?.(message)
      waiting.delete(id)
    } else
      give().then(
        of => send({ report: 'given', id, of }),
        () => send({ report: 'given', id, of: undefined }),
      )
  })
  return {
    /** Sets the report of this worker. */
    from(report: () => Promise<unknown>) {
      give = report
    },
    /** Resolves with what all say; one that does not answer in time is left out. */
    all: () =>
      new Promise<AllReports>(resolve => {
        waiting.set(++last, resolve)
        send({ report: 'ask', id: last })
      }),
  }
}

function openTurn(send: (message: FromWorker) => void, of: TurnName) {
  let isOurs = false
  let isWanted = false
  let isUsed = false
  let come = () => {}
  let coming: Promise<void> | undefined

  function leave() {
    isOurs = false
    isWanted = false
    send({ turn: 'end', of })
  }

  process.on('message', (message: ToWorker) => {
    if (!('turn' in message) || message.of !== of) return
    if (message.turn === 'yours') {
      isOurs = true
      coming = undefined
      come()
    } else if (isUsed) isWanted = true
    else if (isOurs) leave()
  })
  return {
    /** Resolves when it is ours; undefined: it is. */
    take(): Promise<void> | undefined {
      isUsed = true
      if (isOurs) return undefined
      coming ??= new Promise<void>(resolve => {
        come = resolve
        send({ turn: 'ask', of })
      })
      return coming
    },
    end() {
      isUsed = false
      if (isOurs && isWanted) leave()
    },
  }
}
