import { closeSync, fdatasync, openSync } from 'node:fs'
import type Database from 'better-sqlite3'

type Job = {
  work: () => Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** At most so many writes, or so many milliseconds, share one commit. */
const most = { writes: 256, ms: 4 }

/**
 * Group commit: writes run one after another, those that wait share one transaction, and none is answered before the
 * log that holds it is on the disk. The sync runs beside the event loop, so readers go on meanwhile.
 */
export function openGroupCommit(db: Database.Database, log: string, committed: () => void) {
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

  function sync(jobs: (() => void)[], failed: (error: Error) => void) {
    descriptor ??= openSync(log, 'r')
    unsynced++
    fdatasync(descriptor, error => {
      unsynced--
      if (error) failed(error)
      else for (const job of jobs) job()
      settle()
    })
  }

  function settle() {
    if (running || unsynced > 0 || waiting.length > 0) return
    const done = whenDrained
    whenDrained = []
    for (const resolve of done) resolve()
  }

  async function group() {
    const done: { job: Job; value: unknown }[] = []
    const started = performance.now()
    begin.run()
    try {
      while (done.length < most.writes && performance.now() - started < most.ms) {
        const job = waiting.shift()
        if (!job) break
        savepoint.run()
        try {
          done.push({ job, value: await job.work() })
        } catch (error) {
          back.run()
          job.reject(error)
        }
        release.run()
      }
      commit.run()
    } catch (error) {
      if (db.inTransaction) rollback.run()
      for (const { job } of done) job.reject(error)
      return
    }
    committed()
    if (done.length > 0)
      sync(
        done.map(
          ({ job, value }) =>
            () =>
              job.resolve(value),
        ),
        error => {
          for (const { job } of done) job.reject(error)
        },
      )
  }

  async function drain() {
    running = true
    // Whatever else arrives in this tick joins the first group.
    await Promise.resolve()
    while (waiting.length > 0) {
      try {
        await group()
      } catch (error) {
        for (const job of waiting.splice(0)) job.reject(error)
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
