import type { Authenticated } from '../../calendar/index.ts'
import { version } from '../../common/index.ts'
import { isObject } from '../../define/base/objects.ts'
import { formatMessage, isLanguage, languageOfPath } from '../../define/text/language.ts'
import { withoutQuery } from '../../define/text/uri.ts'
import { acts } from '../api/allow.ts'
import type { Response } from '../api/call.ts'
import { callerOf } from '../api/caller.ts'
import type { Progress } from '../api/pipeline.ts'
import { prefixOf, rootOf } from '../request/bases.ts'
import { callTool, type Respond } from './call-tool.ts'
import { describedIn } from './describe-tools.ts'
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
import { type Tool, toolsOf } from './tools.ts'

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
