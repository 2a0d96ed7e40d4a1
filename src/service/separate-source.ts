import { spawn } from 'node:child_process'
import { totalmem } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Subscription } from '../calendar/index.ts'
import type { Settings } from '../config/index.ts'
import type { FieldError } from '../define/field-type.ts'
import type { ImportFormat } from '../define/import-messages.ts'
import {
  type ColumnMapping,
  type ReadContext,
  ReadError,
  type ReaderOptions,
  type TableColumn,
  type Yielded,
} from '../moving/index.ts'

/** Identifies what a feed was at the last look. */
export type Validators = Pick<Subscription, 'tag' | 'modified' | 'hash'>

/** A source to be read by a process of its own. */
export type SourceTask = Pick<Settings, 'fetchAllow' | 'dataFolder'> & {
  origin: string
  format: ImportFormat
  options: Omit<ReaderOptions, 'mappings'>
  defaults: ReadContext
  maxRecords: number
  /** The mappings that were chosen before, as they are stored. */
  mappings: string | undefined
  /** A feed that is as it was is not read again. */
  last?: Validators | undefined
}

type Looked = { isSame: boolean; validators: Partial<Validators> }
type Chosen = { headings: readonly string[]; mapping: ColumnMapping }

/** A line of JSON that the process writes. */
export type Message =
  | Yielded
  | Looked
  | { chosen: Chosen }
  | { failed: FieldError; columns: readonly TableColumn[] }
  | { ended: true }

/** The process that reads a source was ended, by the source or for it: what it does once it may do again. */
export class LostSource extends ReadError {}

export type SourceLimits = {
  /** Seconds that the process may be waited for. */
  deadline: number
  /** Of its heap; else by the memory of the machine. */
  megabytes?: number
}

/** A source is waited for ten minutes; what it has given until then is written, however long that takes. */
export const usualLimits: SourceLimits = { deadline: 600 }

type How = SourceLimits & {
  signal: AbortSignal
  /** The file that was uploaded. */
  file?: AsyncIterable<Uint8Array> | undefined
  /** Hears of a mapping that is chosen now. */
  chosen?: ((headings: readonly string[], mapping: ColumnMapping) => Promise<void>) | undefined
}

const program = fileURLToPath(new URL('./source-program.ts', import.meta.url))
const maxError = 2000
/** A line of the process has at most so many bytes. */
const maxLine = 16 * 1024 ** 2

const mebibyte = 1024 ** 2
/** The heap of the process in mebibytes: a quarter of the memory of the container or machine, within these. */
const heap = { min: 96, max: 512 }

function heapFor(constrained = process.constrainedMemory(), machine = totalmem()): number {
  const all = constrained > 0 ? Math.min(constrained, machine) : machine
  return Math.max(heap.min, Math.min(heap.max, Math.floor(all / 4 / mebibyte)))
}

export type SeparateSource = {
  /** Says whether the feed is as it was, if the task has a last look. Comes before the items. */
  looked(): Promise<Looked>
  items(): AsyncGenerator<Yielded>
  /** Ends the process. */
  stop(): void
}

/** Starts the process and gives it the task and the file. `end` resolves once it has ended; it rejects where its start or the file has failed. */
function startReading(task: SourceTask, { signal, file }: How, megabytes: number) {
  const flags = [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=2', program]
  const child = spawn(process.execPath, flags)
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    stderr = (stderr + text).slice(-maxError)
  })
  const end = Promise.withResolvers<{ code: number | null; stderr: string }>()
  // it may be of no interest any more
  end.promise.catch(() => {})
  child.once('error', end.reject)
  child.once('close', code => {
    signal.removeEventListener('abort', stop)
    end.resolve({ code, stderr: stderr.trim() })
  })
  async function* input() {
    yield `${JSON.stringify(task)}\n`
    try {
      if (file) yield* file
    } catch (error) {
      end.reject(error)
      stop()
    }
  }
  // a process that has ended says why by its end
  if (child.stdin) pipeline(Readable.from(input()), child.stdin).catch(() => {})
  return { lines: child.stdout, end: end.promise, stop }
}

/** Reads a source in a process of its own, which waits while the items are not taken. It ends with `signal` and with `stop`. */
export function readSeparately(task: SourceTask, how: How): SeparateSource {
  const { megabytes = heapFor(), deadline, signal } = how
  const { lines, end, stop } = startReading(task, how, megabytes)
  let isLate = false
  const late = () => {
    isLate = true
    stop()
  }
  async function* messages(): AsyncGenerator<Message> {
    if (lines)
      for await (const line of linesOf(lines, deadline, late)) {
        // what this program has written
        const message: Message = JSON.parse(line)
        if ('failed' in message) throw new ReadError(message.failed, message.columns)
        if ('ended' in message) return
        yield message
      }
    const { code, stderr } = await end
    signal.throwIfAborted()
    if (isLate) throw new LostSource(tooLate(deadline))
    // the engine aborts where its heap is full, and the system kills where all memory is
    if (code === null || code > 128) throw new LostSource(tooMuch(megabytes))
    throw new Error(`the reader has ended with ${code}: ${stderr}`)
  }
  const all = messages()
  return {
    async looked() {
      const { value } = await all.next()
      if (!value || !('isSame' in value)) throw new Error('the reader has not said what it has')
      return value
    },
    async *items() {
      try {
        for await (const each of all)
          if ('chosen' in each) await how.chosen?.(each.chosen.headings, each.chosen.mapping)
          else if (isRecord(each)) yield each
      } finally {
        stop()
      }
    },
    stop,
  }
}

const isRecord = (of: Message): of is Yielded => 'about' in of || 'kind' in of

/** The lines of a process. `late` is called once they were waited for longer than allowed. */
async function* linesOf(
  stream: AsyncIterable<Buffer>,
  deadline: number,
  late: () => void,
): AsyncGenerator<string> {
  let left = deadline * 1000
  let held: Buffer[] = []
  let size = 0
  const parts = stream[Symbol.asyncIterator]()
  for (;;) {
    const began = performance.now()
    const timer = setTimeout(late, left)
    const { value, done } = await parts.next().finally(() => clearTimeout(timer))
    if (done) return
    left = Math.max(0, left - (performance.now() - began))
    let from = 0
    for (let end = value.indexOf(10); end >= 0; end = value.indexOf(10, from)) {
      yield Buffer.concat([...held, value.subarray(from, end)]).toString()
      held = []
      size = 0
      from = end + 1
    }
    if (from === value.length) continue
    held.push(value.subarray(from))
    size += value.length - from
    if (size > maxLine) throw new Error('the reader has written a line that is too long')
  }
}

const tooMuch = (megabytes: number): FieldError => ({
  sentence: {
    en: 'The source was not read: that takes more than the {megabytes} MB of memory that one source may have.',
    fr: 'La source n’a pas été lue\u00a0: il y faudrait plus que les {megabytes}\u00a0Mo de mémoire accordés à une source.',
  },
  params: { megabytes },
})

const tooLate = (seconds: number): FieldError => ({
  sentence: {
    en: 'The source was not read within {minutes} {minutes|minute|minutes}.',
    fr: 'La source n’a pas été lue en {minutes} {minutes|minute|minutes}.',
  },
  params: { minutes: Math.ceil(seconds / 60) },
})
