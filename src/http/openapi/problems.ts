import type { JsonSchema } from '../../define/kind.ts'
import type { ProblemCode } from '../../problem.ts'
import type { Context } from './context.ts'
import { headers, onEvery, onKnown } from './headers.ts'
import { type Doing, problemsOf } from './occurs.ts'
import { exampleName, special } from './problem-schemas.ts'
import { ref } from './schema.ts'

/** The schema of an answer that holds one of these codes. */
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
  409: ['The record is still in use.', 'La fiche sert encore.'],
  410: ['The record is in the trash already.', 'La fiche est déjà à la corbeille.'],
  413: ['The body is too large.', 'Le corps de la requête est trop volumineux.'],
  429: [
    'Too many requests, or too many wrong credentials.',
    'Trop de requêtes, ou trop d’identifiants erronés.',
  ],
  500: ['Something went wrong on our side.', 'Une erreur est survenue de notre côté.'],
  503: ['The service has too much to do.', 'Le service est trop sollicité.'],
}

const comesAgain = (status: number) => status === 429 || status === 503

const headersOf = (status: number) => [
  ...(status === 401 ? ['WWW-Authenticate'] : []),
  ...(comesAgain(status) ? ['Retry-After'] : []),
  ...(status === 429 ? onEvery : onKnown),
]

function problemResponse(c: Context, status: number, found: readonly ProblemCode[]) {
  const examples = found.map(code => {
    const name = exampleName(code, status)
    return [name, { $ref: `#/components/examples/${name}` }]
  })
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

/** Answers with the same status and codes are told once, under a name made of these. */
const nameOf = (status: number, found: readonly ProblemCode[]) =>
  [status, ...found.map(code => code.replace(/^rest[_-]/, ''))].join('.')

/** The answers of one operation that tell of a problem. */
export const problemResponses = (doing: Doing) =>
  Object.fromEntries(
    [...problemsOf(doing)].map(([status, found]) => [
      String(status),
      { $ref: `#/components/responses/${nameOf(status, found)}` },
    ]),
  )

/** The same answers in full, for every operation there is. */
export const problemComponents = (c: Context, doings: readonly Doing[]) =>
  Object.fromEntries(
    doings.flatMap(doing =>
      [...problemsOf(doing)].map(([status, found]) => [
        nameOf(status, found),
        problemResponse(c, status, found),
      ]),
    ),
  )
