import { uriDecoded } from '../define/text/uri.ts'

type LogSettings = {
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  logFormat: 'auto' | 'text' | 'json'
}

/** Standard error, or what replaces it in a test or behind a progress line. */
export type LogOutput = {
  isTTY?: boolean
  write(text: string, written?: (error?: Error | null) => void): unknown
  on?(name: 'error', listener: (error: Error) => void): unknown
}

/** Milliseconds after which a failed output is tried again, even if there is nothing new to write. */
const retryAfter = 5000

/** A request that has its response. */
export type Served = Record<'id' | 'method' | 'url' | 'address' | 'actor', string> &
  Record<'status' | 'ms' | 'bytes', number> & { record?: string | undefined }

/** A line of its own, with its subject. */
type Line = (message: string, fields?: Record<string, unknown>) => void

const order = ['silent', 'error', 'warn', 'info', 'debug']

const secretNames =
  /^(password|passwd|pass|pwd|secret|code|.*token|authorization|api_?key|_wpnonce)(\[|$)/i

/** The name in a pair as a server may read it: with escapes, plus signs, and whitespace around it. */
function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1)
  return uriDecoded(name.replaceAll('+', ' ')).trim()
}

/** Secrets never enter the log: neither headers nor bodies are written, and a password in a URL is masked, however its name is written. */
export function withoutSecrets(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return url.slice(0, 2000)
  const query = url
    .slice(mark + 1)
    .split(/([&;?#])/)
    .map(part =>
      part.includes('=') && secretNames.test(nameOf(part))
        ? `${part.slice(0, part.indexOf('='))}=…`
        : part,
    )
    .join('')
  return `${url.slice(0, mark)}?${query}`.slice(0, 2000)
}

const plain = ({ message, ...fields }: Record<string, unknown>) =>
  [message, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join(' ')

/** Streams whose errors are taken already: several services of one process share standard error. */
const guarded = new WeakSet<object>()

/**
 * Structured lines on standard error, readable ones on a terminal. Lines are gathered and written together, so that
 * logging costs requests little. `worker`: of several processes, which one writes.
 */
export function openLog(
  { logLevel, logFormat }: LogSettings,
  stream: LogOutput = process.stderr,
  worker?: { number: number },
) {
  let level = order.indexOf(logLevel)
  const counts = { warn: 0, error: 0 }
  const isText = logFormat === 'text' || (logFormat === 'auto' && stream.isTTY)
  const lineOf = (at: string, fields: Record<string, unknown>, text = () => plain(fields)) => {
    const time = new Date().toISOString()
    return isText
      ? `${time.slice(0, 19).replace('T', ' ')} ${worker ? `[${worker.number}] ` : ''}${text()}`
      : JSON.stringify({ time, level: at, ...(worker && { worker: worker.number }), ...fields })
  }
  const { add, flush } = gathered(stream, lost =>
    lineOf('warn', { message: 'lines of the log could not be written', lost }),
  )
  const write = (at: string, fields: Record<string, unknown>, text?: () => string) => {
    if (at === 'warn' || at === 'error') counts[at]++
    if (order.indexOf(at) <= level) add(lineOf(at, fields, text))
  }
  const line =
    (at: 'info' | 'warn' | 'error'): Line =>
    (message, fields = {}) =>
      write(at, { message, ...fields })
  return {
    flush,
    /** The level may change while the service runs. */
    useLevel: (next: LogSettings['logLevel']) => {
      level = order.indexOf(next)
    },
    /** Lines about what is wrong, also those that the level leaves out. */
    figures: () => counts,
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    wantsRequests: (isRead: boolean) => level >= (isRead ? 4 : 3),
    request({ id, method, url, status, ms, address, actor, record, bytes }: Served) {
      const cleaned = withoutSecrets(url)
      write(
        'info',
        {
          id,
          method,
          url: cleaned,
          status,
          ms: Math.round(ms * 10) / 10,
          bytes,
          address,
          actor,
          ...(record && { record }),
        },
        () =>
          [`${status} ${method} ${cleaned} ${ms.toFixed(1)} ms`, actor, record]
            .filter(Boolean)
            .join(' '),
      )
    },
    failure(id: string, error: unknown) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
      write('error', { id, error: stack }, () => `error ${id}\n${stack}`)
    },
  }
}

/**
 * Buffers lines for a stream. A log that cannot be written (its reader has closed, the disk is full) must not end the service: the next
 * write that succeeds reports the number of lost lines.
 */
export function gathered(stream: LogOutput, formatLost: (lost: number) => string) {
  let waiting: string[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  if (!guarded.has(stream)) stream.on?.('error', () => {})
  guarded.add(stream)
  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0 && lost === 0) return
    const count = lost + waiting.length
    const lines = lost > 0 ? [formatLost(lost), ...waiting] : waiting
    waiting = []
    lost = 0
    stream.write(`${lines.join('\n')}\n`, error => {
      if (!error) return
      lost += count
      timer ??= setTimeout(flush, retryAfter).unref()
    })
  }
  return {
    flush,
    add(line: string) {
      waiting.push(line)
      timer ??= setTimeout(flush, 100).unref()
    },
  }
}

/** Background work after a start and how far it has got; it is finished when `done` reaches the total. */
type Work = 'tables' | 'lists' | 'search'
export type Progress = (work: Work, done: number, total: number) => void

const names: Record<Work, string> = {
  tables: 'the table of lists',
  lists: 'the list index',
  search: 'the search index',
}

/** Two lines in the log for each work: that it begins, and how long it took. */
export function logProgress(
  { info }: Pick<ReturnType<typeof openLog>, 'info'>,
  now = () => performance.now(),
): Progress {
  const began = new Map<Work, number>()
  return (work, done, total) => {
    const start = began.get(work) ?? now()
    if (!began.has(work)) {
      began.set(work, start)
      info(`${names[work]} is being prepared`, { work, events: total })
    }
    if (done < total) return
    const seconds = Math.round(now() - start) / 1000
    began.delete(work)
    info(`${names[work]} is ready`, { work, events: total, seconds })
  }
}
