import { isObject } from '../../define/base/objects.ts'
import { type RunState, runStates } from '../../define/import-messages.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import {
  formatMessage,
  inEachLanguage,
  type Language,
  languages,
  type Sentence,
} from '../../define/text/language.ts'
import { ReadError } from '../../moving/index.ts'
import { Problem } from '../../problem/index.ts'
import type { Store, Transaction } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import { removeListed } from './listed-records.ts'
import { emptyReport, type ImportReport } from './report.ts'
import type { UndoReport } from './undo.ts'

/** States in which a process works. */
const busyStates = ['previewing', 'running', 'stopping', 'undoing'] as const
const busy: ReadonlySet<string> = new Set(busyStates)

/** An import as it is stored. Times are Unix seconds. */
export type ImportRun = {
  id: number
  version: number
  user: number
  format: string
  /** A URL, or the name of a file. */
  origin: string
  source: string
  options: Record<string, unknown>
  language: Language
  state: RunState
  started: number
  ended: number | null
  seen: number | null
  done: number
  total: number | null
  report: ImportReport | undefined
  undone: UndoReport | undefined
  error: Sentence | undefined
  /** Processes in a row that were lost with it, and the one that carries it out. */
  attempts: number
  /** True if the import can be undone. */
  hasWritten: boolean
}

type RunStart = Pick<ImportRun, 'user' | 'format' | 'origin' | 'source' | 'language' | 'options'>

const kind = 'import_run'

/** A process that has not said for so many seconds that it works has ended. */
const silentAfter = 60

/** By the clock of the machine: that of the calendar may stand still. */
const seconds = () => Math.floor(Date.now() / 1000)

/** True if a process works on it. */
export const isBusy = ({ state, seen }: Pick<ImportRun, 'state' | 'seen'>) =>
  busy.has(state) && seen !== null && seconds() - seen < silentAfter

/** True if its process ended before the work was done. */
export const isInterrupted = (run: Pick<ImportRun, 'state' | 'seen'>) =>
  busy.has(run.state) && !isBusy(run)

const parsed = (text: unknown) => (typeof text === 'string' ? JSON.parse(text) : undefined)

export function runOf({ id, version, facts }: StoredRecord): ImportRun {
  const number = (name: string) => (facts[name] == null ? null : Number(facts[name]))
  const options = parsed(facts.options)
  return {
    id,
    version,
    user: Number(facts.user),
    format: String(facts.format),
    origin: String(facts.origin),
    source: String(facts.source),
    options: isObject(options) ? options : {},
    language: languages.find(each => each === facts.language) ?? 'en',
    state: runStates.find(each => each === facts.state) ?? 'failed',
    started: Number(facts.started),
    ended: number('ended'),
    seen: number('seen'),
    done: Number(facts.done ?? 0),
    total: number('total'),
    // what this program has written
    report: parsed(facts.report),
    undone: parsed(facts.undone),
    error: parsed(facts.error),
    attempts: Number(facts.attempts ?? 0),
    hasWritten: false,
  }
}

/** Lines of each list of a report that are stored. */
const maxStored = 500

const short = (report: object): object =>
  Object.fromEntries(
    Object.entries(report).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, maxStored) : value,
    ]),
  )

export const withWritten = async <R extends { id: number }>(
  store: Pick<Store, 'lookup'>,
  run: R,
): Promise<R & Pick<ImportRun, 'hasWritten'>> => ({
  ...run,
  hasWritten: (await store.lookup('import_change', 'run', run.id, 1)).length > 0,
})

export async function readRun(
  store: Pick<Store, 'get' | 'lookup'>,
  id: number,
): Promise<ImportRun> {
  const stored = await store.get(kind, id)
  if (!stored || !isImport(stored)) throw new Problem('import_not_found')
  return withWritten(store, runOf(stored))
}

/** Changes of many records are stored as imports are: those are of this format (`activity/bulk.ts`). */
export const bulkFormat = 'bulk'
const isImport = ({ facts }: Pick<StoredRecord, 'facts'>) => facts.format !== bulkFormat

const atOnce = 1000

