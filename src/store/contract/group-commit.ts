import { type HistogramFigures, openHistogram } from '../../common/index.ts'

/** Writes that wait, and how many shared a commit. */
export type WriteFigures = { waiting: number; groups: HistogramFigures }

/** Work that writes, with the callbacks of its caller. */
type Job = {
  work: () => Promise<unknown>
  /** Runs it without writing, to read its data in advance. */
  rehearse?: (() => Promise<unknown>) | undefined
  resolve(value: unknown): void
  reject(error: unknown): void
}
/** A job that has run, with its result. */
export type Done = { job: Job; value: unknown }

/** At most so many writes, or so many milliseconds, share one commit: and with it a sync, and what all do who follow the journal. */
const max = { writes: 256, ms: 30 }
/** Sizes of groups that are counted apart. */
const groupSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]
/** Maximum number of creations that are rehearsed together: about as many as one group commits. */
const maxRehearsed = 64
/** After so many milliseconds of writing others have their turn; the transaction stays open meanwhile. */
const sliceMs = 2

/** The parts of a group commit that differ by engine. */
export type Transactions = {
  /** Opens a transaction. No other one writes at the same time. */
  begin(): Promise<unknown>
  /** Ends it. Throws where nothing was written, or where that cannot be found out; `Undone` where each write is to be tried alone. */
  commit(): Promise<unknown>
  /** Answers what has been committed, once it is durable. */
  answer(done: readonly Done[]): void
  undo(): Promise<unknown>
  savepoint(): Promise<unknown>
  /** Back to the savepoint. */
  back(): Promise<unknown>
  release(): Promise<unknown>
  /** True if the error makes the transaction unusable, except for a rollback to a savepoint. */
  spoils(error: unknown): boolean
  /** True if the error has ended the transaction, with its savepoints. */
  ends(error: unknown): boolean
  /** The number of statements that have written. */
  written(): number
  /** Writes what is still to be written before a commit. */
  flush(): Promise<void>
  /** A write was undone: forgets all reads. */
  forget(): void
  /** True if another write is expected in a moment: the group waits for it. */
  isMoreComing(): boolean
  /** Runs writes together without writing: their reads are cached until something is written. Returns how each ended. */
  rehearse?(works: readonly (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]>
  /** Resolves when the next group may begin; undefined: at once. */
  turn?(): Promise<void> | undefined
}

/**
 * Group commit: writes run one after another, those that wait share one transaction, and none is answered before that is
 * durable.
 *
 * Most writes that fail do so before they have written anything, and leave no trace. When one fails later, the whole
 * group is undone, and its writes run again, each in a savepoint of its own: in SQLite savepoints for all would cost a quarter
 * of every write (they copy each page that it touches), on a server two more journeys. So a write may run twice; it must change
 * nothing but the database.
 */
export function openGroups(engine: Transactions) {
  const sizes = openHistogram(groupSizes)
  const state: State = { ...engine, waiting: [], isRunning: false, whenDrained: [], sizes }
  return {
    run<T>(work: () => Promise<T>, rehearse?: () => Promise<unknown>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        state.waiting.push({ work, rehearse, resolve, reject })
        if (!state.isRunning) void drain(state)
      })
    },
    attempt: <T>(work: () => Promise<T>) => attempt(state, work),
    figures: (): WriteFigures => ({ waiting: state.waiting.length, groups: sizes.figures }),
    /** Resolves when every write so far has run. */
    async drained() {
      if (state.isRunning) await new Promise<void>(resolve => state.whenDrained.push(resolve))
    },
  }
}

type State = Transactions & {
  waiting: Job[]
  isRunning: boolean
  whenDrained: (() => void)[]
  /** The number of writes that shared a commit. */
  sizes: ReturnType<typeof openHistogram>
}

async function drain(state: State) {
  state.isRunning = true
  // Whatever else has arrived by now joins the first group.
  await nextTurn()
  while (state.waiting.length > 0) {
    try {
      await state.turn?.()
      await group(state)
    } catch (error) {
      for (const job of state.waiting.splice(0)) job.reject(error)
    }
    // Between groups others have their turn.
    await nextTurn()
  }
  state.isRunning = false
  for (const resolve of state.whenDrained.splice(0)) resolve()
}

const nextTurn = () => new Promise(setImmediate)

