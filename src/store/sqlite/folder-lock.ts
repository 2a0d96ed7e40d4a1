import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../define/base/objects.ts'
import { type Database, openDatabase } from './driver.ts'

/**
 * One service for a data folder. The lock is the file lock of a small database: the system releases it however the process ends,
 * so there are no stale locks. The process ID in it can be read while it is locked.
 */
export function lockFolder(folder: string): { release(): void } {
  const file = join(folder, 'almanac.lock')
  try {
    return take(file)
  } catch (error) {
    // it holds nothing that could be lost
    if (!/_(NOTADB|CORRUPT)$/.test(codeOf(error))) throw error
    rmSync(file)
    return take(file)
  }
}

function take(file: string) {
  const db = openDatabase(file, { timeout: 0 })
  try {
    db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY')
    nameProcess(db)
    db.exec('BEGIN IMMEDIATE')
    return { release: db.close }
  } catch (error) {
    const holder = codeOf(error) === 'SQLITE_BUSY' ? Number(db.value('PRAGMA user_version')) : 0
    db.close()
    if (holder === 0) throw error
    throw Object.assign(new Error(`Process ${holder} serves this folder.`), {
      code: 'FOLDER_BUSY',
      params: { process: holder },
    })
  }
}

/** Names this process to the next one that tries. On a full disk it is skipped, since the service must be able to start for reading. */
function nameProcess(db: Database) {
  try {
    db.exec(`PRAGMA user_version = ${process.pid}`)
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') throw error
  }
}
