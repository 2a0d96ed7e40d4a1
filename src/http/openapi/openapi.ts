import { onNothing, openCache } from '../../common/index.ts'
import { derived } from '../../define/base/objects.ts'
import type { Language } from '../../define/field-type.ts'
import { localized } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import type { Route } from '../../operations/index.ts'
import { prefixes } from '../request/bases.ts'
import { bodyComponents, bodySchemas } from './bodies.ts'
import type { ApiContext, Context, DocSettings, Version } from './context.ts'
import { headerComponents } from './headers.ts'
import { info, securitySchemes, servers } from './info.ts'
import { paths, tags } from './operations.ts'
import { globalParameters } from './parameters.ts'
import { codesOf, type Placed, placedAt } from './placed.ts'
import { problemExamples, problemSchemas } from './problem-schemas.ts'
import { problemsIn } from './problems.ts'
import { recordSchemas } from './record-schemas.ts'
import { answerComponents, answerSchemas, ownAnswers } from './responses.ts'
import { older } from './version-3-0.ts'

type DocumentRequest = { language: Language; root: string; version: Version; settings: DocSettings }

/** About what a document takes as an object. */
const documentBytes = 1_500_000
/** Documents for each language, version (two) and base URL. They follow from the routes alone, which change with the settings. */
const maxDocuments = languages.length * 2 * prefixes.length
const documentsOf = derived((_: readonly Route[]) =>
  openCache({ bytes: (maxDocuments + 0.5) * documentBytes }).table<string, object>({
    sizeOf: () => documentBytes,
    dependsOn: onNothing,
  }),
)

/** The documentation of everything the API does (X6), as OpenAPI in a language and a version. */
export function openApi(routes: readonly Route[], request: DocumentRequest): object {
  const documents = documentsOf(routes)
  const key = [request.version, request.language, request.root].join(' ')
  const cached = documents.get(key)
  if (cached) return cached
  const document = apiDocument({ routes, bodyLimit: request.settings.bodyLimit, ...request })
  const created = request.version === '3.0' ? older(document) : document
  documents.set(key, created)
  return created
}

function apiDocument(c: ApiContext) {
  return documentOf(c, c.routes.flatMap(placedAt), {
    info: info(c),
    servers: servers(c),
    tags: tags(),
    schemas: { ...recordSchemas(c), ...answerSchemas(c), ...bodySchemas() },
    responses: answerComponents(c),
    requestBodies: bodyComponents(c),
    parameters: globalParameters(c),
    headers: headerComponents(),
    securitySchemes,
  })
}

/** The parts of a document besides its operations and their problems. */
type Rest = Record<'info' | 'schemas' | 'parameters' | 'headers' | 'securitySchemes', object> & {
  servers: readonly object[]
  tags?: readonly object[]
  responses?: object
  requestBodies?: object
}

/** The document of an API: its operations, their problems, and the schemas that both refer to. */
export function documentOf(c: Context, all: readonly Placed[], rest: Rest) {
  const {
    info: about,
    servers: at,
    tags: sorted,
    schemas,
    responses,
    requestBodies,
    ...more
  } = rest
  const problems = problemsIn(all)
  const codes = codesOf(all)
  const document = {
    openapi: '3.1.1',
    info: about,
    servers: at,
    ...(sorted && { tags: sorted }),
    paths: paths(c, all, problems),
    components: {
      schemas: { ...schemas, ...problemSchemas(codes) },
      responses: { ...responses, ...ownAnswers(all), ...problems.components },
      ...(requestBodies && { requestBodies }),
      parameters: more.parameters,
      examples: problemExamples(c, codes),
      headers: more.headers,
      securitySchemes: more.securitySchemes,
    },
  }
  return localized(document, c.language)
}
