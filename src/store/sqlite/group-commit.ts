import { closeSync, fdatasync, openSync } from 'node:fs'
import type { Database } from './driver.ts'

type Job = {
  work: () => Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}
type Done = { job: Job; value: unknown }

/** At most so many writes, or so many milliseconds, share one commit: and with it a sync, and what all do who follow the journal. */
const most = { writes: 256, ms: 30 }
/** After so many milliseconds of writing others have their turn; the transaction stays open meanwhile. */
const sliceMs = 2
/** How many writes are answered between two rounds of the event loop. */
const answeredAtOnce = 8

/** What the group commit must know of its connection, and tells it. */
export type Connection<Told> = {
  db: Database
  /** The write-ahead log, to be synced. */
  log: string
  /** How many statements that write have run. */
  written(): number
  /** Writes what is still to be written before a commit. */
  flush(): Promise<void>
  /** Is somebody between two readings that belong together? */
  isReading(): boolean
  /** Another connection has written, or a write was undone: what was read before may no longer be so. */
  forget(): void
  /** Gives what is told of the group once it is durable. */
  committed(): Told
  /** Writes have become durable, and nobody has been answered yet. */
  durable(told: Told): void
  /** Resolves when the next group may begin. */
  turn(): Promise<void>
  /** The group has been committed or undone. */
  ended(): void
  /** Will another write come in a moment? The group waits for it. */
  isMoreComing(): boolean
}

/**
 * Group commit: writes run one after another, those that wait share one transaction, and none is answered before the
 * log that holds it is on the disk. The sync runs beside the event loop, so readers go on meanwhile.
 *
 * Most writes that fail do so before they have written anything, and leave no trace. When one fails later, the whole
 * group is undone, and its writes run again, each in a savepoint of its own: savepoints for all would cost a quarter
 * of every write (they copy each page that it touches). So a write may run twice; it must change nothing but the database.
 */
export function openGroupCommit<Told>(connection: Connection<Told>) {
  const { db, log, written, flush, forget, isReading, committed, durable } = connection
  const { turn, ended, isMoreComing } = connection
  const waiting: Job[] = []
  let running = false
  let unsynced = 0
  let whenDrained: (() => void)[] = []
  let descriptor: number | undefined

  const statement = (sql: string) => db.prepare(sql)
  const begin = statement('BEGIN IMMEDIATE')
  const commit = statement('COMMIT')
  const rollback = statement('ROLLBACK')
  const savepoint = statement('SAVEPOINT job')
  const release = statement('RELEASE job')
  const back = statement('ROLLBACK TO job')
  const version = statement('PRAGMA data_version')
  let seen: unknown

  function sync(done: readonly Done[], told: Told) {
    descriptor ??= openSync(log, 'r')
    unsynced++
    fdatasync(descriptor, error => {
      unsynced--
      if (!error) durable(told)
      answer(done, error)
      settle()
    })
  }

  function answer(done: readonly Done[], error: unknown) {
    for (const { job, value } of done.slice(0, answeredAtOnce))
      if (error) job.reject(error)
      else job.resolve(value)
    if (done.length > answeredAtOnce) setImmediate(answer, done.slice(answeredAtOnce), error)
  }

  function settle() {
    if (running || unsynced > 0 || waiting.length > 0) return
    const done = whenDrained
    whenDrained = []
    for (const resolve of done) resolve()
  }

  function start() {
    begin.run()
    const current = version.values()[0]
    if (current !== seen) forget()
    seen = current
  }

  function undo() {
    if (db.isInTransaction) rollback.run()
    forget()
  }

  /** Runs work in one transaction; what it has done is answered when it is durable. */
  async function together(
    work: (done: Done[]) => Promise<void>,
    failed: (error: unknown) => void = () => {},
  ): Promise<void> {
    const done: Done[] = []
    start()
    try {
      await work(done)
      await flush().catch(error => {
        throw db.isInTransaction ? new Undone() : error
      })
      while (isReading()) await new Promise(setImmediate)
      commit.run()
    } catch (error) {
      undo()
      if (error instanceof Undone) return oneByOne([...done.map(({ job }) => job), ...error.jobs])
      for (const { job } of done) job.reject(error)
      return failed(error)
    }
    const told = committed()
    if (done.length > 0) sync(done, told)
  }

  const group = () =>
    together(async done => {
      const started = performance.now()
      let slice = started
      while (done.length < most.writes && performance.now() - started < most.ms) {
        if (waiting.length === 0 && !isMoreComing()) return
        if (waiting.length === 0 || performance.now() - slice > sliceMs) {
          await new Promise(setImmediate)
          slice = performance.now()
        }
        const job = waiting.shift()
        if (!job) continue
        const before = written()
        try {
          done.push({ job, value: await job.work() })
        } catch (error) {
          if (written() !== before) throw new Undone([job])
          job.reject(error)
        }
      }
    })

  function oneByOne(jobs: readonly Job[]) {
    const fail = (error: unknown) => {
      for (const job of jobs) job.reject(error)
    }
    return together(async done => {
      for (const job of jobs) {
        savepoint.run()
        try {
          const value = await job.work()
          await flush()
          done.push({ job, value })
        } catch (error) {
          // a full disk may have undone all of them
          if (!db.isInTransaction) throw error
          back.run()
          forget()
          job.reject(error)
        }
        release.run()
      }
    }, fail).catch(fail)
  }

  async function drain() {
    running = true
    // Whatever else has arrived by now joins the first group.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      try {
        await turn()
        await group()
      } catch (error) {
        for (const job of waiting.splice(0)) job.reject(error)
      } finally {
        ended()
      }
      // Between groups others have their turn.
      await new Promise(setImmediate)
    }
    running = false
    settle()
  }

  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
        if (!running) void drain()
      })
    },
    /** Resolves when every write so far is answered. */
    async drained() {
      if (running || unsynced > 0 || waiting.length > 0)
        await new Promise<void>(resolve => whenDrained.push(resolve))
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

/** A write of the group has failed after it had begun to write, or what was left of them all could not be written. */
class Undone extends Error {
  readonly jobs: readonly Job[]
  constructor(jobs: readonly Job[] = []) {
    super('undone')
    this.jobs = jobs
  }
}
