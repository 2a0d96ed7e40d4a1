import type { FieldType, JsonSchema } from '../../define/field-type.ts'
import type { Param, Params } from '../../define/param.ts'
import { type Resource, textNames, writeParams } from '../../define/resource.ts'
import { type Properties, ref, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { type ResourceName, resources } from '../../resources/index.ts'
import type { Endpoint } from '../routes.ts'
import { type Context, capital } from './context.ts'
import { draftExample, formOf, patchExample } from './examples.ts'
import { formsOf, oneOf, orNull } from './forms.ts'

const kinds = Object.keys(resources) as ResourceName[]
const isWritten = (kind: ResourceName) => kind !== 'image'

/** What a caller may send, by kind: all of it to create a record, any part to change one. */
export const bodySchemas = (c: Context, language: Param): Properties => ({
  ...Object.fromEntries(
    kinds.filter(isWritten).flatMap(kind => {
      const resource: Resource = resources[kind]
      const name = capital(kind)
      return [
        [`${name}Draft`, draft(c, resource, 'create', language)],
        [`${name}Patch`, draft(c, resource, 'change', language)],
        [`${name}Texts`, texts(c, resource)],
      ]
    }),
  ),
  RecordId: {
    type: 'object',
    description: c.tell('A record that exists, by its ID.', 'Une fiche existante, par son ID.'),
    properties: {
      id: { type: 'integer', description: c.tell('The ID.', 'L’ID.'), minimum: 1 },
    },
    required: ['id'],
  },
  ImageDraft: pictureDraft(c, 'url'),
  ImageUpload: pictureDraft(c, 'file'),
})

function draft(
  c: Context,
  resource: Resource,
  verb: 'create' | 'change',
  language: Param,
): JsonSchema {
  const params = { ...writeParams(resource, verb), ml_language: language }
  const required = Object.keys(params).filter(name => (params as Params)[name]?.required)
  return {
    type: 'object',
    description:
      verb === 'create'
        ? c.tell('A record to create.', 'Une fiche à créer.')
        : c.tell(
            'What changes of a record; what is not sent stays as it is.',
            'Ce qui change dans une fiche ; ce qui n’est pas envoyé reste tel quel.',
          ),
    properties: Object.fromEntries(
      Object.entries(params).map(([name, param]) => [
        name,
        { ...sent(c, resource, name, param), ...(verb === 'create' && defaultOf(param)) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  }
}

/** One field as it may be sent: what its kind accepts, and nothing empty where it cannot be cleared. */
function sent(c: Context, resource: Resource, name: string, param: Param): JsonSchema {
  const description = c.words(param.sentence)
  const { type: kind } = param
  if (name === 'translations') return { ...translations(resource), description }
  if ('refersLinked' in kind) return { ...linked(kind.refersLinked as string), description }
  if (param.clearable === false) return { ...required(kind), description }
  const forms = oneOf(formsOf(kind))
  return { ...(param.clearable ? orNull(forms) : forms), description }
}

/** What stands for a field that is not sent with a new record. On change nothing does: what is not sent stays. */
const defaultOf = ({ default: fallback }: Param) =>
  fallback === undefined || fallback === null ? {} : { default: fallback }

const required = (kind: FieldType): JsonSchema =>
  oneOf(formsOf(kind).map(form => (form.type === 'string' ? { ...form, minLength: 1 } : form)))

/** Ids, records to find or make, or a list that mixes them (L1). */
function linked(kind: string): JsonSchema {
  const one = [ref('RecordId'), ref(`${capital(kind)}Draft`)]
  const id = (minimum: number) => ({ type: 'integer', minimum })
  return {
    anyOf: [
      { type: 'array', maxItems: 100, items: { anyOf: [id(1), ...one] } },
      id(0),
      ...one,
      { type: 'null' },
    ],
  }
}

const translations = (resource: Resource): JsonSchema => ({
  type: ['object', 'null'],
  properties: Object.fromEntries(
    languages.map(language => [
      language,
      { anyOf: [ref(`${capital(resource.name)}Texts`), { type: 'null' }] },
    ]),
  ),
  additionalProperties: false,
})

/** The texts of one language, inside `translations` (M3). */
function texts(c: Context, resource: Resource): JsonSchema {
  const names = textNames(resource).filter(name => name !== 'slug')
  const params = writeParams(resource, 'change')
  return {
    type: 'object',
    description: c.tell('The texts of one language.', 'Les textes d’une langue.'),
    properties: {
      ...Object.fromEntries(
        names.map(name => [name, sent(c, resource, name, params[name] as Param)]),
      ),
      slug: { type: ['string', 'null'], description: c.tell('The slug.', 'Le slug.') },
    },
  }
}

/** An image by its address, or as a file. */
function pictureDraft(c: Context, from: 'url' | 'file'): JsonSchema {
  const { url, ...texts } = pictureParams(c)
  const source: JsonSchema =
    from === 'url'
      ? { ...required((url as Param).type), description: c.words((url as Param).sentence) }
      : text(c.tell('The image.', 'L’image.'), { contentMediaType: 'application/octet-stream' })
  return {
    type: 'object',
    description: c.tell('An image to store.', 'Une image à enregistrer.'),
    properties: {
      [from]: source,
      ...Object.fromEntries(
        Object.entries(texts).map(([name, param]) => [name, sent(c, resources.image, name, param)]),
      ),
    },
    required: [from],
  }
}

const pictureParams = ({ routes }: Context): Params =>
  routes
    .flatMap(({ endpoints }) => endpoints)
    .find(({ kind, verb }) => kind === 'image' && verb === 'create')?.params ?? {}

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const form = 'application/x-www-form-urlencoded'

const bodyName = ({ kind, verb }: Endpoint) =>
  capital(kind as ResourceName) + (kind === 'image' ? '' : verb === 'create' ? 'Draft' : 'Patch')

/** The body of a write. */
export const requestBody = (endpoint: Endpoint) =>
  endpoint.kind && (endpoint.verb === 'create' || endpoint.verb === 'change')
    ? { $ref: `#/components/requestBodies/${bodyName(endpoint)}` }
    : undefined

/** Bodies by name: JSON or a form with the same fields; images also as files. */
export const bodyComponents = (c: Context) => ({
  ...Object.fromEntries(
    kinds.filter(isWritten).flatMap(kind => [
      [`${capital(kind)}Draft`, recordBody(c, kind, true)],
      [`${capital(kind)}Patch`, recordBody(c, kind, false)],
    ]),
  ),
  Image: pictureBody(c),
})

function recordBody(c: Context, kind: ResourceName, isNew: boolean) {
  const schema = ref(`${capital(kind)}${isNew ? 'Draft' : 'Patch'}`)
  const value = (isNew ? draftExample : patchExample)(kind, c.language)
  const flat = { schema, example: formOf(value), encoding: encodingOf(formOf(value)) }
  return {
    required: isNew,
    description: c.tell(
      'Unknown fields are ignored. An empty text or null clears an optional field; an empty list would do too.',
      'Les champs inconnus sont ignorés. Un texte vide ou null vide un champ facultatif ; une liste vide aussi.',
    ),
    content: {
      'application/json': { schema, example: value },
      [form]: flat,
      'multipart/form-data': flat,
    },
  }
}

/** Lists of a form are written with commas. */
const encodingOf = (flat: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(flat)
      .filter(([, value]) => Array.isArray(value))
      .map(([name]) => [name, { style: 'form', explode: false }]),
  )

function pictureBody(c: Context) {
  const value = draftExample('image', c.language)
  const bytes = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return {
    required: true,
    description: c.tell(
      'The image itself, as a file of a form or as the body, or a URL to copy it from.',
      'L’image elle-même, en fichier d’un formulaire ou comme corps de la requête, ou une URL d’où la copier.',
    ),
    content: {
      'application/json': { schema: ref('ImageDraft'), example: value },
      [form]: { schema: ref('ImageDraft'), example: value },
      'multipart/form-data': { schema: ref('ImageUpload') },
      ...Object.fromEntries(pictureTypes.map(type => [type, bytes])),
      'application/octet-stream': bytes,
    },
  }
}
