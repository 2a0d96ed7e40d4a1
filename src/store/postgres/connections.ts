import type pg from 'pg'
import type { Cell } from '../../define/record.ts'
import type { Connection } from '../connection.ts'
import { type Link, openLink, type Result } from './link.ts'
import type { Pool } from './pool.ts'
import { openStatements } from './statements.ts'

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

/** Reads what is committed, from whichever server is chosen. `statements`: theirs, as on one connection a name means one statement. */
export function reading(
  { ask, lend }: Pick<Pool, 'ask' | 'lend'>,
  statements: Statements,
): Connection {
  return connectionOf(
    (sql, values = []) => ask(statements(sql, values)),
    work => lend(link => inSnapshot(link, statements, work)),
  )
}

type Statements = (sql: string, values: readonly Cell[]) => pg.QueryConfig

async function inSnapshot<T>(
  link: Link,
  statements: Statements,
  work: (at: Connection) => Promise<T>,
): Promise<T> {
  await link.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' })
  link.hold()
  try {
    const at: Connection = connectionOf(
      (sql, values = []) => link.query(statements(sql, values)),
      inner => inner(at),
    )
    return await work(at)
  } finally {
    if (link.isOpen) await link.query({ text: 'ROLLBACK' }).catch(link.drop)
    link.release()
  }
}

/** The one connection that writes, and how many of its statements have written. `lost`: it was there, and is lost. */
export function openWriting(url: string, longest: number, lost: () => void) {
  const statements = openStatements()
  let isUnreplicated = false
  const link = openLink(url, {
    ...{ longest, lost },
    unreplicated() {
      isUnreplicated = true
    },
  })
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
    /** Has the server given up waiting for its standby since this was last asked? */
    wasUnreplicated() {
      const was = isUnreplicated
      isUnreplicated = false
      return was
    },
  }
}

export type Writing = ReturnType<typeof openWriting>
