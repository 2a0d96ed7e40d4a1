import { fold } from '../../define/text/fold.ts'
import { isLanguage, type Language, languagePattern } from '../../define/text/language.ts'

/** The meaning of a column of a table; `skip`: a known column without a field here. */
export type Column = { field: string; language?: Language | undefined }

/** The resources of rows. */
export const rowKinds = ['event', 'venue', 'organizer'] as const
export type RowKind = (typeof rowKinds)[number]

/** The kind of rows of this name; events by default. */
export const rowKindOf = (name: string | undefined): RowKind =>
  rowKinds.find(kind => kind === name) ?? 'event'

/**
 * The columns of The Events Calendar, with the spellings in the wild, the words that spreadsheets have, and those of French ones. The first
 * is what an export writes.
 */
const names: Record<RowKind, Record<string, readonly string[]>> = {
  event: {
    title: ['Event Name', 'Event Title', 'Title', 'Name', 'Nom', 'Titre', 'Évènement'],
    description: ['Event Description', 'Description', 'Details', 'Texte'],
    excerpt: ['Event Excerpt', 'Excerpt', 'Summary', 'Extrait', 'Résumé'],
    start_date: [
      'Event Start Date',
      'Start Date',
      'Start',
      'Date',
      'From',
      'Begins',
      'Début',
      'Date de début',
    ],
    start_time: ['Event Start Time', 'Start Time', 'Time', 'Heure', 'Heure de début'],
    end_date: ['Event End Date', 'End Date', 'End', 'To', 'Ends', 'Fin', 'Date de fin'],
    end_time: ['Event End Time', 'End Time', 'Heure de fin'],
    timezone: [
      'Event Time Zone',
      'Event Timezone',
      'Time Zone',
      'Timezone',
      'Fuseau horaire',
      'Fuseau',
    ],
    all_day: ['All Day Event', 'All Day', 'Journée entière', 'Toute la journée'],
    hide_from_listings: [
      'Hide Event From Event Listings',
      'Hide From Event Listings',
      'Hide From Listings',
      'Hide',
      'Masquer',
    ],
    sticky: ['Event Sticky in Month View', 'Sticky in Month View', 'Sticky', 'Épinglé'],
    featured: ['Feature Event', 'Featured Event', 'Featured', 'À la une'],
    venue: ['Event Venue Name', 'Venue Name', 'Venue', 'Location', 'Place', 'Lieu', 'Nom du lieu'],
    organizer: [
      'Event Organizer Name(s) or ID(s)',
      'Event Organizer Name',
      'Organizer Name',
      'Organizers',
      'Organizer',
      'Organisateur',
      'Organisateurs',
    ],
    show_map_link: ['Event Show Map Link', 'Show Map Link'],
    show_map: ['Event Show Map', 'Show Map'],
    cost: ['Event Cost', 'Cost', 'Price', 'Prix', 'Tarif'],
    currency_code: [
      'Event ISO Currency Code',
      'Event Currency Code',
      'Currency Code',
      'Currency',
      'Devise',
    ],
    currency_symbol: ['Event Currency Symbol', 'Currency Symbol'],
    currency_position: ['Event Currency Position', 'Currency Position'],
    categories: [
      'Event Category',
      'Event Categories',
      'Categories',
      'Category',
      'Catégories',
      'Catégorie',
    ],
    tags: ['Event Tags', 'Event Tag', 'Tags', 'Étiquettes'],
    website: ['Event Website', 'Website', 'URL', 'Link', 'Site web', 'Lien'],
    image: ['Event Featured Image', 'Featured Image', 'Image', 'Photo'],
    status: ['Event Status', 'Status', 'Post Status', 'Statut'],
    id: ['Event ID', 'ID', 'UID', 'Post ID', 'source_id', 'Identifiant'],
    slug: ['Event Slug', 'Slug'],
    recurrence: ['Event Recurrence', 'Recurrence', 'RRULE', 'Répétition'],
    'venue.address': ['Venue Address', 'Address', 'Street', 'Adresse'],
    'venue.city': ['Venue City', 'City', 'Town', 'Ville'],
    'venue.country': ['Venue Country', 'Country', 'Pays'],
    'venue.stateprovince': ['Venue State/Province', 'State/Province', 'Région'],
    'venue.zip': ['Venue Zip', 'Zip', 'Postal Code', 'Code postal'],
    'venue.geo_lat': ['Venue Latitude', 'Latitude', 'Lat'],
    'venue.geo_lng': ['Venue Longitude', 'Longitude', 'Lng', 'Lon'],
    skip: [
      'Event Allow Comments',
      'Event Allow Trackbacks and Pingbacks',
      'Comment status',
      'Ping status',
    ],
  },
  venue: {
    venue: ['Venue Name', 'Name', 'Nom', 'Lieu'],
    description: ['Venue Description', 'Description'],
    country: ['Venue Country', 'Country', 'Pays'],
    address: ['Venue Address', 'Address', 'Adresse'],
    address2: ['Venue Address 2', 'Address 2'],
    city: ['Venue City', 'City', 'Ville'],
    stateprovince: ['Venue State/Province', 'State/Province', 'State', 'Province', 'Région'],
    zip: ['Venue Zip', 'Zip', 'Postal Code', 'Code postal'],
    phone: ['Venue Phone', 'Phone', 'Téléphone'],
    website: ['Venue Website', 'Website', 'URL', 'Site web'],
    image: ['Venue Featured Image', 'Featured Image', 'Image'],
    geo_lat: ['Venue Latitude', 'Latitude', 'Lat'],
    geo_lng: ['Venue Longitude', 'Longitude', 'Lng', 'Lon'],
    id: ['Venue ID', 'ID', 'source_id', 'Identifiant'],
    skip: ['Venue Show Map', 'Venue Show Map Link', 'Show Map', 'Show Map Link'],
  },
  organizer: {
    organizer: ['Organizer Name', 'Name', 'Nom', 'Organisateur'],
    description: ['Organizer Description', 'Description'],
    email: ['Organizer Email', 'Email', 'E-mail', 'Courriel'],
    website: ['Organizer Website', 'Website', 'URL', 'Site web'],
    phone: ['Organizer Phone', 'Phone', 'Téléphone'],
    image: ['Organizer Featured Image', 'Featured Image', 'Image'],
    id: ['Organizer ID', 'ID', 'source_id', 'Identifiant'],
    skip: [],
  },
}