/** Runs work in one transaction. */
async function together(
  state: State,
  work: (done: Done[]) => Promise<void>,
  failed: (error: unknown) => void = () => {},
): Promise<void> {
  const done: Done[] = []
  try {
    await state.begin()
  } catch (error) {
    throw worse(error, await failureOf(() => state.undo()))
  }
  try {
    await work(done)
    await state.flush().catch(error => {
      throw done.length > 1 && !state.ends(error) ? new Undone() : error
    })
    await state.commit()
  } catch (error) {
    const jobs = [...done.map(({ job }) => job), ...(error instanceof Undone ? error.jobs : [])]
    // A failing disk may prevent the rollback too: the writers still get the error.
    const failure = await failureOf(() => state.undo())
    if (error instanceof Undone && failure === undefined) return oneByOne(state, jobs)
    const reason = worse(error, failure)
    for (const job of jobs) job.reject(reason)
    return failed(reason)
  }
  if (done.length > 0) state.sizes.add(done.length)
  state.answer(done)
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
}

/** Reports that nothing can be rolled back, with the first failure as the cause. */
function worse(first: unknown, then: unknown): unknown {
  if (then instanceof Error && !(first instanceof Undone)) then.cause ??= first
  return then ?? first
}

const group = (state: State) =>
  together(state, async done => {
    const { waiting, written } = state
    let started = performance.now()
    let slice = started
    let rehearsed: ReadonlySet<Job> | undefined
    const isTime = () => performance.now() - started < max.ms
    const isRehearsed = (job: Job | undefined) => job !== undefined && rehearsed?.has(job) === true
    while (done.length < max.writes && (isTime() || isRehearsed(waiting[0]))) {
      if (waiting.length === 0 && !state.isMoreComing()) return
      if (waiting.length === 0 || performance.now() - slice > sliceMs) {
        await nextTurn()
        slice = performance.now()
      }
      const job = waiting[0]
      if (!job) continue
      // later creations are rehearsed with the next group
      if (job.rehearse && rehearsed && !isRehearsed(job)) return
      if (!rehearsed && waiting.length > 1) {
        rehearsed = await rehearsal(state)
        // what a distant database takes for that is not the time of the writes
        started = performance.now()
        slice = started
      }
      waiting.shift()
      const before = written()
      try {
        done.push({ job, value: await job.work() })
      } catch (error) {
        const isSpoiled = written() !== before || state.spoils(error)
        if (isSpoiled && done.length > 0) throw new Undone([job])
        job.reject(error)
        if (isSpoiled) throw error
      }
    }
  })

/** Runs the writes that wait and create something, so that none has to ask alone; says which these are. */
async function rehearsal(state: State): Promise<ReadonlySet<Job> | undefined> {
  const { waiting, rehearse } = state
  if (!rehearse) return undefined
  const creating = waiting.slice(0, maxRehearsed).filter(job => job.rehearse)
  if (creating.length < 2) return undefined
  const ended = await rehearse(creating.flatMap(job => job.rehearse ?? []))
  // The database has refused something, and with it all of the transaction: whose fault it was shows when each is alone.
  if (ended.some(each => each.status === 'rejected' && state.spoils(each.reason)))
    throw new Undone(waiting.splice(0, maxRehearsed))
  return new Set(creating)
}

/** Each in a savepoint of its own: one that fails undoes no other. */
function oneByOne(state: State, jobs: readonly Job[]): Promise<void> {
  const fail = (error: unknown) => {
    for (const job of jobs) job.reject(error)
  }
  const each = async (done: Done[]) => {
    for (const job of jobs) {
      await state.savepoint()
      try {
        const value = await job.work()
        await state.flush()
        done.push({ job, value })
      } catch (error) {
        if (state.ends(error)) throw error
        await state.back()
        state.forget()
        job.reject(error)
      }
      await state.release()
    }
  }
  return together(state, each, fail).catch(fail)
}

/** A part of a write that is undone by itself. What is still to be written belongs to the parts before it. */
async function attempt<T>(state: State, work: () => Promise<T>): Promise<T> {
  await state.flush()
  await state.savepoint()
  try {
    const value = await work()
    await state.flush()
    await state.release()
    return value
  } catch (error) {
    if (state.ends(error)) throw error
    await state.back()
    state.forget()
    await state.release()
    throw error
  }
}

/** A write of the group has failed after it had begun to write, or what was left of them all could not be written. */
export class Undone extends Error {
  readonly jobs: readonly Job[]
  constructor(jobs: readonly Job[] = []) {
    super('undone')
    this.jobs = jobs
  }
}
