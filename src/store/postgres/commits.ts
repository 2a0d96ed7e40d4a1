import type { Connection } from '../contract/connection.ts'
import type { JournalEntry } from '../contract/store.ts'
import type { Derived } from '../sql/derived-rows.ts'
import { readRebuilds } from '../sql/rebuild.ts'
import { isSameLine } from '../sql/same-line.ts'
import type { Writer } from '../sql/writer.ts'
import type { Announcements } from './announcements.ts'
import type { Writing } from './connections.ts'
import { openGroupCommit } from './group-commit.ts'
import { channel } from './link.ts'

type CommitResult = { position: number; lines: readonly JournalEntry[] }

type Committing = {
  writing: Writing
  writer: Writer
  announcements: Announcements
  isMoreComing(): boolean
  /** Read and written on the connection that writes. */
  derived: Derived
}

/** Group commits that tell this process and all others how far the journal has grown. */
export function openCommits(committing: Committing) {
  const { writing, writer, announcements, isMoreComing, derived } = committing
  let result: CommitResult = { position: 0, lines: [] }

  /** Lines of a group that was partly undone are not all at hand. */
  async function readResult(): Promise<CommitResult> {
    const lines = writer.takeLines()
    const last = lines.at(-1)
    return { position: last?.seq ?? (await journalEnd(writing.connection)), lines }
  }

  // A standby that took over may lack writes that were announced before.
  const isNews = ({ position, lines }: CommitResult) =>
    lines.length > 0 || position !== announcements.last

  return openGroupCommit<CommitResult>({
    writing,
    written: () => writing.written + writer.added,
    flush: writer.flush,
    forget() {
      writer.forget()
      announcements.ended()
    },
    readRebuilds: () => readRebuilds(derived),
    async announce() {
      result = await readResult()
      if (!isNews(result)) return
      announcements.begins(result.position)
      // Where this fails, so does the commit, which is sent at once.
      const notify = `SELECT pg_notify(${channel}, ?)`
      writing.connection.run(notify, [String(result.position)]).catch(() => {})
    },
    committed: () => result,
    async isThere() {
      const last = result.lines.at(-1)
      if (!last) return undefined
      const [there] = await derived.records.journal(last.seq - 1, 1)
      return there !== undefined && isSameLine(there, last)
    },
    durable(result) {
      if (!isNews(result)) return
      announcements.last = result.position
      announcements.ended()
      const lines = result.lines.length > 0 ? result.lines : undefined
      for (const watcher of announcements.watchers)
        Promise.resolve(watcher(result.position, lines)).catch(announcements.missed)
    },
    isMoreComing,
  })
}

async function journalEnd(connection: Connection): Promise<number> {
  const sql = 'SELECT coalesce(max(seq), 0) AS seq FROM journal'
  return (await connection.get<{ seq: number }>(sql))?.seq ?? 0
}
