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
import type { NamedKind } from './name-choice.ts'

/** A record that can be chosen: how URLs call it, and how deep it is in a tree. */
export type Choice = {
  id: number
  value: string
  name: TextView
  href: string
  parent: number
  depth: number
}

/** The most terms of a list of choices, and how deep it is: the page of the kind has the rest. */
const [maxTerms, maxDepth] = [200, 4]
/** Of more venues, organizers or cities, visitors type the name. */
export const maxListed = 30
/** The most venues whose cities can be chosen. */
const maxPlaces = 1000

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
const max = maxListed + 1
const posts = (kind: NamedKind) =>
  choicesOf(kind, async ({ reading }) => (await reading.named(kind, {}, { max })).views)
const upcoming = (kind: NamedKind) =>
  choicesOf(kind, request => {
    // valid until midnight: what ends today leaves the choices then
    todayOf(request)
    return request.reading.upcoming(kind, max)
  })

const termChoices = { category: terms('category'), tag: terms('tag') }

type Choices = (request: PageRequest) => Promise<Choice[]>

/** The choices of each kind, by name; of venues and organizers, one more than can be listed tells that there are more. */
export const choices: Record<LinkKind, Choices> = {
  ...termChoices,
  venue: posts('venue'),
  organizer: posts('organizer'),
}

/** Of venues and organizers, those with events to come: for pages that depend on these anyway. */
export const choicesToCome: Record<LinkKind, Choices> = {
  ...termChoices,
  venue: upcoming('venue'),
  organizer: upcoming('organizer'),
}

/** The cities of venues, by name. */
export const citiesOf = cached<string[]>({
  key: () => 'cities',
  sizeOf: cities => cities.reduce((sum, city) => sum + 50 + 2 * city.length, 0),
  async make(request) {
    const cities = await request.reading.cities(maxPlaces)
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
    return countsOfEach(request, kind, (await choicesToCome[kind](request)).slice(0, maxCounted))
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
