import { isObject } from '../../define/base/objects.ts'
import { type FieldError, type FieldType, fieldError, value } from '../../define/field-type.ts'
import { oneOf } from '../../define/field-types.ts'
import type { Params } from '../../define/param.ts'
import { type Described, exact, integer, listOf, type SchemaOf, text } from '../../define/schema.ts'

/** Maximum number of operations of a batch: about as many as one transaction may take. */
const maxOperations = 500

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const conditions = ['if-match', 'if-none-match', 'if-unmodified-since'] as const
const maxPath = 2000

/** One operation of a batch; the names of its headers are in lower case. */
export type BatchOperation = {
  method: (typeof methods)[number]
  path: string
  body: Record<string, unknown>
  headers: { [N in (typeof conditions)[number]]?: string }
}

type SentOperation = {
  method: (typeof methods)[number]
  path: string
  body?: object | undefined
  headers?: Record<string, string> | undefined
}

const notOperations: FieldError = {
  sentence: {
    en: `{name} is not a list of operations. Expected 1 to ${maxOperations}.`,
    fr: `{name} n’est pas une liste d’opérations. Attendu : de 1 à ${maxOperations}.`,
  },
}

const notOperation = (position: number): FieldError => ({
  sentence: {
    en: '{name}: number {position} is not an operation. Expected method (POST, PUT, PATCH or DELETE), path (below the base URL, such as /events/12), and if needed body and headers: objects, and of the headers If-Match, If-None-Match and If-Unmodified-Since.',
    fr: '{name} : le numéro {position} n’est pas une opération. Attendu : method (POST, PUT, PATCH ou DELETE), path (sous l’URL de base, comme /events/12) et, au besoin, body et headers, qui sont des objets ; parmi les en-têtes, If-Match, If-None-Match et If-Unmodified-Since.',
  },
  params: { position },
})

function operationIn(input: unknown): BatchOperation | undefined {
  if (!isObject(input)) return undefined
  const { path, body = {}, headers = {} } = input
  const method = methods.find(each => each === input.method)
  if (!method || typeof path !== 'string' || !/^\/[^/\s]/.test(path) || path.length > maxPath)
    return undefined
  if (!isObject(body) || !isObject(headers)) return undefined
  const sent: BatchOperation['headers'] = {}
  for (const [name, text] of Object.entries(headers)) {
    const known = conditions.find(each => each === name.toLowerCase())
    if (!known || typeof text !== 'string') return undefined
    sent[known] = text
  }
  return { method, path, body, headers: sent }
}

const operations = (): FieldType<readonly SentOperation[], never, BatchOperation[]> => ({
  index: { type: 'array', items: { type: 'object' } },
  accepts: {
    type: 'array',
    minItems: 1,
    maxItems: maxOperations,
    items: {
      type: 'object',
      properties: {
        method: { type: 'string', enum: methods },
        path: { type: 'string', pattern: '^/', maxLength: maxPath },
        body: { type: 'object' },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['method', 'path'],
    },
  },
  returns: {},
  clears: [],
  check(input) {
    if (!Array.isArray(input) || input.length === 0 || input.length > maxOperations)
      return fieldError(notOperations)
    const read: BatchOperation[] = []
    for (const [at, each] of input.entries()) {
      const operation = operationIn(each)
      if (!operation) return fieldError(notOperation(at + 1))
      read.push(operation)
    }
    return value(read)
  },
  sample: [
    { method: 'POST', path: '/venues', body: { venue: 'Town hall' } },
    {
      method: 'POST',
      path: '/events',
      body: {
        title: 'Harvest supper',
        start_date: '2027-09-18 18:00',
        end_date: '2027-09-18 22:00',
        venue: '$1.id',
      },
    },
  ],
})

export const batchParams = {
  operations: {
    type: operations(),
    required: true,
    addition: true,
    en: 'The operations, in their order: method, path below the base URL, body, and headers for conditions. "$1.id" stands for a value in the response to an earlier operation, by its number from 1: as a whole value of a body, or as a segment of a path.',
    fr: 'Les opérations, dans l’ordre : méthode, chemin sous l’URL de base, corps, et en-têtes pour les conditions. « $1.id » désigne une valeur de la réponse à une opération précédente, par son numéro à partir de 1 : valeur entière dans un corps, ou segment d’un chemin.',
  },
  mode: {
    type: oneOf(['all', 'each']),
    default: 'all',
    addition: true,
    en: 'With all, either every operation is done or none; with each, one that is refused leaves the others.',
    fr: 'Avec all, toutes les opérations sont effectuées, ou aucune ; avec each, une opération refusée laisse les autres.',
  },
} as const satisfies Params

const anyBody = {
  type: 'object',
  description: {
    en: 'The body of its response, as the operation by itself has it.',
    fr: 'Le corps de sa réponse, tel que le donne l’opération seule.',
  },
} as SchemaOf<Record<string, unknown>>

export const batchResults = listOf(
  exact(
    { en: 'The result of an operation.', fr: 'Le résultat d’une opération.' },
    {
      status: integer({ en: 'Its HTTP status.', fr: 'Son statut HTTP.' }),
      body: anyBody,
      location: text({ en: 'The URL of the new record.', fr: 'L’URL de la nouvelle fiche.' }),
      etag: text({
        en: 'The ETag of the record, for If-Match.',
        fr: 'L’ETag de la fiche, pour If-Match.',
      }),
      ignored: text({
        en: 'Names that are not known and were ignored, as in X-Almanac-Ignored.',
        fr: 'Les noms inconnus qui ont été ignorés, comme dans X-Almanac-Ignored.',
      }),
    },
    ['location', 'etag', 'ignored'],
  ),
  { en: 'One for each operation, in their order.', fr: 'Un par opération, dans l’ordre.' },
)

export const batchSchema = exact(
  { en: 'What was done.', fr: 'Ce qui a été fait.' },
  { results: batchResults },
)

export type BatchResults = Described<typeof batchSchema>
