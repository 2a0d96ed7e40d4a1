import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Settings } from '../../src/config/config.ts'
import { type Service, startService } from './service.ts'

/** The day of the visitor: a Monday, five days before the Saturday with forty events. */
export const cityVisit = '2026-11-23T09:00:00Z'
export const [crowdedDay, month] = ['2026-11-28', '2026-11']
export const exhibitions = 6

/** Its pages, in English and in French. */
export const cityPages: Record<string, readonly [en: string, fr: string]> = {
  front: ['/', '/fr/'],
  month: [`/events/month/${month}/`, `/fr/evenements/mois/${month}/`],
  week: ['/events/week/2026-11-23/', '/fr/evenements/semaine/2026-11-23/'],
  day: [`/events/${crowdedDay}/`, `/fr/evenements/${crowdedDay}/`],
  list: ['/events/list/', '/fr/evenements/liste/'],
  compact: ['/events/list/?layout=compact', '/fr/evenements/liste/?layout=compact'],
  filtered: [
    '/events/list/?categories=concerts,ateliers&free=true&from=2026-11-28&to=2026-11-29',
    '/fr/evenements/liste/?categories=concerts,ateliers&free=true&from=2026-11-28&to=2026-11-29',
  ],
  map: ['/events/map/', '/fr/evenements/carte/'],
  category: ['/events/category/concerts/', '/fr/evenements/categorie/concerts/'],
  venue: ['/venue/opera/', '/fr/lieu/opera/'],
  venues: ['/venues/', '/fr/lieux/'],
  categories: ['/events/categories/', '/fr/evenements/categories/'],
  event: ['/event/festival-de-trois-jours/', '/fr/evenement/festival-de-trois-jours/'],
  error: ['/event/unknown/', '/fr/evenement/inconnu/'],
  form: ['/events/submit/', '/fr/evenements/proposer/'],
}

const hour = (at: number) => String(at).padStart(2, '0')
const places = [
  'Halle Tony-Garnier',
  'Opéra',
  'Les Subsistances',
  'Maison de la danse',
  'Auditorium',
]
const subjects = ['Concert', 'Atelier', 'Visite guidée', 'Lecture', 'Projection', 'Marché', 'Bal']
const long280 =
  `${'Rencontre publique sur la transformation des quartiers et la place du vivant '.repeat(4)}`
    .slice(0, 279)
    .concat('.')

type Body = Record<string, unknown>
const on = (day: string, from: number, to = from + 1): Body => ({
  start_date: `2026-${day} ${hour(from)}:00`,
  end_date: `2026-${day} ${hour(to)}:00`,
})
const days = (from: string, to: string): Body => ({
  start_date: from,
  end_date: to,
  all_day: true,
})

const crowd: Body[] = Array.from({ length: 40 }, (_, n) => ({
  title: `${subjects[n % subjects.length]} du samedi ${n + 1}`,
  categories: [n % 3 === 0 ? 'concerts' : 'ateliers'],
  cost: n % 4 === 0 ? '0' : `${5 + n}`,
  ...on('11-28', 8 + (n % 14)),
}))
const running: Body[] = Array.from({ length: exhibitions }, (_, n) => ({
  title: `Exposition longue ${n + 1}`,
  categories: ['expositions'],
  ...days('2026-11-10', `2026-12-${15 + n}`),
}))
const week: Body[] = ['23', '24', '25', '26', '27', '29', '30'].flatMap((day, n) =>
  Array.from({ length: 2 + (n % 3) }, (_, at) => ({
    title: `${subjects[(n + at) % subjects.length]} ${day}.${at + 1}`,
    categories: ['concerts'],
    ...on(`11-${day}`, 10 + 4 * at, 12 + 4 * at),
  })),
)
const odd: Body[] = [
  { title: long280, ...on('11-24', 18, 20), featured: true },
  { title: 'معرض الخط العربي في ليون ✨', ...on('11-25', 17, 19) },
  { title: 'ערב שירה עברית, כניסה חופשית.', ...on('11-26', 19, 21), cost: 'Free' },
  { title: 'Fête des Lumières', ...days('2026-12-05', '2026-12-08'), featured: true },
  { title: 'Festival de trois jours', ...days('2026-11-27', '2026-11-29'), featured: true },
  { title: 'À cheval sur le mois', ...days('2026-11-29', '2026-12-02') },
  {
    title: 'Conférence de Montréal',
    attendance: 'online',
    timezone: 'America/Montreal',
    ...on('11-27', 20, 21),
  },
  { title: 'Balade annulée', event_status: 'cancelled', ...on('11-23', 14, 16) },
  { title: 'Nuit blanche', start_date: '2026-11-28 22:00', end_date: '2026-11-29 05:00' },
  { title: 'Matinée du mois passé', ...on('11-03', 10, 12) },
  { title: 'Vide-grenier du 8', ...on('11-08', 8, 18) },
]

/** A calendar like that of a large city: much on one day, much that goes on for weeks, two clocks, several scripts. Its caller closes it. */
export async function cityCalendar(settings: Partial<Settings> = {}): Promise<Service> {
  const site = await startService({
    clock: cityVisit,
    timezone: 'Europe/Paris',
    siteName: 'Agenda de Lyon',
    submissions: 5,
    ...settings,
  })
  const create = async (path: string, body: object | Buffer, headers = {}) => {
    const reply = await site.send('POST', path, { as: 'administrator', body, headers })
    assert.equal(reply.status, 201, reply.text)
    return Number(reply.body.id)
  }
  const images = await Promise.all(['#31572c', '#7a3b2e', '#24496b'].map(drawing))
  const ids: number[] = []
  for (const [at, image] of images.entries())
    ids.push(
      await create('/images', image, {
        'Content-Type': 'image/png',
        'Content-Disposition': `attachment; filename=image-${at}.png`,
      }),
    )
  const venues: number[] = []
  for (const [at, venue] of places.entries())
    venues.push(
      await create('/venues', { venue, city: 'Lyon', geo_lat: 45.75 + at / 100, geo_lng: 4.83 }),
    )
  const all = [...running, ...crowd, ...week, ...odd]
  for (const [at, event] of all.entries())
    await create('/events', {
      venue: venues[at % venues.length],
      // one in three has none
      ...(at % 3 > 0 && { image: ids[at % ids.length] }),
      ...event,
    })
  return site
}

const drawing = (background: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .png()
    .toBuffer()
