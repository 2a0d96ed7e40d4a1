import type { AuditAction } from '../../define/account-messages.ts'
import type { Language } from '../../define/field-type.ts'
import { localized } from '../../define/record-texts.ts'
import { detailOf, seenIn } from '../../journal/index.ts'
import { Problem } from '../../problem/index.ts'
import { activityKinds, resources } from '../../resources/index.ts'
import type { JournalEntry, Reader, StoredRecord } from '../../store/index.ts'
import { type Actor, mayRead, seesPeople } from '../access/access.ts'
import { visibleChange } from '../access/visible-change.ts'
import { withWritten } from '../imports/runs.ts'
import { type Bulk, bulkOf, isBulk } from './bulk.ts'

/** `before`: older than this line of the journal. */
export type ActivityQuery = {
  language: Language
  before: number | undefined
  by: number | undefined
  kind: string | undefined
  max: number
}

/**
 * An action on a record: user, record, time. `name` and `title` are the current ones; null if there is none or the caller may not see it.
 */
export type Action = {
  seq: number
  instant: number
  by: number
  name: string | null
  action: AuditAction
  kind: string
  id: number
  version: number
  /** The version that was brought back. */
  restored: number | null
  title: string | null
  /** The bulk change that it belongs to, which has this line alone, and the import. */
  bulk: Bulk | null
  import: { id: number; from: string } | null
}

/** `next`: where older ones begin; undefined: there are none. */
export type Activity = { actions: Action[]; next: number | undefined }

/** The label of a setting in the screens. */
type LabelOf = (name: string, language: Language) => string

const atOnce = 500
/** Maximum number of lines that one request reads; rare actions need further requests. */
const farthest = 5000

/** The actions that this actor may see, newest first. For users who see the records of others. */
export async function activity(
  reader: Reader,
  actor: Actor,
  { language, before, by, kind, max }: ActivityQuery,
  labelOf: LabelOf = name => name,
): Promise<Activity> {
  if (!seesPeople(actor)) throw new Problem('rest_forbidden')
  const isMatch = (entry: JournalEntry) =>
    entry.id > 0 &&
    (by === undefined || entry.actor === by) &&
    (kind === undefined ? activityKinds.some(one => one === entry.kind) : entry.kind === kind) &&
    visibleChange(actor, entry) !== undefined
  const visible: JournalEntry[] = []
  const runs = new Map<number, StoredRecord>()
  const start = Math.min(before ?? Number.POSITIVE_INFINITY, (await reader.lastSeq()) + 1)
  let end = start
  let isMore = end > 1
  while (isMore && visible.length < max && start - end < farthest) {
    const from = Math.max(0, end - 1 - atOnce)
    // lines have no gaps but the one that the retention leaves at the beginning
    const lines = (await reader.journal(from, atOnce)).filter(({ seq }) => seq < end)
    visible.push(...(await oneByRun(reader, runs, lines.toReversed().filter(isMatch))))
    end = from + 1
    isMore = from > 0 && lines.length > 0
  }
  const entries = visible.slice(0, max)
  const last = entries.at(-1)
  const isCut = visible.length > entries.length
  return {
    actions: await named(reader, { actor, language, labelOf, runs }, entries),
    next: isCut && last ? last.seq : isMore ? end : undefined,
  }
}

/** Of all lines of an import or a bulk change, the newest. */
async function oneByRun(
  reader: Reader,
  runs: Map<number, StoredRecord>,
  entries: readonly JournalEntry[],
): Promise<JournalEntry[]> {
  const ids = new Set(entries.flatMap(entry => detailOf(entry).action ?? []))
  const others = await reader.getMany('import_run', [...ids.difference(runs)])
  const left = new Set(others.map(({ id }) => id))
  for (const run of others) runs.set(run.id, run)
  return entries.filter(entry => {
    const { action } = detailOf(entry)
    return action === undefined || !runs.has(action) || left.delete(action)
  })
}

/** With the names of users and records, read once each. */
type Naming = {
  actor: Actor
  language: Language
  labelOf: LabelOf
  runs: ReadonlyMap<number, StoredRecord>
}

async function named(
  reader: Reader,
  { actor, language, labelOf, runs }: Naming,
  entries: readonly JournalEntry[],
): Promise<Action[]> {
  const records = new Map<string, StoredRecord>()
  const mentioned = [
    // settings are no records
    ...entries.filter(entry => !detailOf(entry).settings).map(({ kind, id }) => ({ kind, id })),
    ...entries.map(({ actor }) => ({ kind: 'user', id: actor })),
  ]
  for (const [kind, group] of Map.groupBy(mentioned, ({ kind }) => kind)) {
    const ids = [...new Set(group.map(({ id }) => id))].filter(id => id > 0)
    for (const record of await reader.getMany(kind, ids))
      records.set(`${kind} ${record.id}`, record)
  }
  const partOf = (run: StoredRecord | undefined) =>
    run && isBulk(run) ? withWritten(reader, bulkOf(run)) : null
  return Promise.all(
    entries.map(async entry => {
      const { seq, instant, kind, id, version } = entry
      const user = records.get(`user ${entry.actor}`)
      const record = records.get(`${kind} ${id}`)
      const run = runs.get(detailOf(entry).action ?? 0)
      return {
        seq,
        instant,
        by: entry.actor,
        kind,
        id,
        version,
        action: auditActionOf(entry),
        restored: detailOf(entry).restored ?? null,
        bulk: await partOf(run),
        import: run && !isBulk(run) ? { id: run.id, from: String(run.facts.origin) } : null,
        name: user ? String(user.facts.name || user.facts.login) : null,
        title: record
          ? titleOf(record, actor, language)
          : (detailOf(entry)
              .settings?.map(name => labelOf(name, language))
              .join(', ') ?? null),
      }
    }),
  )
}

/** The current name of a record, for users who may read it. */
function titleOf(record: StoredRecord, actor: Actor, language: Language): string | null {
  const { kind, facts } = record
  if (kind === 'user') return String(facts.login)
  if (kind === 'credential') return String(facts.name ?? '')
  const resource = Object.values(resources).find(({ name }) => name === kind)
  return resource && mayRead(actor, record) ? localized(record, resource.titled, language) : null
}

function auditActionOf(entry: JournalEntry): Action['action'] {
  if (entry.verb === 'create') return 'created'
  if (entry.verb === 'remove') return 'deleted'
  const { restored, returned } = detailOf(entry)
  if (restored !== undefined) return 'restored'
  if (returned) return 'returned'
  const [before, after] = (seenIn(entry) ?? []).map(state => state?.status)
  if (before === after || after === undefined) return 'changed'
  if (before === 'trash') return 'restored'
  return byStatus[after] ?? (before === 'publish' ? 'withdrawn' : 'changed')
}

const byStatus: Record<string, Action['action']> = {
  trash: 'trashed',
  publish: 'published',
  future: 'scheduled',
  pending: 'submitted',
}
