/** The data that a worker gets at its start: in its environment, since it reads that before anything else. */
export type WorkerStart = {
  number: number
  /** True if the log goes to a terminal. */
  isTTY: boolean
  /** For the first administrator: whichever worker answers knows the same one. */
  setUpCode: string
}

/** The variable that holds it. None of ours begins so: it is no setting. */
export const startVariable = 'WORKER_OF_ALMANAC'

/** Work that one process does at a time: writing to a database file, and decoding images, whose memory is that of the entire service. */
export const turnNames = ['writing', 'images'] as const
export type TurnName = (typeof turnNames)[number]

/** The figures of the process that started the workers. */
export type Supervision = { workers: number; restarts: number }

/** The report of each worker. */
export type WorkerReport = { worker: number; report: unknown }

export type ToWorker =
  /** It does from now on what one process does. */
  | { leader: true }
  /** It has this turn, or another waits for it. */
  | { turn: 'yours' | 'wanted'; of: TurnName }
  | { broadcast: string }
  | { stop: true }
  /** It opens its logs again, and reads its settings. */
  | { reload: true }
  /** Requests the report of a worker, under this number. */
  | { report: 'give'; id: number }
  /** The reports of all workers, for the one that requested them. */
  | { report: 'all'; id: number; of: WorkerReport[]; supervision: Supervision }

export type FromWorker =
  /** It listens. */
  | { ready: unknown }
  | { turn: 'ask' | 'end'; of: TurnName }
  | { broadcast: string }
  | { report: 'ask'; id: number }
  | { report: 'given'; id: number; of: unknown }
