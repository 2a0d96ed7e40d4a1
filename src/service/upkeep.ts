import { type ChildProcess, spawn } from 'node:child_process'
import { PassThrough, type Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Context } from '../calendar/index.ts'
import type { Settings } from '../config/index.ts'
import { isObject } from '../define/base/objects.ts'
import type { Download } from '../http/index.ts'
import { downloads } from '../operations/admin-api/index.ts'
import { Problem } from '../problem/index.ts'

/** What administrators do now and then, loaded at its first use: backups, downloads, examinations, the state of the service. */

export { backupSeparately, listBackups, placeOf, zipOf } from '../backups/index.ts'
export { examine } from './doctor.ts'
export { statusFor } from './status.ts'

/** Seconds for which the URL of a download is valid: time enough for the browser to begin. */
const validFor = 300
/** Each takes a processor for a while. */
const maxAtOnce = 2

type Pass = Download & { user: number; until: number }
type Seals = Pick<Context, 'seal' | 'isSealed' | 'now'>

/** The path after `/admin/downloads/`: the download, its user and its expiry, sealed. Every process of the calendar can read it. */
export function pathFor({ seal, now }: Seals, user: number, download: Download): string {
  const pass: Pass = { ...download, user, until: now() + validFor }
  const text = Buffer.from(JSON.stringify(pass)).toString('base64url')
  return `${text}/${seal(`download ${text}`)}`
}

/** Undefined: it is not ours, is of another user, or is over. */
export function passIn({ isSealed, now }: Seals, user: number, path: string): Pass | undefined {
  const [text = '', seal = '', ...more] = path.split('/')
  if (more.length > 0 || !isSealed(`download ${text}`, seal)) return undefined
  const pass: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  if (!isPass(pass) || pass.user !== user || pass.until < now()) return undefined
  return pass
}

const isPass = (of: unknown): of is Pass =>
  isObject(of) &&
  typeof of.user === 'number' &&
  typeof of.until === 'number' &&
  downloads.some(one => one === of.what)

/** The name of a file that is loaded, by its day. */
export function fileNameFor({ what, name }: Download, now: number): string {
  const day = new Date(now * 1000).toISOString().slice(0, 10)
  if (what === 'backup') return `${name}.zip`
  return what === 'archive' ? `almanac-${day}.zip` : `events-${day}.${what}`
}

let loading = 0

/** Opens a stream and counts it until it is closed; there are only so many at once. */
export async function counted(open: () => Readable | Promise<Readable>): Promise<Readable> {
  if (loading >= maxAtOnce)
    throw new Problem('service_too_busy', { retryAfter: 60, params: { seconds: 60 } })
  loading++
  try {
    const stream = await open()
    stream.once('close', () => loading--)
    return stream
  } catch (error) {
    loading--
    throw error
  }
}

const program = fileURLToPath(new URL('../transfer/export-program.ts', import.meta.url))
const maxError = 2000

/** An export, written by a process of its own that ends with the stream. A process that fails breaks the stream off; it has no streams where descriptors are used up. */
export function exportStream(
  settings: Settings,
  { what, filter }: Pick<Download, 'what' | 'filter'>,
  failed: (error: unknown) => void,
): Readable {
  const child: ChildProcess = spawn(process.execPath, ['--max-semi-space-size=2', program])
  const out = new PassThrough()
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    stderr = (stderr + text).slice(-maxError)
  })
  child.stdin?.on('error', () => {}).end(JSON.stringify({ settings, format: what, filter }))
  child.stdout?.pipe(out, { end: false })
  child.once('error', error => out.destroy(error))
  child.once('close', code => {
    if (code === 0) return out.end()
    if (out.destroyed) return
    const error = new Error(`the export has ended with ${code}: ${stderr.trim()}`)
    failed(error)
    out.destroy(error)
  })
  out.once('close', () => child.kill('SIGKILL'))
  return out
}
