import { cached } from '../cache/cached.ts'
import type { Filters } from '../listing/filters.ts'
import {
  type Filling,
  type Frame,
  filled,
  fillingOf,
  frameOf,
  openPath,
  sizeOfFrame,
} from '../shell/open-frame.ts'
import type { PageRequest } from '../shell/page.ts'
import { filterBar } from './filters.ts'
import { inputsOf } from './views.ts'

/** Longer than any query that is clicked together. */
const maxLength = 200

/** The parts of a page that depend on its filters, as they fill its frame: the query, the bar of filters, the inputs of the date picker. */
export async function aroundFilters(
  request: PageRequest,
  filters: Filters,
  query: string,
  path: string,
): Promise<Filling> {
  const { bar, filling } = await around(request, { filters, query })
  return { ...filling, bar: filled(bar, { path: Buffer.from(path) }) }
}

const around = cached<{ bar: Frame; filling: Filling }, { filters: Filters; query: string }>({
  // a place or a person that is missing now is nothing that could be read, and may be there later
  key: (_, { filters, query }) =>
    query.length > maxLength || filters.venue || filters.organizer ? undefined : query,
  sizeOf: ({ bar, filling }) => sizeOfFrame(bar) + 10 * maxLength + (filling.inputs?.length ?? 0),
  async make(request, { filters, query }) {
    const bar = frameOf((await filterBar(request, filters, openPath)).toString())
    const inputs = Buffer.from(inputsOf(filters).toString())
    return { bar, filling: { ...fillingOf(query), inputs } }
  },
})
