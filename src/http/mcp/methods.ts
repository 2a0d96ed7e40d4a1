import type { Authenticated } from '../../calendar/index.ts'
import { version } from '../../common/index.ts'
import { derived, isObject } from '../../define/base/objects.ts'
import type { Language, Sentence } from '../../define/field-type.ts'
import { formatMessage, isLanguage, languageOfPath, textIn } from '../../define/text/language.ts'
import { withoutQuery } from '../../define/text/uri.ts'
import { schemaName, templateOf } from '../../operations/index.ts'
import { resources } from '../../resources/index.ts'
import { acts } from '../api/allow.ts'
import type { Response } from '../api/call.ts'
import { callerOf } from '../api/caller.ts'
import { type Tree, treeOf } from '../api/fields-parameter.ts'
import type { Progress } from '../api/pipeline.ts'
import { prefixOf, rootOf } from '../request/bases.ts'
import { callTool, type Respond } from './call-tool.ts'
import {
  codeOf,
  idIn,
  isModern,
  legacyVersions,
  type Message,
  messageOf,
  modernVersion,
  namesVersion,
  RpcError,
  type RpcId,
  sentences,
  serverInfoKey,
} from './protocol.ts'
import { shownFields, type Tool, toolsOf } from './tools.ts'

/** A tool as `tools/list` describes it. */
type DescribedTool = {
  name: string
  title: string
  description: string
  inputSchema: Schema
  outputSchema: Schema
  annotations: Record<string, boolean>
}

/** Tools by name, from the OpenAPI document in the language of the caller: words and schemas are those of the operations. */
const describedIn = derived(
  (document: object, tools: ReadonlyMap<string, Tool>, language: Language) =>
    new Map([...tools].map(([name, tool]) => [name, describe(document, tool, language)])),
)

function describe(document: object, tool: Tool, language: Language): DescribedTool {
  const { name, endpoint, isRead } = tool
  const { summary, description, verb } = endpoint
  const sentences = [summary, ...(description ? [description] : [])]
  return {
    name,
    title: textIn(summary, language),
    description: sentences.map(each => textIn(each, language).replace(/\.?$/, '.')).join(' '),
    inputSchema: inputOf(document, tool, language),
    outputSchema: outputOf(document, tool, language),
    annotations: {
      readOnlyHint: isRead,
      ...(!isRead && { destructiveHint: verb !== 'create', idempotentHint: verb !== 'create' }),
      openWorldHint: false,
    },
  }
}

const words = {
  fields: {
    en: 'The fields of each record to return instead of the usual ones; a dot reaches into others: venue.city.',
    fr: 'Les champs à renvoyer pour chaque fiche, à la place des champs habituels ; un point donne accès à leur contenu : venue.city.',
  },
  page: { en: 'The page of this result.', fr: 'La page de ce résultat.' },
  next_page: {
    en: 'The next page, if there is one: call again with it as page.',
    fr: 'La page suivante, s’il y en a une : rappelez l’outil avec ce numéro dans page.',
  },
  applied: { en: 'What was done.', fr: 'Ce qui a été fait.' },
  action: { en: 'The kind of the write.', fr: 'Le type d’écriture.' },
  id: { en: 'The ID of the record.', fr: 'L’ID de la fiche.' },
  changed: { en: 'The fields that were written.', fr: 'Les champs écrits.' },
  permanent: {
    en: 'True if the record is not in the trash but gone.',
    fr: 'Vrai si la fiche n’est pas à la corbeille, mais supprimée définitivement.',
  },
  scope: {
    en: 'Of a series, the dates that it applies to: this date alone by default.',
    fr: 'Pour une série, les dates concernées : par défaut, cette date seule.',
  },
} satisfies Record<string, Sentence>

type Schema = Record<string, unknown>

const objectIn = (of: unknown): Schema => (isObject(of) ? of : {})
const objectsIn = (list: unknown) => (Array.isArray(list) ? list.filter(isObject) : [])

