import { backup } from 'node:sqlite'
import { openDatabase } from './driver.ts'

/** More pages than a database can have: they are copied in one step, of one state, while others write. */
const allPages = 2 ** 31 - 1

/** Copies what is committed into a new file, which stands alone: it needs no write-ahead log. */
export async function copyDatabase(from: string, to: string) {
  const source = openDatabase(from, { readOnly: true, timeout: 60_000 })
  try {
    await backup(source.driver, to, { rate: allPages })
  } finally {
    source.close()
  }
  const copy = openDatabase(to)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** The version of its form. A file that is no database throws. */
export function versionOf(file: string): number {
  const db = openDatabase(file, { readOnly: true })
  try {
    return Number(db.value('PRAGMA user_version'))
  } finally {
    db.close()
  }
}

/** The number of events, trash included. */
export function eventsIn(file: string): number {
  const db = openDatabase(file, { readOnly: true })
  try {
    return Number(db.value('SELECT count(*) FROM event'))
  } finally {
    db.close()
  }
}
