import { notAmong } from '../../define/field-errors.ts'
import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import { exact, integer, listOf, type Properties, ref, text } from '../../define/schema.ts'
import { capital } from '../../define/text/capital.ts'
import { languages } from '../../define/text/language.ts'
import { Problem, type ProblemCode, type ProblemExtra, problems } from '../../problem/index.ts'
import { batchResults, resources } from '../../resources/index.ts'
import { problemBody } from '../api/problem-body.ts'
import { sizeParams } from '../request/body.ts'
import type { Context } from './context.ts'
import { headers, onEvery, onMatched } from './headers.ts'
import { isDescription, type Placed, problemsByStatus, statusesOf } from './placed.ts'

/** The schema of a response that holds one of these codes. */
function schemaOf(status: number, codes: readonly ProblemCode[]): JsonSchema {
  const plain = codes.filter(code => !special[code])
  const narrowed = {
    allOf: [
      ref('Problem'),
      {
        type: 'object',
        properties: {
          code: { type: 'string', enum: plain },
          data: { type: 'object', properties: { status: { type: 'integer', const: status } } },
        },
      },
    ],
  }
  const parts = [
    ...codes.flatMap(code => (special[code] ? [ref(special[code])] : [])),
    ...(plain.length > 0 ? [narrowed] : []),
  ]
  const [only] = parts
  return only && parts.length === 1 ? only : { oneOf: parts }
}

/** By status: the name of its component, and what it says. */
const statuses: Record<number, [name: string, en: string, fr: string]> = {
  400: ['BadRequest', 'The request is not valid.', 'La requête n’est pas valide.'],
  401: ['Unauthorized', 'It is not known who calls.', 'L’appelant n’est pas identifié.'],
  403: ['Forbidden', 'The caller may not do this.', 'L’appelant n’a pas le droit de faire cela.'],
  404: ['NotFound', 'There is nothing here.', 'Il n’y a rien ici.'],
  409: [
    'Conflict',
    'The record is still in use, or its state does not allow this.',
    'La fiche sert encore, ou son état ne le permet pas.',
  ],
  410: ['Gone', 'What the request names is gone.', 'Ce que la requête désigne n’existe plus.'],
  412: [
    'PreconditionFailed',
    'The record is no longer what was read.',
    'La fiche n’est plus celle qui a été lue.',
  ],
  413: ['TooLarge', 'The body is too large.', 'Le corps de la requête est trop volumineux.'],
  415: [
    'UnsupportedMediaType',
    'The body is of a type that is not read.',
    'Le corps de la requête est d’un type qui n’est pas lu.',
  ],
  422: [
    'Refused',
    'Nothing was written: the key belongs to another request, or an operation was refused.',
    'Rien n’a été enregistré : la clé est celle d’une autre requête, ou une opération a été refusée.',
  ],
  429: [
    'TooMany',
    'Too many requests, or too many wrong credentials.',
    'Trop de requêtes, ou trop d’identifiants erronés.',
  ],
  500: [
    'ServerError',
    'Something went wrong on our side.',
    'Une erreur est survenue de notre côté.',
  ],
  503: [
    'Unavailable',
    'The service is overloaded, or cannot use its disk.',
    'Le service est trop sollicité, ou ne peut pas utiliser son disque.',
  ],
  507: ['NoSpace', 'The disk of the service is full.', 'Le disque du service est plein.'],
}

function wordsOf(status: number) {
  const words = statuses[status]
  if (!words) throw new Error(`The documentation has no words for ${status}.`)
  const [name, en, fr] = words
  return { name, description: { en, fr } }
}

const comesAgain = (status: number) => [429, 503, 507].includes(status)

const headersOf = (status: number, { under }: Placed) => [
  ...(status === 401 && under === 'api' ? ['WWW-Authenticate'] : []),
  ...(comesAgain(status) ? ['Retry-After'] : []),
  ...(status === 429 || under === 'admin' ? onEvery : onMatched),
]

type ProblemGroup = { name: string; status: number; codes: readonly ProblemCode[]; first: Placed }

