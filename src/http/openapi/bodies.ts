import type { FieldType, JsonSchema } from '../../define/field-type.ts'
import { type Param, sentenceOf } from '../../define/param.ts'
import { type Resource, textNames, writeParams } from '../../define/resource.ts'
import { type Properties, ref, text } from '../../define/schema.ts'
import { capital } from '../../define/text/capital.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { namesInPath } from '../../operations/index.ts'
import {
  isFile,
  languageParam,
  newImage,
  replacingUrl,
  resources,
  writtenNames,
} from '../../resources/index.ts'
import type { ApiContext } from './context.ts'
import { draftExample, formOf, patchExample } from './examples.ts'
import { hasBody, type Placed } from './placed.ts'

/** The schemas of request bodies, by kind: all fields to create a record, any of them to change one. */
export const bodySchemas = (): Properties => ({
  ...Object.fromEntries(
    writtenNames.flatMap(kind => [
      [`${capital(kind)}Draft`, draft(resources[kind], 'create')],
      [`${capital(kind)}Patch`, draft(resources[kind], 'change')],
      [`${capital(kind)}Texts`, texts(resources[kind])],
    ]),
  ),
  RecordId: {
    type: 'object',
    description: { en: 'A record that exists, by its ID.', fr: 'Une fiche existante, par son ID.' },
    properties: {
      id: { type: 'integer', description: { en: 'The ID.', fr: 'L’ID.' }, minimum: 1 },
    },
    required: ['id'],
  },
  ImagePatch: imagePatch('url', {
    ...required(newImage.url.type),
    description: sentenceOf(replacingUrl.url),
  }),
  ImageReplacement: imagePatch(
    'file',
    text({ en: 'Another file.', fr: 'Un autre fichier.' }, bytes),
  ),
  ImageTexts: texts(resources.image),
  ImageDraft: imageDraft('url', {
    ...required(newImage.url.type),
    description: sentenceOf(newImage.url),
  }),
  ImageUpload: imageDraft('file', text({ en: 'The image.', fr: 'L’image.' }, bytes)),
})

const bytes = { contentMediaType: 'application/octet-stream' }

const about = {
  create: { en: 'A record to create.', fr: 'Une fiche à créer.' },
  change: {
    en: 'The fields to change; fields that are not sent keep their value.',
    fr: 'Les champs à modifier ; ceux qui ne sont pas envoyés gardent leur valeur.',
  },
}

function draft(resource: Resource, verb: 'create' | 'change'): JsonSchema {
  const params = Object.entries<Param>({ ...writeParams(resource, verb), ...languageParam })
  const required = params.filter(([, param]) => param.required).map(([name]) => name)
  return {
    type: 'object',
    description: about[verb],
    properties: Object.fromEntries(
      params.map(([name, param]) => [
        name,
        verb === 'create'
          ? { ...sent(resource, name, param), ...defaultOf(param) }
          : asShown(name, sent(resource, name, param)),
      ]),
    ),
    ...(required.length > 0 && { required }),
  }
}

/** One field in a request: the values that its type accepts, and nothing empty where it cannot be cleared. */
function sent(resource: Resource, name: string, param: Param): JsonSchema {
  const { type, clearable } = param
  const description = sentenceOf(param)
  if (name === 'translations') return { ...translations(resource), description }
  if (type.refersLinked !== undefined) return { ...linked(type.refersLinked), description }
  if (clearable === false) return { ...required(type), description }
  const forms = oneOf(formsOf(type))
  return { ...(clearable ? orNull(forms) : forms), description }
}

/** What was read may be sent back (U6): a draft may have no slug yet. */
function asShown(name: string, { minLength, ...schema }: JsonSchema): JsonSchema {
  return name === 'slug' || minLength === undefined ? schema : { ...schema, minLength }
}

/** The default on create. There is none on update: a field that is not sent stays. */
const defaultOf = ({ default: fallback }: Param) =>
  fallback === undefined || fallback === null ? {} : { default: fallback }

const required = (type: FieldType): JsonSchema =>
  oneOf(formsOf(type).map(form => (form.type === 'string' ? { ...form, minLength: 1 } : form)))

