import { optional } from '../../define/derived.ts'
import { degrees, line, title, url as urlType, word } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { escapeAngles } from '../../define/text/markup.ts'
import { imageIfAny } from '../image/image.ts'
import { imageField } from '../image/image-type.ts'
import {
  descriptionField,
  linkedFilters,
  phoneField,
  postFields,
  translationsField,
  windowFilter,
} from '../shared/common.ts'
import { editing } from '../shared/editing.ts'
import { globalIds, languageItems, linkedHead, slug } from '../shared/shared-items.ts'
import { sourceFields, sourceItems } from '../shared/source.ts'
import { placeData, placeSchema } from './linked-data.ts'
import { regionOf } from './view.ts'

const one = { en: 'venue', fr: 'lieu' }
const many = { en: 'venues', fr: 'lieux' }
const preset = { default: null } as const

export const venue = resource({
  name: 'venue',
  path: 'venues',
  page: { en: 'venue', fr: 'lieu' },
  family: 'post',
  leavesOutEmpty: true,
  titled: 'venue',
  one,
  a: { en: 'a venue', fr: 'un lieu' },
  of: { en: 'of the venue', fr: 'du lieu' },
  many,
  about: { en: 'A place where events happen.', fr: 'Un endroit où se tiennent des évènements.' },
  fields: {
    ...postFields(one),
    venue: {
      label: { en: 'Name', fr: 'Nom' },
      type: title({ sample: 'Maison de la culture' }),
      lives: 'text',
      required: true,
      searched: true,
      en: 'The name of the venue.',
      fr: 'Le nom du lieu.',
    },
    description: descriptionField(preset),
    image: imageField(preset),
    show_map: {
      label: { en: 'Show map', fr: 'Afficher la carte' },
      type: word('string'),
      ...preset,
      en: 'Whether to show a map.',
      fr: 'Indique s’il faut afficher une carte.',
    },
    show_map_link: {
      label: { en: 'Show map link', fr: 'Afficher le lien vers une carte' },
      type: word('string'),
      ...preset,
      en: 'Whether to show a link to a map.',
      fr: 'Indique s’il faut afficher un lien vers une carte.',
    },
    address: {
      label: { en: 'Street address', fr: 'Adresse' },
      type: line(),
      ...preset,
      searched: true,
      en: 'The street address.',
      fr: 'L’adresse : numéro et rue.',
    },
    city: {
      label: { en: 'City', fr: 'Ville' },
      type: line(),
      ...preset,
      searched: true,
      en: 'The city.',
      fr: 'La ville.',
    },
    country: {
      label: { en: 'Country', fr: 'Pays' },
      type: line(),
      inForm: { offers: 'countries' },
      ...preset,
      en: 'The country.',
      fr: 'Le pays.',
    },
    province: {
      label: { en: 'Province or region', fr: 'Province ou région' },
      type: line(),
      ...preset,
      searched: true,
      en: 'The province or region.',
      fr: 'La province ou la région.',
    },
    state: {
      label: { en: 'State', fr: 'État' },
      type: line(),
      ...preset,
      searched: true,
      en: 'The state.',
      fr: 'L’État (aux États-Unis, par exemple).',
    },
    zip: {
      label: { en: 'Postal code', fr: 'Code postal' },
      type: line(),
      ...preset,
      searched: true,
      en: 'The postal code.',
      fr: 'Le code postal.',
    },
    phone: phoneField,
    stateprovince: {
      label: { en: 'Region as shown', fr: 'Région affichée' },
      type: line(),
      ...preset,
      searched: true,
      en: 'The region as shown. Without it, the state in the United States, else the province.',
      fr: 'La région telle qu’affichée. À défaut, l’État aux États-Unis, sinon la province.',
    },
    website: {
      label: { en: 'Website', fr: 'Site web' },
      type: urlType(),
      lives: 'text',
      ...preset,
      en: 'The URL of the venue’s website.',
      fr: 'L’URL du site web du lieu.',
    },
    geo_lat: {
      label: { en: 'Latitude', fr: 'Latitude' },
      type: degrees(90),
      indexed: true,
      addition: true,
      en: 'The latitude, in degrees.',
      fr: 'La latitude, en degrés.',
    },
    geo_lng: {
      label: { en: 'Longitude', fr: 'Longitude' },
      type: degrees(180),
      addition: true,
      en: 'The longitude, in degrees.',
      fr: 'La longitude, en degrés.',
    },
    ...sourceFields,
    translations: translationsField((): Resource => venue),
  },
  presented: {
    ...linkedHead,
    venue: true,
    description: true,
    slug,
    image: imageIfAny,
    address: true,
    city: true,
    country: true,
    province: true,
    state: true,
    zip: true,
    phone: true,
    website: true,
    stateprovince: optional({
      show: ({ record }) => escapeAngles(regionOf(record.facts)) || undefined,
    }),
    geo_lat: true,
    geo_lng: true,
    json_ld: placeData,
    show_map: true,
    show_map_link: true,
    ...globalIds,
    ...languageItems('venue'),
    editing,
    ...sourceItems,
  },
  schemas: { PlaceLinkedData: placeSchema },
  filters: { ...linkedFilters(many), ...windowFilter({ en: 'venues', fr: 'lieux' }) },
})