function problemResponse({ status, codes, first }: ProblemGroup) {
  const examples = codes.map(code => [
    code,
    { $ref: `#/components/examples/${exampleName(code, status)}` },
  ])
  return {
    description: wordsOf(status).description,
    headers: headers(headersOf(status, first)),
    content: {
      'application/json': {
        schema: schemaOf(status, codes),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

const keyOf = (status: number, codes: readonly ProblemCode[]) => [status, ...codes].join()

/** Responses with the same status and codes are one component, named after the status and the first operation that has it. */
function named(all: readonly Placed[]) {
  const groups = new Map<string, ProblemGroup>()
  const taken = new Set<string>()
  for (const placed of all)
    for (const [status, codes] of problemsByStatus(placed)) {
      if (groups.has(keyOf(status, codes))) continue
      const { name: short } = wordsOf(status)
      const name = taken.has(short) ? short + operationName(placed) : short
      taken.add(name)
      groups.set(keyOf(status, codes), { name, status, codes, first: placed })
    }
  return groups
}

function operationName(placed: Placed): string {
  const { name, verb, kind, by } = placed
  const word = isDescription(placed) ? 'describe' : verb
  return word && kind
    ? capital(word) + capital(kind) + (by === 'slug' ? 'BySlug' : '')
    : capital(name)
}

/** The problems of operations, by the same names for all of them. */
export function problemsIn(all: readonly Placed[]) {
  const groups = named(all)
  return {
    /** The responses of one operation that report a problem. */
    responsesOf: (placed: Placed) =>
      Object.fromEntries(
        [...problemsByStatus(placed)].map(([status, codes]) => [
          String(status),
          { $ref: `#/components/responses/${groups.get(keyOf(status, codes))?.name}` },
        ]),
      ),
    /** The same responses in full, for every operation there is. */
    components: Object.fromEntries(
      [...groups.values()].map(each => [each.name, problemResponse(each)]),
    ),
  }
}

export type Problems = ReturnType<typeof problemsIn>

/** Codes whose bodies have further members, with their schemas. */
const special: Partial<Record<ProblemCode, string>> = {
  rest_missing_callback_param: 'MissingParameters',
  rest_invalid_param: 'InvalidParameters',
  rest_invalid_json: 'InvalidJson',
  term_exists: 'TermExists',
  batch_failed: 'BatchFailed',
}

const message = text({
  en: 'The error, in the language of the request.',
  fr: 'L’erreur, dans la langue de la requête.',
})

const status = (of: JsonSchema = {}) => ({
  type: 'integer',
  description: { en: 'The HTTP status.', fr: 'Le statut HTTP.' },
  ...of,
})

const body = (what: Sentence, code: JsonSchema, data: Properties) =>
  exact(what, {
    code: text(
      { en: 'Never changes with the language.', fr: 'Ne change jamais avec la langue.' },
      code,
    ),
    message,
    data: exact({ en: 'Details of the error.', fr: 'Les détails de l’erreur.' }, data),
  })

/** The body of a code with further members. */
const bodyOf = (code: ProblemCode, what: Sentence, data: Properties) =>
  body(what, { const: code }, { status: status({ const: problems[code].status }), ...data })

const byParameter = { en: 'By parameter.', fr: 'Par paramètre.' }

const fieldError = exact(
  { en: 'A field error.', fr: 'Une erreur de champ.' },
  {
    code: { type: 'string' },
    message,
    data: exact(
      { en: 'The place of the error.', fr: 'L’emplacement de l’erreur.' },
      { param: { type: 'string' } },
    ),
  },
)

/** The error bodies of these codes: most share one shape, a few have further members. */
export const problemSchemas = (codes: readonly ProblemCode[]): Properties => ({
  Problem: body(
    { en: 'The error.', fr: 'L’erreur.' },
    { enum: codes.filter(code => !special[code]) },
    { status: status() },
  ),
  ...Object.fromEntries(
    Object.entries(specialSchemas).filter(([name]) => codes.some(code => special[code] === name)),
  ),
})

const specialSchemas: Properties = {
  MissingParameters: bodyOf(
    'rest_missing_callback_param',
    { en: 'Required parameters are missing.', fr: 'Des paramètres requis manquent.' },
    {
      params: listOf(
        { type: 'string' },
        { en: 'Their names.', fr: 'Leurs noms.' },
        { minItems: 1 },
      ),
    },
  ),
  InvalidParameters: bodyOf(
    'rest_invalid_param',
    {
      en: 'Parameters are not valid; all of them are reported.',
      fr: 'Des paramètres ne sont pas valides ; tous sont indiqués.',
    },
    {
      params: {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: 'string' },
        description: byParameter,
      },
      details: { type: 'object', additionalProperties: fieldError, description: byParameter },
    },
  ),
  InvalidJson: bodyOf(
    'rest_invalid_json',
    { en: 'The body is not JSON.', fr: 'Le corps n’est pas du JSON.' },
    {
      json_error_code: integer({ en: 'Always 4.', fr: 'Toujours 4.' }),
      json_error_message: text({
        en: 'Always the same words, in English.',
        fr: 'Toujours les mêmes mots, en anglais.',
      }),
    },
  ),
  TermExists: bodyOf(
    'term_exists',
    { en: 'A term of this name exists.', fr: 'Un terme de ce nom existe déjà.' },
    {
      term_id: integer({ en: 'The ID of the term that exists.', fr: 'L’ID du terme existant.' }, 1),
    },
  ),
  BatchFailed: bodyOf(
    'batch_failed',
    {
      en: 'An operation of a batch was refused, so nothing was written.',
      fr: 'Une opération d’un lot a été refusée : rien n’a été enregistré.',
    },
    {
      operation: integer({ en: 'Its number, from 1.', fr: 'Son numéro, à partir de 1.' }, 1),
      results: batchResults,
    },
  ),
}

/** The name of an example: its code as an identifier, and its status where that is not the usual one. */
const exampleName = (code: ProblemCode, status: number) =>
  code.split(/[_-]/).map(capital).join('') + (problems[code].status === status ? '' : status)

/** Every problem as it looks on the wire. */
export function problemExamples({ language, bodyLimit }: Context, codes: readonly ProblemCode[]) {
  const extra: Partial<Record<ProblemCode, ProblemExtra>> = {
    rest_invalid_param: {
      fieldErrors: { ml_language: { code: 'rest_not_in_enum', ...notAmong(languages) } },
    },
    rest_missing_callback_param: { missing: [resources.event.titled, 'start_date'] },
    rest_invalid_json: { data: { json_error_code: 4, json_error_message: 'Syntax error' } },
    rest_body_too_large: { params: sizeParams(bodyLimit) },
    too_many_attempts: { params: { seconds: 42 } },
    too_many_requests: { params: { seconds: 42 } },
    service_too_busy: { params: { seconds: 5 } },
    rest_insufficient_storage: { params: { seconds: 30 } },
    rest_storage_failing: { params: { seconds: 30 } },
    rest_database_unreachable: { params: { seconds: 5 } },
    rest_service_outdated: { params: { seconds: 30 } },
    rest_images_unreachable: { params: { seconds: 5 } },
    'rest-event-not-found': { params: { id: 13 } },
    term_exists: {
      params: { where: { en: 'with this parent', fr: 'sous ce parent' } },
      data: { term_id: 9 },
    },
    duplicate_term_slug: { params: { slug: { en: 'music', fr: 'musique' } } },
    rest_image_in_use: { params: { count: 2 } },
    idempotency_key_in_use: { params: { seconds: 1 } },
    batch_failed: {
      params: { position: 1, total: 1, reason: problems.rest_precondition_failed },
      data: {
        operation: 1,
        results: [
          { status: 412, body: problemBody(new Problem('rest_precondition_failed'), language) },
        ],
      },
    },
  }
  const examples = codes.flatMap(code =>
    statusesOf(code).map(status => {
      const problem = new Problem(code, { ...extra[code], status })
      return [exampleName(code, status), { value: problemBody(problem, language) }]
    }),
  )
  return Object.fromEntries(examples)
}
