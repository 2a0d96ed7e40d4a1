import fc from 'fast-check'
import type { LinkKind } from '../../src/define/record.ts'
import type { Bound } from '../../src/store/contract/bounds.ts'
import {
  eventFilters,
  type FilterName,
  type FilterSort,
  type Filters,
  type FilterValues,
  filterNames,
  type NamesOf,
} from '../../src/store/contract/event-filters.ts'
import type { Visible } from '../../src/store/contract/visible.ts'

/** A filter or two at a time, mostly: all of them together leave nothing to compare. */
export const optional = <T>(of: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: of })

export const instants = fc.integer({
  min: Date.UTC(2026, 2, 1) / 1000,
  max: Date.UTC(2027, 8, 1) / 1000,
})

const letters = fc.constantFrom(
  'e',
  'market',
  'jazz',
  'ete',
  'montreal',
  'the',
  'les',
  'concert',
  'xyzzy',
  'a b',
)
const language = fc.constantFrom('en' as const, 'fr' as const)

export const boundOf = (at: fc.Arbitrary<number>): fc.Arbitrary<Bound> =>
  fc.record({
    edge: fc.constantFrom('start' as const, 'end' as const),
    is: fc.constantFrom('>=' as const, '>' as const, '<=' as const, '<' as const),
    clock: fc.constantFrom('wall' as const, 'wall' as const, 'instant' as const),
    at: fc.oneof(
      at,
      at.map(seconds => seconds - (seconds % 3600)),
      at.map(seconds => seconds - (seconds % 86_400) + 86_399),
    ),
  })

/** The records that questions are about. */
export type Pool = {
  events: readonly number[]
  authors: readonly number[]
  /** The IDs that filters of this name may have. */
  idsOf(name: LinkKind | NamesOf<'id'>): readonly number[]
  /** Categories and those below them. */
  below(categories: readonly number[]): Promise<number[]>
}

/** A requester: the events and venues that they see, and the authors whose protected texts they read. */
export type Asker = { of: Visible; seen: Visible; reads: 'all' | number }

/** The questions, by the sort of the filter: a new sort needs its random values here. */
type Questions = {
  [S in FilterSort]: (
    pool: Pool,
    name: NamesOf<S>,
  ) => fc.Arbitrary<(asker: Asker) => FilterValues[S]>
}
const alike = <T>(of: fc.Arbitrary<T>) => of.map(value => () => value)

const someOf = (ids: readonly number[]) =>
  fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }).map(targets => ({ targets }))

/** Around the clock of the test, whose seconds the changes are made in. */
const seconds = fc
  .integer({ min: -5, max: 120 })
  .map(after => Date.UTC(2026, 5, 15, 16) / 1000 + after)

