import { ignored } from '../../define/column-mapping.ts'
import { textNames } from '../../define/resource.ts'
import { type Language, languages, type Sentence, textIn } from '../../define/text/language.ts'
import { resources } from '../../resources/index.ts'
import type { FieldName, RowKind } from './columns.ts'

const website = { en: 'Website', fr: 'Site web' }
const image = { en: 'Image (URL)', fr: 'Image (URL)' }
const description = { en: 'Description', fr: 'Description' }
const id = { en: 'ID in the source', fr: 'ID dans la source' }
const skip = { en: 'ignore', fr: 'ignorer' }

/** The names of the fields, for people who choose the field of a column. */
const labels: { [Kind in RowKind]: Record<FieldName<Kind>, Sentence> } = {
  event: {
    title: { en: 'Title', fr: 'Titre' },
    description,
    excerpt: { en: 'Excerpt', fr: 'Extrait' },
    start_date: { en: 'Start date', fr: 'Date de début' },
    start_time: { en: 'Start time', fr: 'Heure de début' },
    end_date: { en: 'End date', fr: 'Date de fin' },
    end_time: { en: 'End time', fr: 'Heure de fin' },
    timezone: { en: 'Time zone', fr: 'Fuseau horaire' },
    all_day: { en: 'All day', fr: 'Toute la journée' },
    hide_from_listings: { en: 'Hidden from lists', fr: 'Masqué dans les listes' },
    sticky: { en: 'First on its day', fr: 'En tête de sa journée' },
    featured: { en: 'Featured', fr: 'À la une' },
    venue: { en: 'Venue', fr: 'Lieu' },
    organizer: { en: 'Organizers', fr: 'Organisateurs' },
    show_map_link: { en: 'Link to a map', fr: 'Lien vers une carte' },
    show_map: { en: 'Map', fr: 'Carte' },
    cost: { en: 'Cost', fr: 'Tarif' },
    currency_code: { en: 'Currency code', fr: 'Code de la devise' },
    currency_symbol: { en: 'Currency symbol', fr: 'Symbole de la devise' },
    currency_position: { en: 'Currency position', fr: 'Position de la devise' },
    categories: { en: 'Categories', fr: 'Catégories' },
    tags: { en: 'Tags', fr: 'Étiquettes' },
    website,
    image,
    status: { en: 'Status', fr: 'Statut' },
    id,
    slug: { en: 'Slug', fr: 'Slug' },
    recurrence: { en: 'Recurrence rule', fr: 'Règle de répétition' },
    'venue.address': { en: 'Venue: address', fr: 'Lieu : adresse' },
    'venue.city': { en: 'Venue: city', fr: 'Lieu : ville' },
    'venue.country': { en: 'Venue: country', fr: 'Lieu : pays' },
    'venue.stateprovince': { en: 'Venue: state or province', fr: 'Lieu : région' },
    'venue.zip': { en: 'Venue: postal code', fr: 'Lieu : code postal' },
    'venue.geo_lat': { en: 'Venue: latitude', fr: 'Lieu : latitude' },
    'venue.geo_lng': { en: 'Venue: longitude', fr: 'Lieu : longitude' },
    skip,
  },
  venue: {
    venue: { en: 'Name', fr: 'Nom' },
    description,
    country: { en: 'Country', fr: 'Pays' },
    address: { en: 'Address', fr: 'Adresse' },
    address2: { en: 'Address, second line', fr: 'Adresse, deuxième ligne' },
    city: { en: 'City', fr: 'Ville' },
    stateprovince: { en: 'State or province', fr: 'Région' },
    zip: { en: 'Postal code', fr: 'Code postal' },
    phone: { en: 'Phone', fr: 'Téléphone' },
    website,
    image,
    geo_lat: { en: 'Latitude', fr: 'Latitude' },
    geo_lng: { en: 'Longitude', fr: 'Longitude' },
    id,
    skip,
  },
  organizer: {
    organizer: { en: 'Name', fr: 'Nom' },
    description,
    email: { en: 'E-mail', fr: 'E-mail' },
    website,
    phone: { en: 'Phone', fr: 'Téléphone' },
    image,
    id,
    skip,
  },
}

/** The fields that a column of a table may be of, by their names in mappings; texts in each language too. */
export function fieldsOf(kind: RowKind, language: Language): { name: string; label: string }[] {
  const texts = textNames(resources[kind])
  const all: readonly (readonly [string, Sentence])[] = Object.entries(labels[kind])
  const fields = all.flatMap(([name, sentence]) => {
    const label = textIn(sentence, language)
    const own = texts.includes(name) ? languages : []
    return [
      { name, label },
      ...own.map(each => ({ name: `${name}.${each}`, label: `${label} (${each})` })),
    ]
  })
  return fields.toSorted((a, b) => Number(b.name === ignored) - Number(a.name === ignored))
}