/** Imports, latest first, and where older ones begin; undefined: there are none. */
export async function listRuns(
  store: Pick<Store, 'lookup' | 'idsAfter' | 'getMany'>,
  { before, max }: { before: number | undefined; max: number },
): Promise<{ runs: ImportRun[]; next: number | undefined }> {
  const ids: number[] = []
  for (let after = 0; ; ) {
    const some = await store.idsAfter(kind, after, atOnce)
    ids.push(...some.filter(id => before === undefined || id < before))
    const last = some.at(-1)
    if (last === undefined || some.length < atOnce) break
    after = last
  }
  const found: StoredRecord[] = []
  for (let end = ids.length; end > 0 && found.length <= max; end -= atOnce) {
    const records = await store.getMany(kind, ids.slice(Math.max(0, end - atOnce), end))
    found.push(...records.filter(isImport).toReversed())
  }
  const page = found.slice(0, max)
  const runs = await Promise.all(page.map(one => withWritten(store, runOf(one))))
  return { runs, next: found.length > max ? page.at(-1)?.id : undefined }
}

/** `isAlone`: refuses where another import of the source runs. */
export async function beginRun(
  { store, now }: Pick<Context, 'store' | 'now'>,
  start: RunStart,
  state: RunState = 'new',
  { isAlone = false } = {},
): Promise<ImportRun> {
  const id = await store.write(async tx => {
    if (isAlone) await refuseBusySource(tx, start.source)
    return insertRun(tx, now(), start, state)
  })
  return readRun(store, id)
}

export function insertRun(
  tx: Transaction,
  started: number,
  { options, ...given }: RunStart,
  state: RunState,
): Promise<number> {
  const facts: Row = { ...given, options: JSON.stringify(options), state, started, done: 0 }
  if (busy.has(state)) Object.assign(facts, { seen: seconds(), attempts: 1 })
  return tx.insert(kind, facts, {})
}

/** The stored state of a run that goes on or ends. */
type Step = Partial<Pick<ImportRun, 'state' | 'options' | 'error' | 'undone' | 'ended'>> & {
  report?: object | undefined
}

const stepFacts = ({ state, ended, ...tables }: Step): Row => ({
  ...(state && { state }),
  ...(ended !== undefined && { ended }),
  ...Object.fromEntries(
    Object.entries(tables).map(([name, value]) => [
      name,
      value === undefined ? null : JSON.stringify(value),
    ]),
  ),
})

/** Changes a run that is in one of these states. */
export const setRun = (
  { store }: Pick<Context, 'store'>,
  id: number,
  step: Step,
  from: readonly RunState[],
) =>
  store.write(async tx => {
    const stored = await tx.get(kind, id)
    if (!stored) throw new Problem('import_not_found')
    if (!from.includes(runOf(stored).state)) throw new Problem('import_not_possible')
    await tx.update(kind, id, stepFacts(step))
  })

/**
 * Takes a run for this process, if it is in one of these states and no other process works on it. No two imports of a source run at
 * once: they would write the same records.
 */
export async function claimRun(
  { store }: Pick<Context, 'store'>,
  id: number,
  from: readonly RunState[],
  to: RunState,
): Promise<ImportRun> {
  return store.write(async tx => {
    const stored = await tx.get(kind, id)
    if (!stored) throw new Problem('import_not_found')
    const run = runOf(stored)
    if (!from.includes(run.state) || isBusy(run))
      throw new Problem(isImport(stored) ? 'import_not_possible' : 'bulk_not_possible')
    if (isImport(stored)) await refuseBusySource(tx, run.source, id)
    const facts: Row = {
      state: to,
      seen: seconds(),
      done: 0,
      total: null,
      ended: null,
      error: null,
      attempts: isInterrupted(run) ? run.attempts + 1 : 1,
    }
    await tx.update(kind, id, facts)
    return { ...run, state: to }
  })
}

async function refuseBusySource(tx: Transaction, source: string, own?: number) {
  for (const state of busyStates)
    for (const other of await tx.getMany(kind, await tx.lookup(kind, 'state', state)))
      if (other.id !== own && other.facts.source === source && isBusy(runOf(other)))
        throw new Problem('import_busy')
}

/** An import that has ended so many processes is not begun again. */
export const maxAttempts = 3

export const endedTooOften = {
  en: 'The process that read it has ended three times before the end. It is not read again.',
  fr: 'Le processus qui la lisait s’est arrêté trois fois avant la fin. Elle n’est plus lue.',
}

