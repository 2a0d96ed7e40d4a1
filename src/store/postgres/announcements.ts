import type { Hearing, Watcher } from '../store.ts'
import { type Link, openLink } from './link.ts'

/** Milliseconds between two questions whether the connection is still there, and until an answer is missed. */
const everyMs = 1000
/** Milliseconds until a lost connection is tried again. */
const againMs = 200

type State = {
  channel: string
  lastSeq(): Promise<number>
  watchers: Set<Watcher>
  hearings: Set<Hearing>
  isHeard: boolean
  isStopped: boolean
  timer?: NodeJS.Timeout | undefined
  last: number
  link: Link
}

/**
 * What other processes say when they have written: how far the journal has grown. A connection that is lost is noticed within
 * twice `everyMs`, and opened again; what was written meanwhile is asked for then.
 */
export function openAnnouncements(url: string, channel: string, lastSeq: () => Promise<number>) {
  const link = openLink(url, {
    notified: payload => call(state, Number(payload)),
    lost: () => silent(state),
    longest: everyMs,
  })
  const state: State = {
    ...{ channel, lastSeq, link, isHeard: true, isStopped: false, last: 0 },
    watchers: new Set(),
    hearings: new Set(),
  }
  return {
    begin: () => listen(state),
    /** How far the journal is known to have grown; what this process has written itself need not be said to it again. */
    get last() {
      return state.last
    },
    set last(position: number) {
      state.last = Math.max(state.last, position)
    },
    watchers: state.watchers,
    hearings: state.hearings,
    async stop() {
      state.isStopped = true
      clearTimeout(state.timer)
      state.watchers.clear()
      await link.close()
    },
  }
}

function call(state: State, position: number) {
  if (position <= state.last) return
  state.last = position
  for (const watcher of state.watchers) watcher(position)
}

function silent(state: State) {
  if (state.isHeard && !state.isStopped) for (const hearing of state.hearings) hearing.lost()
  state.isHeard = false
  again(state, againMs)
}

function again(state: State, ms: number) {
  clearTimeout(state.timer)
  if (!state.isStopped) state.timer = setTimeout(listen, ms, state).unref()
}

/** Asks whether the connection is still there, or opens it. */
async function listen(state: State) {
  const { link, isHeard } = state
  try {
    if (isHeard && link.isOpen) await link.query({ text: 'SELECT 1' })
    else await begin(state)
    again(state, everyMs)
  } catch {
    await link.drop()
    silent(state)
  }
}

async function begin(state: State) {
  await state.link.query({ text: `LISTEN "${state.channel}"` })
  call(state, await state.lastSeq())
  if (!state.isHeard) for (const hearing of state.hearings) hearing.found()
  state.isHeard = true
}
