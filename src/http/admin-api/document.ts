import { version } from '../../config/version.ts'
import type { JsonSchema, Language, Sentence } from '../../define/field-type.ts'
import { sentenceOf } from '../../define/param.ts'
import { localized, ref, text } from '../../define/schema.ts'
import { adminOperations } from '../../operations/admin-api/operations.ts'
import type { Access, Operation } from '../../operations/operation.ts'
import { templateOf } from '../../operations/paths.ts'
import { type ProblemCode, problems } from '../../problem/problem.ts'
import { schemas } from '../../resources/admin-api/schemas.ts'

const cookie = { session: [], page: [] }
const credentials = [{ applicationPassword: [] }, { token: [] }]

type Route = { method: string; path: string; operation: Operation }

/** What goes wrong anywhere, and for whom. */
const anywhere = ['too_many_requests', 'service_too_busy', 'rest_internal'] as const
const general = {
  anyone: [],
  session: ['session_expired', 'session_elsewhere'],
  account: ['session_expired', 'session_elsewhere', 'invalid_token', 'too_many_attempts'],
} as const satisfies Record<Access, readonly ProblemCode[]>

function problemsOf({ method, operation }: Route): ProblemCode[] {
  const { access, params = {}, problems: own = [] } = operation
  const required = Object.values(params).some(param => param.required)
  const isWrite = method === 'POST' || method === 'PATCH'
  const needsToken = access !== 'anyone' && method !== 'GET'
  return [
    ...new Set<ProblemCode>([
      ...own,
      ...general[access],
      ...anywhere,
      ...(needsToken ? (['session_token'] as const) : []),
      ...(Object.keys(params).length > 0 ? (['rest_invalid_param'] as const) : []),
      ...(required ? (['rest_missing_callback_param'] as const) : []),
      ...(isWrite ? (['rest_invalid_json', 'rest_invalid_body'] as const) : []),
    ]),
  ]
}

/** Responses that tell of a problem, by status. */
function refusals(route: Route) {
  const codes = problemsOf(route)
  const statuses = [...new Set(codes.map(code => problems[code].status))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map(status => {
      const here = codes.filter(code => problems[code].status === status)
      const say = (language: Language) =>
        here.map(code => `\`${code}\`: ${problems[code][language]}`).join('\n\n')
      return [
        String(status),
        {
          description: { en: say('en'), fr: say('fr') },
          content: { 'application/json': { schema: ref('Problem') } },
        },
      ]
    }),
  )
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

function bodyOf({ params = {} }: Operation) {
  const fields = Object.entries(params)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, { type, default: fallback, ...param }]) => [
        name,
        {
          ...type.accepts,
          description: sentenceOf(param),
          ...(fallback !== undefined && { default: fallback }),
        },
      ]),
    ),
    required: fields.flatMap(([name, { required }]) => (required ? [name] : [])),
  }
}

const inQuery = ({ params = {} }: Operation) =>
  Object.entries(params).map(([name, { type, default: fallback, ...param }]) => ({
    name,
    in: 'query',
    description: sentenceOf(param),
    schema: { ...type.accepts, ...(fallback !== undefined && { default: fallback }) },
  }))

const idInPath = {
  name: 'id',
  in: 'path',
  required: true,
  description: { en: 'Its ID.', fr: 'Son ID.' },
  schema: { type: 'integer', minimum: 1 },
}

const versionInPath = {
  name: 'version',
  in: 'path',
  required: true,
  description: { en: 'The number of the version.', fr: 'Le numéro de la version.' },
  schema: { type: 'integer', minimum: 1 },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  schema: { type: 'string' },
  description: {
    en: 'The ETag of the record as it was read: the write happens only while it is the same.',
    fr: 'L’ETag de la fiche telle qu’elle a été lue : l’écriture n’a lieu que si elle est la même.',
  },
}

function described(route: Route) {
  const { method, path, operation } = route
  const { name, summary, access, status = 200, returns, takesIfMatch } = operation
  const isBody = method === 'POST' || method === 'PATCH'
  const parameters = [
    ...(path.includes(':id') ? [idInPath] : []),
    ...(path.includes(':version') ? [versionInPath] : []),
    ...(takesIfMatch ? [ifMatch] : []),
    ...(isBody ? [] : inQuery(operation)),
  ]
  const security = [
    ...(access === 'anyone' ? [{}] : [method === 'GET' ? { session: [] } : cookie]),
    ...(access === 'account' ? credentials : []),
  ]
  return {
    operationId: name,
    summary,
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(isBody && { requestBody: { required: true, content: json(bodyOf(operation)) } }),
    responses: {
      [status]: { description: summary, content: json(returns) },
      ...refusals(route),
    },
  }
}

const about: Sentence = {
  en: 'What the admin screens ask for besides records: sessions, one’s own account, accounts of others, tokens. A session opens the API itself too, for requests with the header `X-Almanac-Session`. Every write is JSON and comes from a page of this service; no other origin is let in, whatever `corsOrigins` says.',
  fr: 'Ce que demandent les écrans d’administration outre les fiches : sessions, son propre compte, comptes d’autrui, jetons. Une session ouvre aussi l’API elle-même, pour les requêtes qui portent l’en-tête `X-Almanac-Session`. Toute écriture est en JSON et vient d’une page de ce service ; aucune autre origine n’est admise, quoi que dise `corsOrigins`.',
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-almanac',
    description: { en: 'The session.', fr: 'La session.' },
  },
  page: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Almanac-Session',
    description: {
      en: 'The `token` of `GET session`, which changes with the session.',
      fr: 'Le `token` de `GET session`, qui change avec la session.',
    },
  },
  applicationPassword: { type: 'http', scheme: 'basic' },
  token: { type: 'http', scheme: 'bearer' },
}

const problem: JsonSchema = {
  type: 'object',
  description: { en: 'What went wrong.', fr: 'Ce qui s’est passé.' },
  properties: {
    code: text({ en: 'Never changes.', fr: 'Ne change jamais.' }),
    message: text({ en: 'In the language asked for.', fr: 'Dans la langue demandée.' }),
    data: { type: 'object', properties: { status: { type: 'integer' } } },
  },
  required: ['code', 'message', 'data'],
}

/** The documentation of what is under `/admin/api`, as OpenAPI 3.1, from its table of routes. */
export function adminDocument(language: Language, root: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, operation] of Object.entries<Operation>(adminOperations)) {
    const [method = '', path = ''] = key.split(' ')
    const shown = templateOf(path)
    paths[shown] = {
      ...paths[shown],
      [method.toLowerCase()]: described({ method, path, operation }),
    }
  }
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Almanac admin',
      version,
      description: about,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: root }],
    paths,
    components: { schemas: { ...schemas, Problem: problem }, securitySchemes },
  }
  return localized(document, language)
}
