/** What a worker is told when it begins: in its environment, since it reads that before anything else. */
export type WorkerStart = {
  number: number
  /** Does the log go to a terminal? */
  isTTY: boolean
  /** For the first administrator: whichever worker answers knows the same one. */
  setUpCode: string
}

/** The variable that holds it. None of ours begins so: it is no setting. */
export const startVariable = 'WORKER_OF_ALMANAC'

export type ToWorker =
  /** It does from now on what one process does. */
  | { first: true }
  /** It may write, or another waits to write. */
  | { turn: 'yours' | 'wanted' }
  | { whisper: string }
  | { stop: true }

export type FromWorker =
  /** It listens. */
  { ready: unknown } | { turn: 'ask' | 'end' } | { whisper: string }
