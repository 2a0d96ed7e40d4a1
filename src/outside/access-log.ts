import { closeSync, openSync, write } from 'node:fs'
import { isNameIn } from '../define/base/objects.ts'
import { gathered, type LogOutput, type Served, withoutSecrets } from './log.ts'

/** A request that has its response, as the access log has it. */
type Accessed = Served & { version: string; referer: string; agent: string }

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const two = (number: number) => String(number).padStart(2, '0')

/** `10/Oct/2026:13:55:36 +0000`: always UTC, as the rest of the log. */
function dateOf(at: Date) {
  const date = `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}`
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${date}:${time} +0000`
}

/** Nothing in a request may end a line of the log, or a field of it. */
const inQuotes = (text: string) =>
  `"${text
    .slice(0, 2000)
    .replace(/["\\]/g, '\\$&')
    .replace(/[^\x20-\x7e]/g, sign => `\\x${Buffer.from(sign).toString('hex').toUpperCase()}`)}"`

const orDash = (text: string) => text.replace(/[^\x21-\x7e]/g, '_') || '-'

/** The combined format of Apache and nginx. */
function combined(of: Accessed, at: Date): string {
  const request = `${of.method} ${withoutSecrets(of.url)} HTTP/${of.version}`
  return [
    orDash(of.address),
    '-',
    orDash(of.actor),
    `[${dateOf(at)}]`,
    inQuotes(request),
    of.status,
    of.bytes,
    inQuotes(withoutSecrets(of.referer) || '-'),
    inQuotes(of.agent || '-'),
  ].join(' ')
}

function json(of: Accessed, at: Date): string {
  const { method, status, bytes, address, actor, id, agent } = of
  return JSON.stringify({
    time: at.toISOString(),
    method,
    url: withoutSecrets(of.url),
    status,
    bytes,
    ms: Math.round(of.ms * 10) / 10,
    address,
    actor,
    referer: withoutSecrets(of.referer),
    agent: agent.slice(0, 2000),
    id,
  })
}

const forms = { combined, json }

/**
 * A line for each request, on standard output or at the end of a file; undefined: none are wanted. Throws if the file cannot be opened.
 * Several processes may write to one file.
 */
export function openAccessLog(
  { accessLog }: { accessLog: string },
  output: LogOutput = process.stdout,
) {
  const [name = '', path] = accessLog.split(/ (.*)/)
  if (!isNameIn(forms, name)) return undefined
  const form = forms[name]
  const file = path ? openFile(path) : undefined
  const { add, flush } = gathered(file ?? output, lost => `# ${lost} lines could not be written`)
  return {
    add: (of: Accessed) => add(form(of, new Date())),
    /** Resolves when all lines are written. */
    async close() {
      flush()
      await file?.written()
    },
    flush,
    /** Opens the file by its name, as a rotation of logs has moved the one that was written to. */
    reopen() {
      flush()
      file?.reopen()
    },
  }
}

function openFile(path: string): LogOutput & { reopen(): void; written(): Promise<void> } {
  const open = () => openSync(path, 'a', 0o640)
  let descriptor = open()
  let last = Promise.resolve()
  return {
    write(text, written = () => {}) {
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      write(descriptor, text, null, 'utf8', error => {
        written(error)
        resolve()
      })
    },
    written: () => last,
    reopen() {
      const before = descriptor
      descriptor = open()
      // what is on its way is written to the file that it was meant for
      setTimeout(closeSync, 1000, before).unref()
    },
  }
}
