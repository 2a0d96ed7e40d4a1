import {
  flag,
  html,
  moment,
  reference,
  secret,
  slug,
  timezone,
  title,
  url,
} from '../../define/field-types.ts'
import { links, terms } from '../../define/links.ts'
import { type Resource, resource, type WriteValues } from '../../define/resource.ts'
import { dated } from '../../define/shown.ts'
import { descriptionField, postFields, translationsField } from '../common.ts'
import { editing } from '../editing.ts'
import { imageOrFalse } from '../image/image.ts'
import { imageField } from '../image/image-type.ts'
import { organizer } from '../organizer/organizer.ts'
import { globalIds, idOf, languageItems, modified, rest_url, urlShown } from '../shown.ts'
import { sourceFields, sourceShown } from '../source.ts'
import { venue } from '../venue/venue.ts'
import { costType } from './cost-type.ts'
import { eventStatusFields } from './event-status.ts'
import { eventFilters } from './filters.ts'
import { eventData } from './linked-data.ts'
import { next_occurrences, occurrence_count, original_start, series } from './occurrence-shown.ts'
import { recurrenceField, recurrenceShown } from './recurrence.ts'
import {
  cost_details,
  custom_fields,
  dates,
  eventSchemas,
  linked,
  timezone_abbr,
  website,
} from './shown.ts'
import { submissionField, submissionShown } from './submission.ts'

const { language, translations } = languageItems('title')
const one = { en: 'event', fr: 'évènement' }

