import { routesOf } from '../../src/operations/index.ts'
import type { ResourceName } from '../../src/resources/table.ts'

export const long = 'x'.repeat(1_000_001)

/** The values of careless callers; each field and filter refuses some of them. */
export const mistakes: unknown[] = [
  'demain',
  'nonsense',
  'sesame,999999',
  '',
  '0',
  ' ',
  '<b> </b>',
  'http:/x',
  '13/14/2026',
  long,
  0,
  -1,
  5.5,
  999_999,
  true,
  null,
  [],
  {},
  ['x'],
  [[]],
  [{}],
  [999_999],
  Array.from({ length: 201 }, (_, at) => at + 1),
  { id: 'x' },
  { id: 999_999 },
  { de: {} },
  { fr: { website: 'x', title: 5, venue: 5, organizer: 5, name: 5 } },
  { fr: 'x' },
  { venue: 'Hall', website: 'x', organizer: 'Friends', image: 999_999 },
  [{ venue: 'Hall', organizer: 'Friends' }, { website: 'x' }],
]

/** A parameter that is wrong in every request, so that none of them writes. */
export const wrong = { ml_fallback: 'perhaps', author: 'x', image: 'x', parent: 'x', per_page: 'x' }

/** A list, or where records are created. */
export type Place = {
  kind: ResourceName
  method: string
  path: string
  names: string[]
  inBody: boolean
}

export const places: Place[] = routesOf({ namespace: 'cal/events/v1', perPage: 10 }).flatMap(
  ({ path, endpoints }) =>
    endpoints
      .filter(({ verb }) => verb === 'list' || verb === 'create')
      .map(({ verb, kind, params }) => ({
        kind: kind as ResourceName,
        method: verb === 'list' ? 'GET' : 'POST',
        path,
        names: Object.keys(params),
        inBody: verb === 'create',
      })),
)

/** Required fields, so that none of them is missing. */
export const fair = { title: 'Fair', start_date: 'tomorrow', end_date: 'tomorrow' }
export const given = { ...fair, name: 'Music', venue: 'Hall', organizer: 'Friends' }

/** Lists go as `name[0]=…`, as PHP reads them; values without a form in a query go as text. */
export const queryOf = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      Array.isArray(value) && value.length > 0
        ? value.slice(0, 300).map((item, at) => [`${name}[${at}]`, String(item)])
        : [[name, String(value ?? '').slice(0, 2500)]],
    ),
  )
