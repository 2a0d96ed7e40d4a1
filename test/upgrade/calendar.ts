/** Fills a calendar before it is stored, and reads the facts about it afterwards. */
export type Send = (
  method: string,
  path: string,
  as: string,
  body?: object | Buffer,
) => Promise<{ status: number; body: Record<string, unknown> }>

export type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'images'
type Ids = Record<Kind, number[]>

/** The same moment for all calendars: dates that were in the future are so in the tests. */
export const clock = '2027-03-01T12:00:00Z'
export const password = 'a long password'
export const logins = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const

const at = (day: string, more: object = {}) => ({
  start_date: `2027-${day} 10:00:00`,
  end_date: `2027-${day} 12:30:00`,
  timezone: 'Europe/Paris',
  ...more,
})

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Each in its order; a version ignores or refuses values that it does not know yet. */
const events: [as: string, body: object][] = [
  [
    'editor',
    at('05-10', {
      title: 'Jazz in the park',
      description: '<p>Bring a blanket &amp; friends.</p>',
      venue: { venue: 'Town hall', address: '1 rue Lanterne', city: 'Lyon', country: 'France' },
      organizer: [{ organizer: 'Friends of jazz', email: 'jazz@example.org' }],
      categories: ['Music'],
      tags: ['free', 'open air'],
      cost: '0 – 12',
      website: 'https://example.org/jazz',
      translations: { fr: { title: 'Jazz au parc', description: 'Apportez une couverture.' } },
    }),
  ],
  ['author', at('06-10', { title: 'Summer market', featured: true, sticky: true, cost: '5' })],
  ['editor', at('07-10', { title: 'Members only', password: 'open sesame', cost: '9' })],
  ['editor', at('05-11', { title: 'A draft', status: 'draft', description: 'Not ready.' })],
  ['contributor', at('05-12', { title: 'Waiting for a review', status: 'pending' })],
  ['editor', at('05-13', { title: 'Behind closed doors', status: 'private' })],
  [
    'editor',
    at('09-13', { title: 'Announced later', status: 'publish', date: '2027-04-01 08:00:00' }),
  ],
  ['editor', at('05-14', { title: 'In no list', hide_from_listings: true })],
  [
    'editor',
    {
      title: 'Festival of lights',
      start_date: '2027-12-05',
      end_date: '2027-12-08',
      all_day: true,
      timezone: 'America/Toronto',
      categories: ['Music'],
      event_status: 'postponed',
    },
  ],
  ['editor', at('01-10', { title: 'Over since January', tags: ['free'] })],
]

/** Fills a calendar, and says what it has then. */
export async function fill(send: Send): Promise<Ids> {
  const ids: Ids = { events: [], venues: [], organizers: [], categories: [], tags: [], images: [] }
  async function make(kind: Kind, as: string, body: object | Buffer, language = 'en') {
    const { status, body: created } = await send(
      'POST',
      `/${language}/cal/events/v1/${kind}`,
      as,
      body,
    )
    if (status !== 201) return 0
    ids[kind].push(Number(created.id))
    return Number(created.id)
  }
  const path = (kind: Kind, id: number) => `/cal/events/v1/${kind}/${id}`
  const image = await make('images', 'editor', png)
  await make('categories', 'editor', {
    name: 'Culture',
    translations: { fr: { name: 'La culture' } },
  })
  const [culture] = ids.categories
  await make('categories', 'editor', { name: 'Theatre', parent: culture, description: 'On stage' })
  await make('tags', 'editor', { name: 'Families' })
  const hall = await make('venues', 'editor', { venue: 'The old hall', city: 'Bron' })
  const copy = await make('venues', 'editor', { venue: 'Old hall, the', city: 'Bron' })
  await make('organizers', 'editor', { organizer: 'Le Comité', phone: '+33 4 00 00 00 00' }, 'fr')
  for (const [as, body] of events) await make('events', as, body)
  const [jazz = 0, market = 0] = ids.events
  const french = await make(
    'events',
    'editor',
    at('08-10', {
      title: 'Bal des pompiers',
      description: 'Été',
      venue: copy,
      image,
      cost: '12,50 €',
    }),
    'fr',
  )
  // earlier versions, and a slug that it had
  for (const change of [{ slug: 'firemen' }, { slug: 'bal' }, { description: 'Été et automne' }])
    await send('PATCH', `/fr${path('events', french)}`, 'editor', change)
  await send('PATCH', path('events', market), 'author', { image, description: 'With music' })
  await send('PATCH', path('events', jazz), 'editor', { categories: ['Music', 'Culture'] })
  const inTrash = await make('events', 'editor', at('05-20', { title: 'In the trash' }))
  const removed = await make('events', 'editor', at('05-21', { title: 'Published, then deleted' }))
  await send('DELETE', path('events', inTrash), 'editor')
  await send('DELETE', `${path('events', removed)}?force=true`, 'editor')
  await send(
    'DELETE',
    path('venues', await make('venues', 'editor', { venue: 'Torn down' })),
    'editor',
  )
  const withdrawn = await make('events', 'editor', at('05-22', { title: 'Withdrawn' }))
  await send('PATCH', path('events', withdrawn), 'editor', { status: 'draft' })
  ids.events.push(...(await series(make, send)))
  // what later versions have
  const api = '/admin/api'
  await send('POST', `${api}/merge`, 'editor', { kind: 'venue', into: hall, from: [copy] })
  const [, , , , pending = 0] = ids.events
  await send('POST', `${api}/events/${pending}/return`, 'editor', { note: 'When does it end?' })
  await send('POST', `${api}/events/${market}/versions/1/restore`, 'editor', {})
  const settings = { siteName: 'Lyon', accentColor: '#00539f' }
  await send('PATCH', `${api}/settings`, 'settings', { settings })
  const kinds: Kind[] = ['categories', 'tags', 'venues', 'organizers']
  for (const kind of kinds) {
    const { body } = await send('GET', `/cal/events/v1/${kind}?per_page=50`, 'administrator')
    ids[kind] = [...new Set([...ids[kind], ...idsIn(body[kind])])].toSorted((a, b) => a - b)
  }
  return ids
}

