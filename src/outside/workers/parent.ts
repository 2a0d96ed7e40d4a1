import type { Worker as Child } from 'node:cluster'
import type { Readable } from 'node:stream'
import type { openLog } from '../log.ts'
import { closeWhatIsOnItsWay } from './handed-over.ts'
import {
  type FromWorker,
  startVariable,
  type ToWorker,
  type TurnName,
  turnNames,
  type WorkerStart,
} from './messages.ts'
import { openReportCalls } from './reports.ts'
import { openTurns, type Turns } from './turns.ts'

/** Loaded for several processes only. */
const clustering = () => process.getBuiltinModule('node:cluster')

/** Milliseconds until a worker that ended is started again: the first time, and the maximum. */
const pauses = { first: 100, longest: 10_000 }
/** Uptime in milliseconds after which the pause before a restart starts over. */
const healthyAfter = 30_000
/** Milliseconds that a worker has beyond the grace period to end. */
const patience = 5000

type Supervised = {
  count: number
  start: Omit<WorkerStart, 'number'>
  log: Pick<ReturnType<typeof openLog>, 'info' | 'warn' | 'error'>
  /** The outputs for the lines of a worker. */
  output: { out(text: string): void; err(text: string): void }
  gracePeriod: number
  fork?(environment: Record<string, string>): Child
}

/** A worker slot: when its process ends, another is started. */
type Place = {
  number: number
  child?: Child | undefined
  since: number
  pause: number
  isReady: boolean
  /** Another has taken its place, or is about to. */
  isLeaving?: boolean
}

type State = Required<Supervised> & {
  places: Place[]
  turns: Record<TurnName, Turns<Child>>
  /** The worker that runs background work. */
  leader: Child | undefined
  hasStarted: boolean
  isStopping: boolean
  /** The exit code of a worker that failed while the service began or stopped. */
  failed: number
  /** Called whenever a process has ended. */
  ended: Set<() => void>
  /** The number of processes that were restarted. */
  restarts: number
  reports: ReturnType<typeof openReportCalls>
}

const newPlace = (number: number): Place => {
  return { number, since: 0, pause: pauses.first, isReady: false }
}

/** A worker ended before the service had begun: it has said why. */
export class WorkerFailure extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super('A worker has failed.')
    this.exitCode = exitCode
  }
}

/**
 * Starts the processes that serve a calendar, and sees to it that there are always so many. They share the port: this process takes
 * each connection and hands it to them in turn, so that each has as many. The first one prepares the data before the others begin.
 */
export function superviseWorkers(supervised: Supervised) {
  const cluster = clustering()
  // The same program with the same flags; its output comes here, and is written in complete lines.
  cluster.setupPrimary({ exec: process.argv[1] ?? '', args: process.argv.slice(2), silent: true })
  cluster.schedulingPolicy = cluster.SCHED_RR
  const state: State = {
    fork: environment => cluster.fork(environment),
    ...supervised,
    places: Array.from({ length: supervised.count }, (_, at) => newPlace(at + 1)),
    turns: { writing: turnsOf('writing'), images: turnsOf('images') },
    leader: undefined,
    hasStarted: false,
    isStopping: false,
    failed: 0,
    ended: new Set(),
    restarts: 0,
    reports: openReportCalls(notify),
  }
  let replacing = Promise.resolve()
  return {
    /** Resolves with the report of the first worker, when all listen. */
    async begin(): Promise<unknown> {
      const [one, ...others] = state.places
      if (!one) throw new Error('No worker is to be started.')
      try {
        const report = await begin(state, one)
        await Promise.all(others.map(place => begin(state, place)))
        state.hasStarted = true
        return report
      } catch (error) {
        await stop(state)
        throw error
      }
    },
    /** All read their settings again, and open their logs. */
    reload() {
      for (const { child } of state.places) if (child) notify(child, { reload: true })
    },
    /** One process after the other is replaced by a new one; a second call while that goes on does it once more. */
    replace() {
      replacing = replacing.then(() => replaceAll(state))
      return replacing
    },
    /** Lets requests in progress end; resolves with the exit code when all processes have ended. */
    stop: () => stop(state),
    /** Ends all at once. */
    kill: () => kill(state),
  }
}

function notify(child: Child, message: ToWorker) {
  if (child.isConnected()) child.send(message, () => {})
}

/** Makes another worker the leader if there is none. */
function appoint(state: State) {
  if (state.leader) return
  state.leader = state.places.find(({ isReady }) => isReady)?.child
  if (state.leader) notify(state.leader, { leader: true })
}

const turnsOf = (of: TurnName) => openTurns<Child>((child, turn) => notify(child, { turn, of }))