/** Ends an interrupted run for good. */
export const giveUp = (
  context: Pick<Context, 'store' | 'now'>,
  { id, state }: Pick<ImportRun, 'id' | 'state'>,
  error: Sentence = endedTooOften,
) => setRun(context, id, { state: 'failed', ended: context.now(), error }, [state])

/** The runs that were interrupted. */
export async function interruptedRuns(store: Store): Promise<ImportRun[]> {
  const runs: ImportRun[] = []
  for (const state of busyStates)
    for (const stored of await store.getMany(kind, await store.lookup(kind, 'state', state)))
      runs.push(runOf(stored))
  return runs.filter(isInterrupted)
}

/** Milliseconds between two words of a process that works. */
const reportEvery = 1000

export type Working = {
  signal: AbortSignal
  /** `soFar` is stored with it: the process that continues the run goes on from there. */
  progress(done: number, total?: number | undefined, soFar?: RunResult): void
}

type RunResult = Pick<Step, 'report' | 'undone'>

/** A user has stopped it. */
export class Stopped extends Error {
  constructor() {
    super('The import was stopped.')
  }
}

/**
 * Carries out a claimed run, and stores its progress every second as a sign of life. Stores its end: the result of the work, `stopped` if a user
 * stopped it, or `failed`. If `signal` ends this process, another continues the run.
 */
export async function carriedOut<T extends RunResult>(
  context: Pick<Context, 'store' | 'now'>,
  id: number,
  { to, signal }: { to: RunState; signal?: AbortSignal | undefined },
  work: (how: Working) => Promise<T>,
): Promise<T> {
  const { store } = context
  const stop = new AbortController()
  const end = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  let reached: Row = { done: 0, total: null }
  const saveProgress = async () => {
    const state = await store.write(async tx => {
      const stored = await tx.get(kind, id)
      if (stored) await tx.update(kind, id, { seen: seconds(), ...reached })
      return stored?.facts.state
    })
    if (state === 'stopping') stop.abort(new Stopped())
  }
  let saying: Promise<void> | undefined
  const timer = setInterval(() => {
    saying ??= saveProgress()
      // what cannot be stored now is stored in a second
      .catch(() => {})
      .finally(() => {
        saying = undefined
      })
  }, reportEvery).unref()
  const settle = async (step: Step = {}) => {
    clearInterval(timer)
    await saying
    signal?.removeEventListener('abort', end)
    // a process that ends it by itself is not lost
    const facts = { ...reached, ...stepFacts(step), seen: null, attempts: 0 }
    await store.write(tx => tx.update(kind, id, facts))
  }
  try {
    const result = await work({
      signal: stop.signal,
      progress(done, total, soFar) {
        reached = { done, total: total ?? null, ...(soFar && stepFacts(soFar)) }
      },
    })
    const report = result.report && short(result.report)
    await settle({ ...result, ...(report && { report }), state: to, ended: context.now() })
    return result
  } catch (error) {
    const isStopped = stop.signal.reason instanceof Stopped
    const ended = context.now()
    if (signal?.aborted) await settle()
    else if (isStopped) await settle({ state: 'stopped', ended })
    else await settle({ state: 'failed', ended, error: reasonIn(error), ...readIn(error) })
    throw error
  }
}

/** The columns of a table that could not be read any further: the fields of the next preview are chosen by them. */
const readIn = (error: unknown): Pick<Step, 'report'> =>
  error instanceof ReadError && error.columns.length > 0
    ? { report: { ...emptyReport(''), columns: error.columns } }
    : {}

/** The reason for the failure of a run, in every language. */
export const reasonIn = (error: unknown): Sentence =>
  error instanceof ReadError
    ? inEachLanguage(language =>
        formatMessage(error.reason.sentence, language, error.reason.params),
      )
    : failed

const failed = {
  en: 'It ended with an error, which the log of the service has.',
  fr: 'Terminée par une erreur, consignée dans le journal du service.',
}

/** True if it has written records that can be removed again. */
export const isUndoable = (run: Pick<ImportRun, 'state' | 'seen' | 'hasWritten'>) =>
  run.hasWritten && run.state !== 'undone' && !isBusy(run)

/** Forgets a run that has written nothing. */
export async function dropRun(context: Pick<Context, 'store'>, id: number) {
  await context.store.write(async tx => {
    await removeListed(tx, id)
    await tx.remove(kind, id)
  })
}
