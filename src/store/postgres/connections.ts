import type pg from 'pg'
import type { Cell } from '../../define/record.ts'
import type { Connection } from '../contract/connection.ts'
import { type Link, openLink, type Result } from './link.ts'
import type { Pool, PoolLimits } from './pool.ts'
import { openStatements } from './statements.ts'

type Ask = <T>(sql: string, values?: readonly Cell[]) => Promise<Result<T>>

/** Statements of every engine over whatever asks them here. */
const connectionOf = (ask: Ask, snapshot: Connection['snapshot']): Connection => ({
  all: async <T>(sql: string, values?: readonly Cell[]) => (await ask<T>(sql, values)).rows,
  get: async <T>(sql: string, values?: readonly Cell[]) => (await ask<T>(sql, values)).rows[0],
  run: async (sql, values) => void (await ask(sql, values)),
  change: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
  async insert(sql, values, column) {
    const { rows } = await ask<Record<string, number>>(`${sql} RETURNING ${column}`, values)
    return rows.at(-1)?.[column] ?? 0
  },
  snapshot,
})

/** Reads what is committed. */
export function reading({ ask, lend }: Pick<Pool, 'ask' | 'lend'>): Connection {
  // on one connection a name means one statement
  const statements = openStatements()
  return connectionOf(
    <T>(sql: string, values: readonly Cell[] = []) => ask<T>(statements(sql, values)),
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
      <T>(sql: string, values: readonly Cell[] = []) => link.query<T>(statements(sql, values)),
      inner => inner(at),
    )
    return await work(at)
  } finally {
    if (link.isOpen) await link.query({ text: 'ROLLBACK' }).catch(link.drop)
    link.release()
  }
}

/** The one connection that writes, and how many of its statements have written. `lost`: it was there, and is lost. */
export function openWriting(
  url: string,
  { writeTimeout: timeout, lockTimeout }: Pick<PoolLimits, 'writeTimeout' | 'lockTimeout'>,
  lost: () => void,
) {
  const statements = openStatements()
  let isUnreplicated = false
  const link = openLink(url, {
    timeout,
    lost,
    unreplicated() {
      isUnreplicated = true
    },
  })
  let written = 0
  /** The results of a transaction since its last write: they are not read again. */
  const reads = new Map<string, Promise<Result>>()
  let isRehearsing = false
  const send = <T>(sql: string, values: readonly Cell[]) => link.query<T>(statements(sql, values))
  const ask: Ask = <T>(sql: string, values: readonly Cell[] = []) => {
    if (!/^\s*(SELECT|WITH)/.test(sql)) {
      written++
      reads.clear()
    }
    if (reads.size === 0 && !isRehearsing) return send<T>(sql, values)
    const name = JSON.stringify([sql, values])
    const answer = (reads.get(name) ?? send(sql, values)) as Promise<Result<T>>
    // numbers that are reserved are others each time
    if (isRehearsing && !sql.includes('nextval')) reads.set(name, answer)
    return answer
  }
  // Nobody else writes during a transaction here, so all of it sees one moment.
  const connection: Connection = connectionOf(ask, work => work(connection))
  return {
    link,
    connection,
    lockTimeout,
    /** Runs works that read together; their results are cached until a write, or until all are forgotten. */
    async rehearse(works: readonly (() => Promise<unknown>)[]) {
      isRehearsing = true
      const ended = await Promise.allSettled(works.map(work => work()))
      isRehearsing = false
      return ended
    },
    forgetReads: () => reads.clear(),
    get written() {
      return written
    },
    /** True if the server has given up waiting for its standby since the last call. */
    wasUnreplicated() {
      const was = isUnreplicated
      isUnreplicated = false
      return was
    },
  }
}

export type Writing = ReturnType<typeof openWriting>
