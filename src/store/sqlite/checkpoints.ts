import { Worker } from 'node:worker_threads'
import type { Database } from './driver.ts'

/** A log of more pages than this is moved into the database: 16 MiB. */
const maxPages = 4096
/** It is measured after so many commits. */
const everyCommits = 16

/**
 * Checkpoints outside the event loop: after enough commits the log is measured, and a thread, started when it is first
 * needed, moves it into the database. A commit itself never waits for that.
 *
 * Under a steady stream of writes the thread would never reach the end of a log that goes on growing. So when it has moved
 * the bulk, the next group waits (`turn`) while it moves the little that has come since, and the log begins again.
 */
export function openCheckpoints(db: Database, file: string) {
  const measure = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  let commits = 0
  let state: 'idle' | 'bulk' | 'rest-due' | 'rest' | 'broken' = 'idle'
  let worker: Worker | undefined
  let resume = () => {}

  function done() {
    // Without commits since, the bulk was all.
    state = state === 'bulk' && commits > 0 ? 'rest-due' : 'idle'
    resume()
  }

  function open() {
    const worker = new Worker(new URL('./checkpoint.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    })
    worker.unref()
    worker.on('message', done)
    // Without it the log grows until the next start; nothing is lost.
    worker.on('error', () => {
      state = 'broken'
      resume()
    })
    return worker
  }

  return {
    committed() {
      commits++
      if (state !== 'idle' || commits < everyCommits) return
      commits = 0
      if ((measure.get<{ log: number }>()?.log ?? 0) < maxPages) return
      state = 'bulk'
      worker ??= open()
      worker.postMessage('bulk')
    },
    /** Resolves when the next group may write; undefined: at once. */
    turn(): Promise<void> | undefined {
      if (state !== 'rest-due') return undefined
      state = 'rest'
      commits = 0
      worker?.postMessage('rest')
      return new Promise(resolve => {
        resume = resolve
      })
    },
    async close() {
      if (!worker || state === 'broken') return
      const ended = new Promise<void>(resolve => worker?.once('exit', () => resolve()))
      worker.ref()
      worker.postMessage('end')
      await ended
    },
  }
}
