import { degrees, line, url, word } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import {
  descriptionField,
  linkedFilters,
  linkedShows,
  postFields,
  translationsField,
} from '../common.ts'
import { imageField } from '../image/image.ts'

const one = { en: 'venue', fr: 'lieu' }
const many = { en: 'venues', fr: 'lieux' }
const shown = null

export const venue = resource({
  name: 'venue',
  path: 'venues',
  family: 'post',
  titled: 'venue',
  one,
  a: { en: 'a venue', fr: 'un lieu' },
  of: { en: 'of the venue', fr: 'du lieu' },
  many,
  about: { en: 'A place where events happen.', fr: 'Un endroit où se tiennent des évènements.' },
  fields: {
    ...postFields(one),
    venue: {
      type: line({ sample: 'Maison de la culture' }),
      lives: 'text',
      required: true,
      searched: true,
      en: 'The name of the venue.',
      fr: 'Le nom du lieu.',
    },
    description: descriptionField({ shown }),
    image: imageField({ shown }),
    show_map: {
      type: word('string'),
      shown,
      en: 'Whether to show a map.',
      fr: 'Indique s’il faut afficher une carte.',
    },
    show_map_link: {
      type: word('string'),
      shown,
      en: 'Whether to show a link to a map.',
      fr: 'Indique s’il faut afficher un lien vers une carte.',
    },
    address: {
      type: line(),
      shown,
      searched: true,
      en: 'The street address.',
      fr: 'L’adresse : numéro et rue.',
    },
    city: { type: line(), shown, searched: true, en: 'The city.', fr: 'La ville.' },
    country: { type: line(), shown, en: 'The country.', fr: 'Le pays.' },
    province: {
      type: line(),
      shown,
      searched: true,
      en: 'The province or region.',
      fr: 'La province ou la région.',
    },
    state: {
      type: line(),
      shown,
      searched: true,
      en: 'The state.',
      fr: 'L’État (aux États-Unis, par exemple).',
    },
    zip: { type: line(), shown, searched: true, en: 'The postal code.', fr: 'Le code postal.' },
    phone: {
      type: line(),
      shown,
      searched: true,
      en: 'The phone number.',
      fr: 'Le numéro de téléphone.',
    },
    stateprovince: {
      type: line(),
      shown,
      searched: true,
      en: 'The region as shown. Without it, the state in the United States, else the province.',
      fr: 'La région telle qu’affichée. À défaut, l’État aux États-Unis, sinon la province.',
    },
    website: {
      type: url(),
      lives: 'text',
      shown,
      en: 'The URL of the venue’s website.',
      fr: 'L’URL du site web du lieu.',
    },
    geo_lat: {
      type: degrees(90),
      addition: true,
      en: 'The latitude, in degrees.',
      fr: 'La latitude, en degrés.',
    },
    geo_lng: {
      type: degrees(180),
      addition: true,
      en: 'The longitude, in degrees.',
      fr: 'La longitude, en degrés.',
    },
    translations: translationsField((): Resource => venue),
  },
  shows: linkedShows,
  filters: linkedFilters(many),
})
