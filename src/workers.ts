import type { Worker as Child } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSetUpCode } from './calendar/index.ts'
import { version } from './common/index.ts'
import type { Settings } from './config/index.ts'
import {
  openLog,
  type Report,
  type ReportRequest,
  startVariable,
  type ToWorker,
  type WorkerStart,
} from './outside/index.ts'

export { thisWorker } from './outside/index.ts'

import { secrets } from './outside/secrets.ts'

/** The settings that all workers must share. */
const atStart = ['workers', 'dataFolder', 'databaseUrl', 'host', 'port'] as const

/** Milliseconds until a worker that ended is started again: the first time, and the maximum. */
const pauses = { first: 100, longest: 10_000 }
/** Uptime in milliseconds after which the pause before a restart starts over. */
const healthyAfter = 30_000
/** Milliseconds that a worker has beyond the grace period to end. */
const patience = 5000

/** A place of a worker: when its process ends, another is started. */
type Place = {
  number: number
  child?: Child | undefined
  isReady: boolean
  /** Another has taken its place. */
  isLeaving: boolean
  /** Resolves with the exit code of the last process, when no other is started. */
  ended: Promise<number>
}

/** A worker ended before it served: it has said why. */
export class WorkerFailure extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super('A worker has failed.')
    this.exitCode = exitCode
  }
}

type End = { code: number; signal: string | null }

type State = {
  settings: Settings
  log: ReturnType<typeof openLog>
  /** Starts a process. */
  fork(start: Pick<WorkerStart, 'number' | 'isFirst'>): Child
  places: Set<Place>
  stopping: AbortController
  /** The number of processes that were started again. */
  restarts: number
}

/**
 * Has a calendar on PostgreSQL served by several processes of this machine; this one only starts them, and sees to it that there are always
 * so many. They take connections from one socket, which stays open while one of them is replaced. Whatever they share is in the database.
 */
export function openWorkers(settings: Settings) {
  // loaded for several processes only
  const cluster = process.getBuiltinModule('node:cluster')
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const log = openLog(settings)
  const setUpCode = newSetUpCode(secrets)
  const state: State = {
    settings,
    log,
    fork: start => cluster.fork({ [startVariable]: JSON.stringify({ ...start, setUpCode }) }),
    places: new Set(),
    stopping: new AbortController(),
    restarts: 0,
  }
  cluster.on('message', (child: Child, message: Report | ReportRequest) => {
    const workers = childrenOf(state)
    const supervision = { workers: workers.length, restarts: state.restarts }
    if ('to' in message) pass(cluster.workers?.[message.to], { ...message, supervision })
    else for (const each of workers) pass(each, { ...message, by: child.id })
  })
  let replacing = Promise.resolve()
  return {
    /** Resolves when all listen. The first one prepares the data before the others begin. */
    async begin() {
      try {
        await begin(state, 1, true)
        const others = Array.from({ length: settings.workers - 1 }, (_, at) => begin(state, at + 2))
        await Promise.all(others)
      } catch (error) {
        await stop(state)
        throw error
      }
    },
    /** Lets requests in progress end; resolves with an exit code when all processes have ended. */
    stop(signal: string) {
      log.info('Almanac is stopping', { version, signal })
      return stop(state)
    },
    /** Ends all at once. */
    kill: () => signalAll(state, 'SIGKILL'),
    /** All read their settings again, and open their logs. */
    reload() {
      for (const { isReady, child } of state.places) if (isReady) child?.process.kill('SIGHUP')
    },
    /** New processes take the place of the old ones; `next`: the settings as they are now. */
    replace(next: Settings) {
      const fixed = atStart.filter(name => next[name] !== settings[name])
      if (fixed.length > 0)
        return log.error('the workers were not replaced: these settings require a restart', {
          settings: fixed.join(', '),
        })
      log.info('the workers are being replaced', {})
      replacing = replacing.then(() => replaceAll(state))
    },
  }
}

const childrenOf = ({ places }: State) => [...places].flatMap(({ child }) => child ?? [])

function signalAll(state: State, signal: NodeJS.Signals) {
  for (const { process: child } of childrenOf(state)) child.kill(signal)
}

function pass(to: Child | undefined, message: ToWorker) {
  if (to?.isConnected()) to.send(message, () => {})
}

/** Resolves when a worker of this number listens; rejects when it ended before. */
function begin(state: State, number: number, isFirst = false): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const place: Place = { number, isReady: false, isLeaving: false, ended: Promise.resolve(0) }
  state.places.add(place)
  place.ended = keep(state, place, isFirst, resolve)
  void place.ended.then(code => {
    state.places.delete(place)
    reject(new WorkerFailure(code || 1))
  })
  return promise
}

/** One process after the other, until the first could not start, another takes the place, or the service stops. */
async function keep(
  state: State,
  place: Place,
  isFirst: boolean,
  listens: () => void,
): Promise<number> {
  const { signal } = state.stopping
  for (let pause = pauses.first, isNew = true; ; isNew = false) {
    const began = performance.now()
    const { code, signal: by } = await run(state, place, isFirst && isNew, listens)
    const couldNotStart = isNew && !place.isReady
    place.child = undefined
    place.isReady = false
    if (signal.aborted || place.isLeaving || couldNotStart) return code
    if (performance.now() - began > healthyAfter) pause = pauses.first
    state.restarts++
    const fields = { worker: place.number, code, signal: by, ms: pause }
    state.log.warn('a worker has ended; another is started', fields)
    await sleep(pause, undefined, { signal }).catch(() => {})
    if (signal.aborted || place.isLeaving) return 0
    pause = Math.min(2 * pause, pauses.longest)
  }
}

/** Resolves when one process has ended. Memory for it may be used up, or descriptors. */
const run = ({ fork, log }: State, place: Place, isFirst: boolean, listens: () => void) =>
  new Promise<End>((resolve, reject) => {
    const { number } = place
    const child = fork({ number, isFirst })
    place.child = child
    child.once('listening', () => {
      place.isReady = true
      log.info('a worker serves', { worker: number, pid: child.process.pid })
      listens()
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      // SIGTERM ends one that does not listen yet
      resolve({ code: signal === 'SIGTERM' ? 0 : (code ?? 1), signal })
    })
  }).catch(() => ({ code: 1, signal: null }))

/** Each new process serves before the one whose place it takes stops: there are never fewer. Where one fails, the others stay. */
async function replaceAll(state: State): Promise<void> {
  const { places, stopping, log } = state
  for (const old of [...places]) {
    if (stopping.signal.aborted) return
    try {
      await begin(state, old.number)
    } catch {
      log.error('a new worker has failed: the others go on', { worker: old.number })
      return
    }
    old.isLeaving = true
    old.child?.process.kill('SIGTERM')
    await within(state, old.ended, () => old.child?.process.kill('SIGKILL'))
  }
  log.info('all workers have been replaced', {})
}

async function stop(state: State): Promise<number> {
  state.stopping.abort()
  signalAll(state, 'SIGTERM')
  const ended = Promise.all([...state.places].map(({ ended }) => ended))
  const codes = await within(state, ended, () => signalAll(state, 'SIGKILL'))
  state.log.flush()
  return codes.find(code => code !== 0) ?? 0
}

/** `late` is called if it takes clearly longer than requests in progress may. */
async function within<T>({ settings }: State, ended: Promise<T>, late: () => void): Promise<T> {
  const timer = setTimeout(late, settings.gracePeriod + patience)
  return ended.finally(() => clearTimeout(timer))
}
