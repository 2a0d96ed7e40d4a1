import type { FieldType, JsonSchema } from '../../define/field-type.ts'
import type { Param } from '../../define/param.ts'
import type { Context } from './context.ts'
import { formsOf } from './forms.ts'
import { exampleOf } from './parameter-examples.ts'

type Parameter = Record<string, unknown>

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const everywhere = ['Language', 'Strict', 'Fields']

/** With credentials for it, shows what a password hides. */
export const editing = parameter('Context')
/** Asks only for what has changed. */
export const conditions = ['IfNoneMatch', 'IfModifiedSince'].map(parameter)
export const fileName = parameter('ContentDisposition')
/** Parameters that every operation takes. */
export const global = everywhere.map(parameter)

export function globalParameters(c: Context, language: Param): Record<string, Parameter> {
  const { tell } = c
  return {
    Language: queryParameter(c, 'ml_language', language),
    Strict: {
      name: 'strict',
      in: 'query',
      description: tell(
        'With true, fields and parameters that are not known are refused with 400; else they are ignored and reported in X-Almanac-Ignored.',
        'Avec true, les champs et paramètres inconnus sont refusés (400) ; sinon, ils sont ignorés et signalés dans X-Almanac-Ignored.',
      ),
      schema: { type: 'boolean', default: false },
      example: false,
    },
    Fields: {
      name: '_fields',
      in: 'query',
      description: tell(
        'Leaves only these keys in the response. A dot reaches into objects and lists: events.id,total.',
        'Ne garde de la réponse que ces clés. Un point entre dans les objets et les listes : events.id,total.',
      ),
      style: 'form',
      explode: false,
      schema: { type: 'array', minItems: 1, items: { type: 'string' } },
      example: ['id', 'title', 'name'],
    },
    Context: {
      name: 'context',
      in: 'query',
      description: tell(
        'With edit, those who may edit a protected event see it without its password.',
        'Avec edit, qui peut modifier un évènement protégé le voit sans mot de passe.',
      ),
      schema: { type: 'string', enum: ['view', 'edit'], default: 'view' },
      example: 'edit',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: tell(
        'The ETag of a cached response: 304 if nothing has changed.',
        'L’ETag d’une réponse conservée : 304 si elle est toujours valable.',
      ),
      schema: { type: 'string' },
      example: '"5d41402abc4b2a76"',
    },
    IfModifiedSince: {
      name: 'If-Modified-Since',
      in: 'header',
      description: tell(
        'The Last-Modified of a cached response; If-None-Match wins over it.',
        'Le Last-Modified d’une réponse conservée ; If-None-Match l’emporte sur lui.',
      ),
      schema: { type: 'string' },
      example: 'Sat, 05 Dec 2026 20:00:00 GMT',
    },
    ContentDisposition: {
      name: 'Content-Disposition',
      in: 'header',
      description: tell(
        'The file name of an image that is sent as the body.',
        'Le nom d’une image envoyée comme corps entier de la requête.',
      ),
      schema: { type: 'string', pattern: 'filename=' },
      example: 'attachment; filename="poster.jpg"',
    },
  }
}

/** A parameter of a query, from its definition. */
export function queryParameter(c: Context, name: string, param: Param): Parameter {
  const schema = schemaOf(name, param)
  return {
    name,
    in: 'query',
    description: described(c, name, param),
    ...(param.required && { required: true }),
    ...(isList(param.type) && { style: 'form', explode: false }),
    schema,
    example: schema.default ?? exampleOf(c, name, param),
  }
}

/** A parameter of the path; its sample shows what it looks like. */
export const pathParameter = (c: Context, name: string, param: Param): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: c.words(param.sentence),
  schema: schemaOf(name, param),
  example: param.type.sample,
})

const isList = ({ index }: FieldType) => index.type === 'array'

function described(c: Context, name: string, { sentence }: Param): string {
  const { mostPerPage, geolocation } = c.settings
  if (name === 'per_page')
    return `${c.words(sentence)} ${c.tell(
      `At most ${mostPerPage}: a larger number is lowered to it.`,
      `${mostPerPage} au plus : un nombre plus grand y est ramené.`,
    )}`
  if (name.startsWith('geoloc') && name !== 'geoloc_radius' && !geolocation)
    return `${c.words(sentence)} ${c.tell(
      'It is switched off here: any value is refused.',
      'Elle est désactivée ici : toute valeur est refusée.',
    )}`
  return c.words(sentence)
}

/** One value of a query is text in any case: of the forms that a kind takes, the specification's is documented. */
function schemaOf(name: string, { type: kind, default: fallback }: Param): JsonSchema {
  const [form = { type: 'string' }] = formsOf(kind)
  const isText = form.type === 'string' && !('enum' in form)
  const schema: JsonSchema = {
    ...form,
    ...(form.minimum === 0 && refuses(kind, 0) && { minimum: 1 }),
    ...(isText && refuses(kind, '') && { minLength: 1 }),
    ...(fallback !== undefined && fallback !== null && { default: asType(form.type, fallback) }),
  }
  // The kind takes any text, and what answers decides.
  return name === 'version' ? { ...schema, enum: ['3.1', '3.0'], default: '3.1' } : schema
}

const refuses = (kind: FieldType, input: unknown) =>
  'fieldError' in kind.check(input, { now: 0, zone: 'UTC' })

/** Defaults are written as The Events Calendar’s index shows them, sometimes as text. */
function asType(type: unknown, fallback: unknown): unknown {
  if (type === 'boolean') return fallback === true || fallback === '1' || fallback === 'true'
  return type === 'integer' ? Number(fallback) : fallback
}
