// Runs as a process of its own, with little memory and of low priority, so that nothing that a source says is at the expense of those who
// read: reads the source that standard input describes, and writes what it has to standard output, as lines of JSON.
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withMappings } from '../calendar/imports/saved-mappings.ts'
import { atMost, ReadError, readers, type Source, type Yielded } from '../moving/index.ts'
import { openSourcePages, sourcePagesIn } from '../outside/index.ts'
import { fetchedFrom, fetchPage, inParts, sourceAt } from './import-source.ts'
import type { Message, SourceTask, Validators } from './separate-source.ts'

setPriority(10)
try {
  // where the memory of the machine runs out, this process ends rather than the service
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}

/** The longest record that is passed on, in characters. */
const maxRecord = 2 * 1024 ** 2

const { signal } = new AbortController()

/** The task is the first line of standard input, the rest is the file that was uploaded. */
async function given(): Promise<{ task: SourceTask; file: Buffer[] }> {
  const head: Buffer[] = []
  const file: Buffer[] = []
  let task: SourceTask | undefined
  for await (const part of process.stdin) {
    if (task) file.push(part)
    else {
      const end = part.indexOf('\n')
      head.push(end < 0 ? part : part.subarray(0, end))
      if (end < 0) continue
      task = JSON.parse(Buffer.concat(head).toString())
      file.push(part.subarray(end + 1))
    }
  }
  if (!task) throw new Error('there is no task')
  return { task, file }
}

const lineOf = (message: Message) => `${JSON.stringify(message)}\n`

function lineOfRecord(each: Yielded): string {
  const line = lineOf(each)
  if (line.length <= maxRecord || 'about' in each) return line
  const { kind, source_id, at } = each
  return lineOf({ kind, at, refused: tooLarge, ...(source_id !== undefined && { source_id }) })
}

const tooLarge = {
  sentence: {
    en: 'The record is too large. Expected at most 2,000,000 characters.',
    fr: 'La fiche est trop volumineuse. Attendu\u00a0: 2\u202f000\u202f000 de caractères au plus.',
  },
}

async function* linesOf({ task, file }: Awaited<ReturnType<typeof given>>) {
  try {
    const fetched = task.last && (yield* lookAgain(task, task.last))
    if (task.last && !fetched) return
    const source = sourceAt(task.origin, task, {
      signal,
      pages: openSourcePages(sourcePagesIn(task.dataFolder)),
      bytes: () => parts(file),
    })
    const read = await readers[task.format]()
    const options = withMappings(task.options, task.mappings, async (headings, mapping) => {
      process.stdout.write(lineOf({ chosen: { headings, mapping } }))
    })
    const at: Source = fetched ? { ...source, bytes: () => parts([fetched]) } : source
    for await (const each of atMost(read(at, task.defaults, options), task.maxRecords))
      yield lineOfRecord(each)
    yield lineOf({ ended: true })
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    yield lineOf({ failed: error.reason, columns: error.columns })
  }
}

async function* parts(all: readonly Uint8Array[]) {
  for (const each of all) yield* inParts(each)
}

/** Says whether a feed is as it was at the last look; returns its bytes if it is not. */
async function* lookAgain(task: SourceTask, { tag, modified, hash: before }: Validators) {
  const headers = {
    ...(tag && { 'if-none-match': tag }),
    ...(modified && { 'if-modified-since': modified }),
  }
  const fetched = await fetchedFrom(task.origin, fetchPage(task, signal), { headers })
  if (fetched.status === 304) {
    yield lineOf({ isSame: true, validators: {} })
    return undefined
  }
  const validators = {
    tag: (fetched.headers.etag ?? '').slice(0, 200),
    modified: (fetched.headers['last-modified'] ?? '').slice(0, 100),
    hash: hash('sha256', fetched.bytes, 'base64url'),
  }
  const isSame = validators.hash === before
  yield lineOf({ isSame, validators })
  return isSame ? undefined : fetched.bytes
}

await pipeline(Readable.from(linesOf(await given())), process.stdout)
