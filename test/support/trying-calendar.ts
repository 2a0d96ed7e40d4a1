import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Settings } from '../../src/config/config.ts'
import { type Service, startService } from './service.ts'

/** The day of the visitor, and of the calendar that is looked at. */
export const visit = '2027-03-10T10:00:00Z'

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const description =
  '<h2>Programme</h2><p>Come <em>early</em>: seats are few.</p><ul><li>Doors at seven</li><li><a href="https://example.org/">More</a></li></ul><table><tr><th>Row</th><td>Price</td></tr></table>'

const at = (from: string, to: string) => ({
  start_date: `2027-03-${from}`,
  end_date: `2027-03-${to}`,
})
const days = (from: string, to: string) => ({ ...at(from, to), all_day: true })

const theatre = { venue: 'Théâtre', city: 'Marseille', geo_lat: 43.2965, geo_lng: 5.3698 }
const townHall = {
  geo_lat: 43.789,
  geo_lng: 4.8316,
  venue: 'Hôtel de ville de Saint-Rémy-lès-Chevreuse-sur-Yvette',
  address: '1, place de la République',
  city: 'Saint-Rémy',
  zip: '13210',
  country: 'France',
  website: 'https://example.org/town-hall',
  phone: '+33 4 90 00 00 00',
}
const union = {
  organizer: 'Comité intercommunal d’organisation des festivités',
  email: 'fetes@example.org',
}

/** The cases that are hard to show well: much on a day, long words, no words, changes of plan, other clocks, the other language. */
const events: Record<string, unknown>[] = [
  ...Array.from({ length: 12 }, (_, n) => ({
    title: `Crowd ${n + 1}`,
    categories: ['music'],
    ...at(`20 ${n + 8}:00`, `20 ${n + 8}:30`),
  })),
  { title: 'First among many', sticky: true, ...at('20 21:00', '20 22:00') },
  // a list folds all but four of what runs for weeks
  ...Array.from({ length: 5 }, (_, n) => ({ title: `Exhibition ${n + 1}`, ...days('02', '27') })),
  { title: 'A whole season of exhibitions', featured: true, ...days('01', '28') },
  { title: 'Spring fair', ...days('09', '12') },
  { title: 'Readings around the clock', ...at('08 18:00', '13 02:00') },
  { title: 'Walks by the river', ...days('10', '14') },
  { title: 'Last week', ...at('03 10:00', '03 11:00') },
  { title: 'معرض الخط العربي ✨', ...at('24 17:00', '24 19:00') },
  { title: longWord, slug: 'long-word', ...at('11 10:00', '11 11:00') },
  { title: 'Cancelled walk', event_status: 'cancelled', ...at('16 10:00', '16 12:00') },
  {
    title: 'Postponed concert',
    event_status: 'postponed',
    ...at('16 20:00', '16 22:00'),
    event_status_reason: 'The hall is being repaired.',
  },
  {
    title: 'Talk by wire',
    attendance: 'online',
    ...at('17 18:00', '17 19:00'),
    online_url: 'https://meet.example.org/talk',
    timezone: 'America/Montreal',
  },
  {
    title: 'Bal du printemps',
    ml_language: 'fr',
    categories: ['music'],
    description: '<p>Venez danser.</p>',
    ...at('25 20:00', '25 23:00'),
  },
  { title: 'Play by the sea', venue: theatre, ...at('19 20:00', '19 22:00') },
  { title: 'Over since January', start_date: '2027-01-10 20:00', end_date: '2027-01-10 22:00' },
]

const full = {
  title: 'Summer night of open gardens',
  slug: 'gardens',
  categories: ['music', 'Développement durable et environnement'],
  tags: ['outdoors', 'anticonstitutionnellement'],
  cost: '12,50',
  website: 'https://example.org/gardens',
  description,
  translations: {
    fr: {
      title: 'Nuit des jardins ouverts : réaménagement, intercommunalité et développement durable',
      slug: 'jardins',
      description: '<p>Venez tôt : les places sont comptées.</p>',
    },
  },
  ...at('18 19:30', '18 23:00'),
}

