import type { FieldType, JsonSchema, Sentence } from '../../define/field-type.ts'
import { type Param, type Params, sentenceOf } from '../../define/param.ts'
import { count } from '../../define/scalar-types.ts'
import { namesInPath } from '../../operations/index.ts'
import {
  isFile,
  isResource,
  languageParam,
  readLanguageParam,
  takesPassword,
} from '../../resources/index.ts'
import { formsOf, oneOf } from './bodies.ts'
import type { ApiContext, Context } from './context.ts'
import { hasBody, type Placed } from './placed.ts'
import { samples } from './samples.ts'

type Parameter = Record<string, unknown>

/** The context that describes parameters; settings are those of the API of records. */
export type Described = Context & Partial<Pick<ApiContext, 'settings'>>

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

/** With credentials for it, shows what a password hides. */
const editing = parameter('Context')
/** Requests a response only if something has changed. */
const conditions = ['IfNoneMatch', 'IfModifiedSince'].map(parameter)
const fileName = parameter('ContentDisposition')
/** Parameters that every operation of the API takes. */
export const globalOf = ({ params }: Placed) => {
  const isRead = params.ml_language === readLanguageParam.ml_language
  return [isRead ? 'ReadLanguage' : 'Language', 'Strict', 'Fields'].map(parameter)
}

/** The parameters of writes in the query: the date of a series, and the scope. */
const ofWrites = ['occurrence', 'scope']

/** Parameters of the query: those of reads and removals; writes have their fields in the body. */
export function ofQuery(placed: Placed): Params {
  const { kind, path, params } = placed
  const isWrite = hasBody(placed)
  // an image that is the whole body has its texts in the query
  if (isWrite && !(kind && isFile(kind)))
    return Object.fromEntries(Object.entries(params).filter(([name]) => ofWrites.includes(name)))
  const elsewhere = ['ml_language', ...namesInPath(path), isWrite && 'url']
  return Object.fromEntries(Object.entries(params).filter(([name]) => !elsewhere.includes(name)))
}

/** Parameters of an operation that are headers. */
export function headersOf(placed: Placed): Parameter[] {
  const { kind, hasTag, takesIfMatch, takesKey, verb } = placed
  const keys = takesKey ? [parameter('IdempotencyKey')] : []
  if (hasBody(placed) && kind && isFile(kind)) return [fileName, ...keys]
  return [
    ...(hasTag && verb && takesPassword(kind) ? [editing] : []),
    ...(hasTag ? conditions : []),
    ...(takesIfMatch ? [parameter('IfMatch')] : []),
    ...keys,
  ]
}

const header = (name: string, of: Sentence, example: string, more?: JsonSchema) => ({
  name,
  in: 'header',
  description: of,
  schema: { type: 'string', ...more },
  example,
})

export const globalParameters = (c: Described): Record<string, Parameter> => ({
  Language: queryParameters(c, languageParam)[0] ?? {},
  ReadLanguage: queryParameters(c, readLanguageParam)[0] ?? {},
  ...ofEveryRoute,
})

/** The parameters of the admin API. */
export const adminParameters: Record<string, Parameter> = {
  IfMatch: header(
    'If-Match',
    {
      en: 'The ETag of the record as it was read: it is written only if it is the same.',
      fr: 'L’ETag de la fiche telle qu’elle a été lue : l’écriture n’a lieu que si elle est la même.',
    },
    '"12.3"',
  ),
}

const ofEveryRoute: Record<string, Parameter> = {
  Strict: {
    name: 'strict',
    in: 'query',
    description: {
      en: 'With true, fields and parameters that are not known are refused with 400; else they are ignored and reported in X-Almanac-Ignored.',
      fr: 'Avec true, les champs et paramètres inconnus sont refusés (400) ; sinon, ils sont ignorés et signalés dans X-Almanac-Ignored.',
    },
    schema: { type: 'boolean', default: false },
    example: false,
  },
  Fields: {
    name: '_fields',
    in: 'query',
    description: {
      en: 'Leaves only these keys in the response. A dot reaches into objects and lists: events.id,total.',
      fr: 'Limite la réponse à ces clés. Un point donne accès au contenu des objets et des listes : events.id,total.',
    },
    style: 'form',
    explode: false,
    schema: { type: 'array', minItems: 1, items: { type: 'string' } },
    example: ['id', 'title', 'name'],
  },
  Context: {
    name: 'context',
    in: 'query',
    description: {
      en: 'With edit, users who may edit a protected event see it without its password.',
      fr: 'Avec edit, les personnes qui peuvent modifier un évènement protégé le voient sans mot de passe.',
    },
    schema: { type: 'string', enum: ['view', 'edit'], default: 'view' },
    example: 'edit',
  },
  IfNoneMatch: header(
    'If-None-Match',
    {
      en: 'The ETag of a cached response: 304 if nothing has changed.',
      fr: 'L’ETag d’une réponse en cache : 304 si rien n’a changé.',
    },
    '"5d41402abc4b2a76"',
  ),
  IfModifiedSince: header(
    'If-Modified-Since',
    {
      en: 'The Last-Modified of a cached response; If-None-Match has priority.',
      fr: 'Le Last-Modified d’une réponse en cache ; If-None-Match a priorité.',
    },
    'Sat, 05 Dec 2026 20:00:00 GMT',
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    {
      en: 'A value of your own for this write, such as a UUID. The same request with the same key, within 24 hours, gets the first response and writes nothing more.',
      fr: 'Une valeur de votre choix pour cette écriture, par exemple un UUID. La même requête avec la même clé, dans les 24 heures, reçoit la première réponse et n’écrit rien de plus.',
    },
    '8e03978e-40d5-43e8-bc93-6894a57f9324',
    { minLength: 1, maxLength: 255 },
  ),
  ContentDisposition: header(
    'Content-Disposition',
    {
      en: 'The file name of an image that is sent as the body.',
      fr: 'Le nom d’une image envoyée comme corps entier de la requête.',
    },
    'attachment; filename="poster.jpg"',
    { pattern: 'filename=' },
  ),
}

