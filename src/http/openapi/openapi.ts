import { onNothing, openCache } from '../../common/index.ts'
import { derived, isObject } from '../../define/base/objects.ts'
import type { JsonSchema, Language, Sentence } from '../../define/field-type.ts'
import { mayBeEmpty } from '../../define/present.ts'
import type { PresentedItems, Resource } from '../../define/resource.ts'
import { exact, localized, type Properties } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { type Route, schemaName, templateOf } from '../../operations/index.ts'
import { type ResourceName, resourceList, resources } from '../../resources/index.ts'
import { prefixes } from '../request/bases.ts'
import { bodyComponents, bodySchemas, orNull, requestBody } from './bodies.ts'
import {
  type ApiContext,
  type Context,
  capitalized,
  type DocSettings,
  type Version,
  vendorOf,
} from './context.ts'
import { headerComponents } from './headers.ts'
import { info, securitySchemes, servers } from './info.ts'
import * as parameters from './parameters.ts'
import { globalParameters } from './parameters.ts'
import { codesOf, type Placed, placedAt } from './placed.ts'
import { type Problems, problemExamples, problemSchemas, problemsIn } from './problems.ts'
import { answerComponents, answerSchemas, ownAnswers, successes } from './responses.ts'

type Node = Record<string, unknown>

const mapped = (node: Node, change: (value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]))

/** An OpenAPI 3.1 document as 3.0, for older tools: nothing of it is lost but what 3.0 cannot say. */
const older = (document: Node): Node => ({ ...outside(document), openapi: '3.0.4' })

/** Everything around schemas stays, but for the schemas in it; examples are not looked into. */
const outside = (node: Node): Node =>
  Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, part(name, inner)]))

function part(name: string, inner: unknown): unknown {
  if (name === 'schema') return schema(inner)
  if (name === 'example' || name === 'examples') return inner
  if (Array.isArray(inner)) return inner.map(each => part('', each))
  if (!isObject(inner)) return inner
  return name === 'schemas' ? mapped(inner, schema) : outside(inner)
}

const isNull = (schema: unknown) => isObject(schema) && schema.type === 'null'

/** One schema: null becomes an attribute, const an enum of one value, and a reference has no siblings. */
function schema(given: unknown): unknown {
  if (!isObject(given)) return given
  const { $ref, ...beside } = given
  if ($ref !== undefined)
    return Object.keys(beside).length > 0 ? { allOf: [{ $ref }], ...beside } : { $ref }
  const { anyOf, ...others } = given
  if (Array.isArray(anyOf) && anyOf.some(isNull)) return nullable(anyOf, others)
  const { const: only, type, contentMediaType, exclusiveMinimum, examples, ...rest } = given
  const [one, ...more] = [type].flat()
  return {
    ...(one !== undefined && { type: one }),
    ...(more.includes('null') && { nullable: true }),
    ...('const' in given && { type: typeof only, enum: [only] }),
    ...within(rest),
    ...(Array.isArray(examples) && { example: examples[0] }),
    ...(contentMediaType !== undefined && { format: 'binary' }),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
  }
}

const within = (node: Node): Node =>
  Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === 'properties' && isObject(value)) return [name, mapped(value, schema)]
      if (name === 'items' || name === 'additionalProperties') return [name, schema(value)]
      const isChoice = name === 'anyOf' || name === 'oneOf' || name === 'allOf'
      return [name, isChoice && Array.isArray(value) ? value.map(schema) : value]
    }),
  )

/**
 * A choice with null among its forms: the attribute is a sibling of a type, as in 3.0. Of a reference, which here is always
 * to an object, the type is named again.
 */
function nullable(anyOf: readonly unknown[], rest: Node): Node {
  const forms = anyOf
    .filter(form => !isNull(form))
    .map(schema)
    .filter(isObject)
  const [only] = forms
  if (!only || forms.length > 1) {
    const typed = forms.findIndex(form => 'type' in form)
    const one = (form: Node, at: number) => (at === typed ? { ...form, nullable: true } : form)
    return { ...within(rest), anyOf: forms.map(one) }
  }
  return '$ref' in only
    ? { type: 'object', nullable: true, allOf: [only], ...within(rest) }
    : { ...only, nullable: true, ...within(rest) }
}

