import { line, url } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import {
  descriptionField,
  linkedFilters,
  linkedShows,
  postFields,
  translationsField,
} from '../common.ts'
import { imageField } from '../image/image.ts'

const one = { en: 'organizer', fr: 'organisateur' }
const many = { en: 'organizers', fr: 'organisateurs' }
const shown = null

export const organizer = resource({
  name: 'organizer',
  path: 'organizers',
  family: 'post',
  titled: 'organizer',
  one,
  a: { en: 'an organizer', fr: 'un organisateur' },
  of: { en: 'of the organizer', fr: 'de l’organisateur' },
  many,
  about: {
    en: 'A person or body that runs events.',
    fr: 'Une personne ou un organisme qui organise des évènements.',
  },
  fields: {
    ...postFields(one, { shown }),
    organizer: {
      type: line({ sample: 'Les Amis du jazz' }),
      lives: 'text',
      required: true,
      searched: true,
      shown,
      en: 'The name of the organizer.',
      fr: 'Le nom de l’organisateur.',
    },
    description: descriptionField({ shown }),
    image: imageField({ shown }),
    phone: {
      type: line(),
      shown,
      searched: true,
      en: 'The phone number.',
      fr: 'Le numéro de téléphone.',
    },
    website: {
      type: url(),
      lives: 'text',
      shown,
      searched: true,
      en: 'The URL of the organizer’s website.',
      fr: 'L’URL du site web de l’organisateur.',
    },
    email: {
      type: line(),
      shown,
      searched: true,
      en: 'The e-mail address; it is public.',
      fr: 'L’adresse e-mail ; elle est publique.',
    },
    translations: translationsField((): Resource => organizer),
  },
  shows: linkedShows,
  filters: linkedFilters(many),
})
