import { Socket } from 'node:net'
import pg from 'pg'

/** The database cannot be reached, or has ended the connection; the code is `unreachable`. */
export class UnreachableError extends Error {
  readonly code = unreachable
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
const unreachable = 'DATABASE_UNREACHABLE'

/** The number of the lock that a process holds while it writes. */
export const lockKey = "hashtextextended('almanac ' || current_schema(), 0)"

/**
 * Where processes of one calendar hear of each other's commits, as SQL. A channel belongs to the whole database, and calendars may share
 * one, each in a schema: so the name has the number of the schema (its name may be longer than that of a channel).
 */
export const channel =
  "'almanac ' || (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"

/** Rows; the caller states the types of the columns of its statement. */
export type Result<T = unknown> = { rows: T[]; rowCount: number | null; command: string }

/** One connection, opened when it is first needed and again after it was lost. */
export type Link = ReturnType<typeof openLink>

type LinkOptions = {
  /** True if statements are pipelined. */
  pipeline?: boolean
  /** Milliseconds that one statement may take. */
  timeout?: number
  /** Milliseconds that a statement may wait for locks of others. */
  lockTimeout?: number
  /** A notification from the server on this connection. */
  notified?(payload: string, channel: string): void
  /** The server has committed, and has given up waiting for its standby, as it says in a warning. */
  unreplicated?(): void
  /** The connection was there, and is lost. */
  lost?(): void
}

/** `query_timeout`: milliseconds until the connection is ended because the answer has not come, where it is another time than usual. */
type Statement = pg.QueryConfig & { query_timeout?: number }

/** Milliseconds until a server that says nothing counts as unreachable. */
const connectWithin = 5000

/** Eight bytes become a number: ids, counts and seconds are all far below what a number holds exactly. */
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8 || id === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(id, format),
}

/** A connection that is there. `history`: which line of succession of servers it belongs to; a standby that takes over begins another. */
type Opened = { client: pg.Client; socket: Socket; history: string }

type State = LinkOptions & {
  url: string
  opened: Opened | undefined
  opening: Promise<Opened> | undefined
  isClosed: boolean
  /** The reason why queries do not go to the server at the moment. */
  shut: Error | undefined
  pending: number
  /** Since when the server has been at the statement that it is at. */
  since: number
  /** The transaction that holds this connection: its statements may not go through another. */
  held: { opened: Opened | undefined } | undefined
}

export function openLink(url: string, options: LinkOptions = {}) {
  const state: State = {
    ...options,
    url,
    opened: undefined,
    opening: undefined,
    isClosed: false,
    shut: undefined,
    pending: 0,
    since: 0,
    held: undefined,
  }
  return {
    /** The number of statements that wait for their response. */
    get pending() {
      return state.pending
    },
    /** For how many milliseconds the server has been at one statement. */
    get busyFor() {
      return state.pending === 0 ? 0 : performance.now() - state.since
    },
    /** True if it is connected. */
    get isOpen() {
      return state.opened !== undefined
    },
    /** The history of the connected server; undefined without a connection. */
    get history() {
      return state.opened?.history
    },
    query: <T>(statement: Statement) => ask<T>(state, statement),
    /** A transaction has begun: until `release`, no query uses another connection. */
    hold() {
      state.held = { opened: state.opened }
    },
    release() {
      state.held = undefined
    },
    /** Rejects pending and new queries until `reopen`: the connection is lost. */
    shut(why: Error) {
      state.shut = why
      end(state)
    },
    reopen() {
      state.shut = undefined
    },
    /** Ends the connection at once, whatever it waits for; the next statement opens another. */
    drop: () => end(state),
    async close() {
      state.isClosed = true
      await state.opening?.catch(() => {})
      await state.opened?.client.end().catch(() => {})
      end(state)
    },
  }
}

async function ask<T>(state: State, statement: Statement): Promise<Result<T>> {
  if (state.shut) throw new UnreachableError(state.shut)
  if (state.pending++ === 0) state.since = performance.now()
  try {
    const { client } = state.held
      ? stillThere(state.held, state)
      : (state.opened ?? (await connected(state)))
    const answer: pg.QueryResult = await client.query(statement)
    return answer
  } catch (error) {
    if (isReadOnly(error)) lose(state)
    throw named(error)
  } finally {
    state.pending--
    state.since = performance.now()
  }
}

function stillThere({ opened }: { opened: Opened | undefined }, now: State): Opened {
  if (opened && now.opened === opened) return opened
  throw new UnreachableError('the connection was lost in a transaction')
}

function connected(state: State): Promise<Opened> {
  if (state.isClosed) return Promise.reject(new UnreachableError('closed'))
  if (state.opened) return Promise.resolve(state.opened)
  state.opening ??= connect(state).finally(() => {
    state.opening = undefined
  })
  return state.opening
}

/** Connects to the first reachable server that has the required role. */
async function connect(state: State): Promise<Opened> {
  let failure: unknown
  for (const url of addressesIn(state.url))
    try {
      return await connectTo(state, url)
    } catch (error) {
      failure = error
    }
  throw failure
}

async function connectTo(state: State, url: string): Promise<Opened> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'almanac',
    connectionTimeoutMillis: connectWithin,
    keepAlive: true,
    pipeline: state.pipeline ?? true,
    statement_timeout: state.timeout ?? 0,
    ...(state.lockTimeout && { lock_timeout: state.lockTimeout }),
    // A server that has gone without a word says nothing of time either.
    ...(state.timeout && { query_timeout: state.timeout + 1000 }),
    stream: () => socket,
    types,
  })
  const forget = () => {
    if (state.opened?.client === client) lose(state)
  }
  client.on('error', forget)
  client.on('end', forget)
  // the text is in the language of the server, and so is all else but the name of its function
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') state.unreplicated?.()
  })
  client.on('notification', ({ payload = '', channel }) => state.notified?.(payload, channel))
  try {
    await client.connect()
    const history = await historyOf(client)
    if (history === undefined)
      throw new UnreachableError('the server follows another one, and cannot be written')
    state.opened = { client, socket, history }
    return state.opened
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Undefined: the server follows another one. Empty: it does not say (it only speaks as PostgreSQL does). */
async function historyOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query('SELECT pg_is_in_recovery() AS follows')
  if (rows[0]?.follows) return undefined
  const sql = 'SELECT left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS history'
  const answer = await client.query(sql).catch((error: unknown) => {
    if (!isAnswer(error)) throw error
  })
  return String(answer?.rows[0]?.history ?? '')
}

/** An address may name several servers, as those of PostgreSQL's own programs do: each by itself. */
function addressesIn(url: string): string[] {
  const [, before = '', servers = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? []
  return servers.includes(',')
    ? servers.split(',').map(server => `${before}${server}${after}`)
    : [url]
}

function end(state: State) {
  const { opened } = state
  state.opened = undefined
  opened?.socket.destroy()
}

function lose(state: State) {
  if (!state.opened) return
  end(state)
  if (!state.isClosed) state.lost?.()
}

/** Codes of a server that stops, starts or has no place left, and all of the class of connections. */
const isOfConnection = (code: string) =>
  /^(08|57P0[1235])/.test(code) || code === '53300' || code === '25006'

/** It cannot be written (any more): perhaps the address leads to another by now. */
const isReadOnly = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25006'

/** The server has spoken: it is an error of the statement, with the code of the server. */
export const isAnswer = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !isOfConnection(error.code ?? '')

function named(error: unknown): unknown {
  if (isAnswer(error) || error instanceof UnreachableError) return error
  return new UnreachableError(error)
}
