import {
  type Bulk,
  bulkFormat,
  type Caller,
  type Context,
  claimRun,
  dropRun,
  giveUp,
  interruptedRuns,
  maxAttempts,
  userOf,
  writing,
} from '../calendar/index.ts'
import type { BulkChanges, Log } from '../http/index.ts'
import { Problem } from '../problem/index.ts'
import type { Opened } from './imported.ts'

type Work = 'change' | 'undo'
type How = { work: Work; isAgain?: boolean }

type Running = {
  context: Context
  log: Pick<Log, 'failure'>
  tasks: Set<Promise<void>>
  end: AbortController
}

export function openBulk(
  { context }: Pick<Opened, 'context'>,
  log: Pick<Log, 'failure'>,
): BulkChanges {
  const { store } = context
  const running: Running = { context, log, tasks: new Set(), end: new AbortController() }
  return {
    async begin(caller, input) {
      const { beginBulk, readBulk } = await writing()
      const id = await beginBulk(context, caller, input)
      const bulk = await readBulk(store, caller.actor, id)
      await start(running, caller, bulk, { work: 'change' }).catch(async error => {
        // refused as a whole: nothing is left of it
        if (error instanceof Problem && !(await readBulk(store, caller.actor, id)).hasWritten)
          await dropRun(context, id)
        throw error
      })
      return readBulk(store, caller.actor, id)
    },
    read: async (actor, id) => (await writing()).readBulk(store, actor, id),
    async undo(caller, id) {
      const { isBulkUndoable, readBulk, takeOver } = await writing()
      const bulk = await readBulk(store, caller.actor, id)
      if (!isBulkUndoable(bulk)) throw new Problem('bulk_not_possible')
      await claimRun(context, id, ['done', 'failed', 'running', 'undoing'], 'undoing')
      await takeOver(context, bulk, caller)
      await start(running, caller, bulk, { work: 'undo' })
      return readBulk(store, caller.actor, id)
    },
    async look() {
      for (const { id, format } of await interruptedRuns(store))
        if (format === bulkFormat)
          await goOn(running, id).catch(error => {
            // another process goes on with it
            if (!(error instanceof Problem && error.code === 'bulk_not_possible')) throw error
          })
    },
    async stop() {
      running.end.abort()
      await Promise.all(running.tasks)
    },
  }
}

/** Resolves after the first piece, of a small one at its end; the rest goes on in the background. */
function start(running: Running, caller: Caller, bulk: Bulk, how: How): Promise<void> {
  const { log, tasks, end } = running
  const first = Promise.withResolvers<void>()
  let isReported = false
  const task = carryOut(running, caller, bulk, how, first.resolve)
    .then(first.resolve, error => {
      if (isReported && !end.signal.aborted) log.failure('bulk change', error)
      first.reject(error)
    })
    .finally(() => tasks.delete(task))
  tasks.add(task)
  return first.promise.finally(() => {
    isReported = true
  })
}

async function carryOut(
  { context, end: { signal } }: Running,
  caller: Caller,
  bulk: Bulk,
  { work, isAgain = false }: How,
  firstDone: () => void,
) {
  const { carryOutBulk, isLong } = await writing()
  const progress = isLong(bulk) ? firstDone : () => {}
  if (work === 'change')
    return void (await carryOutBulk(context, caller, bulk, { signal, isAgain, progress }))
  const { undoClaimed } = await writing()
  await undoClaimed(context, caller, bulk, { language: caller.language, signal, progress })
}

/** Goes on as the account that began it, unless it may not, or too many processes have ended with it. */
async function goOn(running: Running, id: number) {
  const { context, log, end } = running
  const stored = await context.store.get('import_run', id)
  if (!stored) return
  const bulk = (await writing()).bulkOf(stored)
  const { bearer, state, attempts, language } = bulk
  const record = await context.store.get('user', bearer.user)
  const user = record && userOf(record)
  if (!user || user.disabled) return giveUp(context, bulk, noAccount)
  if (attempts >= maxAttempts) return giveUp(context, bulk, endedTooOften)
  await claimRun(context, id, [state], state)
  const actor = { id: user.id, login: user.login, role: user.role, scope: bearer.scope }
  const caller = { actor, language, onlyLanguage: bearer.onlyLanguage, fallback: true }
  const work = state === 'undoing' ? 'undo' : 'change'
  start(running, caller, bulk, { work, isAgain: true }).catch(error => {
    if (!end.signal.aborted) log.failure('bulk change', error)
  })
}

const noAccount = {
  en: 'The account that began it may not go on with it.',
  fr: 'Le compte qui l’a lancée ne peut pas la poursuivre.',
}
const endedTooOften = {
  en: 'Its process has ended three times before the end.',
  fr: 'Son processus s’est arrêté trois fois avant la fin.',
}
