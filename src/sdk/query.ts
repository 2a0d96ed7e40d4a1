/** Parameters of a query by name; lists are sent as lists, and what is undefined is not sent. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>
type QueryValue = string | number | boolean

/** `?page=2&include[]=1&include[]=2` */
export function inSearch(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (typeof value === 'object')
      for (const member of value) search.append(`${name}[]`, String(member))
    else search.append(name, String(value))
  }
  const written = search.toString()
  return written && `?${written}`
}

/** The parameters of a URL. */
export function queryOf(search: URLSearchParams): Query {
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name)
    if (name.endsWith('[]')) query[name.slice(0, -2)] = values
    else query[name] = values.at(-1) ?? ''
  }
  return query
}