const place = (of: unknown, ...names: string[]): Schema =>
  objectIn(names.reduce((at, name) => objectIn(at)[name], of))

/** What a reference leads to. */
const resolved = (document: object, schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? place(document, ...schema.$ref.slice(2).split('/')) : schema

/** The schema of the JSON of a request or a response. */
const jsonOf = (document: object, part: Schema): Schema =>
  resolved(document, place(resolved(document, part), 'content', 'application/json', 'schema'))

const schemaNamed = (document: object, name: string) =>
  place(document, 'components', 'schemas', name)

const operationOf = (document: object, { path, method }: Tool) =>
  place(document, 'paths', templateOf(path), method.toLowerCase())

/** Parameters that are set for every call, or mean nothing to a tool. */
const hidden = ['strict', '_fields', 'context']

function inputOf(document: object, tool: Tool, language: Language): Schema {
  const operation = operationOf(document, tool)
  const inPath = place(document, 'paths', templateOf(tool.path)).parameters
  const parameters = [...objectsIn(inPath), ...objectsIn(operation.parameters)]
    .map(each => resolved(document, each))
    .filter(each => each.in !== 'header' && !hidden.includes(String(each.name)))
  const body = jsonOf(document, objectIn(operation.requestBody))
  const definitions: Schema = {}
  const properties = {
    ...Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        String(name),
        { ...objectIn(plainer(document, schema, definitions)), description },
      ]),
    ),
    ...objectIn(plainer(document, body.properties, definitions)),
    ...(tool.form !== 'plain' && {
      fields: {
        type: 'array',
        items: { type: 'string' },
        description: textIn(words.fields, language),
      },
    }),
  }
  const required = [
    ...parameters.filter(each => each.required === true).map(({ name }) => name),
    ...(Array.isArray(body.required) ? body.required : []),
  ]
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  }
}

/** What a list has only where a call names it. */
const ofLists = ['next_cursor', 'facets']

const isPlainText = (schema: unknown) =>
  isObject(schema) && schema.type === 'string' && !('enum' in schema) && !('const' in schema)

/** A schema for assistants: schemas that it refers to are with it, and a text in several formats is a text. */
function plainer(document: object, schema: unknown, definitions: Schema): unknown {
  if (Array.isArray(schema)) return schema.map(each => plainer(document, each, definitions))
  if (!isObject(schema)) return schema
  const { $ref, anyOf } = schema
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    if (!(name in definitions)) {
      definitions[name] = {}
      definitions[name] = plainer(document, resolved(document, schema), definitions)
    }
    return { $ref: `#/$defs/${name}` }
  }
  const { anyOf: _, ...rest } = schema
  const isText = Array.isArray(anyOf) && anyOf.every(isPlainText)
  return Object.fromEntries(
    Object.entries(isText ? { type: 'string', ...rest } : schema).map(([name, inner]) => [
      name,
      plainer(document, inner, definitions),
    ]),
  )
}

