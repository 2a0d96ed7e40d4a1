import { isDated, type StoredRecord } from '../../define/record.ts'
import { isSeries, isWritten } from '../../resources/index.ts'
import { detached, type Replaced, removed, type Store, type StoredDate } from '../../store/index.ts'
import { everyRecord } from '../read/every-event.ts'

/** A record with its slugs and redirects, its dates and its previous versions. */
export type StoredHistory = {
  record: StoredRecord
  slugs: string[]
  moved: string[]
  dates: StoredDate[]
  versions: Replaced[]
}

const atOnce = 200

/** More versions than a record ever has. */
const allVersions = 100_000

/** Reads every record of a kind in batches, lowest ID first. */
export async function* storedHistories(
  store: Store,
  kind: string,
): AsyncGenerator<StoredHistory, void, undefined> {
  for await (const records of everyRecord(store, kind))
    for (const record of records) yield await storedHistoryOf(store, record)
}

async function storedHistoryOf(store: Store, record: StoredRecord): Promise<StoredHistory> {
  const { kind, id, version } = record
  const hasVersions = isWritten(kind) && version > 1
  return {
    record,
    ...(await store.namesOf(kind, id)),
    dates: isDated(kind) && isSeries(record) ? await datesOf(store, id) : [],
    versions: hasVersions
      ? await store.replaced(kind, id, Number.MAX_SAFE_INTEGER, allVersions)
      : [],
  }
}

/** Includes removed dates: their IDs are never reused. */
async function datesOf(store: Store, series: number): Promise<StoredDate[]> {
  const dates = [
    ...(await store.seriesDates(series)),
    ...(await store.seriesDates(series, { gone: removed })),
    ...(await store.seriesDates(series, { gone: detached })),
  ]
  const patches = new Map<number, StoredDate['patch']>()
  for (let at = 0; at < dates.length; at += atOnce) {
    const ids = dates.slice(at, at + atOnce).map(({ id }) => id)
    for (const [id, patch] of await store.datePatches(ids)) patches.set(id, patch)
  }
  return dates.map(date => {
    const patch = patches.get(date.id)
    return patch ? { ...date, patch } : date
  })
}
