import { derived, type Named, optional, type View } from '../../define/derived.ts'
import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import type { Resource } from '../../define/resource.ts'
import { address, ref, text } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { htmlToText } from '../../define/text/html.ts'
import { type Language, textIn } from '../../define/text/language.ts'
import { escapeAngles, withoutTags } from '../../define/text/markup.ts'
import type { RecordView } from './record-view.ts'

/** `json_ld`: records in the words of schema.org, on single reads. The parts that several of them share. */

export const typeNamed = (type: string): JsonSchema => ({ type: 'string', const: type })

type Data = Record<string, unknown>
type AnyView = Pick<RecordView, 'name' | 'description' | 'status' | 'urlIn'>

/** `json_ld` of a resource, made of its view; absent where a password hides the record. */
export const linkedData = <V>(
  schema: string,
  ViewOf: new (resource: Resource, view: View, context: ShowContext) => V,
  dataOf: (view: V, context: ShowContext) => Data,
) =>
  optional(
    derived<Data | undefined>(ref(schema), (view, context, { resource, isAlone }) =>
      isAlone && !view.masked
        ? embeddable(dataOf(new ViewOf(fullResource(resource), view, context), context))
        : undefined,
    ),
  )

/** Presenters pass whole resources; `define/derived.ts` cannot import their type, which contains its own. */
const fullResource = (resource: Named) => resource as Resource

export const withoutEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value))

const privately: Sentence = { en: 'Private: ', fr: 'Privé : ' }

/** Private places and people say so by their name, as in The Events Calendar. */
export const nameOf = ({ status, name }: AnyView, language: Language) =>
  (status === 'private' ? textIn(privately, language) : '') + name.text

/** Name, description and page, of a place or an organization. */
export const named = (view: AnyView, { language }: ShowContext) => ({
  name: nameOf(view, language),
  ...withoutEmpty({ description: htmlToText(view.description.text) }),
  url: view.urlIn(language),
})
export const namedSchema = {
  name: text({ en: 'The name.', fr: 'Le nom.' }),
  description: text({
    en: 'The description, as plain text.',
    fr: 'La description, en texte brut.',
  }),
  url: address({ en: 'The public page.', fr: 'La page publique.' }),
}

export const reachedSchema = {
  telephone: text({ en: 'The phone number.', fr: 'Le numéro de téléphone.' }),
  sameAs: text({ en: 'The website.', fr: 'Le site web.' }),
}

declare global {
  interface JSON {
    /** JSON that is inserted as it is. */
    rawJSON(text: string): unknown
  }
}

/**
 * Linked data is there to be put into pages as it comes: no text has tags in it, what may yet begin one is an entity, and
 * a `<` that is left is written so that it cannot end the script around it.
 */
function embeddable<T>(data: T): T
function embeddable(data: unknown): unknown {
  if (typeof data === 'string') return data.includes('<') ? plainly(data) : data
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.map(each => embeddable(each))
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, embeddable(value)]))
}

function plainly(text: string): unknown {
  const plain = escapeAngles(withoutTags(text).trim())
  return plain.includes('<')
    ? JSON.rawJSON(JSON.stringify(plain).replaceAll('<', '\\u003c'))
    : plain
}
