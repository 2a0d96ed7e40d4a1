import { isDated, type StoredRecord } from '../../define/record.ts'
import { slugKey } from '../../define/text/slug.ts'
import type { Item } from '../../moving/index.ts'
import { resourceNames, resources } from '../../resources/index.ts'
import { idName, type Reader } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import { dateAt } from './write-dates.ts'

type Family = 'post' | 'term'
type Last = Record<Family, number>

/** IDs that were passed over for imports: above the first, up to the second. Only an import gives them. */
type Ranges = Record<Family, [above: number, upTo: number][]>

const rangesNote = 'kept ids'

/** No import raises IDs above this: they stay far below 2^31 (R9). */
const maxImportedId = 10_000_000

function rangesIn(note: string | undefined): Ranges {
  // what this program has written
  return note === undefined ? { post: [], term: [] } : JSON.parse(note)
}

/**
 * Reserves the IDs of a source, so that no new record gets one of them before its own record does. IDs that this calendar has assigned before are
 * never assigned again. Returns the ID that an item may have; `isDry`: as far as that can be foreseen.
 */
export async function reserveIds(
  { store }: Pick<Context, 'store'>,
  last: Last,
  isDry: boolean,
): Promise<(item: Pick<Item, 'kind' | 'id'>) => number | undefined> {
  const ranges = isDry
    ? await passedOver(store, last, family => lastOf(store, family))
    : await store.write(async tx => {
        const all = await passedOver(tx, last, (family, upTo) => tx.raiseIds(family, upTo))
        await tx.setNote(rangesNote, JSON.stringify(all))
        return all
      })
  return ({ kind, id }) =>
    id !== undefined &&
    ranges[resources[kind].family].some(([above, upTo]) => id > above && id <= upTo)
      ? id
      : undefined
}

const families = ['post', 'term'] as const

/** `raise` answers with the highest ID that was given before. */
async function passedOver(
  reader: Pick<Reader, 'note'>,
  last: Last,
  raise: (family: Family, upTo: number) => Promise<number>,
): Promise<Ranges> {
  const ranges = rangesIn(await reader.note(rangesNote))
  for (const family of families) {
    const upTo = Math.min(last[family], maxImportedId)
    if (ranges[family].some(range => range[1] >= upTo)) continue
    const above = await raise(family, upTo)
    if (above < upTo) ranges[family].push([above, upTo])
  }
  return ranges
}

async function lastOf(store: Pick<Reader, 'lastId'>, family: Family): Promise<number> {
  const kinds = resourceNames.filter(kind => resources[kind].family === family)
  return Math.max(...(await Promise.all(kinds.map(kind => store.lastId(kind)))))
}

/** Redirects the names of a record in its source to it, unless another record has that name. */
export async function leadTo(context: Context, item: Item, record: StoredRecord) {
  const { store } = context
  const { kind, id } = record
  for (const { name, original } of item.names ?? []) {
    const key = typeof name === 'number' ? idName(name) : slugKey(name)
    if (key === '' || (await store.movedTo(item.kind, key)) !== undefined) continue
    if (typeof name === 'string' && (await store.bySlug(kind, key)) !== undefined) continue
    const isOfDate = original !== undefined && isDated(item.kind)
    const date = isOfDate ? await dateAt(context, record, original) : undefined
    await store.write(tx => tx.keepName(item.kind, key, date?.id ?? id))
  }
}
