import { notACursor } from '../../define/field-errors.ts'
import { localized } from '../../define/record-texts.ts'
import { fold } from '../../define/text/fold.ts'
import { isTime } from '../../define/time/clock.ts'
import { fieldProblem } from '../../problem/index.ts'
import { firstCursor } from '../../resources/index.ts'
import type { Bound, EventQuery, ListedDates, ListItem } from '../../store/index.ts'
import type { Caller, Context } from '../base/context.ts'

/** Longer lists stay in their order: their titles are not read. */
const maxRanked = 300

/** A page of a wide search: first the dates whose title has all words, then the others, both in list order. */
export async function titlesFirst(
  { store }: Context,
  { language, requester }: Caller,
  query: EventQuery,
): Promise<ListedDates> {
  const { page, wide } = query
  const first = { ...query, page: { limit: maxRanked, offset: 0 } }
  const { items, total } = await store.listEvents(first, requester)
  if (total > items.length) return store.listEvents(query, requester)
  const records = await store.getMany('event', [...new Set(items.map(({ event }) => event))])
  const entitled = new Set<number>()
  for (const record of records) {
    const title = fold(localized(record, 'title', language) ?? '')
    if (wide?.words.every(({ letters }) => letters.some(each => title.includes(each))))
      entitled.add(record.id)
  }
  const ranked = [
    ...items.filter(({ event }) => entitled.has(event)),
    ...items.filter(({ event }) => !entitled.has(event)),
  ]
  return { items: ranked.slice(page.offset, page.offset + page.limit), total }
}

/** The place of an entry in a list by start. */
type Place = Pick<ListItem, 'starts' | 'published' | 'event' | 'occurrence'>

const compare = (a: Place, b: Place) =>
  a.starts - b.starts ||
  a.published - b.published ||
  a.event - b.event ||
  a.occurrence - b.occurrence

const written = ({ starts, published, event, occurrence }: Place) =>
  Buffer.from([starts, published, event, occurrence].join(' ')).toString('base64url')

function placeIn(cursor: string): Place {
  const [starts, published, event, occurrence, ...rest] = Buffer.from(cursor, 'base64url')
    .toString()
    .split(' ')
    .map(Number)
  const isPlace = isTime(starts) && isTime(published) && rest.length === 0
  if (!isPlace || !isId(event) || !isId(occurrence)) throw fieldProblem('cursor', notACursor)
  return { starts, published, event, occurrence }
}
const isId = (of: number | undefined): of is number => of !== undefined && Number.isSafeInteger(of)

/** How often a page is looked for again where a write has moved it. */
const maxTries = 5

/**
 * The page of a list by start that follows an entry, whether or not that is still there, and the cursor of the next one. Pages are found by that place
 * and not by their number, so writes in between make no entry come twice, nor pass one over.
 */
export async function pageAfter(
  { store }: Context,
  { requester }: Caller,
  query: EventQuery,
  cursor: string,
): Promise<ListedDates & { next: string | undefined }> {
  const { limit } = query.page
  const list = (bounds: readonly Bound[], offset: number, max: number) =>
    store.listEvents(
      { ...query, window: [...(query.window ?? []), ...bounds], page: { limit: max, offset } },
      requester,
    )
  const after = cursor === firstCursor ? undefined : placeIn(cursor)
  const whole = await list([], 0, after ? 0 : limit)
  if (!after) return withNext(whole.items, whole.total, whole.total)
  const edge = { edge: 'start', clock: 'wall', at: after.starts } as const
  const from: Bound[] = [{ ...edge, is: '>=' }]
  const isOver = (item: ListItem | undefined) => item !== undefined && compare(item, after) <= 0
  for (let tries = 1; ; tries++) {
    // of those that start together, how many are not after it
    const together: Bound[] = [...from, { ...edge, is: '<=' }]
    let low = 0
    for (let high = (await list(together, 0, 0)).total; low < high; ) {
      const middle = (low + high) >>> 1
      const { items } = await list(together, middle, 1)
      if (isOver(items[0])) low = middle + 1
      else high = middle
    }
    const before = Math.min(low, 1)
    const { items, total } = await list(from, low - before, limit + before)
    const isMoved = before === 1 && !isOver(items[0])
    if (isMoved && tries < maxTries) continue
    const rest = items.filter(item => !isOver(item)).slice(0, limit)
    return withNext(rest, total - low, whole.total)
  }
}

function withNext(items: ListItem[], left: number, total: number) {
  const last = items.at(-1)
  return { items, total, next: last && left > items.length ? written(last) : undefined }
}
