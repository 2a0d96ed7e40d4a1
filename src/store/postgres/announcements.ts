import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { existing } from '../../define/base/objects.ts'
import type { Broadcast, ConnectionListener, Watcher } from '../contract/store.ts'
import { channel, type Link, openLink, UnreachableError } from './link.ts'

/** Milliseconds between two questions whether the connection is still there, and until an answer is missed. */
const everyMs = 1000
/** Milliseconds until a lost connection is tried again. */
const retryMs = 200
/** Interval and time-out of the health check on another connection, in milliseconds. */
const checkAfter = 1000
const checkTimeout = 5000
/** Milliseconds for which values in memory stay valid while the database is unreachable: either no process can write, or only this one is cut off. */
const maxUnreachable = 5 * 60_000

type Announcing = {
  url: string
  /** The last position of the journal, and the server of it. Read on the connection that listens. */
  started(server: { history: string }): Promise<number>
  /** Resolves if the connections for reads respond. */
  ping(): Promise<unknown>
  /** No database responds any more, or one does again. */
  unreachable(why: Error): void
  reachable(): void
  /** Milliseconds on a clock that never goes back. */
  now?: () => number
}

/**
 * `listening`: writes of others are announced at once. `uncertain`: the connection is lost, and the cause is being checked. `disconnected`: others may write without
 * an announcement reaching this process. `unreachable`: the database is unreachable, at least for this process.
 */
type ConnectionState = 'listening' | 'uncertain' | 'disconnected' | 'unreachable'

type State = Required<Announcing> & {
  link: ReturnType<typeof openLink>
  others: ReturnType<typeof openBroadcast>
  watchers: Set<Watcher>
  connectionListeners: Set<ConnectionListener>
  status: ConnectionState
  /** The time of the last message from the database. */
  respondedAt: number
  isStopped: boolean
  isChecking: boolean
  timer?: NodeJS.Timeout | undefined
  last: number
  /** The position that this process is committing, and whether its own announcement has arrived. */
  own: { position: number; isAnnounced: boolean } | undefined
}

/**
 * The announcements of other processes that have written: the position of the journal. A lost connection is noticed within twice `everyMs`, and
 * opened again; the lines written meanwhile are read then.
 */
export function openAnnouncements(announcing: Announcing) {
  const link = openLink(announcing.url, {
    notified: (payload, from) =>
      others.isOf(from) ? others.received(payload) : call(state, Number(payload)),
    lost: () => doubt(state),
    timeout: everyMs,
  })
  const others = openBroadcast(link)
  const { now = () => performance.now() } = announcing
  const state: State = {
    ...announcing,
    now,
    link,
    others,
    watchers: new Set(),
    connectionListeners: new Set(),
    status: 'uncertain',
    respondedAt: now(),
    isStopped: false,
    isChecking: false,
    last: 0,
    own: undefined,
  }
  return {
    begin: () => listen(state),
    /** The last known position of the journal; writes of this process need no announcement to itself. */
    get last() {
      return state.last
    },
    set last(position: number) {
      state.last = position
    },
    /** This process is committing up to a position, and needs no announcement of it: it has the lines when the commit is answered. */
    begins(position: number) {
      state.own = { position, isAnnounced: false }
    },
    /** The commit has been answered, or nothing is known of it. */
    ended() {
      const { own } = state
      state.own = undefined
      if (own?.isAnnounced) call(state, own.position)
    },
    watchers: state.watchers,
    connectionListeners: state.connectionListeners,
    isLeader: others.isLeader,
    broadcast: others.broadcast,
    /** The last announcement may be outdated, or could not be read: query the database again. */
    doubt: () => doubt(state),
    /** This process could not apply its own writes: caches are bypassed until it has. */
    missed() {
      lose(state)
      doubt(state)
    },
    async stop() {
      state.isStopped = true
      clearTimeout(state.timer)
      state.watchers.clear()
      await link.close()
    },
  }
}

export type Announcements = ReturnType<typeof openAnnouncements>

/** Reported each time, because the last full read may have used a connection that is lost by now. */
function lose(state: State) {
  for (const listener of state.connectionListeners) listener.lost()
}

function call(state: State, position: number) {
  if (position === state.own?.position) {
    state.own.isAnnounced = true
    return
  }
  if (position <= state.last) return
  state.last = position
  void notifyWatchers(state, position).catch(() => doubt(state))
}