/** A calendar that is hard to show well. Its caller closes it. */
export async function tryingCalendar(settings: Partial<Settings> = {}): Promise<Service> {
  const site = await startService({
    clock: visit,
    timezone: 'Europe/Paris',
    submissions: 5,
    siteName: 'Agenda de la communauté de communes',
    ...settings,
  })
  const create = async (path: string, body: object | Buffer, headers = {}) => {
    const reply = await site.send('POST', path, { as: 'administrator', body, headers })
    assert.equal(reply.status, 201, reply.text)
    return Number(reply.body.id)
  }
  const image = await create('/images', await drawing(), {
    'Content-Type': 'image/png',
    'Content-Disposition': 'attachment; filename=gardens.png',
  })
  const venue = await create('/venues', { ...townHall, image })
  const organizer = await create('/organizers', union)
  await create('/events', { ...full, image, venue, organizer })
  for (const event of events) await create('/events', event)
  return site
}

const drawing = () =>
  sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#31572c' } })
    .png()
    .toBuffer()

/** Every page, in English and in French. */
export const pages: Record<string, readonly [en: string, fr: string]> = {
  month: ['/events/month/2027-03/', '/fr/evenements/mois/2027-03/'],
  week: ['/events/week/2027-03-15/', '/fr/evenements/semaine/2027-03-15/'],
  day: ['/events/2027-03-20/', '/fr/evenements/2027-03-20/'],
  list: ['/events/list/', '/fr/evenements/liste/'],
  map: ['/events/map/', '/fr/evenements/carte/'],
  found: [
    '/events/list/?search=crowd&categories=music',
    '/fr/evenements/liste/?search=crowd&categories=music',
  ],
  event: ['/event/gardens/', '/fr/evenement/jardins/'],
  venue: [
    '/venue/hotel-de-ville-de-saint-remy-les-chevreuse-sur-yvette/',
    '/fr/lieu/hotel-de-ville-de-saint-remy-les-chevreuse-sur-yvette/',
  ],
  organizer: [
    '/organizer/comite-intercommunal-dorganisation-des-festivites/',
    '/fr/organisateur/comite-intercommunal-dorganisation-des-festivites/',
  ],
  category: ['/events/category/music/', '/fr/evenements/categorie/music/'],
  tag: ['/events/tag/outdoors/', '/fr/evenements/etiquette/outdoors/'],
  error: ['/event/unknown/', '/fr/evenement/inconnu/'],
  form: ['/events/submit/', '/fr/evenements/proposer/'],
  embed: ['/embed/', '/fr/integrer/'],
  front: ['/', '/fr/'],
  frame: ['/embed/calendar/?start=2027-03', '/fr/integrer/agenda/?start=2027-03'],
}

/** The same pages where something about them is out of the ordinary. */
export const oddPages: typeof pages = {
  'empty month': ['/events/month/2029-03/', '/fr/evenements/mois/2029-03/'],
  'list from a day': ['/events/list/2027-03-19/', '/fr/evenements/liste/2027-03-19/'],
  'map from a day': ['/events/map/2027-03-19/', '/fr/evenements/carte/2027-03-19/'],
  'not found': ['/events/list/?search=zebra', '/fr/evenements/liste/?search=zebra'],
  'one date': ['/event/gardens/2027-03-18/', '/fr/evenement/jardins/2027-03-18/'],
  'several days': ['/event/walks-by-the-river/', '/fr/evenement/walks-by-the-river/'],
  'long word': ['/event/long-word/', '/fr/evenement/long-word/'],
  postponed: ['/event/postponed-concert/', '/fr/evenement/postponed-concert/'],
  online: ['/event/talk-by-wire/', '/fr/evenement/talk-by-wire/'],
  'other language': ['/event/bal-du-printemps/', '/fr/evenement/bal-du-printemps/'],
}