function outputOf(document: object, tool: Tool, language: Language): Schema {
  const { endpoint, form, isRead } = tool
  const { kind } = endpoint
  const sentence = (name: keyof typeof words) => ({ description: textIn(words[name], language) })
  if (form === 'plain' || !kind) {
    const { responses } = operationOf(document, tool)
    const answer = jsonOf(document, place(responses, String(endpoint.status ?? 200)))
    return objectIn(plainer(document, answer, {}))
  }
  const resource = resources[kind]
  const whole = schemaNamed(document, schemaName(resource))
  const record = picked(document, whole, treeOf(shownFields(tool)))
  const object = (properties: Schema, optional: readonly string[] = []) => ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter(name => !optional.includes(name)),
  })
  if (form === 'list') {
    const totals = place(schemaNamed(document, `${schemaName(resource)}List`), 'properties')
    return object(
      {
        [resource.path]: { type: 'array', items: record },
        total: totals.total,
        total_pages: totals.total_pages,
        page: { type: 'integer', ...sentence('page') },
        next_page: { type: 'integer', ...sentence('next_page') },
        ...Object.fromEntries(
          ofLists
            .filter(name => name in totals)
            .map(name => [name, picked(document, objectIn(totals[name]), 'all')]),
        ),
      },
      ['page', 'next_page', ...ofLists],
    )
  }
  if (isRead) return object({ [resource.name]: record })
  const scope = endpoint.params.scope?.type.accepts
  const applied = object(
    {
      action: { type: 'string', enum: [tool.action], ...sentence('action') },
      id: { type: 'integer', ...sentence('id') },
      fields: { type: 'array', items: { type: 'string' }, ...sentence('changed') },
      ...(scope && { scope: { ...scope, ...sentence('scope') } }),
      ...(endpoint.params.force && { permanent: { type: 'boolean', ...sentence('permanent') } }),
    },
    ['scope', 'permanent'],
  )
  return object({ applied: { ...applied, ...sentence('applied') }, [resource.name]: record })
}

/**
 * A schema with some of its members alone, none of which has to be there: `fields` may ask for others. Without sentences, which would be two
 * thirds of it; those of the arguments say the same.
 */
function picked(document: object, schema: Schema, tree: Tree | 'all'): Schema {
  const { properties, items, anyOf, oneOf, required, additionalProperties, description, ...rest } =
    resolved(document, schema)
  const inner = (each: unknown) => (isObject(each) ? picked(document, each, tree) : each)
  return {
    ...rest,
    ...(isObject(items) && { items: inner(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(inner) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(inner) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).flatMap(([name, each]) => {
          const below = tree === 'all' ? tree : tree.get(name)
          return below && isObject(each) ? [[name, picked(document, each, below)]] : []
        }),
      ),
    }),
  }
}

/** A request to the server of tools, as far as it has been understood. */
export type McpProgress = Progress & {
  respond: Respond
  entry: Authenticated
  record?: string | undefined
}

type Values = Record<string, unknown>

/** Messages of a batch, which clients of 2025-03-26 may send. */
const maxBatch = 20

const accepted: Response = { status: 202, headers: {}, body: undefined, bytes: Buffer.alloc(0) }

/** Answers what a client posted: a message, or a batch of them. */
export async function answerMessages(progress: McpProgress, sent: unknown): Promise<Response> {
  return Array.isArray(sent) ? batch(progress, sent) : single(progress, sent)
}

async function single(progress: McpProgress, sent: unknown): Promise<Response> {
  try {
    const message = messageOf(sent)
    if (message?.id === undefined) return accepted
    const modern = isModern(progress.request.headers, message)
    const result = await perform(progress, message, modern)
    const { id } = message
    const body = { jsonrpc: '2.0', id, result: modern ? withInfo(result) : result }
    return { status: 200, headers: {}, body }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return errorResponse(progress, error, idIn(sent))
  }
}

/** The messages of an older client, one after the other; each counts as a request. */
async function batch(progress: McpProgress, sent: readonly unknown[]): Promise<Response> {
  const { service, request } = progress
  if (sent.length === 0 || sent.length > maxBatch || sent.some(namesVersion))
    throw new RpcError({
      code: 'invalidRequest',
      sentence: sentences.batch,
      params: { max: String(maxBatch), version: modernVersion },
    })
  if (sent.length > 1) service.rate?.(request.address, sent.length - 1)
  const bodies: unknown[] = []
  for (const each of sent) {
    const { status, body } = await single({ ...progress }, each)
    if (status !== 202) bodies.push(body)
  }
  return bodies.length > 0 ? { status: 200, headers: {}, body: bodies } : accepted
}

