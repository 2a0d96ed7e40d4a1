import { exact, text } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import {
  linkedData,
  named,
  namedSchema,
  reachedSchema,
  typeNamed,
  withoutEmpty,
} from '../shared/linked-data.ts'
import { RecordView } from '../shared/record-view.ts'

export class OrganizerRecord extends RecordView {
  get phone(): string {
    return String(this.fact('phone') ?? '')
  }
  get email(): string {
    return String(this.fact('email') ?? '')
  }
}

export type OrganizerView = Pick<OrganizerRecord, keyof OrganizerRecord>

/** schema.org Organization: most who run events are one, and The Events Calendar’s Person is wrong for all of these (X8). */
export const organization = (view: OrganizerView, context: ShowContext) => ({
  '@type': 'Organization',
  ...named(view, context),
  ...withoutEmpty({ telephone: view.phone, email: view.email, sameAs: view.website }),
})

export const organizationData = linkedData('OrganizerLinkedData', OrganizerRecord, organization)

export const organizationSchema = exact(
  {
    en: 'The organizer as a schema.org Organization.',
    fr: 'L’organisateur sous la forme Organization de schema.org.',
  },
  {
    '@type': typeNamed('Organization'),
    ...namedSchema,
    email: text({ en: 'The e-mail address.', fr: 'L’adresse e-mail.' }),
    ...reachedSchema,
  },
  ['description', 'email', 'telephone', 'sameAs'],
)
