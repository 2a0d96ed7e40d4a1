// Runs on a thread of its own: makes the trigrams, follows the journal, and finds letters, so that none of it is felt by others.
import { constants, setPriority } from 'node:os'
import { setImmediate as nextTurn, setTimeout as passed } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { codeOf } from '../../../define/base/objects.ts'
import { Problem } from '../../../problem/index.ts'
import { openFind } from '../../search/find.ts'
import { reader } from '../../sql/reader.ts'
import { connectionOf, dialect, openDatabase, statementsOf } from '../driver.ts'
import { openIndexing } from './indexing.ts'
import type { FromThread, ThreadData, ToThread } from './thread.ts'

const pauses = { idle: 1000, failed: 30_000 }
const { file, index }: ThreadData = workerData

// Linux counts this for the thread alone; elsewhere it would slow the whole service.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const db = openDatabase(file, { readOnly: true, timeout: 10_000 })
db.exec('PRAGMA cache_size = -4000')
const statements = statementsOf(db)
const post = (message: FromThread) => parentPort?.postMessage(message)

const progress = (done: number, total: number) => post({ done, total })
const indexing = openIndexing(statements, index, progress)
let isEnded = false
/** Aborts the work of each request. */
const asking = new Map<number, AbortController>()

function spoiled(error: unknown) {
  const code = codeOf(error)
  // a spoilt index is made again; the disk is another matter
  const isDisk = code !== 'SQLITE_CORRUPT' && code !== 'SQLITE_NOTADB'
  post({ failed: String(error), code: isDisk ? code : undefined })
  indexing.giveUp(error)
}

const find = openFind(
  reader({ connection: connectionOf(statements).connection, dialect, shapes: new Map() }),
  {
    slice: 8000,
    share: 1 / 2,
    indexed: indexing.now,
    spoiled,
  },
)

async function answer({ ask, language, letters }: Extract<ToThread, { ask: number }>) {
  const end = new AbortController()
  asking.set(ask, end)
  const onMatch = (ids: readonly number[]) => {
    if (ids.length > 0) post({ ask, ids: Float64Array.from(ids) })
  }
  try {
    const ms = await find(language, letters, onMatch, end.signal)
    post({ ask, ms })
  } catch (error) {
    post({ ask, refused: error instanceof Problem })
  } finally {
    asking.delete(ask)
  }
}

parentPort?.on('message', (message: ToThread) => {
  if (message !== 'end')
    return 'stop' in message ? asking.get(message.stop)?.abort() : void answer(message)
  isEnded = true
  indexing.close()
  db.close()
  parentPort?.close()
})

async function keepUp() {
  while (!isEnded) {
    try {
      const started = performance.now()
      const hasMore = indexing.step()
      // Searches have three quarters of the time meanwhile.
      const pause = asking.size > 0 ? 3 * (performance.now() - started) : 0
      if (!hasMore) await passed(pauses.idle, undefined, { ref: false })
      else if (pause > 0) await passed(pause)
      else await nextTurn()
    } catch (error) {
      spoiled(error)
      await passed(pauses.failed, undefined, { ref: false })
    }
  }
}

void keepUp()
