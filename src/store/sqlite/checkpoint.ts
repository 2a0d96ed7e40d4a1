// Runs on a thread of its own: moves what the log holds into the database file, so that neither readers nor writers wait.
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './driver.ts'

// Another reader may pin the log; it is reset the next time then.
const patience = 200

const db = openDatabase(workerData, { timeout: patience })
db.exec('PRAGMA synchronous = NORMAL')
parentPort?.on('message', message => {
  if (message === 'end') {
    db.close()
    parentPort?.close()
    return
  }
  try {
    db.exec(`PRAGMA wal_checkpoint(${message === 'rest' ? 'RESTART' : 'PASSIVE'})`)
  } catch {
    // the disk is full, say: the log stays as it is until the next time
  }
  parentPort?.postMessage('done')
})
