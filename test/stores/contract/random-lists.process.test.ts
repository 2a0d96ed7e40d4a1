import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localized } from '../../../src/define/record-texts.ts'
import type { Language } from '../../../src/define/text/language.ts'
import type {
  Links,
  PostQuery,
  Row,
  Store,
  StoredRecord,
  TermQuery,
  Texts,
} from '../../../src/store/contract/store.ts'
import { noLinks, termOrders } from '../../../src/store/contract/store.ts'
import { plainEvent, plainShapes } from '../../support/plain-events.ts'
import { engines } from './engines.ts'

/** Choices that are the same at every run. */
let state = 7
const below = (limit: number) => {
  state = (state * 48_271) % 2_147_483_647
  return state % limit
}
const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T
const some = <T>(of: readonly T[], max: number): T[] => [
  ...new Set(Array.from({ length: below(max + 1) }, () => pick(of))),
]
const sometimes = <T>(value: T): T | undefined => (below(3) === 0 ? value : undefined)

const words = ['jazz', 'hall', 'market', 'garden', 'film']
const statuses = ['publish', 'draft', 'private'] as const

function textsOf(titled: string): { main: Language; texts: Texts } {
  const main: Language = pick(['en', 'fr'])
  const text = (language: Language): Row => {
    const name = `${pick(words)} ${pick(words)} ${language}`
    return {
      [titled]: name,
      // without one, with an empty one: engines put them in different places by themselves
      description: pick([`${pick(words)}!`, `${pick(words)}!`, '', null]),
      slug: below(6) ? `${name}-${below(1e6)}` : '',
      name_key: name,
    }
  }
  const other = main === 'en' ? 'fr' : 'en'
  const slug = `${pick(words)}-${below(1e6)}`
  const texts: Texts = { [main]: { ...text(main), slug } }
  return { main, texts: below(2) ? { ...texts, [other]: text(other) } : texts }
}

type Calendar = Record<'category' | 'tag' | 'venue' | 'event', StoredRecord[]>

async function fill(store: Store): Promise<Calendar> {
  const created: Calendar = { category: [], tag: [], venue: [], event: [] }
  await store.write(async tx => {
    const insert = async (
      kind: keyof Calendar,
      titled: string,
      of: Row,
      links: Links = noLinks,
    ) => {
      const { main, texts } = textsOf(titled)
      const facts = { ...of, main, modified: below(10) }
      const id = await tx.insert(kind, facts, texts, links)
      const record: StoredRecord = { id, kind, version: 1, facts, texts, links }
      await tx.derive(
        kind === 'event'
          ? plainEvent(
              id,
              { ...of, starts: below(50) },
              { en: String(localized(record, 'title', 'en')) },
              links,
            )
          : record,
      )
      created[kind].push(record)
    }
    for (let n = 0; n < 40; n++) {
      const parent = n > 4 && below(3) ? (pick(created.category) as StoredRecord).id : null
      const position = pick([null, 1 + below(4)])
      await insert('category', 'name', { parent, position, count: pick([0, 0, null, below(9)]) })
      await insert('tag', 'name', { count: pick([null, 0, below(9)]) })
      const status = pick(statuses)
      await insert('venue', 'venue', { status, author: 1 + below(3), date: below(20) })
    }
    const ids = created.venue.map(({ id }) => id)
    for (let n = 0; n < 60; n++)
      await insert(
        'event',
        'title',
        { status: pick(statuses), author: 1 + below(3), protected: below(2), utc_ends: below(9) },
        { ...noLinks, venue: some(ids, 2) },
      )
  })
  return created
}

const has = (record: StoredRecord, language: Language) => record.texts[language] !== undefined
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
const visibleTo = () => ({
  statuses: ['publish'],
  ...(below(2) && { own: { author: 2, statuses: ['draft', 'private'] } }),
})
type Seeing = { visible: { statuses: string[]; own?: { author: number; statuses: string[] } } }
const isSeen = ({ facts }: StoredRecord, { visible: { statuses: any, own } }: Seeing) =>
  any.includes(String(facts.status)) ||
  (own !== undefined && facts.author === own.author && own.statuses.includes(String(facts.status)))

