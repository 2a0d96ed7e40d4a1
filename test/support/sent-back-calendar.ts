import { type Body, change, edit, in_, send } from './scenario.ts'

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
}

const editors = ['administrator', 'editor']
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

type Made = { kind: string; body: Body; by?: readonly string[]; word?: string }

function subject(name: string, { kind, body, by = editors, word }: Made): Subject {
  const { id, slug } = body
  const path = `/${kind}/${id}`
  const isPost = ['events', 'venues', 'organizers', 'pages'].includes(kind)
  const bySlug = isPost && slug ? [`/${kind}/by-slug/${slug}`] : []
  const filters = kind === 'events' ? everything : isPost ? { status: 'any' } : {}
  const wide = kind === 'categories' || kind === 'tags' ? { include: id, hide_empty: 0 } : {}
  return {
    name,
    kind,
    path,
    doors: () => [path, ...bySlug],
    reads: {
      single: at(path),
      ...(bySlug[0] && { 'by slug': at(bySlug[0]) }),
      ...(word && { listed: among(`/${kind}`, id, { ...filters, ...wide, search: word }) }),
    },
    by,
  }
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
  const imported = await edit('PUT', `/events/by-source/town/${word}`, {
    title: titled(),
    ...evening,
    ...some(),
  })
  const trashed = await event({})
  await edit('DELETE', `/events/${trashed.id}`)
  const of = (name: string, kind: string, body: Body, more: Partial<Made> = {}) =>
    subject(name, { kind, body, word, ...more })
  return [
    of('single', 'events', single),
    of('french', 'events', french),
    of('both', 'events', both),
    of('halfway', 'events', halfway),
    of('locked', 'events', locked),
    of('theirs', 'events', theirs, { by: [...editors, 'author'] }),
    of('own', 'events', own, { by: [...editors, 'contributor'] }),
    of('days', 'events', days),
    of('offset', 'events', offset),
    of('gap', 'events', gap),
    of('off', 'events', off),
    of('online', 'events', online),
    of('draft', 'events', draft),
    of('future', 'events', future),
    of('part', 'events', part),
    of('trashed', 'events', { id: trashed.id }),
    withSource(of('imported', 'events', imported), `town/${word}`),
    ...(await seriesIn(event, random)),
    of('venue', 'venues', hall),
    of('cellar', 'venues', cellar, { by: [...editors, 'author'] }),
    of('hidden', 'venues', hidden),
    of('organizer', 'organizers', club),
    of('draft organizer', 'organizers', draftClub),
    of('category', 'categories', category),
    of('parent', 'categories', parent),
    of('tag', 'tags', tag),
    of('page', 'pages', page),
    of('image', 'images', image),
  ]
}

const withSource = (of: Subject, source: string): Subject => ({
  ...of,
  doors: found => [...of.doors(found), `/events/by-source/${source}`],
})

type MakeEvent = (more: object, as?: string, language?: Language) => Promise<Body>

/** Series with dates that are changed, moved, cancelled and removed; one that is over, and a protected one. */
async function seriesIn(event: MakeEvent, { one }: Random): Promise<Subject[]> {
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
  return [
    ...[series, past, locked, wholeDays].map((body, at) =>
      subject(['series', 'past series', 'locked series', 'series of days'][at] ?? '', {
        kind: 'events',
        body,
      }),
    ),
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