/** The fields that the columns of a table may be of. */
export const fieldNames = (kind: RowKind): string[] => Object.keys(names[kind])

/** The headings of an export, by field. */
export const headings = (kind: RowKind): Record<string, string> =>
  Object.fromEntries(Object.entries(names[kind]).map(([field, [first = '']]) => [field, first]))

/** Letters and digits alone. */
const plain = (heading: string) =>
  fold(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const byName = (kind: RowKind) =>
  new Map(
    Object.entries(names[kind]).flatMap(([field, all]) => [
      [plain(field), field] as const,
      ...all.map(name => [plain(name), field] as const),
    ]),
  )

const inLanguage = new RegExp(`^(.+?)[\\s_.:\\-]*[\\s_.:\\-([](${languagePattern})[)\\]]?$`, 'i')

const maxHeading = 200

/** A heading without the language at its end: `Title (fr)`, `title_fr`. */
function languageIn(heading: string): { name: string; language?: Language } {
  const match = inLanguage.exec(heading.trim().slice(0, maxHeading))
  const language = match?.[2]?.toLowerCase()
  return match && isLanguage(language) ? { name: match[1] ?? '', language } : { name: heading }
}

/** The columns of headings; undefined for a heading without a meaning. `mapping` states some of them. */
function columnsAs(
  kind: RowKind,
  headings: readonly string[],
  mapping: Readonly<Record<string, string>>,
): (Column | undefined)[] {
  const fields = byName(kind)
  const given = new Map(Object.entries(mapping).map(([heading, field]) => [plain(heading), field]))
  const taken = new Set<string>()
  return headings.map(heading => {
    const mapped = given.get(plain(heading))
    const exact = fields.get(plain(heading))
    const { name, language } =
      exact === undefined ? languageIn(mapped ?? heading) : { name: heading }
    const field =
      mapped === undefined ? (exact ?? fields.get(plain(name))) : (fields.get(plain(name)) ?? name)
    const key = `${field} ${language}`
    if (field === undefined || (field !== 'skip' && taken.has(key))) return undefined
    taken.add(key)
    return { field, language }
  })
}

const needed: Record<RowKind, readonly string[]> = {
  event: ['title', 'start_date'],
  venue: ['venue'],
  organizer: ['organizer'],
}

/** The content of a table by its headings: events if it has dates. Undefined: no known heading. */
export function columnsOf(
  headings: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
): { kind: RowKind; columns: (Column | undefined)[] } | undefined {
  const isOf = (word: string) => headings.some(heading => plain(heading).startsWith(word))
  const order: RowKind[] = isOf('organizer ')
    ? ['event', 'organizer', 'venue']
    : ['event', 'venue', 'organizer']
  for (const kind of order) {
    const columns = columnsAs(kind, headings, mapping)
    if (needed[kind].every(field => columns.some(column => column?.field === field)))
      return { kind, columns }
  }
  return undefined
}
