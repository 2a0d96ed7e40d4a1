import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** A log longer than this is moved into the database. */
const mostBytes = 8 * 1024 * 1024
const mostCommits = 64

/**
 * Checkpoints beside the event loop: after enough commits the log is measured, and a thread, started when it is first
 * needed, moves it into the database. A commit itself never waits for that.
 */
export function openCheckpoints(file: string) {
  let commits = 0
  let busy = false
  let worker: Worker | undefined

  function open() {
    const made = new Worker(new URL('./checkpoint.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    })
    made.unref()
    made.on('message', () => {
      busy = false
    })
    // Without it the log grows until the next start; nothing is lost.
    made.on('error', () => {
      busy = true
    })
    return made
  }

  return {
    committed() {
      if (busy || ++commits < mostCommits) return
      commits = 0
      if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) < mostBytes) return
      busy = true
      worker ??= open()
      worker.postMessage('checkpoint')
    },
    async close() {
      if (!worker) return
      const ended = new Promise<void>(resolve => worker?.once('exit', () => resolve()))
      worker.ref()
      worker.postMessage('end')
      await ended
    },
  }
}
