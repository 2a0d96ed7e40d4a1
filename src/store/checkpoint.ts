// Runs on a thread of its own: moves what the log holds into the database file, so that neither readers nor writers wait.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

// A reader elsewhere may hold on to the log; it is begun anew the next time then.
const patience = 200

const db = new Database(workerData as string, { timeout: patience })
db.pragma('synchronous = NORMAL')
parentPort?.on('message', message => {
  if (message === 'end') {
    db.close()
    parentPort?.close()
    return
  }
  db.pragma(message === 'rest' ? 'wal_checkpoint(RESTART)' : 'wal_checkpoint(PASSIVE)')
  parentPort?.postMessage('done')
})