const notifyWatchers = (state: State, position: number) =>
  Promise.all([...state.watchers].map(watcher => watcher(position)))

function doubt(state: State) {
  if (state.isStopped) return
  if (state.status === 'listening') state.status = 'uncertain'
  state.link.drop()
  again(state, 0)
}

function again(state: State, ms: number) {
  clearTimeout(state.timer)
  if (!state.isStopped && !state.isChecking) state.timer = setTimeout(listen, ms, state).unref()
}

/** Asks whether the connection is still there, or opens it. */
async function listen(state: State) {
  if (state.isChecking) return
  state.isChecking = true
  clearTimeout(state.timer)
  try {
    if (state.status === 'listening' && state.link.isOpen)
      await state.link.query({ text: 'SELECT 1' })
    else await beginOrCheck(state)
    state.respondedAt = state.now()
  } catch {
    state.link.drop()
    if (state.status === 'listening') state.status = 'uncertain'
  }
  state.isChecking = false
  again(state, state.status === 'listening' ? everyMs : retryMs)
}

async function beginOrCheck(state: State) {
  const started = begin(state)
  const isSoon = await Promise.race([
    started.then(
      () => true,
      () => false,
    ),
    sleep(checkAfter, false, { ref: false }),
  ])
  if (!isSoon) await check(state)
  await started
}

async function begin(state: State) {
  const { link } = state
  const { rows } = await link.query<{ name: string }>({ text: `SELECT ${channel} AS name` })
  const { name } = existing(rows[0])
  await link.query({ text: `LISTEN "${name}"` })
  await state.others.begin(name)
  state.reachable()
  state.last = await state.started({ history: link.history ?? '' })
  await notifyWatchers(state, state.last)
  for (const listener of state.connectionListeners) await listener.regained()
  if (!link.isOpen || state.isStopped) return
  state.status = 'listening'
}

/** This process receives nothing. While the database can be read, caches are not used; else they are used, for a limited time. */
async function check(state: State) {
  const answers = await Promise.race([
    state.ping().then(
      () => true,
      error => !(error instanceof UnreachableError),
    ),
    sleep(checkTimeout, false, { ref: false }),
  ])
  if (state.isStopped || state.status === 'listening') return
  if (answers) {
    state.reachable()
    state.respondedAt = state.now()
  } else if (state.status !== 'unreachable')
    state.unreachable(new UnreachableError('the database cannot be reached'))
  state.status = answers ? 'disconnected' : 'unreachable'
  if (!answers && state.now() - state.respondedAt < maxUnreachable) return
  lose(state)
}

/** Suffix of the channel’s name. Processes of earlier versions listen on it too. */
const suffix = ' whispers'

/** Broadcast and the choice of the leader, over the connection that listens. */
function openBroadcast(link: Link) {
  // PostgreSQL delivers to the sender too: the prefix tells its own messages from others.
  const self = `${randomUUID()} `
  const listeners = new Set<(text: string) => void>()
  const broadcast: Broadcast = {
    send(text) {
      if (!link.isOpen) return
      const values = [self + text]
      link
        .query({ text: `SELECT pg_notify(${channel} || '${suffix}', $1)`, values })
        .catch(() => {})
    },
    listen: listener => void listeners.add(listener),
  }
  return {
    broadcast,
    /** Listens on this connection. `name`: of the channel of commits. */
    begin: (name: string) => link.query({ text: `LISTEN "${name}${suffix}"` }),
    /** True for the channel of broadcasts. */
    isOf: (name: string) => name.endsWith(suffix),
    received(payload: string) {
      if (payload.startsWith(self)) return
      for (const listener of listeners) listener(payload.slice(self.length))
    },
    /**
     * The leader holds a lock of the database as long as its connection lasts. Taking it again costs nothing, since a session may hold
     * a lock often. Keep-alives let the server release it within seconds when a machine loses power.
     */
    async isLeader(): Promise<boolean> {
      const { rows } = await link.query<{ first: boolean }>({
        text: `SELECT pg_try_advisory_lock(hashtextextended('almanac schedule ' || current_schema(), 0)) AS first,
          set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '5', false),
          set_config('tcp_keepalives_count', '2', false)`,
      })
      return rows[0]?.first === true
    },
  }
}
