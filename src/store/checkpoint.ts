// Runs on a thread of its own: moves what the log holds into the database file, so that neither readers nor writers wait.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const db = new Database(workerData as string, { timeout: 10_000 })
db.pragma('synchronous = NORMAL')
parentPort?.on('message', message => {
  if (message === 'end') {
    db.close()
    parentPort?.close()
    return
  }
  db.pragma('wal_checkpoint(PASSIVE)')
  parentPort?.postMessage('done')
})
