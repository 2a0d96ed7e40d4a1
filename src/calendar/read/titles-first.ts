import { localized } from '../../define/record-texts.ts'
import { fold } from '../../define/text/fold.ts'
import type { EventQuery, ListedDates } from '../../store/index.ts'
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
