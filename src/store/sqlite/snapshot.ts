import { backup } from 'node:sqlite'
import { openDatabase } from './driver.ts'
import { applicationId, migrations } from './migrations.ts'

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

/**
 * The error of a copy that a calendar cannot be restored from: it is of another program, of a newer version of this one, or has another number
 * of events than it should.
 */
export function contentError(
  file: string,
  events: number,
): 'foreign' | 'newer' | 'content' | undefined {
  const db = openDatabase(file, { readOnly: true })
  try {
    const application = Number(db.value('PRAGMA application_id'))
    // earlier versions have not marked their files
    const isOurs = application === applicationId || application === 0
    const tables =
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('event', 'note')"
    if (!isOurs || Number(db.value(tables)) < 2) return 'foreign'
    if (Number(db.value('PRAGMA user_version')) > (migrations.at(-1)?.to ?? 0)) return 'newer'
    return Number(db.value('SELECT count(*) FROM event')) === events ? undefined : 'content'
  } finally {
    db.close()
  }
}
