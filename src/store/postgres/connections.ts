import type pg from 'pg'
import type { Cell } from '../../define/record.ts'
import type { Connection } from '../contract/connection.ts'
import { type Link, openLink, type Result } from './link.ts'
import type { Pool, PoolLimits } from './pool.ts'

/** Maximum number of named statements, whose plans the server caches. Visitors choose filters, so there are more texts than this. */
const maxNamed = 400
const maxTexts = 5000

/** The text of a statement for this engine, with numbered marks. A statement gets a name when it is used a second time. */
export function openStatements() {
  const named = new Map<string, { text: string; name: string }>()
  let once = new Map<string, string>()
  function statementOf(sql: string) {
    const existing = named.get(sql)
    if (existing) return existing
    const before = once.get(sql)
    if (before === undefined || named.size >= maxNamed) {
      let at = 0
      const text = before ?? sql.replace(/\?/g, () => `$${++at}`)
      if (once.size >= maxTexts) once = new Map()
      once.set(sql, text)
      return { text }
    }
    const statement = { text: before, name: `almanac_${named.size}` }
    named.set(sql, statement)
    return statement
  }
  return (sql: string, values: readonly Cell[]): pg.QueryConfig => ({
    ...statementOf(sql),
    values: values.map(sent),
  })
}

/** The largest integer that the columns of the database hold. */
const largest = 2n ** 63n - 1n

/**
 * A value as the server takes it. A number that its columns cannot hold becomes the largest that they can: no record has either.
 * It cannot hold the character zero, which is replaced, as it was in whatever was written.
 */
function sent(value: Cell): Cell | string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return String(value > 0 ? largest : -largest)
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\ufffd')
    : value
}

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
