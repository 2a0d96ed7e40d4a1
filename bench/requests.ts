import { json, type Page } from './almanac.ts'
import { api } from './constants.ts'
import type { Contestant } from './contestant.ts'
import { type Requests, request } from './load.ts'

export const listPath = (page: number, more = '') => `${api}/events?per_page=10&page=${page}${more}`

let serial = 0
/** The same question under an address that nobody has used, by a parameter that no route knows: all steps are taken. */
export const unique = (path: string) => `${path}${path.includes('?') ? '&' : '?'}unique=${++serial}`

export const inTurn = (paths: readonly string[]): Requests => {
  const requests = paths.map(path => request.get(path))
  return n => requests[n % requests.length] as string
}
export const uniqueInTurn =
  (paths: readonly string[]): Requests =>
  n =>
    request.get(unique(paths[n % paths.length] as string))

/** The same question under an address that nobody has used, by the parameter with which jQuery asks past caches. */
export const pastCaches =
  (paths: readonly string[]): Requests =>
  n =>
    request.get(`${paths[n % paths.length]}?_=${++serial}`)

const begins = '2026-06-14'
const night = 6 * 3600
/** Really different lists of the same events: a window that begins at any second of a night, when no event begins. */
export const fromAnySecond =
  (paths: readonly string[]): Requests =>
  n => {
    const time = new Date(((n * 7919) % night) * 1000).toISOString().slice(11, 19)
    return request.get(`${paths[n % paths.length]}&start_date=${begins}%20${time}`)
  }

const maxPages = 30
/** The first pages of the default window, of which a small calendar has fewer. */
export async function firstPages(of: Contestant): Promise<string[]> {
  const { total_pages } = await json<Page>(of, listPath(1))
  const pages = Math.max(1, Math.min(maxPages, total_pages - 1))
  return Array.from({ length: pages }, (_, n) => listPath(n + 1))
}

/** Three hundred lists of ten: the first pages in two languages, from different days on. */
export function threeHundred(pages: readonly string[]): string[] {
  const days = Math.ceil(150 / pages.length)
  const starts = Array.from({ length: days }, (_, n) =>
    n === 0 ? '' : `&start_date=2026-06-${15 + n}`,
  )
  return starts
    .flatMap(from =>
      pages.flatMap(path => ['en', 'fr'].map(language => `${path}&ml_language=${language}${from}`)),
    )
    .slice(0, 300)
}
