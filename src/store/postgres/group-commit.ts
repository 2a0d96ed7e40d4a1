import { setTimeout as sleep } from 'node:timers/promises'
import { existing } from '../../define/base/objects.ts'
import { openGroups, type Transactions, Undone } from '../contract/group-commit.ts'
import { formsOfTables } from '../sql/derived-rows.ts'
import { setNote } from '../sql/notes.ts'
import type { Writing } from './connections.ts'
import { isAnswer, type Link, lockKey, UnreachableError } from './link.ts'
import { refuseNewer, versionNote } from './tables.ts'

/** Milliseconds until the response to a commit counts as lost, and during which its outcome is then queried. */
const maxCommit = 10_000
const askFor = 10_000

/** The connection of the group commit, and its callbacks. */
type Committing<Result> = Pick<Transactions, 'written' | 'flush' | 'forget' | 'isMoreComing'> & {
  writing: Pick<
    Writing,
    'link' | 'connection' | 'lockTimeout' | 'wasUnreplicated' | 'rehearse' | 'forgetReads'
  >
  /** Writes, at the end of a transaction, what other processes are to hear. */
  announce(): Promise<void>
  /** Gives the result of the group. */
  committed(): Result
  /** True if the lines of the group are in the journal. Undefined: it has none at hand. */
  isThere(): Promise<boolean | undefined>
  /** Reads which rebuilds are running: the note about them has changed since this process last wrote. */
  readRebuilds(): Promise<void>
  /** The group is durable, and no response has been sent yet. */
  durable(result: Result): void
}

/** Notes which process has written last. */
const writerNote = 'writer'
/** Every process has a name of its own here. */
const self = `${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`

type State<Result> = Committing<Result> & {
  /** Number of the transaction that is open, and the line of succession of servers in which it has that number. */
  transaction: string
  history: string
  /** The note about the tables at the last write; undefined: there was none. */
  tables: string | null | undefined
  /** True if this process made the last known group commit. */
  isOurs: boolean
}

/**
 * Group commit on a server. One process writes at a time: a lock of the database, held until the commit, puts all writes into one
 * order, in which the journal is numbered and everybody reads it.
 *
 * A commit whose answer is lost may have happened. The server is asked by the number of the transaction; only when it cannot
 * be reached for long does the writer get an error that leaves it open.
 */
export function openGroupCommit<Result>(committing: Committing<Result>) {
  const state: State<Result> = {
    ...committing,
    transaction: '',
    history: '',
    tables: undefined,
    isOurs: false,
  }
  const isLost = (error: unknown) => error instanceof UnreachableError
  return openGroups({
    ...committing,
    begin: () => begin(state),
    rehearse: committing.writing.rehearse,
    async commit() {
      await state.announce()
      await commit(state)
    },
    answer(done) {
      state.durable(state.committed())
      for (const { job, value } of done) job.resolve(value)
    },
    undo: () => undo(state),
    savepoint: () => execute(state, 'SAVEPOINT job'),
    back: () => execute(state, 'ROLLBACK TO SAVEPOINT job'),
    release: () => execute(state, 'RELEASE SAVEPOINT job'),
    spoils: error => isAnswer(error) || isLost(error),
    ends: isLost,
  })
}

const execute = <T>(
  { writing }: Pick<Committing<unknown>, 'writing'>,
  text: string,
  values: unknown[] = [],
) => writing.link.query<T>({ text, values })

type Transaction = {
  id: string
  writer: string | null
  version: string | null
  tables: string | null
}

