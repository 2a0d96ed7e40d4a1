import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import { mayBeEmpty } from '../../define/present.ts'
import type { PresentedItems, Resource } from '../../define/resource.ts'
import { exact, type Properties } from '../../define/schema.ts'
import { schemaName } from '../../operations/index.ts'
import { resourceList } from '../../resources/index.ts'
import { type ApiContext, capitalized, vendorOf } from './context.ts'
import { orNull } from './forms.ts'

/** Records as they come back, by themselves and inside of others, and what their schemas refer to. */
export function recordSchemas(c: ApiContext): Properties {
  const schemas: Properties = {}
  for (const resource of resourceList) {
    const { embedded } = resource
    schemas[schemaName(resource)] = presentedSchema(
      c,
      resource,
      resource.presented,
      describe(resource),
    )
    if (embedded)
      schemas[embedded.as] ??= presentedSchema(c, resource, embedded.presented, embedded.sentence)
    Object.assign(schemas, resource.schemas)
  }
  return schemas
}

function describe({ schema, a, about, hasPassword, leavesOutEmpty }: Resource): Sentence {
  if (schema) return schema.sentence
  const { en, fr } = capitalized(a)
  if (hasPassword)
    return {
      en: `${en}. Where a password hides it, texts and lists are empty and flags are null.`,
      fr: `${fr}. Quand un mot de passe le masque, textes et listes sont vides, et les champs booléens valent null.`,
    }
  return leavesOutEmpty
    ? { en: `${en}; empty values are left out.`, fr: `${fr} ; les valeurs vides sont omises.` }
    : about
}

function presentedSchema(
  c: ApiContext,
  resource: Resource,
  items: PresentedItems,
  of: Sentence,
): JsonSchema {
  const properties: Properties = {}
  const lacking: string[] = []
  for (const [name, item] of Object.entries(items)) {
    const field = resource.fields[name]
    const schema = item === true ? undefined : item.schema
    properties[name] =
      typeof schema === 'function'
        ? schema({ resource, vendor: vendorOf(c) })
        : (schema ?? fieldSchema(resource, name))
    if (item === true ? field && mayBeEmpty(resource, field) : item.optional) lacking.push(name)
  }
  return exact(of, properties, lacking)
}

/** A field in responses: the schema of its type, with the sentence for readers, or that of its resource. */
function fieldSchema(resource: Resource, name: string): JsonSchema {
  const field = resource.fields[name]
  if (!field) throw new Error(`The ${resource.name} has no field ${name}.`)
  const { type, read, en, fr } = field
  const schema = { ...type.returns, description: read ?? { en, fr } }
  if (resource.hasPassword && !field.open && type.masked === null) return orNull(schema)
  // what is empty is left out, so what is there is not empty
  return mayBeEmpty(resource, field) && type.returns.type === 'string'
    ? { ...schema, minLength: 1 }
    : schema
}
