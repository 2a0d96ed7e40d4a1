import type { View } from '../../define/derived.ts'
import { isTree, type LinkKind, type TermLinkKind } from '../../define/record.ts'
import type { TextView } from '../../define/record-texts.ts'
import { localeOf } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { linkFilters, viewIn } from '../../resources/index.ts'
import { filterValue } from '../listing/filters.ts'
import { hrefOf } from '../listing/items.ts'
import { todayOf } from '../listing/now.ts'
import { cached } from '../shell/cached.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'

/** A record that can be chosen: how URLs call it, and how deep it is in a tree. */
export type Choice = {
  id: number
  value: string
  name: TextView
  href: string
  parent: number
  depth: number
}

/** Lists of choices have an end: the pages of each kind have the rest. */
const [maxTerms, maxPosts, maxDepth] = [200, 60, 4]

const choicesOf = <K extends LinkKind>(kind: K, read: (request: PageRequest) => Promise<View[]>) =>
  cached<Choice[]>({
    key: () => kind,
    sizeOf: choices => choices.reduce((sum, { name }) => sum + 300 + 2 * name.text.length, 0),
    async make(request) {
      const views = await read(request)
      const choices = views.map(view => choiceOf(request, kind, view))
      return isTree(kind) ? inTree(choices) : byName(request, choices)
    },
  })

function choiceOf(request: PageRequest, kind: LinkKind, view: View): Choice {
  const record = viewIn(kind, view, showContextOf(request))
  const { id, name, parent } = record
  const value = filterValue(kind, record)
  return { id, value, name, href: hrefOf(request, kind, record), parent, depth: 0 }
}

const byName = ({ language }: PageRequest, choices: Choice[]) => {
  const { compare } = new Intl.Collator(localeOf(language), { numeric: true })
  return choices.sort((a, b) => compare(a.name.text, b.name.text))
}

/** Each below its parent, in the order of the list. */
function inTree(choices: readonly Choice[]): Choice[] {
  const ids = new Set(choices.map(({ id }) => id))
  const children = Map.groupBy(choices, ({ parent }) => (ids.has(parent) ? parent : 0))
  const ordered: Choice[] = []
  const add = (parent: number, depth: number) => {
    for (const choice of children.get(parent) ?? []) {
      ordered.push({ ...choice, depth })
      if (depth < maxDepth) add(choice.id, depth + 1)
    }
  }
  add(0, 0)
  return ordered
}

const terms = (kind: TermLinkKind) =>
  choicesOf(kind, request => request.reading.terms(kind, maxTerms))
const posts = (kind: 'venue' | 'organizer') =>
  choicesOf(kind, async request => (await request.reading.list(kind, { per_page: maxPosts })).views)

const termChoices = { category: terms('category'), tag: terms('tag') }

/** The choices of each kind, by name. */
export const choices: Record<LinkKind, (request: PageRequest) => Promise<Choice[]>> = {
  ...termChoices,
  venue: posts('venue'),
  organizer: posts('organizer'),
}

/** The cities of the same venues, by name. */
export const citiesOf = cached<string[]>({
  key: () => 'cities',
  sizeOf: cities => cities.reduce((sum, city) => sum + 50 + 2 * city.length, 0),
  async make(request) {
    const { views } = await request.reading.list('venue', { per_page: maxPosts })
    const cities = views.map(view => viewIn('venue', view, showContextOf(request)).city)
    // a comma would be two cities
    const named = cities.filter(city => city !== '' && !city.includes(','))
    return [...new Set(named)].sort(new Intl.Collator(localeOf(request.language)).compare)
  },
})

/** Maximum number of choices that show a count of events. */
const maxCounted = 40

/** The number of events from today on for each of the first choices of a kind, by ID. */
export const countsOf = cached<Map<number, number>, LinkKind>({
  key: (_, kind) => kind,
  sizeOf: counts => 100 + counts.size * 50,
  async make(request, kind) {
    return countsOfEach(request, kind, (await choices[kind](request)).slice(0, maxCounted))
  },
})

/** The number of events from today on for each of these. */
export async function countsOfEach(
  request: PageRequest,
  kind: LinkKind,
  each: readonly Pick<Choice, 'id' | 'value'>[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const from = formatWall(todayOf(request) - 1)
  for (const { id, value } of each)
    counts.set(id, await countOf(request, { [linkFilters[kind]]: value, ends_after: from }))
  return counts
}

/** The number of events that match a filter. */
export async function countOf(request: PageRequest, sent: Record<string, string>): Promise<number> {
  const { total } = await request.reading.ids('event', {
    occurrences: 'series',
    ...sent,
    strict_dates: true,
    per_page: 1,
  })
  return total
}
