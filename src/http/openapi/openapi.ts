import { LRUCache } from 'lru-cache'
import type { Language } from '../../define/field-type.ts'
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

/** Documents that are written already, by routes: two languages, two versions, three base addresses. */
const written = new WeakMap<readonly Route[], LRUCache<string, object>>()

/** The documentation of everything the API does (X6), as OpenAPI in a language and a version. */
export function openApi(routes: readonly Route[], asked: DocumentRequest): object {
  const known = written.get(routes) ?? new LRUCache<string, object>({ max: 12 })
  written.set(routes, known)
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