function withThoseBelow(calendar: Calendar, ids: readonly number[]): number[] {
  const faults = new Set(ids)
  for (let before = -1; before !== faults.size; ) {
    before = faults.size
    for (const { id, facts } of calendar.category)
      if (faults.has(Number(facts.parent))) faults.add(id)
  }
  return [...faults]
}

const isChangedIn =
  ({ modified: { from = 0, before = 99 } = {} }: Pick<TermQuery, 'modified'>) =>
  ({ facts: { modified } }: StoredRecord) =>
    Number(modified) >= from && Number(modified) < before
/** Half of the records are changed by 5. */
const someChanges = () => pick([{ from: 5 }, { before: 5 }, { from: 3, before: 7 }])

function termsOf(calendar: Calendar, query: TermQuery): number[] {
  const { kind, language, order, include, exclude, ids } = query
  const text = (record: StoredRecord, name: string) =>
    String(localized(record, name, language) ?? '')
  const keys: Record<TermQuery['order']['by'], (record: StoredRecord) => string | number> = {
    name: record => text(record, 'name_key'),
    slug: record => text(record, 'slug'),
    description: record => text(record, 'description'),
    id: ({ id }) => id,
    none: ({ id }) => id,
    count: ({ facts }) => Number(facts.count),
    parent: ({ id, facts }) => (kind === 'category' ? Number(facts.parent ?? 0) : id),
    modified: ({ facts }) => Number(facts.modified),
    position: ({ id, facts }) => (kind === 'category' ? Number(facts.position ?? 10_000) : id),
    include: record => (include?.length ? include.indexOf(record.id) : text(record, 'name_key')),
  }
  const key = keys[order.by]
  const used = (id: number) =>
    withThoseBelow(calendar, [id]).some(each =>
      calendar[kind].some(({ id, facts }) => id === each && Number(facts.count) > 0),
    )
  return calendar[kind]
    .filter(isChangedIn(query))
    .filter(record => !include || include.includes(record.id))
    .filter(record => !exclude?.includes(record.id))
    .filter(record => !ids || ids.includes(record.id))
    .filter(record => !query.withTextIn || has(record, query.withTextIn))
    .filter(record => !query.withoutTextIn || !has(record, query.withoutTextIn))
    .filter(({ facts }) => query.parent === undefined || Number(facts.parent ?? 0) === query.parent)
    .filter(({ id }) => !query.used || used(id))
    .toSorted(
      (a, b) =>
        compare(key(a), key(b)) * (order.descending ? -1 : 1) ||
        compare(text(a, 'name_key'), text(b, 'name_key')) ||
        a.id - b.id,
    )
    .map(({ id }) => id)
}

function postsOf(calendar: Calendar, query: PostQuery): number[] {
  const leads = (
    venue: number,
    { has, notOverAt, protectedOf, ...seeing }: NonNullable<PostQuery['events']>[number],
  ) =>
    calendar.event.some(
      event =>
        event.links.venue.includes(venue) &&
        isSeen(event, seeing) &&
        (protectedOf === 'all' ||
          event.facts.protected === 0 ||
          event.facts.author === protectedOf) &&
        (notOverAt === undefined || Number(event.facts.utc_ends) >= notOverAt),
    ) === has
  return calendar.venue
    .filter(record => isSeen(record, query))
    .filter(isChangedIn(query))
    .filter(({ id }) => !query.ids || query.ids.includes(id))
    .filter(record => !query.withTextIn || has(record, query.withTextIn))
    .filter(record => !query.withoutTextIn || !has(record, query.withoutTextIn))
    .filter(({ id }) => (query.events ?? []).every(wanted => leads(id, wanted)))
    .toSorted(
      (a, b) =>
        (Number(b.facts.date) - Number(a.facts.date) || b.id - a.id) *
        (query.isOldestFirst ? -1 : 1),
    )
    .map(({ id }) => id)
}

