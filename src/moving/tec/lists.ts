import type { Language } from '../../define/text/language.ts'
import type { Refused } from '../base/item.ts'
import type { Api, ListName, Query, Raw } from './api.ts'
import { pageRefused, tooManyPages } from './errors.ts'
import { idIn } from './values.ts'

/** A site as it is read. */
export type Site = {
  api: Api
  language: Language | undefined
  statuses: Query
  other: { api: Api; language: Language } | undefined
  problems: Refused[]
  keepsIds: boolean
}

/** Something wrong with the site rather than with one event. */
export const problem = (refused: Refused['refused'], part: string): Refused => ({
  kind: 'event',
  refused,
  at: { part },
})

export const arrayOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const one of items) all.push(one)
  return all
}

/** All records of a list, once each; a page that cannot be read is a problem. A page without a new record is the last. */
export async function* recordsOf(
  site: Site,
  name: ListName,
  query: Query = {},
  api = site.api,
): AsyncGenerator<Raw> {
  const seen = new Set<string>()
  for (let number = 1, pages = 1; number <= pages; number++) {
    const page = await api.page(name, number, { ...query, ...site.statuses })
    if ('refused' in page) {
      // a list that shrinks meanwhile has fewer pages
      if (page.refused.endsWith(' 404') && number > 1) return
      site.problems.push(problem(pageRefused(name, number, page.refused), api.root))
      if (number === 1) return
      continue
    }
    pages = Math.min(page.pages, maxPages)
    const before = seen.size
    for (const raw of page.records) {
      if (seen.has(idIn(raw))) continue
      seen.add(idIn(raw))
      yield raw
    }
    // the end, or a site that gives the same page for ever
    if (seen.size === before) return
    if (number === maxPages) site.problems.push(problem(tooManyPages(name, maxPages), api.root))
  }
}

/** Pages of a list that are read, of some 50 records each. */
const maxPages = 2000
