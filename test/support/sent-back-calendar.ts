import { type Body, change, edit, in_, send, service } from './scenario.ts'

/** For the test of what is sent back: records in the states in which reading shows something else than what is stored. */

/** A source of numbers that is the same in each run. */
export function numbers(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  return { below, one: <T>(list: readonly T[]): T => list[below(list.length)] as T }
}
type Random = ReturnType<typeof numbers>

export type Language = 'en' | 'fr'
type Reply = { status: number; text: string }
/** Sends a body to a path of the API. */
export type Write = (path: string, as: string, language: Language, body: Body) => Promise<Reply>

/** Calls a tool as an assistant does. */
const call = (language: Language, as: string, name: string, values: object) =>
  send('POST', `${service.address}/${language}/mcp`, {
    as,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: values } },
  })

/** Ways to write a record: by a method of its path, by a tool, or in a batch. */
export const writes: Record<string, Write> = {
  ...Object.fromEntries(
    ['PATCH', 'PUT', 'POST'].map((method): [string, Write] => [
      method,
      (path, as, language, body) => send(method, in_(language, path), { as, body }),
    ]),
  ),
  batch: async (path, as, language, body) => {
    const operations = [{ method: path.includes('by-source') ? 'PUT' : 'PATCH', path, body }]
    return send('POST', in_(language, '/batch'), { as, body: { operations } })
  },
  tool: async (path, as, language, body) => {
    const [, kind = '', id] = path.split('/')
    const reply = await call(language, as, `update_${kind.slice(0, -1)}`, {
      ...body,
      id: Number(id),
    })
    return { status: reply.body.result?.isError === undefined ? 200 : 400, text: reply.text }
  },
}
const withTools = new Set(['events', 'venues', 'organizers'])

/** The ways that a path can be written by. */
export const waysOf = (path: string) => {
  const [, kind = '', id] = path.split('/')
  if (path.includes('by-source')) return ['PUT', 'batch']
  const isTool = withTools.has(kind) && /^\d+$/.test(id ?? '')
  return Object.keys(writes).filter(way => way !== 'tool' || isTool)
}

/** Reads a record by one of its doors; undefined where the caller finds nothing there. */
type Read = (as: string, language: Language, query: object) => Promise<Body | undefined>

export type Subject = {
  name: string
  kind: string
  /** The path of the record; of a date, its own. */
  path: string
  /** Where it is written. */
  doors: (found: Body) => readonly string[]
  reads: Record<string, Read>
  by: readonly string[]
  /** The series, of one of its dates. */
  series?: number
  /** Reads all of it, where its path does not. */
  whole?: Read
}

const editors = ['administrator', 'editor']
const writers = [...editors, 'translator']
/** Of the changes from before the records were made, by caller. */
type Cursors = Record<string, string>
const everything = { start_date: '2029-01-01', end_date: '2032-01-01', per_page: 50, status: 'any' }

const at =
  (path: string): Read =>
  async (as, language, query) => {
    const reply = await send('GET', in_(language, path), { as, query: query as never })
    return reply.status === 200 ? reply.body : undefined
  }

/** The entry with an ID in a list. */
const among =
  (path: string, id: number, filters: object = {}): Read =>
  async (as, language, query) => {
    const list = await at(path)(as, language, { per_page: 50, ...filters, ...query })
    const [, kind = ''] = path.split('/')
    return list?.[kind]?.find((each: Body) => each.id === id)
  }

/** The entry with an ID in a list of lines. */
const inLines =
  (path: string, id: number, filters: object): Read =>
  async (as, language, query) => {
    const headers = { Accept: 'application/x-ndjson' }
    const { status, text } = await send('GET', in_(language, path), {
      as,
      headers,
      query: { ...filters, ...query } as never,
    })
    const lines = status === 200 ? text.split('\n').filter(Boolean) : []
    return lines.map(line => JSON.parse(line)).find(each => each.id === id)
  }

/** What an assistant gets. */
const byTool =
  (kind: string, id: number): Read =>
  async (as, language) => {
    const name = kind.slice(0, -1)
    const { body } = await call(language, as, `get_${name}`, { id })
    return body.result.structuredContent?.[name]
  }

