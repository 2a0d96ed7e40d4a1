import pg from 'pg'
import type { Cell } from '../../define/record.ts'

/** The database cannot be reached, or has ended the connection; the code is `unreachable`. */
export class UnreachableError extends Error {
  readonly code = unreachable
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
export const unreachable = 'DATABASE_UNREACHABLE'

/** The number of the lock that a process holds while it writes. */
export const lockKey = "hashtextextended('almanac ' || current_schema(), 0)"

export type Result = { rows: unknown[]; rowCount: number | null; command: string }

/** One connection, opened when it is first needed and again after it was lost. */
export type Link = ReturnType<typeof openLink>

export type LinkOptions = {
  /** Are statements sent before the answers to those before have come? */
  pipeline?: boolean
  /** Milliseconds that one statement may take. */
  longest?: number
  /** Told by the server on this connection. */
  notified?(payload: string): void
  /** The connection was there, and is lost. */
  lost?(): void
}

/** Milliseconds until a server that says nothing counts as unreachable. */
const connectWithin = 5000

/** Eight bytes become a number: ids, counts and seconds are all far below what a number holds exactly. */
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8 || id === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(id, format),
}

type State = LinkOptions & {
  url: string
  client: pg.Client | undefined
  opening: Promise<pg.Client> | undefined
  isClosed: boolean
  pending: number
}

export function openLink(url: string, options: LinkOptions = {}) {
  const state: State = {
    ...{ ...options, url },
    ...{ client: undefined, opening: undefined, isClosed: false, pending: 0 },
  }
  return {
    /** How many statements wait for their answer. */
    get pending() {
      return state.pending
    },
    /** Is there a connection now? */
    get isOpen() {
      return state.client !== undefined
    },
    async query(statement: pg.QueryConfig): Promise<Result> {
      state.pending++
      try {
        return await (state.client ?? (await connected(state))).query(statement)
      } catch (error) {
        throw named(error)
      } finally {
        state.pending--
      }
    },
    /** Ends the connection; the next statement opens another. */
    drop: () => end(state),
    async close() {
      state.isClosed = true
      await state.opening?.catch(() => {})
      await end(state)
    },
  }
}

function connected(state: State): Promise<pg.Client> {
  if (state.isClosed) return Promise.reject(new UnreachableError('closed'))
  if (state.client) return Promise.resolve(state.client)
  state.opening ??= connect(state).finally(() => {
    state.opening = undefined
  })
  return state.opening
}

async function connect(state: State): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: state.url,
    application_name: 'almanac',
    connectionTimeoutMillis: connectWithin,
    keepAlive: true,
    pipeline: state.pipeline ?? true,
    statement_timeout: state.longest ?? 0,
    // A server that has gone without a word says nothing of time either.
    ...(state.longest && { query_timeout: state.longest + 1000 }),
    types,
  })
  const forget = () => {
    if (state.client !== client) return
    state.client = undefined
    if (!state.isClosed) state.lost?.()
  }
  client.on('error', forget)
  client.on('end', forget)
  client.on('notification', ({ payload = '' }) => state.notified?.(payload))
  await client.connect()
  state.client = client
  return client
}

async function end(state: State) {
  const { client } = state
  state.client = undefined
  await client?.end().catch(() => {})
}

/** What the server says of itself when it stops, starts or has no place left; and all that is said of connections. */
const isOfConnection = (code: string) =>
  /^(08|57P0[1235])/.test(code) || code === '53300' || code === '25006'

/** The server has spoken: it is an error of the statement, with the code of the server. */
export const isAnswer = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !isOfConnection(error.code ?? '')

function named(error: unknown): unknown {
  if (isAnswer(error) || error instanceof UnreachableError) return error
  return new UnreachableError(error)
}

/** So many texts of statements have a name, by which the server keeps their plan; strangers choose filters, so there are more. */
const mostNamed = 400
const mostTexts = 5000

/** The text of a statement for this engine: its marks are numbered. What is asked twice is asked again, and gets a name. */
export function openStatements() {
  const named = new Map<string, { text: string; name: string }>()
  let once = new Map<string, string>()
  function statementOf(sql: string) {
    const known = named.get(sql)
    if (known) return known
    const before = once.get(sql)
    if (before === undefined || named.size >= mostNamed) {
      let at = 0
      const text = before ?? sql.replace(/\?/g, () => `$${++at}`)
      if (once.size >= mostTexts) once = new Map()
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

/** What the columns of the database hold. */
const largest = 2n ** 63n - 1n

/**
 * A value as the server takes it. Numbers beyond those of the database are as large as it has any: nothing there is larger. It keeps no
 * character zero, and neither does any text of ours, so no text that is looked for has one.
 */
function sent(value: Cell): Cell | string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return String(value > 0 ? largest : -largest)
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\ufffd')
    : value
}
