import { closeSync, fdatasync, openSync } from 'node:fs'
import { type Done, openGroups, type Transactions } from '../contract/group-commit.ts'
import type { Database } from './driver.ts'

/** The number of writes that are resolved between two rounds of the event loop. */
const answeredAtOnce = 8

/** The connection of the group commit, and its callbacks. */
type Connection<Result> = Pick<
  Transactions,
  'written' | 'flush' | 'forget' | 'isMoreComing' | 'turn'
> & {
  db: Database
  /** The write-ahead log, to be synced. */
  log: string
  /** True if a reader is between two reads that belong together. */
  isReading(): boolean
  /** Gives the result of the group once it is durable. */
  committed(): Result
  /** Writes have become durable, and no response has been sent yet. */
  durable(result: Result): void
}

/** Group commit into a file: a write is durable when the log that holds it is on the disk. The sync runs outside the event loop, so readers go on meanwhile. */
export function openGroupCommit<Result>(connection: Connection<Result>) {
  const { db, forget, isReading, committed } = connection
  const syncs = openSyncs(connection)
  const statement = (sql: string) => db.prepare(sql)
  const begin = statement('BEGIN IMMEDIATE')
  const commit = statement('COMMIT')
  const rollback = statement('ROLLBACK')
  const savepoint = statement('SAVEPOINT job')
  const release = statement('RELEASE job')
  const back = statement('ROLLBACK TO job')
  const version = statement('PRAGMA data_version')
  let seen: unknown
  // a full disk may have undone all of them
  const isOver = () => !db.isInTransaction

  const groups = openGroups({
    ...connection,
    async begin() {
      begin.run()
      const current = version.values()[0]
      if (current !== seen) forget()
      seen = current
    },
    async commit() {
      while (isReading()) await new Promise(setImmediate)
      commit.run()
    },
    answer(done) {
      const result = committed()
      if (done.length > 0) syncs.add(done, result)
    },
    async undo() {
      if (db.isInTransaction) rollback.run()
      forget()
    },
    savepoint: async () => savepoint.run(),
    back: async () => back.run(),
    release: async () => release.run(),
    spoils: isOver,
    ends: isOver,
  })

  return {
    run: groups.run,
    attempt: groups.attempt,
    figures: groups.figures,
    /** Resolves when every write so far is answered. */
    async drained() {
      await groups.drained()
      await syncs.close()
    },
  }
}

/** Syncs the log outside the event loop, and confirms the writes that are on the disk then. */
function openSyncs<Result>({ log, durable }: Pick<Connection<Result>, 'log' | 'durable'>) {
  let descriptor: number | undefined
  let unsynced = 0
  let whenSynced: (() => void)[] = []

  function settle() {
    if (unsynced > 0) return
    for (const resolve of whenSynced) resolve()
    whenSynced = []
  }

  return {
    add(done: readonly Done[], result: Result) {
      descriptor ??= openSync(log, 'r')
      unsynced++
      fdatasync(descriptor, error => {
        unsynced--
        if (!error) durable(result)
        answer(done, error)
        settle()
      })
    },
    async close() {
      if (unsynced > 0) await new Promise<void>(resolve => whenSynced.push(resolve))
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

function answer(done: readonly Done[], error: unknown) {
  for (const { job, value } of done.slice(0, answeredAtOnce))
    if (error) job.reject(error)
    else job.resolve(value)
  if (done.length > answeredAtOnce) setImmediate(answer, done.slice(answeredAtOnce), error)
}
