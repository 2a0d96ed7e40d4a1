import { setTimeout as sleep } from 'node:timers/promises'
import { isAnswer, type Link, lockKey, UnreachableError } from './link.ts'

type Job = {
  work: () => Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}
type Done = { job: Job; value: unknown }

/** At most so many writes, or so many milliseconds, share one commit. */
const most = { writes: 256, ms: 30 }
/** Milliseconds for which it is asked what has become of a commit whose answer was lost. */
const askFor = 10_000

/** What the group commit must know of its connection, and tells it. */
export type Committing<Told> = {
  link: Link
  /** How many statements that write have run. */
  written(): number
  /** Writes what is still to be written before a commit. */
  flush(): Promise<void>
  /** Another process has written, or a write was undone: what was read before may no longer be so. */
  forget(): void
  /** Writes, at the end of a transaction, what other processes are to hear. */
  announce(): Promise<void>
  /** Gives what is told of the group. */
  committed(): Told
  /** Are the lines of the group in the journal? Undefined: it has none that are at hand. */
  isThere(): Promise<boolean | undefined>
  /** The group is durable, and nobody has been answered yet. */
  durable(told: Told): void
  /** Will another write come in a moment? The group waits for it. */
  isMoreComing(): boolean
}

/** Every process has a name of its own here. */
const self = `${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`

type State<Told> = Committing<Told> & {
  waiting: Job[]
  isRunning: boolean
  whenDrained: (() => void)[]
  /** Number of the transaction that is open, and the line of succession of servers in which it has that number. */
  transaction: string
  history: string
  /** Was the last group that committed one of ours, as far as we know? */
  isOurs: boolean
}

/**
 * One process writes at a time: a lock of the database, held until the commit, puts all writes into one order, in which
 * the journal is numbered and everybody reads it. Those that wait in a process share a transaction, as with SQLite.
 *
 * A commit whose answer is lost may have happened. The server is asked by the number of the transaction; only when it cannot
 * be reached for long is the writer told that nothing is known.
 */
export function openGroupCommit<Told>(committing: Committing<Told>) {
  const state: State<Told> = {
    ...committing,
    ...{
      waiting: [],
      isRunning: false,
      whenDrained: [],
      transaction: '',
      history: '',
      isOurs: false,
    },
  }
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        state.waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
        if (!state.isRunning) void drain(state)
      })
    },
    /** Resolves when every write so far is answered. */
    async drained() {
      if (state.isRunning) await new Promise<void>(resolve => state.whenDrained.push(resolve))
    },
  }
}

const say = ({ link }: Pick<Committing<unknown>, 'link'>, text: string, values: unknown[] = []) =>
  link.query({ text, values })

async function begin(state: State<unknown>) {
  const [, , { rows }] = await Promise.all([
    say(state, 'BEGIN'),
    say(state, `SELECT pg_advisory_xact_lock(${lockKey})`),
    say(
      state,
      `SELECT pg_current_xact_id()::text AS id,
        (SELECT value FROM note WHERE key = 'writer') AS writer`,
    ),
  ])
  state.link.hold()
  const { id, writer } = rows[0] as { id: string; writer: string | null }
  state.transaction = id
  state.history = state.link.history ?? ''
  if (writer !== self || !state.isOurs) state.forget()
  if (writer !== self)
    await say(
      state,
      "INSERT INTO note (key, value) VALUES ('writer', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      [self],
    )
  state.isOurs = true
}

async function undo(state: State<unknown>) {
  state.isOurs = false
  state.forget()
  if (state.link.isOpen) await say(state, 'ROLLBACK').catch(state.link.drop)
  state.link.release()
}

/** Commits; throws where nothing was written, or where that cannot be found out. */
async function commit(state: State<unknown>) {
  try {
    const { command } = await say(state, 'COMMIT')
    // What has failed on the way makes the server give up all of it, without an error.
    if (command !== 'COMMIT') throw new Undone()
    state.link.release()
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    state.isOurs = false
    state.link.release()
    if (!(await hasHappened(state, error))) throw error
  }
}