/** The record of a change since a cursor. */
const ofChanges =
  (id: number, kind: string, cursors: Cursors): Read =>
  async (as, language) => {
    const query = { cursor: cursors[as] ?? '', per_page: 200 }
    const { body } = await send('GET', in_(language, '/changes'), { as, query })
    const found = body.changes?.filter((each: Body) => each.id === id && each.kind === kind)
    return found?.at(-1)?.record
  }

type Made = {
  kind: string
  body: Body
  by?: readonly string[]
  word?: string
  source?: string
  cursors?: Cursors
}

function subject(name: string, { kind, body, by = editors, word, source, cursors }: Made): Subject {
  const { id, slug } = body
  const path = `/${kind}/${id}`
  const isPost = ['events', 'venues', 'organizers', 'pages'].includes(kind)
  const bySlug = isPost && slug ? [`/${kind}/by-slug/${slug}`] : []
  const filters =
    kind === 'events' ? { ...everything, include: id } : isPost ? { status: 'any' } : {}
  const wide = kind === 'categories' || kind === 'tags' ? { include: id, hide_empty: 0 } : {}
  return {
    name,
    kind,
    path,
    doors: () => [path, ...bySlug, ...(source ? [`/${kind}/by-source/${source}`] : [])],
    reads: {
      single: at(path),
      ...(bySlug[0] && { 'by slug': at(bySlug[0]) }),
      ...(word &&
        lists(kind, id, { ...filters, ...wide, ...(kind !== 'events' && { search: word }) })),
      ...(withTools.has(kind) && { 'by a tool': byTool(kind, id) }),
      ...(cursors && { changed: ofChanges(id, kindOf[kind] ?? kind.slice(0, -1), cursors) }),
    },
    by,
  }
}

const kindOf: Record<string, string> = { categories: 'category' }

/** Also what visitors read who know the password. */
const withPassword = (of: Subject): Subject => ({
  ...of,
  reads: {
    ...of.reads,
    'with its password': (as, language, query) =>
      at(of.path)(as, language, { ...query, password: 'x' }),
  },
})

/** The lists in which a record is found by a word. */
function lists(kind: string, id: number, filters: object): Record<string, Read> {
  const plain = {
    listed: among(`/${kind}`, id, filters),
    'in lines': inLines(`/${kind}`, id, filters),
  }
  if (kind !== 'events') return plain
  const more = { cursor: 'start', facets: 'categories,city,month' }
  return { ...plain, 'by cursor, with facets': among('/events', id, { ...filters, ...more }) }
}

/** One date of a series: by its own ID, and by the slug of the series. */
function dateSubject(name: string, series: Body, date: Body): Subject {
  const path = `/events/${date.id}`
  const bySlug = ({ original_start }: Body) =>
    `/events/by-slug/${series.slug}?occurrence=${original_start.replace(' ', 'T')}`
  return {
    name,
    kind: 'events',
    path,
    doors: found => [path, bySlug(found)],
    reads: {
      single: at(path),
      'by slug': async (as, language, query) => {
        const found = await at(path)('editor', language, { context: 'edit' })
        return found && at(bySlug(found))(as, language, query)
      },
      'of the series': among(`/events/${series.id}/occurrences`, date.id, {
        start_date: '2029-01-01',
        end_date: '2032-01-01',
      }),
      listed: among('/events', date.id, { ...everything, include: series.id }),
      'in lines': inLines('/events', date.id, { ...everything, include: series.id }),
      'by a tool': byTool('events', date.id),
    },
    by: editors,
    series: series.id,
  }
}

const texts = [
  '<p>Inside &amp; out</p>',
  'Plain\n\nand a second paragraph, with "quotes" & signs',
  '<a href="https://a.example/?a=1&b=2">link</a>',
  'a &lt; b &amp;amp; c',
  '<script>x</script>left',
  '',
]
const costs = [
  '5 €',
  '10,50',
  0,
  'gratuit',
  '5 – 10 €',
  '$1,500.50',
  ['5', '8'],
  'pay what you want',
  '',
]
const websites = ['https://example.org/a?b=1&c=2', '', null]
const titles = [
  'Fair & "fun"',
  'A &amp; B',
  '<b>Bold</b> move',
  'L\u2019\u00e9t\u00e9 \u00e0 l\u2019abri',
  '5 < 6 > 4',
]

