import {
  flag,
  html,
  line,
  moment,
  reference,
  secret,
  slug,
  timezone,
  url,
} from '../../define/field-types.ts'
import { links, terms } from '../../define/links.ts'
import { type Resource, resource, type WriteValues } from '../../define/resource.ts'
import { descriptionField, postFields, translationsField } from '../common.ts'
import { imageField } from '../image/image.ts'
import { organizer } from '../organizer/organizer.ts'
import { venue } from '../venue/venue.ts'
import { costKind } from './cost-type.ts'
import { eventFilters } from './filters.ts'

const one = { en: 'event', fr: 'évènement' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const event = resource({
  name: 'event',
  path: 'events',
  family: 'post',
  titled: 'title',
  one,
  a: { en: 'an event', fr: 'un évènement' },
  of: { en: 'of the event', fr: 'de l’évènement' },
  many: { en: 'events', fr: 'évènements' },
  about: {
    en: 'Something that happens, once or over days.',
    fr: 'Ce qui se passe, en une fois ou sur plusieurs jours.',
  },
  fields: {
    ...postFields(one),
    title: {
      type: line({ sample: 'Summer fair' }),
      lives: 'text',
      required: true,
      searched: true,
      en: 'The title of the event.',
      fr: 'Le titre de l’évènement.',
    },
    description: descriptionField(),
    slug: {
      type: slug(),
      lives: 'text',
      en: 'The slug; by default made from the title.',
      fr: 'Le slug ; à défaut, tiré du titre.',
    },
    excerpt: {
      type: html({ max: 100_000 }),
      lives: 'text',
      searched: true,
      en: 'A short text for lists.',
      fr: 'Un court texte pour les listes.',
    },
    timezone: {
      type: timezone(),
      en: 'The time zone of the event: an IANA name, UTC or an offset. By default, that of the site.',
      fr: 'Le fuseau horaire de l’évènement : un nom IANA, UTC ou un décalage. À défaut, celui du site.',
    },
    all_day: {
      type: flag(),
      shown: false,
      en: 'Whether the event lasts the whole day or whole days.',
      fr: 'Indique si l’évènement dure toute la journée, ou des journées entières.',
    },
    start_date: {
      type: moment(),
      required: true,
      en: 'When the event starts, on the clock of its time zone; an instant is converted.',
      fr: 'Le début de l’évènement, à l’heure de son fuseau ; un instant est converti.',
    },
    end_date: {
      type: moment(),
      required: true,
      en: 'When the event ends, on the clock of its time zone; an instant is converted.',
      fr: 'La fin de l’évènement, à l’heure de son fuseau ; un instant est converti.',
    },
    image: imageField(),
    cost: {
      type: costKind,
      en: 'The cost: text, a number, or a list of them.',
      fr: 'Le tarif : un texte, un nombre, ou une liste.',
    },
    website: {
      type: url(false),
      lives: 'text',
      shown: null,
      en: 'The URL of the event’s website.',
      fr: 'L’URL du site web de l’évènement.',
    },
    show_map: {
      type: flag(),
      en: 'Whether to show a map.',
      fr: 'Indique s’il faut afficher une carte.',
    },
    show_map_link: {
      type: flag(),
      en: 'Whether to show a link to a map.',
      fr: 'Indique s’il faut afficher un lien vers une carte.',
    },
    hide_from_listings: {
      type: flag(),
      en: 'Leave the event out of every list.',
      fr: 'Écarter l’évènement de toutes les listes.',
    },
    sticky: {
      type: flag(),
      en: 'Show the event first in its day of the month view.',
      fr: 'Montrer l’évènement en tête de son jour dans la vue du mois.',
    },
    featured: {
      type: flag(),
      en: 'Whether the event is featured.',
      fr: 'Indique si l’évènement est mis en avant.',
    },
    categories: {
      type: terms('category', { type: 'array', items: ref('Term') }),
      lives: 'link',
      shown: null,
      en: 'Categories, by ID, name or slug.',
      fr: 'Les catégories, par ID, nom ou slug.',
    },
    tags: {
      type: terms('tag', { type: 'array', items: ref('Term') }),
      lives: 'link',
      shown: null,
      en: 'Tags, by ID, name or slug.',
      fr: 'Les étiquettes, par ID, nom ou slug.',
    },
    venue: {
      type: links<object, WriteValues<typeof venue>>((): Resource => venue, {
        oneOf: [{ type: 'array', items: ref('Venue') }, ref('Venue')],
      }),
      lives: 'link',
      shown: null,
      en: 'The venue: an ID, the data of a venue, or a list of them.',
      fr: 'Le lieu : un ID, les données d’un lieu, ou une liste.',
    },
    organizer: {
      type: links<object, WriteValues<typeof organizer>>((): Resource => organizer, {
        type: 'array',
        items: ref('Organizer'),
      }),
      lives: 'link',
      shown: null,
      en: 'The organizers: an ID, the data of an organizer, or a list of them.',
      fr: 'Les organisateurs : un ID, les données d’un organisateur, ou une liste.',
    },
    ticketed: {
      type: flag(),
      addition: true,
      en: 'Whether the event has tickets.',
      fr: 'Indique si l’évènement a une billetterie.',
    },
    post_parent: {
      type: reference('event'),
      addition: true,
      en: 'The ID of the event that this one is part of.',
      fr: 'L’ID de l’évènement dont celui-ci fait partie.',
    },
    translations: translationsField((): Resource => event),
    password: {
      type: secret(),
      addition: true,
      en: 'The password of the event: in a query it opens the event, in a body it sets or (empty) removes it.',
      fr: 'Le mot de passe de l’évènement : dans l’URL il l’ouvre, dans le corps il le fixe ou (vide) le retire.',
    },
  },
  shows: [
    'id',
    'global_id',
    'global_id_lineage',
    'modified',
    'modified_utc',
    'url',
    'rest_url',
    'start_date_details',
    'end_date_details',
    'utc_start_date',
    'utc_start_date_details',
    'utc_end_date',
    'utc_end_date_details',
    'timezone_abbr',
    'cost_details',
    'custom_fields',
    'language',
    'json_ld',
  ],
  filters: eventFilters,
})
