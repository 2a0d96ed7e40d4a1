export type LogSettings = {
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
type Served = Record<'id' | 'method' | 'url' | 'address' | 'actor', string> &
  Record<'status' | 'ms' | 'bytes', number> & { record?: string | undefined }

/** A line of its own, with what it is about. */
type Line = (message: string, fields?: Record<string, unknown>) => void

const order = ['silent', 'error', 'warn', 'info', 'debug']

const secretNames =
  /^(password|passwd|pass|pwd|secret|.*token|authorization|api_?key|_wpnonce)(\[|$)/i

/** What a server may read as a name: with escapes, plus signs, and whitespace around it. */
function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] as string
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim()
  } catch {
    return name.trim()
  }
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
 * logging costs requests little.
 */
export function openLog({ logLevel, logFormat }: LogSettings, stream: LogOutput = process.stderr) {
  const level = order.indexOf(logLevel)
  const isText = logFormat === 'text' || (logFormat === 'auto' && stream.isTTY)
  let waiting: string[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  // A log that cannot be written (its reader is gone, the disk is full) must not end the service: each write says itself how it went.
  if (!guarded.has(stream)) stream.on?.('error', () => {})
  guarded.add(stream)
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const missing = lost
    if (waiting.length === 0 && missing === 0) return
    if (missing > 0)
      waiting.unshift(
        lineOf('warn', { message: 'lines of the log could not be written', lost: missing }),
      )
    const count = waiting.length - (missing > 0 ? 1 : 0)
    const lines = waiting.join('\n')
    waiting = []
    lost = 0
    stream.write(`${lines}\n`, error => {
      if (!error) return
      lost += missing + count
      timer ??= setTimeout(flush, retryAfter).unref()
    })
  }
  const lineOf = (at: string, fields: Record<string, unknown>, text = () => plain(fields)) => {
    const time = new Date().toISOString()
    return isText
      ? `${time.slice(0, 19).replace('T', ' ')} ${text()}`
      : JSON.stringify({ time, level: at, ...fields })
  }
  const write = (at: string, fields: Record<string, unknown>, text: () => string) => {
    if (order.indexOf(at) > level) return
    waiting.push(lineOf(at, fields, text))
    timer ??= setTimeout(flush, 100).unref()
  }
  const line =
    (at: 'info' | 'warn' | 'error'): Line =>
    (message, fields = {}) =>
      write(at, { message, ...fields }, () => plain({ message, ...fields }))
  return {
    flush,
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    wantsRequests: (isRead: boolean) => level >= (isRead ? 4 : 3),
    request({ id, method, url, status, ms, address, actor, record, bytes }: Served) {
      const shown = withoutSecrets(url)
      write(
        'info',
        {
          ...{ id, method, url: shown, status, ms: Math.round(ms * 10) / 10, bytes },
          ...{ address, actor, ...(record && { record }) },
        },
        () =>
          [`${status} ${method} ${shown} ${ms.toFixed(1)} ms`, actor, record]
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