/** Parameters of a query, from their definitions. */
export const queryParameters = (c: Described, params: Params): Parameter[] =>
  Object.entries(params).map(([name, param]) => {
    const schema = schemaOf(param)
    return {
      name,
      in: 'query',
      description: described(c, name, param),
      ...(param.required && { required: true }),
      ...(param.type.index.type === 'array' && { style: 'form', explode: false }),
      ...(param.type.index.type === 'object' && { style: 'deepObject', explode: true }),
      schema,
      example: schema.default ?? exampleOf(c, name, param),
    }
  })

/** Numbers in paths of the admin API. */
const numberInPath = {
  id: { type: count(), en: 'Its ID.', fr: 'Son ID.' },
  version: { type: count(), en: 'The number of the version.', fr: 'Le numéro de la version.' },
}

/** The parameters in the path of an operation; those of the admin API are numbers. */
export function inPath({ language }: Described, { path, params, kind }: Placed): Parameter[] {
  const { id, texts } = samples[kind ?? 'event']
  const examples: Record<string, unknown> = { id, slug: texts[language]?.slug, version: 1 }
  const all: Params = { ...numberInPath, ...params }
  return namesInPath(path).flatMap(name => {
    const param = all[name]
    return param ? [pathParameter(name, param, examples[name] ?? param.type.sample)] : []
  })
}

const pathParameter = (name: string, param: Param, example: unknown): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: sentenceOf(param),
  schema: schemaOf(param),
  example,
})

function described({ settings }: Described, name: string, { en, fr }: Param): Sentence {
  if (!settings) return { en, fr }
  const { maxPerPage, geolocation } = settings
  const isOff = name.startsWith('geoloc') && name !== 'geoloc_radius' && !geolocation
  if (name !== 'per_page' && !isOff) return { en, fr }
  const more = isOff
    ? {
        en: 'It is switched off here: any value is refused.',
        fr: 'Elle est désactivée ici : toute valeur est refusée.',
      }
    : {
        en: `At most ${maxPerPage}: a larger number is lowered to it.`,
        fr: `${maxPerPage} au plus : un nombre plus grand y est ramené.`,
      }
  return { en: `${en} ${more.en}`, fr: `${fr} ${more.fr}` }
}

/** An example of a parameter: a sample record where it names one, else a word that it takes, else the sample of its type. */
function exampleOf({ language }: Described, name: string, { type }: Param): unknown {
  const { refers, refersAll, termsOf } = type
  const kind = refers ?? refersAll ?? termsOf ?? ''
  if (isResource(kind)) {
    const { id, texts } = samples[kind]
    if (termsOf) return [texts[language]?.slug]
    return refersAll ? [id] : id
  }
  const slug = samples.category.texts[language]?.slug
  const examples: Record<string, unknown> = { ...words, ml_language: language, slug }
  return examples[name] ?? type.sample
}

const words = {
  status: 'publish',
  order: 'asc',
  orderby: 'name',
  exclude: [samples.category.id],
  include: [samples.event.id],
  title: { en: 'Summer poster', fr: 'Affiche d’été' },
  alt: { en: 'A band on a stage', fr: 'Un groupe sur une scène' },
  ml_fallback: true,
}

/** One value of a query is text in any case: of the forms of a field type, the specification's is documented, of texts every format. */
function schemaOf({ type: kind, default: fallback }: Param): JsonSchema {
  const [form = { type: 'string' }, ...others] = formsOf(kind)
  const isText = form.type === 'string' && !('enum' in form)
  const limited = (each: JsonSchema): JsonSchema => ({
    ...each,
    ...(each.minimum === 0 && refuses(kind, 0) && { minimum: 1 }),
    ...(isText && !('format' in each) && refuses(kind, '') && { minLength: 1 }),
  })
  const formats = 'format' in form ? others.filter(({ type }) => type === 'string') : []
  return {
    ...oneOf([form, ...formats].map(limited)),
    ...(fallback !== undefined && fallback !== null && { default: asType(form.type, fallback) }),
  }
}

const refuses = (kind: FieldType, input: unknown) =>
  'fieldError' in kind.check(input, { now: 0, zone: 'UTC' })

/** Defaults are written as The Events Calendar’s index shows them, sometimes as text. */
function asType(type: unknown, fallback: unknown): unknown {
  if (type === 'boolean') return fallback === true || fallback === '1' || fallback === 'true'
  return type === 'integer' ? Number(fallback) : fallback
}
