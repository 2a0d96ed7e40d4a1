import { onNothing, openCache } from '../../common/cache.ts'
import type { Language } from '../../define/field-type.ts'
import { derived } from '../../define/objects.ts'
import { localized } from '../../define/schema.ts'
import type { Route } from '../../operations/routes.ts'
import { bodyComponents, bodySchemas } from './bodies.ts'
import type { Context, DocSettings, Version } from './context.ts'
import { headerComponents } from './headers.ts'
import { info, securitySchemes, servers } from './info.ts'
import { doings, paths, tags } from './operations.ts'
import { globalParameters } from './parameters.ts'
import { problemExamples, problemSchemas } from './problem-schemas.ts'
import { problemsIn } from './problems.ts'
import { recordSchemas } from './record-schemas.ts'
import { answerComponents, answerSchemas } from './responses.ts'
import { older } from './version-3-0.ts'

type DocumentRequest = { language: Language; root: string; version: Version; settings: DocSettings }

/** About what a document takes as an object. */
const documentBytes = 1_500_000
/** Twelve documents: two languages, two versions, three base URLs. They follow from the routes alone, which change with the settings. */
const documentsOf = derived((_: readonly Route[]) =>
  openCache({ bytes: 12.5 * documentBytes }).table<string, object>({
    sizeOf: () => documentBytes,
    dependsOn: onNothing,
  }),
)

/** The documentation of everything the API does (X6), as OpenAPI in a language and a version. */
export function openApi(routes: readonly Route[], asked: DocumentRequest): object {
  const known = documentsOf(routes)
  const key = [asked.version, asked.language, asked.root].join(' ')
  const found = known.get(key)
  if (found) return found
  const document = documentOf({ routes, ...asked })
  const made = asked.version === '3.0' ? older(document) : document
  known.set(key, made)
  return made
}

function documentOf(c: Context) {
  const problems = problemsIn(doings(c))
  const document = {
    openapi: '3.1.1',
    info: info(c),
    servers: servers(c),
    tags: tags(),
    paths: paths(c, problems),
    components: {
      schemas: {
        ...recordSchemas(c),
        ...answerSchemas(c),
        ...bodySchemas(),
        ...problemSchemas,
      },
      responses: { ...answerComponents(c), ...problems.components },
      requestBodies: bodyComponents(c),
      parameters: globalParameters(c),
      examples: problemExamples(c),
      headers: headerComponents,
      securitySchemes,
    },
  }
  return localized(document, c.language)
}
