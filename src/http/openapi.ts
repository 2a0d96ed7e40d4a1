import { LRUCache } from 'lru-cache'
import type { Language } from '../define/field-type.ts'
import type { Param } from '../define/param.ts'
import { languageParam } from '../resources/common.ts'
import { bodyComponents, bodySchemas } from './openapi/bodies.ts'
import { type Context, contextOf, type DocSettings, type Version } from './openapi/context.ts'
import { headerComponents } from './openapi/headers.ts'
import { info, securitySchemes, servers } from './openapi/info.ts'
import { paths, problemsFor } from './openapi/operations.ts'
import { globalParameters } from './openapi/parameters.ts'
import { problemExamples, problemSchemas } from './openapi/problem-schemas.ts'
import { recordSchemas } from './openapi/record-schemas.ts'
import { answerComponents, answerSchemas } from './openapi/responses.ts'
import { tags } from './openapi/tags.ts'
import { older } from './openapi/version-3-0.ts'
import type { Route } from './routes.ts'

type Asked = { language: Language; root: string; version: Version; settings: DocSettings }

/** Documents that are written already, by routes: two languages, two versions, three base addresses. */
const written = new WeakMap<readonly Route[], LRUCache<string, object>>()

/** The documentation of everything the API does (X6), as OpenAPI in a language and a version. */
export function openApi(routes: readonly Route[], asked: Asked): object {
  const known = written.get(routes) ?? new LRUCache<string, object>({ max: 12 })
  written.set(routes, known)
  const key = [asked.version, asked.language, asked.root].join(' ')
  const found = known.get(key)
  if (found) return found
  const document = documentOf(contextOf(routes, asked))
  const made = asked.version === '3.0' ? older(document) : document
  known.set(key, made)
  return made
}

const documentOf = (c: Context) => ({
  openapi: '3.1.1',
  info: info(c),
  servers: servers(c),
  tags: tags(c),
  paths: paths(c),
  components: {
    schemas: {
      ...recordSchemas(c),
      ...answerSchemas(c),
      ...bodySchemas(c, language),
      ...problemSchemas(c),
    },
    responses: { ...answerComponents(c), ...problemsFor(c).components(c) },
    requestBodies: bodyComponents(c),
    parameters: globalParameters(c, language),
    examples: problemExamples(c),
    headers: headerComponents(c),
    securitySchemes: securitySchemes(c),
  },
})

const language = languageParam.ml_language as Param