async function perform(progress: McpProgress, message: Message, modern: boolean): Promise<Values> {
  const { method, params } = message
  if (method === 'initialize' && !modern) return initialized(progress, params.protocolVersion)
  if (method === 'server/discover' && modern)
    return { supportedVersions: [modernVersion], ...about(progress), ...lasting(progress) }
  if (method === 'ping' && !modern) return {}
  // all of them are on the first page
  if (method === 'tools/list')
    return { tools: await listTools(progress), ...(modern && lasting(progress)) }
  if (method === 'tools/call') return called(progress, params)
  throw new RpcError({
    code: 'methodNotFound',
    sentence: sentences.unknownMethod,
    params: { method },
    status: modern ? 404 : 200,
  })
}

const serverInfo = { name: 'almanac', title: 'Almanac', version }

const withInfo = (result: Values): Values => ({
  resultType: 'complete',
  ...result,
  _meta: { [serverInfoKey]: serverInfo },
})

/** How long a client may use it: the tools follow from the rights of the caller, which may change. */
const lasting = ({ entry }: McpProgress) => ({
  ttlMs: 60_000,
  cacheScope: entry.credential === 0 ? 'public' : 'private',
})

const about = ({ service, language }: McpProgress) => ({
  capabilities: { tools: {} },
  instructions: formatMessage(instructions, language, {
    name: service.about.siteName || 'Almanac',
    zone: service.site.zone,
  }),
})
const instructions = {
  en: '{name}: a calendar of events. Dates of an event are in its own time zone; dates in searches are in {zone}. Read an event before you change it. A date of a series has an ID of its own, and a change of it applies to this date alone unless scope says otherwise.',
  fr: '{name} : un agenda d’évènements. Les dates d’un évènement sont dans son fuseau horaire ; celles des recherches, dans le fuseau {zone}. Lisez un évènement avant de le modifier. Une date de série a son propre ID ; la modifier ne concerne qu’elle, sauf indication contraire de scope.',
}

const initialized = (progress: McpProgress, requested: unknown) => ({
  protocolVersion: legacyVersions.find(each => each === requested) ?? legacyVersions[0],
  serverInfo,
  ...about(progress),
})

/** The tools that this caller may use. */
async function listTools(progress: McpProgress) {
  const { service, base, language, request } = progress
  const root = rootOf(base, prefixOf(languageOfPath(withoutQuery(request.url))))
  const document = await service.openApi({ language, root, version: '3.1' })
  const tools = toolsOf(service.routes)
  const described = describedIn(document, tools, language)
  return [...tools.values()]
    .filter(tool => isFor(progress, tool))
    .map(({ name }) => described.get(name))
}

function isFor({ service, request, entry, language }: McpProgress, { endpoint }: Tool): boolean {
  const { access, kind, verb } = endpoint
  if (access !== 'account' || !kind) return true
  const caller = callerOf({ service, request, entry, language, query: {} })
  return service.calendar.may(caller, (verb && acts[verb]) ?? 'create', kind)
}

async function called(progress: McpProgress, params: Values): Promise<Values> {
  const { service, request, respond } = progress
  const { name, arguments: sent = {} } = params
  if (isObject(sent) && isLanguage(sent.ml_language)) progress.language = sent.ml_language
  const { language } = progress
  const tool = toolsOf(service.routes).get(String(name))
  if (!tool || !isObject(sent))
    throw new RpcError({
      code: 'invalidParams',
      sentence: sentences.unknownTool,
      params: { name: String(name) },
      status: 200,
    })
  const prefix = prefixOf(languageOfPath(withoutQuery(request.url)))
  const calling = { service, request, prefix, language, respond }
  const { result, record } = await callTool(calling, tool, sent)
  progress.record = record
  return result
}

/** An error as the response to a message, or to a body that is none. */
export function errorResponse(
  { language }: Pick<McpProgress, 'language'>,
  { fault }: RpcError,
  id: RpcId | null = null,
): Response {
  const { sentence, params, data, status = 400 } = fault
  const message = formatMessage(sentence, language, params)
  const error = { code: codeOf(fault), message, ...(data && { data }) }
  return { status, headers: {}, body: { jsonrpc: '2.0', id, error } }
}