/** Ids, records to find or make, or a list that mixes them (L1). */
function linked(kind: string): JsonSchema {
  const one = [ref('RecordId'), ref(`${capital(kind)}Draft`)]
  const id = (minimum: number) => ({ type: 'integer', minimum })
  const list = { type: 'array', maxItems: 100, items: { anyOf: [id(1), ...one] } }
  return { anyOf: [list, id(0), ...one, { type: 'null' }] }
}

const translations = ({ name }: Resource): JsonSchema => ({
  type: ['object', 'null'],
  properties: Object.fromEntries(
    languages.map(language => [
      language,
      { anyOf: [ref(`${capital(name)}Texts`), { type: 'null' }] },
    ]),
  ),
  additionalProperties: false,
})

/** The texts of one language, inside `translations` (M3). */
function texts(resource: Resource): JsonSchema {
  const names = textNames(resource).filter(name => name !== 'slug')
  const params = Object.entries(writeParams(resource, 'change'))
  return {
    type: 'object',
    description: { en: 'The texts of one language.', fr: 'Les textes d’une langue.' },
    properties: {
      ...sentAll(
        resource,
        params.filter(([name]) => names.includes(name)),
      ),
      ...(!resource.hasNoSlug && { slug: slugSchema }),
    },
  }
}

const slugSchema = {
  type: ['string', 'null'],
  description: { en: 'The slug.', fr: 'Le slug.' },
}

const sentAll = (resource: Resource, params: [string, Param][]): Properties =>
  Object.fromEntries(params.map(([name, param]) => [name, sent(resource, name, param)]))

/** An image by its URL, or as a file. */
function imageDraft(from: 'url' | 'file', source: JsonSchema): JsonSchema {
  const { url: _, ...texts } = { ...newImage, ...languageParam }
  return {
    type: 'object',
    description: { en: 'An image to store.', fr: 'Une image à enregistrer.' },
    properties: { [from]: source, ...sentAll(resources.image, Object.entries<Param>(texts)) },
    required: [from],
  }
}

/** The changes of an image, and another file from a URL or an upload. */
function imagePatch(from: 'url' | 'file', source: JsonSchema): JsonSchema {
  const { properties, ...schema } = draft(resources.image, 'change')
  return { ...schema, properties: { [from]: source, ...Object(properties) } }
}

const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const form = 'application/x-www-form-urlencoded'

/** The body of a request, where it has one. */
export function requestBody(placed: Placed, language: Language) {
  const { kind, verb } = placed
  if (!hasBody(placed)) return undefined
  if (verb !== 'create' && verb !== 'change') return plainBody(placed, language)
  const name = isFile(kind) && verb === 'create' ? 'Image' : capital(kind) + forms[verb]
  return { $ref: `#/components/requestBodies/${name}` }
}
const forms = { create: 'Draft', change: 'Patch' }

/** The parameters of an operation as JSON; the example has those that must be sent, or all of them. */
function plainBody({ path, params, under, kind, mayCreate }: Placed, language: Language) {
  const accepted = (name: string, param: Param): JsonSchema =>
    under === 'api' && kind
      ? sent(resources[kind], name, param)
      : { ...param.type.accepts, description: sentenceOf(param) }
  const fields = Object.entries(params).filter(
    ([name]) => name !== 'ml_language' && !namesInPath(path).includes(name),
  )
  const needed = fields.filter(([, param]) => param.required)
  const required = needed.map(([name]) => name)
  const presented = needed.length > 0 ? needed : fields
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, param]) => [name, { ...accepted(name, param), ...defaultOf(param) }]),
    ),
    // JSON Schema as OpenAPI 3.0 has it knows no empty list here
    ...(required.length > 0 && { required }),
  }
  const example =
    mayCreate && kind
      ? draftExample(kind, language)
      : Object.fromEntries(presented.map(([name, { type }]) => [name, type.sample]))
  return { required: true, content: { 'application/json': { schema, example } } }
}