/** Some of the optional fields of an event, with values that reading shows otherwise than they are written. */
function someFields({ below, one }: Random, links: Record<string, number[]>) {
  const all: Record<string, unknown> = {
    description: one(texts),
    excerpt: one(texts),
    cost: one(costs),
    website: one(websites),
    featured: one([true, false, null]),
    sticky: one([true, false]),
    show_map: one([true, false, null]),
    ticketed: one([true, false]),
    venue: one([links.hall, [...(links.hall ?? []), ...(links.cellar ?? [])], []]),
    organizer: one([links.club, []]),
    categories: one([links.categories, []]),
    tags: one([links.tags, []]),
    image: one([links.image?.[0], false]),
    audience: one([{ family: true, min_age: 6 }, null]),
    accessibility: one([['wheelchair'], []]),
    performers: one([[{ name: 'Zo\u00e9 & band', url: 'https://zoe.example/?a=1&b=2' }], []]),
    custom_fields: one([
      { dress: 'Black & tie', seats: 5, level: 'low' },
      { dress: { fr: '<b>Robe' } },
    ]),
    registration_url: one(['https://tickets.example/?a=1&b=2', '']),
    attendance: one(['in_person', 'mixed']),
    availability: one(['few_left', '']),
  }
  return Object.fromEntries(Object.entries(all).filter(() => below(2) === 0))
}

