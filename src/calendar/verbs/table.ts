import { notAmong, tooManyToSort } from '../../define/field-errors.ts'
import type { Values } from '../../define/param.ts'
import { isDated, isLink, isPostLink, linkKinds, type StoredRecord } from '../../define/record.ts'
import { livesIn, type Resource } from '../../define/resource.ts'
import { fieldProblem } from '../../problem/index.ts'
import { isHiddenByPassword, resources, type WrittenName } from '../../resources/index.ts'
import type { SortKey } from '../../store/index.ts'
import { type Actor, protectedFor, visibleTo } from '../access/access.ts'
import type { Caller, Context, View } from '../base/context.ts'
import { linkField } from '../read/patch-fields.ts'
import type { Calendar } from './calendar.ts'

/**
 * A page of records for editors, as the API lists them but in any order. `sort`: a field, or another column of the table; `-` for descending order.
 */
type TableQuery = {
  kind: WrittenName
  query: Values
  sort?: string | undefined
  page: number
  per_page: number
  /** With what is shown of each, not just which they are. */
  withFields: boolean
}

/** `changed`: in Unix seconds; terms have no status, author or time of change. */
type TableRow = {
  id: number
  status?: string
  author?: number
  changed: number | null
  view?: View
  events?: number
}

const rowOf = ({ id, facts }: StoredRecord): TableRow => ({
  id,
  ...(facts.status !== undefined && { status: String(facts.status) }),
  ...(facts.author !== undefined && { author: Number(facts.author) }),
  changed: facts.modified == null ? null : Number(facts.modified),
})

export async function listTable(
  context: Context,
  calendar: Pick<Calendar, 'list' | 'views' | 'listed'>,
  caller: Caller,
  { kind, query, sort, page, per_page, withFields }: TableQuery,
): Promise<{ rows: TableRow[]; total: number }> {
  const sorted = sort ? sortedFor(caller, kind, sort) : undefined
  const listCaller = {
    ...caller,
    max: per_page,
    sorted: sorted && { ...sorted, among: await sortable(calendar, caller, kind, query) },
  }
  const listing = await calendar.list(kind, listCaller, { ...query, page, per_page })
  const { ids, total, showing } = listing
  if (!withFields) {
    const records = await calendar.listed(kind, caller, { ids: [...new Set(ids)] }, showing)
    return { rows: records.map(rowOf), total }
  }
  const views = await calendar.views(kind, caller, listing)
  const counts = isPostLink(kind)
    ? await context.store.eventCounts(kind, ids, countedFor(caller.actor))
    : undefined
  return {
    rows: views.map(view => ({
      ...rowOf(view.record),
      view,
      ...(counts && { events: counts.get(view.record.id) ?? 0 }),
    })),
    total,
  }
}

/** Maximum number of entries that are sorted in memory; a larger table must be filtered first. */
const maxSorted = 20_000

async function sortable(
  calendar: Pick<Calendar, 'list'>,
  caller: Caller,
  kind: WrittenName,
  query: Values,
): Promise<number[]> {
  const all = { ...query, page: 1, per_page: maxSorted }
  const { ids, total } = await calendar.list(kind, { ...caller, max: maxSorted }, all)
  if (total > maxSorted) throw fieldProblem('sort', tooManyToSort(maxSorted))
  return [...new Set(ids)]
}

const countedFor = (actor: Actor) => ({
  visible: visibleTo(actor),
  protectedOf: protectedFor(actor),
})

function sortedFor({ actor, language }: Caller, kind: WrittenName, sort: string) {
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  const keys = sortKeys(kind, { by: 'events', ...countedFor(actor) })
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  if (!key) throw fieldProblem('sort', notAmong(Object.keys(keys)))
  const hides = isDated(kind) && isHiddenByPassword(resources[kind], name)
  return {
    key,
    language,
    descending,
    ...(hides && { unless: { protectedOf: protectedFor(actor) } }),
  }
}

/** Facts that fields are called otherwise than. */
const factOf: Record<string, string> = { start_date: 'starts', end_date: 'ends' }

/** The sort keys of a resource, by name. */
function sortKeys(kind: WrittenName, events: SortKey): Record<string, SortKey> {
  const { titled, fields, family }: Resource = resources[kind]
  const number = (name: string): SortKey => ({ by: 'fact', name, isNumber: true })
  const keys: Record<string, SortKey> = {
    modified: number('modified'),
    languages: { by: 'languages' },
    ...(family === 'term' ? { count: number('count') } : isLink(kind) && { events }),
    ...(family === 'post' && { date: number('date') }),
  }
  for (const [name, field] of Object.entries(fields)) {
    const lives = livesIn(field)
    const { column } = field.type
    if (lives === 'text' && column)
      keys[name] = { by: 'text', name: name === titled ? 'name_key' : name }
    const fact = factOf[name] ?? name
    if (isDated(kind) && fact !== name) keys[name] = number(fact)
    else if (lives === 'fact' && column && name !== 'password')
      keys[name] = { by: 'fact', name: fact, isNumber: column !== 'text' }
  }
  if (isDated(kind))
    for (const each of linkKinds) keys[linkField(each)] = { by: 'links', kind: each }
  return keys
}