/** Writers wait for a locked row no longer than readers do. The turn to write may take longer. */
async function begin(state: State<unknown>) {
  state.writing.forgetReads()
  const [, , { rows }] = await Promise.all([
    execute(state, 'BEGIN'),
    execute(state, `SELECT pg_advisory_xact_lock(${lockKey})`),
    execute<Transaction>(
      state,
      `SELECT pg_current_xact_id()::text AS id,
        (SELECT value FROM note WHERE key = '${writerNote}') AS writer,
        (SELECT value FROM note WHERE key = '${versionNote}') AS version,
        (SELECT string_agg(value, ' ' ORDER BY key) FROM note WHERE key LIKE '${formsOfTables}') AS tables,
        set_config('lock_timeout', '${state.writing.lockTimeout}', true)`,
    ),
  ])
  const { link } = state.writing
  link.hold()
  const { id, writer, version, tables } = existing(rows[0])
  refuseNewer(Number(version))
  state.transaction = id
  state.history = link.history ?? ''
  if (writer !== self || !state.isOurs) state.forget()
  if (writer !== self) await setNote(state.writing.connection, writerNote, self)
  state.isOurs = true
  if (state.tables !== undefined && tables !== state.tables) await state.readRebuilds()
  state.tables = tables
}

async function undo(state: State<unknown>) {
  state.writing.forgetReads()
  state.isOurs = false
  state.forget()
  if (state.writing.link.isOpen) await execute(state, 'ROLLBACK').catch(state.writing.link.drop)
  state.writing.link.release()
}

/** Commits; throws where nothing was written, or where that cannot be found out. */
async function commit(state: State<unknown>) {
  try {
    await replicated(state, async link => {
      // A limit would end the wait for a standby, not the commit. Where this fails, so does the commit.
      link.query({ text: 'SET LOCAL statement_timeout = 0' }).catch(() => {})
      const { command } = await link.query({ text: 'COMMIT', query_timeout: maxCommit })
      // After a failed statement the server rolls the transaction back, without an error.
      if (command !== 'COMMIT') throw new Undone()
    })
    state.writing.link.release()
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    state.isOurs = false
    state.writing.link.release()
    if (!(await hasHappened(state, error))) throw error
  }
}

/** A commit that a standby has when this is done, where the server is to wait for one. */
async function replicated(
  { writing }: Pick<State<unknown>, 'writing'>,
  commit: (link: Link) => Promise<unknown>,
) {
  writing.wasUnreplicated()
  await commit(writing.link)
  if (writing.wasUnreplicated()) throw new UnreachableError('no standby has the commit')
}

async function hasHappened(state: State<unknown>, error: unknown): Promise<boolean> {
  const until = performance.now() + askFor
  while (performance.now() < until) {
    const became = await whatBecame(state).catch(problem => {
      if (!(problem instanceof UnreachableError)) throw problem
      return 'open' as const
    })
    if (became === 'unknown') break
    if (became === true) await untilReplicated(state, error)
    if (became !== 'open') return became
    await sleep(200)
  }
  throw error
}

/** The server may have stopped waiting for its standby: a further write, with a wait of its own, shows whether the standby follows. */
async function untilReplicated(state: State<unknown>, error: unknown) {
  const text = `UPDATE note SET value = value WHERE key = '${writerNote}'`
  const write = (link: Link) => link.query({ text, query_timeout: maxCommit })
  await replicated(state, write).catch(() => {
    throw error
  })
}

async function whatBecame(state: State<unknown>): Promise<boolean | 'open' | 'unknown'> {
  const status = await statusOf(state)
  if (status === 'in progress') return 'open'
  // A number that no disk had when the server fell is given again, and so it is by a standby that took over: the lines tell more.
  const isThere = await state.isThere()
  if (isThere !== undefined) return isThere
  return state.writing.link.history === state.history ? status === 'committed' : 'unknown'
}

/** The state of the transaction at the server; a number that it has not assigned yet was lost with the transaction. */
async function statusOf(state: State<unknown>): Promise<string | null> {
  try {
    const sql = 'SELECT pg_xact_status($1::xid8) AS status'
    const { rows } = await execute<{ status: string | null }>(state, sql, [state.transaction])
    return existing(rows[0]).status
  } catch (error) {
    if (isAnswer(error) && error.code === invalidValue) return null
    throw error
  }
}
const invalidValue = '22023'
