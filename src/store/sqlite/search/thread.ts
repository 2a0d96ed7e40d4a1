import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Language } from '../../../define/text/language.ts'
import type { MatchListener } from '../../search/find.ts'
import { tooMany } from '../../search/work-queue.ts'
import type { Progress } from './indexing.ts'

export type ThreadData = { file: string; index: string }
export type ToThread =
  | { ask: number; language: Language; letters: string }
  | { stop: number }
  | 'end'
export type FromThread =
  | { ask: number; ids: Float64Array }
  | { ask: number; ms: number }
  | { ask: number; refused: boolean }
  | { done: number; total: number }
  | { failed: string; code: string | undefined }

export type ThreadEvents = { progress?: Progress; failed?: (error: unknown) => void }

const maxWaiting = 500
let asks = 0

type PendingQuestion = {
  onMatch: MatchListener
  resolve(ms: number): void
  reject(error: unknown): void
}

export type Thread = ReturnType<typeof openThread>

/** The other end of `worker.ts`. `ended` is called when it has come to an end by itself. */
export function openThread(
  data: ThreadData,
  { progress, failed }: ThreadEvents,
  ended: () => void,
) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  })
  const waiting = new Map<number, PendingQuestion>()
  const send = (message: ToThread) => worker.postMessage(message)
  const done = (ask: number) => {
    waiting.delete(ask)
    if (waiting.size === 0) worker.unref()
  }

  worker.unref()
  worker.on('message', (message: FromThread) => {
    if ('done' in message) progress?.(message.done, message.total)
    else if ('failed' in message) {
      const { failed: text, code } = message
      failed?.(Object.assign(new Error(text), { code }))
    } else {
      const pending = waiting.get(message.ask)
      if (!('ids' in message)) done(message.ask)
      if (pending) answer(pending, message)
    }
  })
  worker.on('error', error => failed?.(error))
  worker.on('exit', () => {
    ended()
    for (const { reject } of waiting.values()) reject(new Error('The search thread has ended.'))
    waiting.clear()
  })

  return {
    async find(language: Language, letters: string, onMatch: MatchListener, stop?: AbortSignal) {
      stop?.throwIfAborted()
      if (waiting.size >= maxWaiting) throw tooMany()
      const ask = ++asks
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      waiting.set(ask, { onMatch, resolve, reject })
      // Searches are awaited; its own work is not.
      worker.ref()
      send({ ask, language, letters })
      const leave = () => {
        send({ stop: ask })
        done(ask)
        reject(stop?.reason)
      }
      stop?.addEventListener('abort', leave, { once: true })
      return promise.finally(() => stop?.removeEventListener('abort', leave))
    },

    async close() {
      const exited = once(worker, 'exit')
      worker.ref()
      send('end')
      await exited
    },
  }
}

function answer(pending: PendingQuestion, message: Extract<FromThread, { ask: number }>) {
  if ('ids' in message) pending.onMatch([...message.ids])
  else if ('ms' in message) pending.resolve(message.ms)
  else pending.reject(message.refused ? tooMany() : new Error('The search thread has failed.'))
}