/** Bodies by name: JSON or a form with the same fields; images also as files. */
export const bodyComponents = ({ language }: ApiContext) => ({
  ...Object.fromEntries(
    writtenNames.flatMap(kind => [
      [`${capital(kind)}Draft`, recordBody(`${capital(kind)}Draft`, draftExample(kind, language))],
      [`${capital(kind)}Patch`, recordBody(`${capital(kind)}Patch`, patchExample(kind, language))],
    ]),
  ),
  ImagePatch: {
    ...imageBody(patchExample('image', language), { url: 'ImagePatch', file: 'ImageReplacement' }),
    required: false,
    description: {
      en: 'The changes of an image; with a file or a URL, which replaces its file.',
      fr: 'Les modifications d’une image ; avec un fichier ou une URL, qui remplace son fichier.',
    },
  },
  Image: imageBody(draftExample('image', language), { url: 'ImageDraft', file: 'ImageUpload' }),
})

function recordBody(name: string, example: Record<string, unknown>) {
  const schema = ref(name)
  const flat = formOf(example)
  const asForm = { schema, example: flat, encoding: encodingOf(flat) }
  return {
    required: name.endsWith('Draft'),
    description: {
      en: 'Unknown fields are ignored. An empty text or null clears an optional field; an empty list would do too.',
      fr: 'Les champs inconnus sont ignorés. Un texte vide ou null vide un champ facultatif ; une liste vide aussi.',
    },
    content: {
      'application/json': { schema, example },
      [form]: asForm,
      'multipart/form-data': asForm,
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

function imageBody(example: Record<string, unknown>, schemas: Record<'url' | 'file', string>) {
  const file = { schema: { type: 'string', ...bytes } }
  const draft = { schema: ref(schemas.url), example }
  return {
    required: true,
    description: {
      en: 'The image itself, as a file of a form or as the body, or a URL to copy it from.',
      fr: 'L’image elle-même, en fichier d’un formulaire ou comme corps de la requête, ou une URL d’où la copier.',
    },
    content: {
      'application/json': draft,
      [form]: { ...draft, example: formOf(example) },
      'multipart/form-data': { schema: ref(schemas.file) },
      ...Object.fromEntries(imageTypes.map(type => [type, file])),
      'application/octet-stream': file,
    },
  }
}

const numeric = ['minimum', 'maximum', 'exclusiveMinimum']
const textual = ['minLength', 'maxLength', 'pattern', 'format', 'enum']
const listed = ['items', 'minItems', 'maxItems']
const belonging: Record<string, readonly string[]> = {
  integer: numeric,
  number: [...numeric, 'format'],
  string: textual,
  array: listed,
  object: ['properties', 'required', 'additionalProperties'],
  boolean: ['const'],
}

const only = (schema: JsonSchema, names: readonly string[] = []): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => names.includes(name)))

/**
 * The forms that a field type takes, each with the limits that belong to it, without null. The specification's form is the first;
 * numbers and flags as text, which are taken too, are not among them.
 */
export function formsOf({ accepts, returns, clears }: FieldType): JsonSchema[] {
  const { anyOf, type = 'string' } = accepts
  const forms = isChoice(anyOf) ? anyOf : [type].flat().map(each => ({ ...accepts, type: each }))
  return forms
    .filter(form => form.type !== 'null')
    .map((form: JsonSchema) => {
      const isNumber = form.type === 'integer' || form.type === 'number'
      const isBounded = numeric.some(bound => bound in form)
      const limits = isNumber && !isBounded ? { ...only(returns, numeric), ...form } : form
      return {
        type: form.type,
        ...only(limits, belonging[String(form.type)]),
        ...(limits.minimum === 0 && !clears.includes(0) && !anyOf && { minimum: 1 }),
      }
    })
}

const isChoice = (anyOf: unknown): anyOf is JsonSchema[] => Array.isArray(anyOf)

/** One of several forms, or the only one. */
export function oneOf(forms: readonly JsonSchema[]): JsonSchema {
  const [only] = forms
  return only && forms.length === 1 ? only : { anyOf: forms }
}

/** The schema, or null: in the list of types if it has one type, else as a schema of `anyOf`, which every generator reads. */
export function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  const described = description === undefined ? {} : { description }
  const isSimple = typeof schema.type === 'string' && !('enum' in schema)
  if (isSimple) return { ...schema, type: [schema.type, 'null'], ...described }
  const forms = isChoice(schema.anyOf) ? schema.anyOf : [schema]
  return { anyOf: [...forms, { type: 'null' }], ...described }
}