async function hasHappened(state: State<unknown>, error: unknown): Promise<boolean> {
  const until = performance.now() + askFor
  while (performance.now() < until) {
    const became = await whatBecame(state).catch(problem => {
      if (!(problem instanceof UnreachableError)) throw problem
      return 'open' as const
    })
    if (became === 'unknown') break
    if (became !== 'open') return became
    await sleep(200)
  }
  throw error
}

async function whatBecame(state: State<unknown>): Promise<boolean | 'open' | 'unknown'> {
  const status = await statusOf(state)
  if (status === 'in progress') return 'open'
  // A number that no disk had when the server fell is given again, and so it is by a standby that took over: the lines tell more.
  const isThere = await state.isThere()
  if (isThere !== undefined) return isThere
  return state.link.history === state.history ? status === 'committed' : 'unknown'
}

/** What the server says of the transaction; a number that it has not given yet was lost with the transaction. */
async function statusOf(state: State<unknown>): Promise<string | null> {
  try {
    const sql = 'SELECT pg_xact_status($1::xid8) AS status'
    const { rows } = await say(state, sql, [state.transaction])
    return (rows[0] as { status: string | null }).status
  } catch (error) {
    if (isAnswer(error) && error.code === invalidValue) return null
    throw error
  }
}
const invalidValue = '22023'

/** Runs work in one transaction; what it has done is answered when it is durable. */
async function together<Told>(
  state: State<Told>,
  work: (done: Done[]) => Promise<void>,
  failed: (error: unknown) => void = () => {},
): Promise<void> {
  const done: Done[] = []
  let told: Told
  try {
    await begin(state)
  } catch (error) {
    await undo(state)
    throw error
  }
  try {
    await work(done)
    await state.flush().catch(error => {
      throw isAnswer(error) && done.length > 1 ? new Undone() : error
    })
    await state.announce()
    await commit(state)
    told = state.committed()
  } catch (error) {
    await undo(state)
    if (error instanceof Undone)
      return oneByOne(state, [...done.map(({ job }) => job), ...error.jobs])
    for (const { job } of done) job.reject(error)
    return failed(error)
  }
  state.durable(told)
  for (const { job, value } of done) job.resolve(value)
}

const group = (state: State<unknown>) =>
  together(state, async done => {
    const { waiting, written, isMoreComing } = state
    const started = performance.now()
    while (done.length < most.writes && performance.now() - started < most.ms) {
      if (waiting.length === 0 && !isMoreComing()) return
      if (waiting.length === 0) await new Promise(setImmediate)
      const job = waiting.shift()
      if (!job) continue
      const before = written()
      try {
        done.push({ job, value: await job.work() })
      } catch (error) {
        const isSpoiled = isAnswer(error) || written() !== before
        if (isSpoiled && done.length > 0) throw new Undone([job])
        job.reject(error)
        if (isSpoiled || error instanceof UnreachableError) throw error
      }
    }
  })

/** Each in a savepoint of its own: one that fails undoes no other. */
function oneByOne(state: State<unknown>, jobs: readonly Job[]) {
  const fail = (error: unknown) => {
    for (const job of jobs) job.reject(error)
  }
  const each = async (done: Done[]) => {
    for (const job of jobs) {
      await say(state, 'SAVEPOINT job')
      try {
        const value = await job.work()
        await state.flush()
        done.push({ job, value })
      } catch (error) {
        if (error instanceof UnreachableError) throw error
        await say(state, 'ROLLBACK TO SAVEPOINT job')
        state.forget()
        job.reject(error)
      }
      await say(state, 'RELEASE SAVEPOINT job')
    }
  }
  return together(state, each, fail).catch(fail)
}

async function drain(state: State<unknown>) {
  state.isRunning = true
  // Whatever else has arrived by now joins the first group.
  await new Promise(setImmediate)
  while (state.waiting.length > 0) {
    try {
      await group(state)
    } catch (error) {
      for (const job of state.waiting.splice(0)) job.reject(error)
    }
  }
  state.isRunning = false
  for (const resolve of state.whenDrained.splice(0)) resolve()
}

/** A write of the group has failed after it had begun to write, or what was left of them all could not be written. */
class Undone extends Error {
  readonly jobs: readonly Job[]
  constructor(jobs: readonly Job[] = []) {
    super('undone')
    this.jobs = jobs
  }
}
