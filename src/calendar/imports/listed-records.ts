import { tableOf } from '../../define/base/objects.ts'
import { type Outcome, outcomes } from '../../define/import-messages.ts'
import type { Row } from '../../define/record.ts'
import type { Store, Transaction } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import type { ImportReport, ListedRecord } from './report.ts'

/** Records of one page, which is one stored row. */
export const listedPerPage = 20

const kind = 'import_page'
/** However many there are: each outcome has few pages. */
const all = 1000
const placeOf = (run: number, outcome: Outcome, page: number) => `${run} ${outcome} ${page}`

/** Stores the records that a report lists by pages, instead of those of the run before; returns the report without them. */
export async function storeListed(
  context: Pick<Context, 'store'>,
  run: number,
  { records, ...report }: ImportReport,
): Promise<ImportReport> {
  const byOutcome = Map.groupBy(records, ({ outcome }) => outcome)
  const listed = tableOf(outcomes, each => byOutcome.get(each)?.length ?? 0)
  const pages = [...byOutcome].flatMap(([outcome, all]) => pagesOf(run, outcome, all))
  await context.store.write(async tx => {
    await removeListed(tx, run)
    for (const facts of pages) await tx.insert(kind, facts, {})
  })
  return { ...report, records: [], listed }
}

/** The rows of the records with an outcome, in the order of the source. */
function pagesOf(run: number, outcome: Outcome, all: readonly ListedRecord[]): Row[] {
  const sorted = all.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
  return Array.from({ length: Math.ceil(sorted.length / listedPerPage) }, (_, at) => ({
    run,
    place: placeOf(run, outcome, at + 1),
    records: JSON.stringify(sorted.slice(at * listedPerPage, (at + 1) * listedPerPage)),
  }))
}

/** A page of the records with an outcome; empty behind the last one. */
export async function listedPage(
  store: Pick<Store, 'lookup' | 'get'>,
  run: number,
  { outcome, page }: { outcome: Outcome; page: number },
): Promise<ListedRecord[]> {
  const [id] = await store.lookup(kind, 'place', placeOf(run, outcome, page), 1)
  const stored = id === undefined ? undefined : await store.get(kind, id)
  // what this program has written
  return stored ? JSON.parse(String(stored.facts.records)) : []
}

/** The records of a run are listed no more. */
export async function removeListed(tx: Transaction, run: number) {
  for (const id of await tx.lookup(kind, 'run', run, all)) await tx.remove(kind, id)
}