export const event = resource({
  name: 'event',
  path: 'events',
  page: { en: 'event', fr: 'evenement' },
  family: 'post',
  hasPassword: true,
  hasOwnCodes: true,
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
      label: { en: 'Title', fr: 'Titre' },
      open: true,
      type: title({ sample: 'Summer fair' }),
      lives: 'text',
      required: true,
      searched: true,
      en: 'The title of the event.',
      fr: 'Le titre de l’évènement.',
      read: {
        en: 'The title, with HTML entities.',
        fr: 'Le titre, avec des entités HTML.',
      },
    },
    description: descriptionField(),
    slug: {
      label: { en: 'Slug', fr: 'Slug' },
      open: true,
      type: slug(),
      lives: 'text',
      en: 'The slug; by default made from the title.',
      fr: 'Le slug ; à défaut, tiré du titre.',
      read: {
        en: 'The slug; drafts may have none.',
        fr: 'Le slug ; un brouillon peut ne pas en avoir.',
      },
    },
    excerpt: {
      label: { en: 'Excerpt', fr: 'Extrait' },
      type: html({ max: 100_000 }),
      lives: 'text',
      searched: true,
      en: 'A short text for lists.',
      fr: 'Un court texte pour les listes.',
    },
    timezone: {
      label: { en: 'Time zone', fr: 'Fuseau horaire' },
      open: true,
      type: timezone(),
      en: 'The time zone of the event: an IANA name, UTC or an offset. By default, that of the site.',
      fr: 'Le fuseau horaire de l’évènement : un nom IANA, UTC ou un décalage. À défaut, celui du site.',
      read: {
        en: 'The time zone of the event: an IANA name, UTC or an offset.',
        fr: 'Le fuseau horaire de l’évènement : un nom IANA, UTC ou un décalage.',
      },
    },
    all_day: {
      label: { en: 'All day', fr: 'Toute la journée' },
      type: flag(),
      default: false,
      en: 'Whether the event lasts the whole day or whole days.',
      fr: 'Indique si l’évènement dure toute la journée, ou des journées entières.',
    },
    start_date: {
      label: { en: 'Start', fr: 'Début' },
      type: moment(),
      required: true,
      inForm: { dayWhen: 'all_day' },
      en: 'When the event starts, on the clock of its time zone; an instant is converted.',
      fr: 'Le début de l’évènement, à l’heure de son fuseau ; un instant est converti.',
      read: {
        en: 'When the event starts, on the clock of its time zone.',
        fr: 'Le début de l’évènement, à l’heure de son fuseau.',
      },
    },
    end_date: {
      label: { en: 'End', fr: 'Fin' },
      type: moment(),
      required: true,
      inForm: { dayWhen: 'all_day', follows: 'start_date' },
      en: 'When the event ends, on the clock of its time zone; an instant is converted.',
      fr: 'La fin de l’évènement, à l’heure de son fuseau ; un instant est converti.',
      read: {
        en: 'When the event ends, on the clock of its time zone.',
        fr: 'La fin de l’évènement, à l’heure de son fuseau.',
      },
    },
    image: imageField(),
    cost: {
      label: { en: 'Cost', fr: 'Tarif' },
      type: costType,
      en: 'The cost: text, a number, or a list of them.',
      fr: 'Le tarif : un texte, un nombre, ou une liste.',
      read: {
        en: 'The cost as it is shown; 0 is shown as Free.',
        fr: 'Le tarif tel qu’il est affiché ; 0 devient Gratuit.',
      },
    },
    website: {
      label: { en: 'Website', fr: 'Site web' },
      onPage: true,
      type: url(false),
      lives: 'text',
      default: null,
      en: 'The URL of the event’s website.',
      fr: 'L’URL du site web de l’évènement.',
      read: {
        en: 'The URL of the website; the page of the event when none was ever set.',
        fr: 'L’URL du site web ; la page de l’évènement si aucune n’a jamais été donnée.',
      },
    },
    show_map: {
      label: { en: 'Show map', fr: 'Afficher la carte' },
      type: flag(),
      en: 'Whether to show a map.',
      fr: 'Indique s’il faut afficher une carte.',
    },
    show_map_link: {
      label: { en: 'Show map link', fr: 'Afficher le lien vers une carte' },
      type: flag(),
      en: 'Whether to show a link to a map.',
      fr: 'Indique s’il faut afficher un lien vers une carte.',
    },
    hide_from_listings: {
      label: { en: 'Hide from listings', fr: 'Masquer dans les listes' },
      type: flag(),
      en: 'Leave the event out of every list.',
      fr: 'Écarter l’évènement de toutes les listes.',
    },
    sticky: {
      label: { en: 'Pinned in month view', fr: 'Épinglé en haut de sa journée (vue mois)' },
      type: flag(),
      en: 'Pin the event to the top of its day in the month view.',
      fr: 'Affiche l’évènement en haut de sa journée dans la vue du mois.',
    },
    featured: {
      label: { en: 'Featured', fr: 'À la une' },
      type: flag(),
      en: 'Whether the event is featured.',
      fr: 'Indique si l’évènement est mis en avant.',
    },
    categories: {
      label: { en: 'Categories', fr: 'Catégories' },
      type: terms('category'),
      lives: 'link',
      default: null,
      en: 'Categories, by ID, name or slug.',
      fr: 'Les catégories, par ID, nom ou slug.',
    },
    tags: {
      label: { en: 'Tags', fr: 'Étiquettes' },
      type: terms('tag'),
      lives: 'link',
      default: null,
      en: 'Tags, by ID, name or slug.',
      fr: 'Les étiquettes, par ID, nom ou slug.',
    },
    venue: {
      label: { en: 'Venue', fr: 'Lieu' },
      type: links<object, WriteValues<typeof venue>>((): Resource => venue),
      lives: 'link',
      default: null,
      en: 'The venue: an ID, the data of a venue, or a list of them.',
      fr: 'Le lieu : un ID, les données d’un lieu, ou une liste.',
    },
    organizer: {
      label: { en: 'Organizers', fr: 'Organisateurs' },
      type: links<object, WriteValues<typeof organizer>>((): Resource => organizer),
      lives: 'link',
      default: null,
      en: 'The organizers: an ID, the data of an organizer, or a list of them.',
      fr: 'Les organisateurs : un ID, les données d’un organisateur, ou une liste.',
    },
    ticketed: {
      label: { en: 'Has tickets', fr: 'Avec billetterie' },
      type: flag(),
      addition: true,
      en: 'Whether the event has tickets.',
      fr: 'Indique si l’évènement a une billetterie.',
    },
    post_parent: {
      label: { en: 'Part of', fr: 'Fait partie de' },
      open: true,
      type: reference('event', { isOfReadable: true }),
      indexed: true,
      addition: true,
      en: 'The ID of the event that this one is part of.',
      fr: 'L’ID de l’évènement dont celui-ci fait partie.',
      read: {
        en: 'The ID of the event that this one is part of; 0 for none.',
        fr: 'L’ID de l’évènement dont celui-ci fait partie ; 0 s’il n’y en a pas.',
      },
    },
    recurrence: recurrenceField,
    ...eventStatusFields,
    submission: submissionField,
    ...sourceFields,
    translations: translationsField((): Resource => event),
    password: {
      label: { en: 'Password', fr: 'Mot de passe' },
      type: secret(),
      addition: true,
      en: 'The password of the event: in a query it opens the event, in a body it sets or (empty) removes it.',
      fr: 'Le mot de passe de l’évènement : dans l’URL il l’ouvre, dans le corps il le fixe ou (vide) le retire.',
    },
  },
  // in the order of The Events Calendar
  shown: {
    id: dated(idOf({ en: 'The ID of the event.', fr: 'L’ID de l’évènement.' })),
    global_id: dated(globalIds.global_id),
    global_id_lineage: dated(globalIds.global_id_lineage),
    author: true,
    status: true,
    date: true,
    date_utc: true,
    ...modified,
    url: dated(urlShown),
    rest_url: dated(rest_url),
    title: true,
    description: true,
    excerpt: true,
    slug: true,
    image: imageOrFalse,
    all_day: true,
    ...dates,
    timezone: true,
    timezone_abbr,
    cost: true,
    cost_details,
    website: dated(website),
    show_map: true,
    show_map_link: true,
    hide_from_listings: true,
    sticky: true,
    featured: true,
    ...linked,
    custom_fields,
    ticketed: true,
    post_parent: true,
    event_status: true,
    event_status_reason: true,
    attendance: true,
    online_url: true,
    language,
    translations: dated(translations),
    submission: submissionShown,
    editing,
    series,
    original_start,
    occurrence_count,
    next_occurrences,
    json_ld: eventData,
    ...recurrenceShown,
    ...sourceShown,
  },
  schemas: eventSchemas,
  filters: eventFilters,
})
