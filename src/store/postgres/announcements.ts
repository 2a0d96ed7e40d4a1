import type { Watcher } from '../store.ts'
import { openLink } from './link.ts'

/** Milliseconds between two questions whether the connection is still there, and until an answer is missed. */
const everyMs = 1000
/** Milliseconds until a lost connection is tried again. */
const againMs = 200

/** Told when writes of other processes may go unheard, and when they are heard again. */
export type Hearing = { lost(): void; found(): void }

/**
 * What other processes say when they have written: how far the journal has grown. A connection that is lost is noticed within
 * twice `everyMs`, and opened again; what was written meanwhile is asked for then.
 */
export function openAnnouncements(url: string, channel: string, lastSeq: () => Promise<number>) {
  const watchers = new Set<Watcher>()
  const hearings = new Set<Hearing>()
  let isHeard = true
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let last = 0

  const link = openLink(url, {
    notified: payload => call(Number(payload)),
    lost: () => silent(),
    longest: everyMs * 2,
  })

  function call(position: number) {
    if (position <= last) return
    last = position
    for (const watcher of watchers) watcher(position)
  }

  function silent() {
    if (isHeard && !isStopped) for (const hearing of hearings) hearing.lost()
    isHeard = false
    again(againMs)
  }

  function again(ms: number) {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(listen, ms).unref()
  }

  async function listen() {
    try {
      if (isHeard && link.isOpen) await link.query({ text: 'SELECT 1' })
      else await begin()
      again(everyMs)
    } catch {
      await link.drop()
      silent()
    }
  }

  async function begin() {
    await link.query({ text: `LISTEN "${channel}"` })
    const position = await lastSeq()
    const wasHeard = isHeard
    isHeard = true
    call(position)
    if (!wasHeard) for (const hearing of hearings) hearing.found()
  }

  return {
    begin: listen,
    /** How far the journal is known to have grown; what this process has written itself need not be said to it again. */
    get last() {
      return last
    },
    set last(position: number) {
      last = Math.max(last, position)
    },
    watchers,
    hearings,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      watchers.clear()
      await link.close()
    },
  }
}
