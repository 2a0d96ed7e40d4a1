import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from '../contract/database-error.ts'
import { isAnswer, type Link, openLink } from './link.ts'

/**
 * Refuses a server on which the order of the change log would be lost without an error: one whose locks do not lock, that passes no
 * notices on, or that does not know what became of a transaction. Other engines speak as PostgreSQL does and lack some of this, and a
 * pooler may give each transaction another connection. `other`: a connection of the same kind; a second one is opened and closed here.
 * `noticeWithin`: milliseconds until a notice counts as lost.
 */
export async function refuseUnfit(url: string, other: Link, noticeWithin = 10_000) {
  await refuseEncoding(other)
  const name = `almanac ${randomUUID()}`
  let notify = () => {}
  const notified = new Promise<boolean>(resolve => {
    notify = () => resolve(true)
  })
  const link = openLink(url, { notified: notify })
  try {
    if (!(await supports(() => hasLocks(link, other, name))))
      throw new DatabaseError('DATABASE_WITHOUT_LOCKS')
    const hears = async () => {
      await link.query({ text: `LISTEN "${name}"` })
      await other.query({ text: 'SELECT pg_notify($1, $2)', values: [name, ''] })
      return Promise.race([notified, sleep(noticeWithin, false, { ref: false })])
    }
    if (!(await supports(hears))) throw new DatabaseError('DATABASE_WITHOUT_NOTIFY')
    if (!(await supports(() => knowsTransactions(link))))
      throw new DatabaseError('DATABASE_WITHOUT_STATUS')
  } finally {
    await link.close()
  }
}

/** Encodings that store every letter: the second stores bytes as they come. */
const encodings = ['UTF8', 'SQL_ASCII']

/** A database that cannot store every letter would refuse some writes and searches one by one. */
async function refuseEncoding(link: Link) {
  const text = "SELECT current_setting('server_encoding') AS encoding"
  const { encoding = '' } = (await link.query<{ encoding: string }>({ text })).rows[0] ?? {}
  if (!encodings.includes(encoding)) throw new DatabaseError('DATABASE_ENCODING', { encoding })
}

/** A server that refuses the question cannot do it; one that cannot be reached says nothing. */
async function supports(question: () => Promise<boolean>): Promise<boolean> {
  try {
    return await question()
  } catch (error) {
    if (isAnswer(error)) return false
    throw error
  }
}

/** True if advisory locks work across connections, in a transaction and beyond it. */
async function hasLocks(link: Link, other: Link, name: string): Promise<boolean> {
  const is = async (text: string) =>
    (await other.query<{ is: boolean }>({ text, values: [name] })).rows[0]?.is === true
  const key = 'hashtextextended($1, 0)'
  await link.query({ text: 'BEGIN' })
  await link.query({ text: `SELECT pg_advisory_xact_lock(${key})`, values: [name] })
  const isHeld = !(await is(`SELECT pg_try_advisory_xact_lock(${key}) AS is`))
  await link.query({ text: 'COMMIT' })
  await link.query({ text: `SELECT pg_advisory_lock(${key})`, values: [name] })
  const isHeldOn = !(await is(`SELECT pg_try_advisory_lock(${key}) AS is`))
  if (!isHeldOn) await is(`SELECT pg_advisory_unlock(${key}) AS is`)
  return isHeld && isHeldOn
}

async function knowsTransactions(link: Link): Promise<boolean> {
  await link.query({ text: 'BEGIN' })
  const { rows } = await link.query<{ id: string }>({
    text: 'SELECT pg_current_xact_id()::text AS id',
  })
  await link.query({ text: 'COMMIT' })
  const query = { text: 'SELECT pg_xact_status($1::xid8) AS status', values: [rows[0]?.id] }
  return (await link.query<{ status: string }>(query)).rows[0]?.status === 'committed'
}
