import type { Requester } from '../../define/requester.ts'
import { tooMany } from '../search/work-queue.ts'

/** So many long searches of one address are worked on at a time, and so many more of them wait. */
const most = { atWork: 4, waiting: 20 }

type Line = { atWork: number; waiting: (() => void)[] }

/**
 * Places for long searches, counted by address: whoever asks for very many waits for themselves, and others do not wait for
 * them.
 */
export function openWaitingCallers() {
  const lines = new Map<string, Line>()

  function leave(address: string, line: Line) {
    const next = line.waiting.shift()
    // the place is handed on
    if (next) next()
    else if (--line.atWork === 0) lines.delete(address)
  }

  /** Resolves when there is a place, with what gives it back; rejects when the asker is gone before. */
  return async ({ address, gone }: Requester): Promise<() => void> => {
    gone.throwIfAborted()
    const line = lines.get(address) ?? { atWork: 0, waiting: [] }
    lines.set(address, line)
    if (line.atWork < most.atWork) line.atWork++
    else await turn(line, gone)
    return () => leave(address, line)
  }
}

function turn({ waiting }: Line, gone: AbortSignal): Promise<void> {
  if (waiting.length >= most.waiting) throw tooMany()
  return new Promise((resolve, reject) => {
    const begin = () => {
      gone.removeEventListener('abort', end)
      resolve()
    }
    const end = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(gone.reason)
    }
    gone.addEventListener('abort', end, { once: true })
    waiting.push(begin)
  })
}
