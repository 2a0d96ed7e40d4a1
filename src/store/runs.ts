import { column } from './list-statements.ts'
import { openBounds, planOf } from './listing/bounds.ts'
import { type Chunk, firstOf } from './listing/chunk.ts'
import { isPublic } from './listing/visible.ts'
import { type Piece, piece } from './schema.ts'
import type { EventQuery, ListPlace, Reader, Transaction } from './store.ts'

/** Neighbours in list order, of the events that anyone may see: where they begin, how many there are, within which bounds. */
export type Run = { first: ListPlace; count: number } & Pick<Chunk, 'least' | 'most'>

/** In a smaller calendar all events are counted as soon. */
const fewest = 20_000

const note = 'runs'
const edges = ['ends', 'utcStarts', 'utcEnds'] as const

export const runsOf = (chunks: readonly Chunk[]): Run[] =>
  chunks
    .filter(({ count }) => count > 0)
    .map(({ count, least, most, ...chunk }) => {
      const slot = firstOf(chunk)
      const first = {
        starts: chunk.starts[slot] as number,
        published: chunk.published[slot] as number,
        event: chunk.event[slot] as number,
      }
      return { first, count, least, most }
    })

type Written = [starts: number, published: number, event: number, count: number, ...number[]]

const encode = ({ first, count, least, most }: Run): Written => [
  ...([first.starts, first.published, first.event, count] as const),
  ...edges.flatMap(edge => [least[edge], most[edge]]),
]

function decode([starts, published, event, count, ...bounds]: Written): Run {
  const at = (offset: number) =>
    Object.fromEntries(edges.map((edge, n) => [edge, bounds[2 * n + offset]])) as Run['least']
  return { first: { starts, published, event }, count, least: at(0), most: at(1) }
}

type Kept = { seq: number; runs: Written[] }

/** Keeps the runs of a large calendar for the next start, if they are those of what is committed at journal position `seq`. */
export async function keepRuns(tx: Transaction, seq: number, runs: readonly Run[], least = fewest) {
  const count = runs.reduce((sum, run) => sum + run.count, 0)
  if (count < least || (await tx.lastSeq()) !== seq) return
  const kept = await tx.note(note)
  if (kept !== undefined && (JSON.parse(kept) as Kept).seq === seq) return
  await tx.setNote(note, JSON.stringify({ seq, runs: runs.map(encode) } satisfies Kept))
}

/**
 * Exact totals of windows before the list index is built: runs that lie inside are added up, and only those that an edge cuts
 * through are looked at. Undefined where a question asks for more, or something has changed since they were kept.
 */
export function openRuns(
  { note: noteOf, lastSeq }: Pick<Reader, 'note' | 'lastSeq'>,
  count: (statement: Piece) => number,
) {
  let kept: { seq: number; runs: Run[] } | undefined
  let isRead = false

  async function current(): Promise<readonly Run[] | undefined> {
    if (!isRead) {
      const text = await noteOf(note)
      const { seq, runs } = (text ? JSON.parse(text) : { seq: -1, runs: [] }) as Kept
      kept = { seq, runs: runs.map(decode) }
      isRead = true
    }
    if (kept && kept.seq !== (await lastSeq())) kept = undefined
    return kept?.runs
  }

  return async ({
    visible,
    window,
    linked,
    page,
    // It hides no event from a list that asks for nothing else.
    protectedOf,
    ...others
  }: EventQuery): Promise<number | undefined> => {
    const isPlain =
      isPublic(visible) &&
      linked.length === 0 &&
      Object.values(others).every(value => value === undefined)
    const runs = isPlain && (await current())
    return runs ? totalOf(runs, window, count) : undefined
  }
}

function totalOf(
  runs: readonly Run[],
  window: EventQuery['window'],
  count: (statement: Piece) => number,
): number {
  const { from, to, rest } = planOf(window)
  let total = 0
  for (const [n, run] of runs.entries()) {
    const next = runs[n + 1]?.first
    const latest = next?.starts ?? Number.POSITIVE_INFINITY
    if (latest < from) continue
    if (run.first.starts > to) break
    const open = openBounds(run, rest)
    if (open === undefined) continue
    const isInside = run.first.starts >= from && latest <= to && open.length === 0
    total += isInside ? run.count : count(between(run.first, next, window))
  }
  return total
}

/** The key of the table leads to the run; the plus keeps the bounds from leading elsewhere. */
function between(first: ListPlace, next: ListPlace | undefined, window: EventQuery['window']) {
  const key = '(o.starts, o.published, o.event)'
  const place = ({ starts, published, event }: ListPlace) => [starts, published, event]
  return piece(
    [
      `SELECT count(*) AS total FROM occurrence o WHERE o.hidden = 0 AND o.status = 'publish'`,
      `${key} >= (?, ?, ?)`,
      ...(next ? [`${key} < (?, ?, ?)`] : []),
      ...window.map(bound => `+${column(bound)} ${bound.is} ?`),
    ].join(' AND '),
    ...place(first),
    ...(next ? place(next) : []),
    ...window.map(({ at }) => at),
  )
}
