import { email, title, url as urlType } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { imageIfAny } from '../image/image.ts'
import { imageField } from '../image/image-type.ts'
import {
  descriptionField,
  linkedFilters,
  phoneField,
  postFields,
  translationsField,
} from '../shared/common.ts'
import { editing } from '../shared/editing.ts'
import { globalIds, languageItems, linkedHead, slug } from '../shared/shared-items.ts'
import { sourceFields, sourceItems } from '../shared/source.ts'
import { organizationData, organizationSchema } from './linked-data.ts'

const one = { en: 'organizer', fr: 'organisateur' }
const many = { en: 'organizers', fr: 'organisateurs' }
const preset = { default: null } as const

export const organizer = resource({
  name: 'organizer',
  path: 'organizers',
  page: { en: 'organizer', fr: 'organisateur' },
  family: 'post',
  leavesOutEmpty: true,
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
    ...postFields(one, preset),
    organizer: {
      label: { en: 'Name', fr: 'Nom' },
      type: title({ sample: 'Les Amis du jazz' }),
      lives: 'text',
      required: true,
      searched: true,
      ...preset,
      en: 'The name of the organizer.',
      fr: 'Le nom de l’organisateur.',
    },
    description: descriptionField(preset),
    image: imageField(preset),
    phone: phoneField,
    website: {
      label: { en: 'Website', fr: 'Site web' },
      type: urlType(),
      lives: 'text',
      ...preset,
      searched: true,
      en: 'The URL of the organizer’s website.',
      fr: 'L’URL du site web de l’organisateur.',
    },
    email: {
      label: { en: 'E-mail address', fr: 'Adresse e-mail' },
      type: email(),
      ...preset,
      searched: true,
      en: 'The e-mail address; it is public.',
      fr: 'L’adresse e-mail ; elle est publique.',
    },
    ...sourceFields,
    translations: translationsField((): Resource => organizer),
  },
  presented: {
    ...linkedHead,
    organizer: true,
    description: true,
    slug,
    image: imageIfAny,
    phone: true,
    website: true,
    email: true,
    json_ld: organizationData,
    ...globalIds,
    ...languageItems('organizer'),
    editing,
    ...sourceItems,
  },
  schemas: { OrganizerLinkedData: organizationSchema },
  filters: linkedFilters(many),
})
