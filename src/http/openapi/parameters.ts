import type { JsonSchema, Kind } from '../../define/kind.ts'
import type { Param } from '../../define/param.ts'
import type { Context } from './context.ts'
import { formsOf } from './forms.ts'

type Parameter = Record<string, unknown>

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const everywhere = [
  'Language',
  'Strict',
  'Fields',
  'Envelope',
  'Method',
  'MethodOverride',
  'RequestId',
]

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
    },
    Fields: {
      name: '_fields',
      in: 'query',
      description: tell(
        'Keeps only these keys of the answer. A dot reaches into objects and lists: events.id,total.',
        'Ne garde de la réponse que ces clés. Un point entre dans les objets et les listes : events.id,total.',
      ),
      ...csv({ type: 'string' }),
    },
    Envelope: {
      name: '_envelope',
      in: 'query',
      description: tell(
        'Answers 200 with an Envelope around what the answer would have been, whatever its status.',
        'Répond 200 avec une enveloppe (Envelope) autour de la réponse, quel que soit son statut.',
      ),
      schema: { type: 'integer', enum: [1] },
    },
    Method: {
      name: '_method',
      in: 'query',
      description: tell(
        'The method that is meant, for clients that can send GET and POST only.',
        'La méthode voulue, pour les clients qui n’envoient que GET et POST.',
      ),
      schema: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
    },
    MethodOverride: {
      name: 'X-HTTP-Method-Override',
      in: 'header',
      description: tell(
        'The same as _method, which wins over it.',
        'Même rôle que _method, qui l’emporte sur lui.',
      ),
      schema: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
    },
    RequestId: {
      name: 'X-Request-Id',
      in: 'header',
      description: tell(
        'An ID for this request, repeated in the answer and in the log.',
        'Un identifiant pour cette requête, repris dans la réponse et dans le journal.',
      ),
      schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,100}$' },
    },
    Context: {
      name: 'context',
      in: 'query',
      description: tell(
        'With edit, those who may edit a protected event see it without its password.',
        'Avec edit, qui peut modifier un évènement protégé le voit sans mot de passe.',
      ),
      schema: { type: 'string', enum: ['view', 'edit'], default: 'view' },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: tell(
        'The ETag of an answer that is kept: 304 when it still holds.',
        'L’ETag d’une réponse conservée : 304 si elle est toujours valable.',
      ),
      schema: { type: 'string' },
    },
    IfModifiedSince: {
      name: 'If-Modified-Since',
      in: 'header',
      description: tell(
        'The Last-Modified of an answer that is kept; If-None-Match wins over it.',
        'Le Last-Modified d’une réponse conservée ; If-None-Match l’emporte sur lui.',
      ),
      schema: { type: 'string' },
    },
    ContentDisposition: {
      name: 'Content-Disposition',
      in: 'header',
      description: tell(
        'The name of a picture that is sent as the whole body.',
        'Le nom d’une image envoyée comme corps entier de la requête.',
      ),
      schema: { type: 'string', pattern: 'filename=' },
    },
  }
}

/** A parameter of a query, from its definition. */
export function queryParameter(c: Context, name: string, param: Param): Parameter {
  return {
    name,
    in: 'query',
    description: described(c, name, param),
    ...(param.required && { required: true }),
    ...(isList(param.kind) && { style: 'form', explode: false }),
    schema: schemaOf(name, param),
  }
}

/** A parameter of the path; its sample shows what it looks like. */
export const pathParameter = (c: Context, name: string, param: Param): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: c.words(param.sentence),
  schema: schemaOf(name, param),
  example: param.kind.sample,
})

/** A list, written with commas between its members. */
const csv = (items: JsonSchema): Parameter => ({
  style: 'form',
  explode: false,
  schema: { type: 'array', minItems: 1, items },
})

const isList = ({ index }: Kind) => index.type === 'array'

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
function schemaOf(name: string, { kind, default: fallback }: Param): JsonSchema {
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

const refuses = (kind: Kind, input: unknown) => 'flaw' in kind.check(input, { now: 0, zone: 'UTC' })

/** Defaults are written as the reference's index shows them, sometimes as text. */
function asType(type: unknown, fallback: unknown): unknown {
  if (type === 'boolean') return fallback === true || fallback === '1' || fallback === 'true'
  return type === 'integer' ? Number(fallback) : fallback
}