/** Series with dates that are otherwise, are gone, or belong to another half now: gives IDs of such dates. A version that knows none has single events. */
async function series(
  make: (kind: Kind, as: string, body: object) => Promise<number>,
  send: Send,
): Promise<number[]> {
  const path = (id: unknown) => `/cal/events/v1/events/${id}`
  const repeated = async (title: string, ...recurrence: string[]) => {
    const [day, french] = ['05-02', `${title}, en français`]
    const texts = { title, translations: { fr: { title: french } } }
    const id = await make('events', 'editor', at(day, { ...texts, recurrence, tags: ['free'] }))
    const { body } = await send('GET', `${path(id)}/occurrences?per_page=50`, 'editor')
    return { id, dates: idsIn(body.events) }
  }
  const change = (id: unknown, body: object) => send('PATCH', path(id), 'editor', body)
  const choir = await repeated('Choir', 'RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20271231T235959Z')
  const { dates } = choir
  await change(dates[1], { title: 'Choir, open rehearsal', venue: { venue: 'The open air' } })
  await change(dates[2], { start_date: '2027-05-17 18:00:00', end_date: '2027-05-17 19:00:00' })
  await change(dates[3], { event_status: 'cancelled', event_status_reason: 'The hall is closed.' })
  await send('DELETE', `${path(dates[4])}?scope=this`, 'editor')
  await change(dates[5], { title: 'Choir by itself', scope: 'detach' })
  await change(dates[12], { title: 'Choir, later', scope: 'following' })
  const later = { start_date: '2027-05-02 10:30:00', end_date: '2027-05-02 12:00:00' }
  await change(choir.id, { cost: '3', ...later })
  await repeated('For ever', 'RRULE:FREQ=MONTHLY;BYDAY=1SU', 'EXDATE:20270704T100000')
  const picked = await repeated('Picked dates', 'RDATE:20270508T100000,20270609T100000')
  await change(picked.id, { recurrence: ['RDATE:20270609T100000,20270711T100000'] })
  const ended = await repeated('A series in the trash', 'RRULE:FREQ=DAILY;COUNT=3')
  await send('DELETE', path(ended.id), 'editor')
  return [1, 2, 3, 4, 5, 12].flatMap(at => dates[at] ?? [])
}

const idsIn = (list: unknown) =>
  Array.isArray(list) ? list.map(({ id }: { id: number }) => id) : []

/** The questions about each record, in both languages: the status of the response, and these of its members. */
const members = [
  'title',
  'recurrence',
  'original_start',
  'series',
  'venue',
  'organizer',
  'name',
  'status',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'featured',
  'sticky',
  'hide_from_listings',
  'description',
  'cost',
  'website',
  'slug',
  'author',
  'city',
  'address',
  'country',
  'phone',
  'email',
  'parent',
  'count',
  'categories',
  'tags',
  'image',
  'event_status',
  'mime_type',
  'width',
  'height',
]

/** A record in a record is known by its id; which space stands before a currency has changed. */
function short(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\s/g, ' ').replace(/ €/, '€')
  if (Array.isArray(value)) return value.map(short)
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}

/** All that is known of the records, read by an administrator. */
export async function factsOf(send: Send, ids: Ids): Promise<Record<string, unknown>> {
  const facts: Record<string, unknown> = {}
  for (const [kind, numbers] of Object.entries(ids))
    for (const id of numbers)
      for (const language of ['en', 'fr']) {
        const path = `/${language}/cal/events/v1/${kind}/${id}`
        const { status, body } = await send('GET', path, 'administrator')
        const present = members.filter(name => name in body && status === 200)
        facts[path] = [status, Object.fromEntries(present.map(name => [name, short(body[name])]))]
      }
  for (const path of otherPaths(ids)) {
    const { status, body } = await send('GET', path, 'administrator')
    // a version that does not know the route yet has nothing to lose there
    if (status === 200) facts[path] = [status, body.id ?? lengthsIn(body)]
  }
  return facts
}

/** Found by a slug that it had, with its password, by its history. */
const otherPaths = ({ events: [jazz, market, closed] }: Ids) => [
  '/cal/events/v1/events/by-slug/firemen',
  '/cal/events/v1/events/by-slug/members-only?password=open+sesame',
  ...[jazz, market, closed].map(id => `/admin/api/events/${id}/versions`),
]

const lengthsIn = (body: object) =>
  Object.entries(body).flatMap(([name, list]) => (Array.isArray(list) ? [name, list.length] : []))