for (const { name, place } of engines)
  test(`${name}: lists of terms and venues, what is below terms and letters are as their records say`, async t => {
    const { open, remove } = await place()
    const store = open()
    t.after(async () => {
      await store.close()
      remove()
    })
    await store.prepare(plainShapes)
    const calendar = await fill(store)
    const page = () => ({ limit: pick([1, 5, 100]), offset: pick([0, 0, 3, 30]) })
    const expected = (
      ids: readonly number[],
      { limit, offset }: { limit: number; offset: number },
    ) => ({
      ids: ids.slice(offset, offset + limit),
      total: ids.length,
    })
    const optional = <T extends object>(of: T) =>
      Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as {
        [K in keyof T]: Exclude<T[K], undefined>
      }
    for (let n = 0; n < 250; n++) {
      const kind = pick(['category', 'tag'] as const)
      const ids = calendar[kind].map(({ id }) => id)
      const terms = {
        kind,
        language: pick(['en', 'fr'] as const),
        page: page(),
        order: { by: pick(termOrders), descending: below(2) === 1 },
        ...optional({
          include: sometimes([...some(ids, 8), pick(ids)]),
          exclude: sometimes(some(ids, 8)),
          ids: sometimes([...some(ids, 20), pick(ids)]),
          used: sometimes(true),
          parent: kind === 'category' ? sometimes(pick([0, pick(ids)])) : undefined,
          withTextIn: sometimes(pick(['en', 'fr'] as const)),
          withoutTextIn: sometimes(pick(['en', 'fr'] as const)),
          modified: sometimes(someChanges()),
        }),
      } as TermQuery
      if (terms.include) terms.include = [...new Set(terms.include)]
      assert.deepEqual(
        await store.listTerms(terms),
        expected(termsOf(calendar, terms), terms.page),
        JSON.stringify(terms),
      )
      const posts = {
        kind: 'venue',
        visible: visibleTo(),
        page: page(),
        ...optional({
          ids: sometimes(
            some(
              calendar.venue.map(({ id }) => id),
              20,
            ),
          ),
          withTextIn: sometimes(pick(['en', 'fr'] as const)),
          withoutTextIn: sometimes(pick(['en', 'fr'] as const)),
          modified: sometimes(someChanges()),
          isOldestFirst: sometimes(true),
          events: sometimes([
            {
              has: below(2) === 1,
              visible: visibleTo(),
              protectedOf: pick(['all', -1, 2] as const),
              ...(below(2) && { notOverAt: below(9) }),
            },
          ]),
        }),
      } as PostQuery
      assert.deepEqual(
        await store.listPosts(posts),
        expected(postsOf(calendar, posts), posts.page),
        JSON.stringify(posts),
      )
    }
    for (const { id } of calendar.category)
      assert.deepEqual(
        new Set(await store.withDescendants('category', [id])),
        new Set(withThoseBelow(calendar, [id])),
      )
    const ids = calendar.event.map(({ id }) => id)
    for (const letters of [...words, 'ket ga']) {
      const having = calendar.event
        .filter(record => String(localized(record, 'title', 'en')).includes(letters))
        .map(({ id }) => id)
      assert.deepEqual(
        (await store.eventsOfText('en', letters, ids)).toSorted((a, b) => a - b),
        having,
      )
      const all: number[] = []
      let read = 0
      for (let after: number | undefined = 0; after !== undefined; ) {
        const results = await store.eventsWithText('en', letters, after, 25)
        all.push(...results.ids)
        after = results.last
        read++
      }
      assert.deepEqual(
        all.toSorted((a, b) => a - b),
        having,
      )
      // ids are shared with venues and have gaps: it is events that are counted
      assert.equal(read, Math.ceil(ids.length / 25) + 1)
    }
  })
