/** What a worker learns at its start: in its environment, since it reads that before anything else. */
export type WorkerStart = {
  number: number
  /** Does the log go to a terminal? */
  isTTY: boolean
  /** For the first administrator: whichever worker answers knows the same one. */
  setUpCode: string
}

/** The variable that holds it. None of ours begins so: it is no setting. */
export const startVariable = 'WORKER_OF_ALMANAC'

/** What one process does at a time: writing to a database file, and decoding images, whose memory is that of the whole service. */
export const turnNames = ['writing', 'images'] as const
export type TurnName = (typeof turnNames)[number]

export type ToWorker =
  /** It does from now on what one process does. */
  | { leader: true }
  /** It has this turn, or another waits for it. */
  | { turn: 'yours' | 'wanted'; of: TurnName }
  | { broadcast: string }
  | { stop: true }

export type FromWorker =
  /** It listens. */
  { ready: unknown } | { turn: 'ask' | 'end'; of: TurnName } | { broadcast: string }
