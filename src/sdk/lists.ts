import type { Call, Sending } from './call.ts'
import type { FieldOf, ListQuery, Lists } from './parts.ts'
import { type Query, queryOf } from './query.ts'
import type { FacetCounts, Page, RecordOf, ResourceName } from './types.ts'

/** Lists of the records of a resource, which a response has under the name `path`; `at`: the URL, where that is another. */
export function lists<N extends ResourceName>(call: Call, path: string, at = `/${path}`): Lists<N> {
  const pageOf = async <F extends FieldOf<N>>(query: Query, sending: Sending) => {
    const body = await call<ListBody>('GET', at, { query, ...sending })
    const page: Page<Pick<RecordOf<N>, F>> = {
      items: body[path] as Pick<RecordOf<N>, F>[],
      total: body.total,
      totalPages: body.total_pages,
      ...(body.facets && { facets: body.facets }),
      ...(body.next_rest_url && { next: body.next_rest_url }),
      ...(body.previous_rest_url && { previous: body.previous_rest_url }),
    }
    return page
  }

  async function* all<const F extends FieldOf<N> = FieldOf<N>>(
    query?: ListQuery<N, F>,
    sending: Sending = {},
  ) {
    for (let search = written(path, query); ; ) {
      const { items, next } = await pageOf<F>(search, sending)
      yield* items
      if (!next) return
      // of the URL only the query: credentials go to the service we were given, wherever it says it is
      search = queryOf(new URL(next).searchParams)
    }
  }
  return { list: (query, sending = {}) => pageOf(written(path, query), sending), all }
}

type ListBody = {
  total: number
  total_pages: number
  next_rest_url?: string
  previous_rest_url?: string
  facets?: FacetCounts
  [items: string]: unknown
}

const envelope = ['total', 'total_pages', 'next_rest_url', 'previous_rest_url', 'facets']

type Written = Query & { _fields?: readonly string[] | undefined }

/** The fields of records are those of members of the list, which needs its totals and URLs too. */
function written(path: string, query: Written = {}): Query {
  const { _fields: fields, ...filters } = query
  if (!fields) return filters
  return { ...filters, _fields: [...fields.map(name => `${path}.${name}`), ...envelope].join(',') }
}
