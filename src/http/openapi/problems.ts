import type { JsonSchema } from '../../define/field-type.ts'
import { ref } from '../../define/schema.ts'
import type { ProblemCode } from '../../problem.ts'
import { type Context, capital } from './context.ts'
import { headers, onEvery, onKnown } from './headers.ts'
import { exampleName, special } from './problem-schemas.ts'
import { type Doing, problemsOf } from './where-problems-occur.ts'

/** The schema of a response that holds one of these codes. */
function schemaOf(status: number, found: readonly ProblemCode[]): JsonSchema {
  const plain = found.filter(code => !special[code])
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
    ...found.flatMap(code => (special[code] ? [ref(special[code])] : [])),
    ...(plain.length > 0 ? [narrowed] : []),
  ]
  return parts.length === 1 ? (parts[0] as JsonSchema) : { oneOf: parts }
}

const sentences: Record<number, [en: string, fr: string]> = {
  400: ['The request is not valid.', 'La requête n’est pas valide.'],
  401: ['It is not known who calls.', 'L’appelant n’est pas identifié.'],
  403: ['The caller may not do this.', 'L’appelant n’a pas le droit de faire cela.'],
  404: ['There is nothing here.', 'Il n’y a rien ici.'],
  412: ['The record is no longer what was read.', 'La fiche n’est plus celle qui a été lue.'],
  409: ['The record is still in use.', 'La fiche sert encore.'],
  410: ['The record is in the trash already.', 'La fiche est déjà à la corbeille.'],
  413: ['The body is too large.', 'Le corps de la requête est trop volumineux.'],
  429: [
    'Too many requests, or too many wrong credentials.',
    'Trop de requêtes, ou trop d’identifiants erronés.',
  ],
  500: ['Something went wrong on our side.', 'Une erreur est survenue de notre côté.'],
  503: [
    'The service has too much to do, or cannot use its disk.',
    'Le service est trop sollicité, ou ne peut pas utiliser son disque.',
  ],
  507: ['The disk of the service is full.', 'Le disque du service est plein.'],
}

const comesAgain = (status: number) => status === 429 || status === 503 || status === 507
/** Names of components. */
const words: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  429: 'TooMany',
  500: 'ServerError',
  503: 'Unavailable',
  507: 'NoSpace',
}

const headersOf = (status: number) => [
  ...(status === 401 ? ['WWW-Authenticate'] : []),
  ...(comesAgain(status) ? ['Retry-After'] : []),
  ...(status === 429 ? onEvery : onKnown),
]

function problemResponse(c: Context, status: number, found: readonly ProblemCode[]) {
  const examples = found.map(code => [
    code,
    { $ref: `#/components/examples/${exampleName(code, status)}` },
  ])
  return {
    description: c.tell(...(sentences[status] as [string, string])),
    headers: headers(headersOf(status)),
    content: {
      'application/json': {
        schema: schemaOf(status, found),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

type Found = { status: number; codes: readonly ProblemCode[]; doing: Doing }

/** Responses with the same status and codes are one component, named after the status and the first operation that has it. */
function componentsOf(doings: readonly Doing[]): Map<string, Found & { name: string }> {
  const found = new Map<string, Found & { name: string }>()
  const taken = new Set<string>()
  for (const doing of doings)
    for (const [status, codes] of problemsOf(doing)) {
      const key = [status, ...codes].join()
      if (found.has(key)) continue
      const short = words[status] as string
      const name = taken.has(short) ? short + operationName(doing) : short
      taken.add(name)
      found.set(key, { status, codes, doing, name })
    }
  return found
}

const operationName = ({ verb, kind, by }: Doing) =>
  capital(verb) + capital(kind ?? '') + (by === 'slug' ? 'BySlug' : '')

/** The problems of operations, by the same names for all of them. */
export function problemsIn(doings: readonly Doing[]) {
  const components = componentsOf(doings)
  const nameOf = (status: number, codes: readonly ProblemCode[]) =>
    components.get([status, ...codes].join())?.name
  return {
    /** The responses of one operation that tell of a problem. */
    responses: (doing: Doing) =>
      Object.fromEntries(
        [...problemsOf(doing)].map(([status, codes]) => [
          String(status),
          { $ref: `#/components/responses/${nameOf(status, codes)}` },
        ]),
      ),
    /** The same responses in full, for every operation there is. */
    components: (c: Context) =>
      Object.fromEntries(
        [...components.values()].map(({ name, status, codes }) => [
          name,
          problemResponse(c, status, codes),
        ]),
      ),
  }
}