/** Resolves when it listens; rejects when it ended before. */
async function begin(state: State, place: Place): Promise<unknown> {
  place.since = performance.now()
  const child = forked(state, place)
  if (!child) {
    over(state, place, { code: null, signal: null })
    throw new WorkerFailure(1)
  }
  place.child = child
  const { stdout, stderr } = child.process
  if (stdout) completeLines(stdout, state.output.out)
  if (stderr) completeLines(stderr, state.output.err)
  closeWhatIsOnItsWay(child)
  return new Promise((resolve, reject) => {
    child.on('message', (message: FromWorker) => {
      if (!('ready' in message)) return received(state, child, message)
      place.isReady = true
      state.log.info('a worker serves', { worker: place.number, pid: child.process.pid })
      appoint(state)
      resolve(message.ready)
    })
    child.process.once('close', (code, signal) => {
      over(state, place, { code, signal })
      reject(new WorkerFailure(code || 1))
    })
  })
}

/** Undefined: memory for a process is used up. Without a free descriptor it is one that never begins: it emits `error`, then `close`. */
function forked({ start, fork }: State, { number }: Place): Child | undefined {
  try {
    const child = fork({ [startVariable]: JSON.stringify({ ...start, number }) })
    child.on('error', () => {})
    return child
  } catch {
    return undefined
  }
}

function received(state: State, child: Child, message: FromWorker) {
  const { turns, places, restarts, reports } = state
  if ('report' in message) {
    const of = places.flatMap(({ number, child }) => (child ? [{ number, child }] : []))
    return reports.received(child, message, of, { workers: of.length, restarts })
  }
  if ('turn' in message) turns[message.of][message.turn](child)
  else if ('broadcast' in message)
    for (const { child: other } of places) if (other && other !== child) notify(other, message)
}

type End = { code: number | null; signal: string | null }

function over(state: State, place: Place, { code, signal }: End) {
  const { child, isReady: wasReady } = place
  place.child = undefined
  place.isReady = false
  if (child) for (const of of turnNames) state.turns[of].gone(child)
  if (state.leader === child) state.leader = undefined
  appoint(state)
  if (place.isLeaving) state.places = state.places.filter(each => each !== place)
  else if (state.isStopping || (!wasReady && !state.hasStarted)) state.failed ||= code ?? 1
  else again(state, place, { code, signal })
  for (const each of state.ended) each()
}

function again(state: State, place: Place, { code, signal }: End) {
  if (performance.now() - place.since > healthyAfter) place.pause = pauses.first
  const { number, pause } = place
  state.restarts++
  const fields = { worker: number, code, signal, ms: pause }
  state.log.warn('a worker has ended; another is started', fields)
  place.pause = Math.min(2 * pause, pauses.longest)
  setTimeout(() => {
    if (!state.isStopping && !place.isLeaving) begin(state, place).catch(() => {})
  }, pause)
}

/** Each new process serves before the one whose place it takes stops: there are never fewer. Where one fails, the others stay. */
async function replaceAll(state: State): Promise<void> {
  for (const place of [...state.places]) {
    if (state.isStopping) return
    const fresh: Place = { ...newPlace(place.number), isLeaving: true }
    state.places.push(fresh)
    try {
      await begin(state, fresh)
    } catch {
      state.log.error('a new worker has failed: the others go on', { worker: place.number })
      return
    }
    fresh.isLeaving = false
    place.isLeaving = true
    const { child } = place
    if (child) await leave(state, child)
    state.places = state.places.filter(each => each !== place)
  }
  state.places.sort((a, b) => a.number - b.number)
  state.log.info('all workers have been replaced', {})
}

/** Lets the requests of a process in progress end; resolves when it has ended. */
async function leave(state: State, child: Child) {
  notify(child, { stop: true })
  const end = setTimeout(() => child.process.kill('SIGKILL'), state.gracePeriod + patience)
  if (state.places.some(each => each.child === child))
    await new Promise<void>(resolve => child.process.once('close', () => resolve()))
  clearTimeout(end)
}

async function stop(state: State): Promise<number> {
  state.isStopping = true
  for (const { child } of state.places) if (child) notify(child, { stop: true })
  const end = setTimeout(kill, state.gracePeriod + patience, state)
  while (state.places.some(({ child }) => child))
    await new Promise<void>(resolve => state.ended.add(resolve))
  clearTimeout(end)
  return state.failed
}

function kill(state: State) {
  state.isStopping = true
  for (const { child } of state.places) child?.process.kill('SIGKILL')
}

/** A longer line is passed on in parts. */
const maxLine = 1_000_000

/** Passes on the output of a process line by line, so that the lines of several processes never mix. */
function completeLines(from: Readable, write: (text: string) => void) {
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (text: string) => {
    const all = rest + text
    const end = all.length > maxLine ? all.length : all.lastIndexOf('\n') + 1
    rest = all.slice(end)
    if (end > 0) write(all.slice(0, end))
  })
  from.on('end', () => {
    if (rest !== '') write(`${rest}\n`)
    rest = ''
  })
  from.on('error', () => {})
}
