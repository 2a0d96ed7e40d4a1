/**
 * The arguments of every route in the specification: type, format, choices, requirement and default, in its own words turned into data (decision
 * M10). `type` is left out where the specification calls an argument untyped or boolean-like; a default of `computed` is a moment, `undefined` none.
 */
export type Argument = {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array'
  format?: 'date' | 'date-time' | 'double'
  items?: 'integer'
  enum?: readonly string[]
  required?: true
  default?: unknown
}
export type Arguments = Record<string, Argument>

const string: Argument = { type: 'string' }
const integer: Argument = { type: 'integer' }
const boolean: Argument = { type: 'boolean' }
const ids: Argument = { type: 'array', items: 'integer' }
const date: Argument = { type: 'string', format: 'date' }
const double: Argument = { type: 'number', format: 'double' }
const untyped: Argument = {}
const nothing = { default: null }
const required = { required: true } as const

/** On every operation. */
const language: Arguments = { ml_language: { type: 'string', enum: ['en', 'fr'] } }

const all = (names: string, argument: Argument): Arguments =>
  Object.fromEntries(names.split(', ').map(name => [name, argument]))

const paging: Arguments = {
  page: { ...integer, default: 1 },
  per_page: { ...integer, default: 10 },
}

export const computed = Symbol('a moment that is computed')

const eventsList: Arguments = {
  ...paging,
  start_date: { type: 'string', format: 'date-time', default: computed },
  end_date: { type: 'string', format: 'date-time', default: computed },
  ...all('starts_before, starts_after, ends_before, ends_after', date),
  strict_dates: { ...untyped, default: false },
  search: string,
  ...all('categories, tags, venue, organizer', ids),
  featured: boolean,
  status: string,
  geoloc: boolean,
  ...all('geoloc_lat, geoloc_lng', double),
  include: ids,
  post_parent: integer,
  ticketed: boolean,
  ...language,
}

const linkedList: Arguments = {
  ...paging,
  search: string,
  event: integer,
  has_events: untyped,
  only_with_upcoming: { ...untyped, default: false },
  status: string,
  ...language,
}

const termsList: Arguments = {
  ...paging,
  search: string,
  ...all('exclude, include', ids),
  ...all('order, orderby', string),
  // "true (shown as 1)"
  hide_empty: { ...boolean, default: '1' },
  ...all('post, event', integer),
  slug: string,
  ...language,
}

const event: Arguments = {
  ...all('title, start_date, end_date', { ...string, ...required }),
  author: integer,
  ...all('date, date_utc, description, slug, excerpt, status, timezone, image', string),
  all_day: { ...boolean, default: false },
  cost: untyped,
  website: { ...untyped, ...nothing },
  ...all('show_map, show_map_link, hide_from_listings, sticky, featured', boolean),
  ...all('categories, tags, venue, organizer', { ...ids, ...nothing }),
  ...language,
}

const venue: Arguments = {
  venue: { ...string, ...required },
  author: integer,
  ...all('date, date_utc, status', string),
  ...all('description, show_map, show_map_link, address, city, country, province, state', {
    ...string,
    ...nothing,
  }),
  ...all('zip, phone, stateprovince, website, image', { ...string, ...nothing }),
  ...language,
}

const organizer: Arguments = {
  organizer: { ...string, ...required, ...nothing },
  author: { ...integer, ...nothing },
  ...all('date, date_utc, description, status, phone, website, email, image', {
    ...string,
    ...nothing,
  }),
  ...language,
}

const tag: Arguments = {
  name: { ...string, ...required },
  ...all('description, slug', string),
  ...language,
}
const category: Arguments = { ...tag, parent: integer }

/** On update every field is optional. */
const optional = (fields: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { required: _, ...argument }]) => [name, argument]),
  )

const id: Arguments = { id: { ...integer, ...required } }
const slug: Arguments = { slug: { ...string, ...required } }

type Methods = Record<string, Arguments>

const item = (path: Arguments, fields: Arguments, changed: Arguments = path): Methods => ({
  GET: { ...path, ...language },
  DELETE: { ...path, ...language },
  'POST, PUT, PATCH': { ...optional(fields), ...changed },
})

const withPassword = (methods: Methods): Methods =>
  Object.fromEntries(
    Object.entries(methods).map(([name, of]) => [name, { ...of, password: string }]),
  )

/** The arguments of every route, by path and methods. */
export const specified: Record<string, Methods> = {
  '/': {
    GET: {
      namespace: { ...untyped, default: 'cal/events/v1' },
      context: { ...untyped, default: 'view' },
      ...language,
    },
  },
  '/doc': { GET: language },
  '/events': { GET: eventsList, POST: event },
  '/events/{id}': withPassword(item(id, event)),
  // the slug is an updatable field as well, and optional
  '/events/by-slug/{slug}': item(slug, event, {}),
  '/venues': { GET: linkedList, POST: venue },
  '/venues/{id}': item(id, venue),
  '/venues/by-slug/{slug}': item(slug, venue),
  '/organizers': { GET: linkedList, POST: organizer },
  '/organizers/{id}': item(id, organizer),
  '/organizers/by-slug/{slug}': item(slug, organizer),
  '/categories': { GET: { ...termsList, parent: integer }, POST: category },
  '/categories/{id}': item(id, category),
  '/tags': { GET: termsList, POST: tag },
  '/tags/{id}': item(id, tag),
}
