import { setTimeout as sleep } from 'node:timers/promises'
import { bringUpToDate } from '../migrations.ts'
import { reader } from '../reader.ts'
import { beginRebuilds, type Derived, isSmall, rebuildSlice, recordsToRead } from '../rebuild.ts'
import type { Store } from '../store.ts'
import { openWriter } from '../writer.ts'
import { openCheckpoints } from './checkpoints.ts'
import { openDatabase } from './driver.ts'
import { openGroupCommit } from './group-commit.ts'
import { openSearch } from './search/search.ts'
import { dialect, type Shapes, statementsOf } from './statements.ts'

/**
 * SQLite in one file. Two connections: writes go through one, in group commits; reads go through the other and see
 * only what is committed. Never run ANALYZE here: plans would change with the data (`test/stores/plans.test.ts` holds them).
 * `isMoreComing`: will another write come in a moment? A group commit waits for it.
 */
export function sqlite(file: string, isMoreComing = () => false): Store {
  const writing = open(file)
  // A group of writes dirties many pages; a reader finds what it needs with the system as soon as here.
  writing.exec('PRAGMA cache_size = -4000')
  // What is erased is overwritten; it costs no measurable time.
  writing.exec('PRAGMA secure_delete = ON')
  const reading = open(file)
  const shapes: Shapes = new Map()
  const checkpoints = openCheckpoints(writing, file)
  const statements = statementsOf(writing)
  const derived: Derived = {
    statements,
    shapes,
    dialect,
    records: reader(statements, shapes),
    targets: undefined,
    unknown: [],
  }
  const { tx, flush, forget } = openWriter(derived)
  const commit = openGroupCommit({
    db: writing,
    log: `${file}-wal`,
    written: () => statements.written,
    flush,
    forget,
    committed: checkpoints.committed,
    turn: checkpoints.turn,
    isMoreComing,
  })
  const read = reader(statementsOf(reading), shapes, derived)
  const version = writing.prepare('PRAGMA data_version')
  const search = openSearch(file, read)
  let isClosing = false
  let rebuilding: Promise<void> | undefined

  /** As fast as it goes, or with as much time for others between two slices. */
  async function rebuildAll(progress?: (done: number, total: number) => void) {
    const total = recordsToRead(derived)
    for (let done = 0; !isClosing; ) {
      const started = performance.now()
      const read = await commit.run(() => rebuildSlice(derived))
      if (read === undefined) return
      done += read
      if (total > 0) progress?.(Math.min(done, total), total)
      if (progress) await sleep(performance.now() - started)
    }
  }
  const rebuild: Store['rebuild'] = progress => {
    rebuilding = rebuildAll(progress)
    return rebuilding
  }

  return {
    ...read,
    search,
    async prepare(list) {
      for (const shape of list) shapes.set(shape.kind, shape)
      bringUpToDate(writing, list)
      await commit.run(async () => beginRebuilds(derived))
      if (isSmall(derived)) await rebuild()
    },
    rebuild,
    write: work => commit.run(() => work(tx)),
    durable: () => commit.groups,
    version: () => Number(version.values()[0]),
    async close() {
      isClosing = true
      await rebuilding
      await commit.drained()
      await search.close()
      await checkpoints.close()
      reading.close()
      writing.close()
    },
  }
}

function open(file: string) {
  const db = openDatabase(file, { timeout: 10_000 })
  // The group commit syncs the log itself, off this thread, before anyone is answered.
  db.exec(`PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY`)
  return db
}
