import type { StoredRecord } from '../../define/record.ts'
import { shown } from '../../define/record-texts.ts'
import { exact, ref, text } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { derived, type Named, optional } from '../../define/shown.ts'
import { embeddable, isA, named, namedSchema, reachedSchema, withoutEmpty } from '../linked-data.ts'

/** schema.org Organization: most who run events are one, and The Events Calendar’s Person is wrong for all of these (X8). */
export const organization = (record: StoredRecord, resource: Named, context: ShowContext) => ({
  '@type': 'Organization',
  ...named(record, resource, context),
  ...withoutEmpty({
    telephone: record.facts.phone,
    email: record.facts.email,
    sameAs: shown(record, 'website', context.language),
  }),
})

export const organizationData = optional(
  derived<Record<string, unknown> | undefined>(
    ref('OrganizerLinkedData'),
    ({ record }, context, { resource, isAlone }) =>
      isAlone ? embeddable(organization(record, resource, context)) : undefined,
  ),
)

export const organizationSchema = exact(
  {
    en: 'The organizer as a schema.org Organization.',
    fr: 'L’organisateur sous la forme Organization de schema.org.',
  },
  {
    '@type': isA('Organization'),
    ...namedSchema,
    email: text({ en: 'The e-mail address.', fr: 'L’adresse e-mail.' }),
    ...reachedSchema,
  },
  ['description', 'email', 'telephone', 'sameAs'],
)
