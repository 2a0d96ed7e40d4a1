import type { Cell } from '../../define/record.ts'
import type { Connection } from '../connection.ts'
import { type Link, openLink, openStatements, type Result, UnreachableError } from './link.ts'

type Ask = (sql: string, values?: readonly Cell[]) => Promise<Result>

/** Statements of every engine over whatever asks them here. */
const connectionOf = (ask: Ask, snapshot: Connection['snapshot']): Connection => ({
  all: async <T>(sql: string, values?: readonly Cell[]) => (await ask(sql, values)).rows as T[],
  get: async <T>(sql: string, values?: readonly Cell[]) =>
    (await ask(sql, values)).rows[0] as T | undefined,
  run: async (sql, values) => void (await ask(sql, values)),
  change: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
  async insert(sql, values, column) {
    const { rows } = await ask(`${sql} RETURNING ${column}`, values)
    const last = rows.at(-1) as Record<string, number> | undefined
    return last?.[column] ?? 0
  },
  snapshot,
})

/** So many connections read; statements follow each other on them without waiting. */
const readers = 4
/** Milliseconds that one reading may take. */
const longestReading = 30_000

/** Reads what is committed. What fails because a connection was lost is asked once more, on another. */
export function openReading(url: string) {
  const statements = openStatements()
  const links = Array.from({ length: readers }, () => openLink(url, { longest: longestReading }))
  const apart = openLink(url, { longest: longestReading })
  let turn: Promise<unknown> = Promise.resolve()

  const idlest = () => links.reduce((best, link) => (link.pending < best.pending ? link : best))

  const ask: Ask = async (sql, values = []) => {
    const statement = statements(sql, values)
    try {
      return await idlest().query(statement)
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      return idlest().query(statement)
    }
  }

  /** One at a time, on a connection that nobody else asks meanwhile. */
  function snapshot<T>(work: (at: Connection) => Promise<T>): Promise<T> {
    const done = turn.then(() => inSnapshot(apart, statements, work))
    turn = done.catch(() => {})
    return done
  }

  return {
    connection: connectionOf(ask, snapshot),
    async close() {
      await Promise.all([...links, apart].map(link => link.close()))
    },
  }
}

async function inSnapshot<T>(
  link: Link,
  statements: ReturnType<typeof openStatements>,
  work: (at: Connection) => Promise<T>,
): Promise<T> {
  await link.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' })
  try {
    const at: Connection = connectionOf(
      (sql, values = []) => link.query(statements(sql, values)),
      inner => inner(at),
    )
    return await work(at)
  } finally {
    await link.query({ text: 'ROLLBACK' }).catch(() => link.drop())
  }
}

/** The one connection that writes, and how many of its statements have written. */
export function openWriting(url: string, longest: number) {
  const statements = openStatements()
  const link = openLink(url, { longest })
  let written = 0
  const ask: Ask = (sql, values = []) => {
    if (!/^\s*(SELECT|WITH)/.test(sql)) written++
    return link.query(statements(sql, values))
  }
  // Nobody else writes during a transaction here, so all of it sees one moment.
  const connection: Connection = connectionOf(ask, work => work(connection))
  return {
    link,
    connection,
    get written() {
      return written
    },
  }
}
