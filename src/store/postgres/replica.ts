import { type Link, openLink } from './link.ts'
import type { Mark } from './mark.ts'
import { openPool, type Pool, type PoolLimits } from './pool.ts'

/** Milliseconds between two questions while nothing is written, and until an answer is missed. */
const everyMs = 1000
/** Milliseconds until a server that lags behind is checked again: at first, and at most. */
const again = { first: 2, max: 250 }
/** A replica that was up to date this recently, in ms, is expected to catch up soon: reads wait for it at most this long. */
const closeMs = 200
/** A lag of this length is reported. */
const lagMs = 5000

/** The line of succession that is written, as the database itself says it. */
export const historyNote = 'history'

const question = `SELECT (SELECT coalesce(max(seq), 0) FROM journal) >= $1
  AND coalesce(pg_visible_in_snapshot($2::xid8, pg_current_snapshot()), true)
  AND coalesce((SELECT value FROM note WHERE key = '${historyNote}'), '') = $3 AS has`

/** Log messages about replicas. */
export type LogFn = (message: string, fields: Record<string, unknown>) => void

export type Replica = ReturnType<typeof openReplica>

type State = {
  name: string
  mark: Mark
  link: Link
  pool: Pool
  log: LogFn
  /** The mark that it is known to have; and when it last had everything. */
  reached: number
  inSyncAt: number
  isOut: boolean
  isAsking: boolean
  isStopped: boolean
  pause: number
  timer?: NodeJS.Timeout | undefined
  waiting: Set<() => void>
  /** The time after which requests stop waiting for a server that does not respond. */
  waker?: NodeJS.Timeout | undefined
}

/** A server that follows the one that is written. It gets no reads while it lags behind what this process has seen, or does not respond. */
export function openReplica(url: string, mark: Mark, limits: PoolLimits, log: LogFn) {
  const state: State = {
    name: URL.parse(url)?.host ?? '',
    mark,
    log,
    link: openLink(url, { timeout: everyMs, mayFollow: true }),
    pool: openPool(url, limits, true),
    reached: -1,
    inSyncAt: performance.now(),
    pause: again.first,
    isOut: false,
    isAsking: false,
    isStopped: false,
    waiting: new Set(),
  }
  const moved = () => {
    if (!state.isAsking && state.reached >= 0) next(state, 0)
  }
  mark.watchers.add(moved)
  next(state, 0)
  return {
    pool: state.pool,
    get isInSync() {
      return state.reached === mark.version
    },
    /** True if it receives queries, apart from moments of lag. */
    get isInUse() {
      return state.reached >= 0 && !state.isOut
    },
    /** True if it was current a moment ago. */
    get isClose() {
      return isClose(state)
    },
    /** Waits until it has everything that is needed now; false if it does not catch up in time. */
    async soon(): Promise<boolean> {
      const { version } = mark
      while (state.reached < version && isClose(state) && !state.isStopped) await aMoment(state)
      return state.reached >= version
    },
    async close() {
      state.isStopped = true
      clearTimeout(state.timer)
      mark.watchers.delete(moved)
      wake(state)
      await Promise.all([state.link.close(), state.pool.close()])
    },
  }
}

const isClose = ({ reached, inSyncAt }: State) =>
  reached >= 0 && performance.now() - inSyncAt < closeMs

/** Until it has said what it has; it may say nothing at all. */
function aMoment(state: State): Promise<void> {
  state.waker ??= setTimeout(wake, closeMs, state).unref()
  return new Promise(resolve => state.waiting.add(resolve))
}

function wake(state: State) {
  clearTimeout(state.waker)
  state.waker = undefined
  const woken = [...state.waiting]
  state.waiting.clear()
  for (const each of woken) each()
}

function next(state: State, ms: number) {
  clearTimeout(state.timer)
  if (!state.isStopped) state.timer = setTimeout(ask, ms, state).unref()
}

async function ask(state: State) {
  if (state.isAsking) return
  state.isAsking = true
  try {
    await compare(state)
  } catch (error) {
    state.reached = -1
    state.pause = again.max
    state.link.drop()
    // queries that wait for it go to another server
    if (!state.isStopped) state.pool.drop()
    leaveOut(state, error instanceof Error ? error.message : String(error))
  }
  state.isAsking = false
  wake(state)
  next(state, state.reached === state.mark.version ? everyMs : state.pause)
}

async function compare(state: State) {
  const { version, seq, transaction, history } = state.mark.now
  state.pause = Math.min(again.max, 2 * state.pause)
  if (history === undefined) return
  const values = [seq, transaction, history]
  const query = { text: question, values, name: 'almanac_mark' }
  const { rows } = await state.link.query<{ has: boolean }>(query)
  if (rows[0]?.has) return takeBack(state, version)
  if (performance.now() - state.inSyncAt > lagMs) leaveOut(state, 'it lags behind')
}

function takeBack(state: State, version: number) {
  state.reached = version
  state.inSyncAt = performance.now()
  state.pause = again.first
  if (state.isOut) state.log('a read replica is used again', { replica: state.name })
  state.isOut = false
}

function leaveOut(state: State, reason: string) {
  if (!state.isOut && !state.isStopped)
    state.log('a read replica is left out', { replica: state.name, reason })
  state.isOut = true
}