const questions: Questions = {
  window: () => alike(fc.array(boundOf(instants), { minLength: 1, maxLength: 3 })),
  flag: () => alike(fc.boolean()),
  id: (pool, name) => alike(fc.constantFrom(...pool.idsOf(name))),
  choice: () =>
    alike(
      fc.record({
        has: fc.boolean(),
        numbers: fc.uniqueArray(fc.constantFrom(1, 2, 3), { minLength: 1 }),
      }),
    ),
  marks: () =>
    alike(
      fc.record({
        every: fc.boolean(),
        positions: fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1 }),
      }),
    ),
  custom: () =>
    alike(
      fc.array(
        fc.oneof(
          fc.record({
            name: fc.constant('level'),
            words: fc.uniqueArray(fc.constantFrom('beginner', 'expert', 'none'), { minLength: 1 }),
          }),
          fc.record({
            name: fc.constantFrom('seats', 'level'),
            ranges: fc.array(
              fc.oneof(
                fc.record({ from: fc.integer({ min: 0, max: 60 }) }),
                fc.record({ to: fc.integer({ min: 0, max: 60 }) }),
                fc.record({ from: fc.constantFrom(10, 20), to: fc.constantFrom(20, 40.5) }),
              ),
              { minLength: 1, maxLength: 2 },
            ),
          }),
        ),
        { minLength: 1, maxLength: 2 },
      ),
    ),
  weekday: () =>
    alike(fc.record({ days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }) })),
  clock: () => {
    const minute = fc.integer({ min: 0, max: 95 }).map(quarter => quarter * 15)
    return alike(fc.record({ from: minute, before: minute }, { requiredKeys: [] }))
  },
  change: () => alike(fc.record({ from: seconds, before: seconds }, { requiredKeys: [] })),
  ids: ({ events }) =>
    alike(fc.uniqueArray(fc.constantFrom(...events), { minLength: 1, maxLength: 9 })),
  authors: pool =>
    alike(fc.uniqueArray(fc.constantFrom(...pool.authors), { minLength: 1, maxLength: 2 })),
  link: (pool, name) =>
    alike(
      fc
        .uniqueArray(fc.constantFrom(...pool.idsOf(name)), { minLength: 1, maxLength: 3 })
        .map(targets => ({ targets })),
    ),
  every: pool =>
    alike(
      fc
        .uniqueArray(fc.constantFrom(...pool.idsOf('tag')), { minLength: 1, maxLength: 2 })
        .map(targets => ({ kind: 'tag' as const, targets })),
    ),
  none: (pool, name) => {
    const kind = name === 'tags_exclude' ? ('tag' as const) : ('category' as const)
    return alike(
      fc
        .uniqueArray(fc.constantFrom(...pool.idsOf(kind)), { minLength: 1, maxLength: 3 })
        .map(targets => ({ has: false as const, kind, targets })),
    )
  },
  except: ({ events }) =>
    alike(
      fc
        .uniqueArray(fc.constantFrom(...events), { minLength: 1, maxLength: 9 })
        .map(ids => ({ has: false as const, ids })),
    ),
  place: () => fc.boolean().map(has => asker => ({ has, venues: asker.seen })),
  near: () =>
    fc
      .record({
        lat: fc.double({ min: 42, max: 52, noNaN: true }),
        lng: fc.double({ min: -80, max: 5, noNaN: true }),
        km: fc.constantFrom(5, 40, 500, 3000, 20_000),
      })
      .map(circle => asker => ({ ...circle, venues: asker.seen })),
  text: () =>
    alike(
      fc.record(
        {
          language,
          all: fc.array(letters, { maxLength: 2 }),
          none: fc.array(letters, { maxLength: 2 }),
          asSent: letters,
        },
        { requiredKeys: ['language', 'all', 'none'] },
      ),
    ),
  wide: ({ idsOf }) =>
    alike(
      fc.record({
        language,
        words: fc.array(
          fc.record({
            letters: fc.array(letters, { maxLength: 2 }),
            links: fc.record({
              venue: someOf(idsOf('venue')),
              organizer: someOf(idsOf('organizer')),
              tag: someOf(idsOf('tag')),
              category: fc.constant({ targets: [] }),
            }),
          }),
          { maxLength: 2 },
        ),
      }),
    ),
  language: () => alike(fc.record({ has: fc.boolean(), language })),
}

type Chosen = Partial<Record<FilterName, (asker: Asker) => FilterValues[FilterSort]>>

/** Questions of any filters, their requesters, and a page. */
export const randomQuestions = (pool: Pool, asker: fc.Arbitrary<Asker>) =>
  fc.record({
    filters: fc.record(
      Object.fromEntries(
        filterNames.map(name => {
          const question = questions[eventFilters[name].sort] as (
            pool: Pool,
            name: FilterName,
          ) => fc.Arbitrary<(asker: Asker) => FilterValues[FilterSort]>
          const drawn = question(pool, name)
          // Most lists are of a window.
          return [name, name === 'window' ? fc.option(drawn, { nil: undefined }) : optional(drawn)]
        }),
      ),
    ) as fc.Arbitrary<Chosen>,
    asker,
    isDescending: fc.boolean(),
    isBySeries: fc.boolean(),
    byTitle: optional(language),
    order: optional(fc.constantFrom('ends' as const, 'modified' as const, 'event' as const)),
    page: fc.record({
      limit: fc.integer({ min: 1, max: 50 }),
      offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
    }),
  })

/** The filters of a question: a few events by id are asked for without a window, categories with those below them. */
export async function filtersFor(pool: Pool, chosen: Chosen, asker: Asker): Promise<Filters> {
  const filters = Object.fromEntries(
    Object.entries(chosen).flatMap(([name, choose]) => (choose ? [[name, choose(asker)]] : [])),
  ) as Filters
  if (filters.ids) delete filters.window
  const { category, search, wide } = filters
  // a request has one language
  if (wide && search && search.language !== 'any')
    filters.wide = { ...wide, language: search.language }
  const { categories_exclude: others } = filters
  if (others)
    filters.categories_exclude = {
      ...others,
      roots: others.targets,
      targets: await pool.below(others.targets),
    }
  if (category)
    filters.category = { roots: category.targets, targets: await pool.below(category.targets) }
  return filters
}
