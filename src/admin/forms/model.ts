import type { FieldError, FieldType, FormInput, Sentence } from '../../define/field-type.ts'
import type { Field, InForm, Resource } from '../../define/resource.ts'
import { translatedSlug } from '../../define/translations.ts'
import {
  isPost,
  isWritten,
  type PostName,
  type ResourceName,
  resources,
  type WrittenName,
} from '../../resources/index.ts'
import type { RecordPath } from './records.ts'

/** One input of a form, as the definition of its field says: nothing of it is written down for the forms. */
export type FormField = InForm & {
  name: string
  as: FormInput
  label: Sentence
  hint: Sentence
  /** True for fields with one value per language. */
  isText: boolean
  isRequired: boolean
  /** Characters at most. */
  maxLength?: number
  least?: number
  most?: number
  /** The form of its text, and the message for any other; a note does not prevent saving. */
  pattern?: { source: string; flags: string; wrong: FieldError; isNote?: true }
  /** The words of a choice, with their labels. */
  choices?: [word: string, label: Sentence][]
  /** The resource that a picker offers, or `user`. */
  of?: string
  /** It is written under `translations` alone, in every language. */
  isInTranslations?: true
  /** Only users who may publish set it. */
  byPublishers?: true
}

/** The forms of a resource. */
export type Form = Pick<
  Resource,
  'page' | 'isFile' | 'family' | 'titled' | 'one' | 'a' | 'many'
> & {
  name: ResourceName
  path: RecordPath
  /** Its name where its records have a status and an author. */
  post?: PostName
  /** Its name where its records are written field by field. */
  written?: WrittenName
  fields: FormField[]
}

/** Every form, by the name of its resource: evaluated when the app is built, so that browsers load no definitions. */
export const forms: Record<string, Form> = Object.fromEntries(
  Object.values(resources).map(resource => [resource.name, formOf(resource)]),
)

/** The form of a resource, whatever fields it has. */
export function formOf(resource: Resource & Pick<Form, 'name' | 'path'>): Form {
  const { name, path, page, isFile, family, titled, one, a, many, fields } = resource
  return {
    name,
    path,
    family,
    titled,
    one,
    a,
    many,
    ...(page && { page }),
    ...(isFile && { isFile }),
    ...(isPost(name) && { post: name }),
    ...(isWritten(name) && { written: name }),
    fields: [
      ...Object.entries(fields).flatMap(([name, field]) => fieldOf(name, field)),
      // venues and organizers are given one there alone
      ...(page && !fields.slug && fields.translations
        ? fieldOf('slug', translatedSlug).map(field => ({
            ...field,
            isInTranslations: true as const,
          }))
        : []),
    ],
  }
}

function fieldOf(
  name: string,
  { type, label, en, fr, lives, required, byPublishers, inForm }: Field,
): FormField[] {
  if (!type.input) return []
  const { maxLength } = type.accepts
  const { minimum, maximum } = type.returns
  const of = type.refers ?? type.refersLinked ?? type.offers
  return [
    {
      name,
      as: type.input,
      label,
      hint: { en, fr },
      ...inForm,
      isText: lives === 'text',
      isRequired: required === true,
      ...(byPublishers && { byPublishers }),
      ...(maxLength !== undefined && { maxLength }),
      ...(minimum !== undefined && { least: minimum }),
      ...(maximum !== undefined && { most: maximum }),
      ...(type.pattern && { pattern: patternOf(type.pattern) }),
      ...(type.choices && { choices: Object.entries(type.choices) }),
      ...(of && { of }),
    },
  ]
}

/** Forms are data in the app: an expression goes there as its source. */
function patternOf({ is: { source, flags }, ...sentences }: NonNullable<FieldType['pattern']>) {
  return { source, flags, ...sentences }
}
