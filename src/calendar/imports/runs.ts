import { type RunState, runStates } from '../../define/import-messages.ts'
import { isObject } from '../../define/objects.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import {
  formatMessage,
  inEachLanguage,
  type Language,
  languages,
  type Sentence,
} from '../../define/text/language.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { ReadError } from '../../moving/item.ts'
import { Problem } from '../../problem/problem.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { Context } from '../context.ts'
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

const parsed = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : undefined)

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
    report: parsed(facts.report) as ImportReport | undefined,
    undone: parsed(facts.undone) as UndoReport | undefined,
    error: parsed(facts.error) as Sentence | undefined,
    attempts: Number(facts.attempts ?? 0),
    hasWritten: false,
  }
}

/** Lines of each list of a report that are stored. */
const maxStored = 500

const short = (report: ImportReport): ImportReport => ({
  ...report,
  problems: report.problems.slice(0, maxStored),
  notes: report.notes.slice(0, maxStored),
  conflicts: report.conflicts.slice(0, maxStored),
})

const withWritten = async (store: Pick<Store, 'lookup'>, run: ImportRun): Promise<ImportRun> => ({
  ...run,
  hasWritten: (await store.lookup('import_change', 'run', run.id, 1)).length > 0,
})

export async function readRun(
  store: Pick<Store, 'get' | 'lookup'>,
  id: number,
): Promise<ImportRun> {
  const stored = await store.get(kind, id)
  if (!stored) throw new Problem('import_not_found')
  return withWritten(store, runOf(stored))
}

/** Imports, latest first, and where older ones begin; undefined: there are none. */
export async function listRuns(
  store: Pick<Store, 'lookup' | 'idsAfter' | 'getMany'>,
  { before, max }: { before: number | undefined; max: number },
): Promise<{ runs: ImportRun[]; next: number | undefined }> {
  const ids: number[] = []
  for (let after = 0; ; ) {
    const some = await store.idsAfter(kind, after, 1000)
    ids.push(...some.filter(id => before === undefined || id < before))
    const last = some.at(-1)
    if (last === undefined || some.length < 1000) break
    after = last
  }
  const page = ids.slice(-max).toReversed()
  const records = await store.getMany(kind, page)
  const runs = await Promise.all(records.map(one => withWritten(store, runOf(one))))
  return { runs, next: ids.length > max ? page.at(-1) : undefined }
}

/** `isAlone`: refuses where another import of the source runs. */
export async function beginRun(
  { store, now }: Pick<Context, 'store' | 'now'>,
  { options, ...given }: RunStart,
  state: RunState = 'new',
  { isAlone = false } = {},
): Promise<ImportRun> {
  const facts: Row = { ...given, options: JSON.stringify(options), state, started: now(), done: 0 }
  if (busy.has(state)) Object.assign(facts, { seen: seconds(), attempts: 1 })
  const id = await store.write(async tx => {
    if (isAlone) await refuseBusySource(tx, given.source)
    return tx.insert(kind, facts, {})
  })
  return readRun(store, id)
}

/** The stored state of a run that goes on or ends. */
type Step = Partial<Pick<ImportRun, 'state' | 'options' | 'error' | 'report' | 'undone' | 'ended'>>

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
    if (!from.includes(run.state) || isBusy(run)) throw new Problem('import_not_possible')
    await refuseBusySource(tx, run.source, id)
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
) => setRun(context, id, { state: 'failed', ended: context.now(), error: endedTooOften }, [state])

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

type Working = {
  signal: AbortSignal
  progress(done: number, total?: number | undefined): void
}

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
export async function carriedOut<T extends Pick<Step, 'report' | 'undone'>>(
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
    const facts = { ...stepFacts(step), ...reached, seen: null, attempts: 0 }
    await store.write(tx => tx.update(kind, id, facts))
  }
  try {
    const result = await work({
      signal: stop.signal,
      progress(done, total) {
        reached = { done, total: total ?? null }
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
  en: 'The import ended with an error, which the log of the service has.',
  fr: 'L’importation s’est terminée par une erreur, consignée dans le journal du service.',
}

/** True if it has written records that can be removed again. */
export const isUndoable = (run: Pick<ImportRun, 'state' | 'seen' | 'hasWritten'>) =>
  run.hasWritten && run.state !== 'undone' && !isBusy(run)

/** Forgets a run that has written nothing. */
export const dropRun = ({ store }: Pick<Context, 'store'>, id: number) =>
  store.write(tx => tx.remove(kind, id))

/** Maximum number of stored parts of a file; a part has at most one mebibyte. */
const maxParts = 64
const part = 'import_part'

/** Stores the next bytes of a file. */
export const addPart = ({ store }: Pick<Context, 'store'>, id: number, bytes: Buffer) =>
  store.write(async tx => {
    const stored = await tx.get(kind, id)
    if (!stored) throw new Problem('import_not_found')
    if (stored.facts.state !== 'new') throw new Problem('import_not_possible')
    const parts = await tx.lookup(part, 'run', id)
    if (parts.length >= maxParts) throw new Problem('import_too_large')
    await tx.insert(part, { run: id, bytes: bytes.toString('base64') }, {})
  })

/** The bytes of a file that was uploaded. */
export async function* bytesOf(store: Pick<Store, 'lookup' | 'get'>, id: number) {
  for (const one of await store.lookup(part, 'run', id))
    yield Buffer.from(String((await store.get(part, one))?.facts.bytes ?? ''), 'base64')
}

/** True if its uploaded file is still stored. */
export const hasFile = async (store: Pick<Store, 'lookup'>, id: number) =>
  (await store.lookup(part, 'run', id, 1)).length > 0

/** The file is needed no more. */
export async function dropParts({ store }: Pick<Context, 'store'>, id: number) {
  for (const one of await store.lookup(part, 'run', id))
    await store.write(tx => tx.remove(part, one))
}

/** Uploaded files of previews that were not carried out are removed after this time, in seconds. */
const waitsFor = 7 * daySeconds

/** Removes files that were uploaded, and imported or forgotten. */
export async function dropOldParts(context: Pick<Context, 'store' | 'now'>) {
  const runs = new Set<number>()
  for (let after = 0; ; ) {
    const ids = await context.store.idsAfter(part, after, 64)
    for (const { facts } of await context.store.getMany(part, ids)) runs.add(Number(facts.run))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  for (const id of runs) {
    const stored = await context.store.get(kind, id)
    const run = stored && runOf(stored)
    const isOver = run && ['done', 'undone', 'undoing'].includes(run.state)
    if (!run || isOver || (!isBusy(run) && run.started < context.now() - waitsFor))
      await dropParts(context, id)
  }
}
