import type { JsonSchema } from '../../define/field-type.ts'
import { ref } from '../../define/schema.ts'
import { capital } from '../../define/text/capital.ts'
import type { ProblemCode } from '../../problem/index.ts'
import { headers, onEvery, onMatched } from './headers.ts'
import { isDescription, type Placed, problemsByStatus } from './placed.ts'
import { exampleName, special } from './problem-schemas.ts'

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