const evening = {
  timezone: 'Europe/Paris',
  start_date: '2030-04-03 20:00',
  end_date: '2030-04-03 22:00',
}
const sundays = {
  timezone: 'Europe/Paris',
  start_date: '2030-03-03 20:00',
  end_date: '2030-03-03 22:00',
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6', 'RDATE:20300501T190000', 'EXDATE:20300310T200000'],
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let made = 0

/** A calendar of all kinds of records, each with random values. */
export async function openCalendar(random: Random): Promise<Subject[]> {
  made += 1
  const word = `zq${made}x`
  const { one } = random
  const cursors: Cursors = {}
  for (const as of [...writers, 'author', 'contributor'])
    cursors[as] = (await edit('GET', '/changes?records=true', undefined, { as })).cursor
  const post = (kind: string, body: object, as = 'editor', language: Language = 'en') =>
    edit('POST', in_(language, `/${kind}`), body, { as })
  const image = await edit('POST', '/images', undefined, {
    body: png,
    headers: { 'Content-Type': 'image/png' },
  })
  await edit('PATCH', `/images/${image.id}`, { title: `${word} picture`, alt: one(titles) })
  const hidden = await post('venues', { venue: `Hidden ${word}`, status: 'private' })
  const draftClub = await post('organizers', { organizer: `Draft ${word}`, status: 'draft' })
  const hall = await post('venues', {
    venue: `Hall ${word} & co`,
    city: 'Lyon',
    country: 'France',
    website: one(websites),
    show_map: one([true, false]),
    geo_lat: one([45.76, 0]),
    geo_lng: 4.8357,
    image: one([image.id, false]),
    translations: one([{}, { fr: { venue: `Salle ${word}` } }]),
  })
  const cellar = await post(
    'venues',
    { venue: `Cellar ${word}`, description: one(texts) },
    'author',
  )
  const club = await post('organizers', {
    organizer: `Club & ${word}`,
    email: 'a@example.org',
    website: one(websites),
  })
  const parent = await post('categories', { name: `Arts & ${word}` })
  const category = await post('categories', {
    name: `Crafts ${word}`,
    parent: parent.id,
    translations: one([{}, { fr: { name: `M\u00e9tiers ${word}` } }]),
  })
  const tag = await post('tags', { name: `Out "door" ${word}`, description: one(texts) })
  const page = await post('pages', { title: `Legal ${word}`, description: one(texts) })
  const links = {
    hall: [hall.id],
    cellar: [cellar.id],
    club: [club.id],
    categories: [category.id, parent.id],
    tags: [tag.id],
    image: [image.id],
  }
  const some = () => someFields(random, links)
  const titled = () => `${one(titles)} ${word}`
  const event = (more: object, as = 'editor', language: Language = 'en') =>
    post('events', { title: titled(), ...evening, ...some(), ...more }, as, language)

  const single = await event({})
  const french = await event({}, 'editor', 'fr')
  const both = await event({
    translations: { fr: { title: `Les deux ${word}`, excerpt: one(texts) } },
  })
  const halfway = await event({ translations: { fr: { description: 'Seulement un texte' } } })
  const locked = await event({ password: 'x', featured: true, venue: hall.id, tags: [tag.id] })
  // of images, they see their own and those that are shown
  const theirs = await event({ image: false }, 'author')
  await change(theirs.id, { venue: [hall.id, hidden.id], organizer: [draftClub.id] })
  const own = await event({ image: false, featured: undefined, sticky: undefined }, 'contributor')
  const days = await event({ all_day: true, start_date: '2030-04-05', end_date: '2030-04-06' })
  const offset = await event({ timezone: one(['UTC+2', 'UTC-5', 'Asia/Kolkata', 'UTC']) })
  const gap = await event({ start_date: '2030-03-31 02:30', end_date: '2030-03-31 03:30' })
  const off = await event({ event_status: 'cancelled', event_status_reason: 'Rain & "storm"' })
  const online = await event({ attendance: 'online', online_url: 'https://meet.example/?a=1&b=2' })
  const draft = await event({ status: one(['draft', 'pending', 'private']) })
  const future = await event({ status: 'publish', date: '2030-05-01 10:00' })
  const part = await event({ post_parent: single.id })
  const put = (kind: string, body: object) => edit('PUT', `/${kind}/by-source/town/${word}`, body)
  const imported = await put('events', { title: titled(), ...evening, ...some() })
  const importedHall = await put('venues', { venue: `From afar ${word}`, city: 'Nice' })
  const importedClub = await put('organizers', { organizer: `Abroad ${word}` })
  const importedTag = await put('tags', { name: `Elsewhere ${word}` })
  const trashed = await event({})
  await edit('DELETE', `/events/${trashed.id}`)
  const inTrash = among('/events', trashed.id, {
    ...everything,
    status: 'trash',
    include: trashed.id,
  })
  const source = `town/${word}`
  const of = (name: string, kind: string, body: Body, more: Partial<Made> = {}) =>
    subject(name, { kind, body, word, cursors, ...more })
  return [
    of('single', 'events', single, { by: writers }),
    of('french', 'events', french, { by: writers }),
    of('both', 'events', both, { by: writers }),
    of('halfway', 'events', halfway, { by: writers }),
    withPassword(of('locked', 'events', locked, { by: writers })),
    of('theirs', 'events', theirs, { by: [...writers, 'author'] }),
    of('own', 'events', own, { by: [...editors, 'contributor'] }),
    of('days', 'events', days),
    of('offset', 'events', offset),
    of('gap', 'events', gap),
    of('off', 'events', off),
    of('online', 'events', online),
    of('draft', 'events', draft),
    of('future', 'events', future),
    of('part', 'events', part),
    {
      ...of('trashed', 'events', { id: trashed.id }),
      reads: { listed: inTrash },
      whole: inTrash,
    },
    of('imported', 'events', imported, { source }),
    of('imported venue', 'venues', importedHall, { source }),
    of('imported organizer', 'organizers', importedClub, { source }),
    of('imported tag', 'tags', importedTag, { source }),
    ...(await seriesIn(event, random, word, { cursors })),
    of('venue', 'venues', hall, { by: writers }),
    of('cellar', 'venues', cellar, { by: [...editors, 'author'] }),
    of('hidden', 'venues', hidden),
    of('organizer', 'organizers', club, { by: writers }),
    of('draft organizer', 'organizers', draftClub),
    of('category', 'categories', category),
    of('parent', 'categories', parent),
    of('tag', 'tags', tag),
    of('page', 'pages', page),
    of('image', 'images', image),
  ]
}

type MakeEvent = (more: object, as?: string, language?: Language) => Promise<Body>

const rules = ['RRULE:FREQ=WEEKLY;COUNT=6']
const longAgo = { start_date: '2024-03-03 20:00', end_date: '2024-03-03 22:00' }

/** Series with dates that are changed, moved, cancelled and removed; one that is over, and a protected one. */
async function seriesIn(
  event: MakeEvent,
  { one }: Random,
  word: string,
  more: Partial<Made>,
): Promise<Subject[]> {
  const series = await event(sundays, 'editor', one(['en', 'fr']))
  const dates = await datesOf(series)
  const [first, over, next, moved, later, last] = dates
  await change(next?.id, { event_status: 'cancelled', title: 'Off', cost: '0' })
  await change(moved?.id, { start_date: '2030-04-01 09:00', end_date: '2030-04-01 10:30' })
  await edit('PATCH', in_('fr', `/events/${later?.id}`), {
    title: 'Autrement',
    excerpt: one(texts),
    featured: true,
    ...one([{}, { timezone: 'Asia/Tokyo' }, { venue: [] }]),
  })
  await edit('DELETE', `/events/${over?.id}`)
  const past = await event({
    ...sundays,
    start_date: '2029-03-04 20:00',
    end_date: '2029-03-04 22:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  })
  const locked = await event({ ...sundays, password: 'x', tags: [] })
  const wholeDays = await event({
    all_day: true,
    start_date: '2030-03-04',
    end_date: '2030-03-05',
    recurrence: ['RRULE:FREQ=MONTHLY;COUNT=4'],
  })
  const [, lockedDate] = await datesOf(locked)
  const given = await event({ ...sundays, recurrence: ['RDATE:20300402T200000,20300409T200000'] })
  const offset = await event({ ...sundays, timezone: 'UTC-5', recurrence: rules })
  // its first dates are before those that there is room for
  const long = await event({ ...sundays, ...longAgo, recurrence: ['RRULE:FREQ=MONTHLY'] })
  const author = await event({ ...sundays, recurrence: rules, image: false }, 'author')
  const hidden = await edit('POST', '/venues', { venue: `Out of ${word}`, status: 'private' })
  await change(author.id, { venue: [hidden.id] })
  const source = `town/series-${word}`
  const afar = await edit('PUT', `/events/by-source/${source}`, {
    ...sundays,
    title: `From afar ${word}`,
  })
  const [, afarDate, afarNext] = await datesOf(afar)
  await change(afarNext?.id, { venue: [hidden.id], cost: '2' })
  const all: [string, Body, Partial<Made>?][] = [
    ['series', series, { by: writers }],
    ['past series', past],
    ['locked series', locked],
    ['series of days', wholeDays],
    ['given dates', given],
    ['offset series', offset],
    ['long series', long],
    ['series of an author', author, { by: [...writers, 'author'] }],
    ['imported series', afar, { source }],
  ]
  return [
    ...all.map(([name, body, own]) => subject(name, { kind: 'events', body, ...more, ...own })),
    ...(afarDate ? [dateSubject('imported date', afar, afarDate)] : []),
    ...(afarNext ? [dateSubject('changed imported date', afar, afarNext)] : []),
    ...[first, next, moved, later, last].flatMap((date, at) =>
      date
        ? [dateSubject(['first', 'cancelled', 'moved', 'changed', 'last'][at] ?? '', series, date)]
        : [],
    ),
    ...(lockedDate ? [dateSubject('locked date', locked, lockedDate)] : []),
  ]
}

async function datesOf({ id }: Body): Promise<Body[]> {
  const query = { start_date: '2029-01-01', end_date: '2032-01-01', per_page: 50, context: 'edit' }
  const { events } = await edit('GET', `/events/${id}/occurrences`, undefined, { query })
  return events
}
