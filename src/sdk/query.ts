/** Parameters of a query by name; lists are sent as lists, objects by their members, and what is undefined is not sent. */
export type Query = Readonly<Record<string, QueryPart | undefined>>
type QueryValue = string | number | boolean
type QueryPart = QueryValue | readonly QueryValue[] | QueryObject
type QueryObject = { readonly [name: string]: QueryPart | undefined }

/** `?page=2&include[]=1&include[]=2&custom_fields[level]=expert` */
export function inSearch(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) append(search, name, value)
  const written = search.toString()
  return written && `?${written}`
}

function append(search: URLSearchParams, name: string, value: QueryPart | undefined) {
  if (value === undefined) return
  if (isList(value)) for (const member of value) search.append(`${name}[]`, String(member))
  else if (typeof value === 'object')
    for (const [member, of] of Object.entries(value)) append(search, `${name}[${member}]`, of)
  else search.append(name, String(value))
}

const isList = (value: QueryPart): value is readonly QueryValue[] => Array.isArray(value)

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