/** Records as they come back, by themselves and inside of others, and what their schemas refer to. */
function recordSchemas(c: ApiContext): Properties {
  const schemas: Properties = {}
  for (const resource of resourceList) {
    const { embedded } = resource
    schemas[schemaName(resource)] = presentedSchema(
      c,
      resource,
      resource.presented,
      describe(resource),
    )
    if (embedded)
      schemas[embedded.as] ??= presentedSchema(c, resource, embedded.presented, embedded.sentence)
    Object.assign(schemas, resource.schemas)
  }
  return schemas
}

function describe({ schema, a, about, hasPassword, leavesOutEmpty }: Resource): Sentence {
  if (schema) return schema.sentence
  const { en, fr } = capitalized(a)
  if (hasPassword)
    return {
      en: `${en}. Where a password hides it, texts and lists are empty and flags are null.`,
      fr: `${fr}. Quand un mot de passe le masque, textes et listes sont vides, et les champs booléens valent null.`,
    }
  return leavesOutEmpty
    ? { en: `${en}; empty values are left out.`, fr: `${fr} ; les valeurs vides sont omises.` }
    : about
}

function presentedSchema(
  c: ApiContext,
  resource: Resource,
  items: PresentedItems,
  of: Sentence,
): JsonSchema {
  const properties: Properties = {}
  const lacking: string[] = []
  for (const [name, item] of Object.entries(items)) {
    const field = resource.fields[name]
    const schema = item === true ? undefined : item.schema
    properties[name] =
      typeof schema === 'function'
        ? schema({ resource, vendor: vendorOf(c) })
        : (schema ?? fieldSchema(resource, name))
    if (item === true ? field && mayBeEmpty(resource, field) : item.optional) lacking.push(name)
  }
  return exact(of, properties, lacking)
}

/** A field in responses: the schema of its type, with the sentence for readers, or that of its resource. */
function fieldSchema(resource: Resource, name: string): JsonSchema {
  const field = resource.fields[name]
  if (!field) throw new Error(`The ${resource.name} has no field ${name}.`)
  const { type, read, en, fr } = field
  const schema = { ...type.returns, description: read ?? { en, fr } }
  if (resource.hasPassword && !field.open && type.masked === null) return orNull(schema)
  // what is empty is left out, so what is there is not empty
  return mayBeEmpty(resource, field) && type.returns.type === 'string'
    ? { ...schema, minLength: 1 }
    : schema
}

const apiTag = {
  name: { en: 'API', fr: 'L’API' },
  description: {
    en: 'The routes and documents of the API.',
    fr: 'Les routes et les documents de l’API.',
  },
}

/** Operations of the API are sorted by resource; some are about the API itself. */
const tags = () => [
  apiTag,
  ...resourceList.map(({ many, about }) => ({ name: capitalized(many), description: about })),
]

const tagOf = (kind: ResourceName | undefined) =>
  kind ? capitalized(resources[kind].many) : apiTag.name

/** Every path with what can be done there, and what can go wrong. */
function paths(c: parameters.Described, all: readonly Placed[], problems: Problems) {
  const items: Record<string, Record<string, unknown>> = {}
  for (const placed of all) {
    const path = templateOf(placed.path)
    items[path] ??= pathParameters(c, placed)
    items[path][placed.method.toLowerCase()] = operation(c, problems, placed)
  }
  return items
}

function pathParameters(c: parameters.Described, placed: Placed) {
  const inPath = parameters.inPath(c, placed)
  return inPath.length > 0 ? { parameters: inPath } : {}
}

function operation(c: parameters.Described, problems: Problems, placed: Placed) {
  const { name, summary, description, under, kind } = placed
  const isApi = under === 'api'
  const own = [
    ...parameters.queryParameters(c, parameters.ofQuery(placed)),
    ...parameters.headersOf(placed),
    ...(isApi ? parameters.globalOf(placed) : []),
  ]
  const body = requestBody(placed, c.language)
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    ...(isApi && { tags: [tagOf(kind)] }),
    parameters: own,
    ...(body && { requestBody: body }),
    responses: { ...successes(placed), ...problems.responsesOf(placed) },
    security: securityOf(placed),
  }
}

const credentials = [{ applicationPassword: [] }, { token: [] }]

/** The ways to authenticate; `{}` among them means that authentication is optional. */
function securityOf(placed: Placed) {
  const { access, under, method } = placed
  if (under === 'api') return access === 'account' ? credentials : [{}, ...credentials]
  const session = method === 'GET' ? { session: [] } : { session: [], page: [] }
  if (access === 'anyone') return [{}]
  return access === 'account' ? [session, ...credentials] : [session]
}

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
