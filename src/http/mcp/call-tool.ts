import type { IncomingHttpHeaders } from 'node:http'
import { derived, isObject } from '../../define/base/objects.ts'
import { notAmong } from '../../define/field-errors.ts'
import type { Language, Sentence } from '../../define/field-type.ts'
import { members } from '../../define/list-types.ts'
import { check, type Params, unknownErrors, unknownIn, type Values } from '../../define/param.ts'
import { formatMessage, languageOfPath, textIn, withColon } from '../../define/text/language.ts'
import { namesInPath } from '../../operations/index.ts'
import { fieldProblem, Problem, withErrors } from '../../problem/index.ts'
import { resources } from '../../resources/index.ts'
import { onlyFields } from '../api/fields-parameter.ts'
import { problemBody } from '../api/problem-body.ts'
import type { Prefix } from '../request/bases.ts'
import { tooLarge } from '../request/body.ts'
import { isCustomary } from '../request/match.ts'
import { localRequest, type Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { shownFields, type Tool } from './tools.ts'

/** Characters of a value in the text of a result; `structuredContent` has all of it. */
const maxValue = { list: 200, record: 2000 }

const sentences = {
  page: {
    en: '{shown} of {total}, page {page} of {pages}.',
    fr: '{shown} sur {total}, page {page} sur {pages}.',
  },
  some: { en: '{shown} of {total}.', fr: '{shown} sur {total}.' },
  none: { en: 'Nothing found.', fr: 'Aucun résultat.' },
  next: { en: 'For the next page: {next}.', fr: 'Pour la page suivante : {next}.' },
} satisfies Record<string, Sentence>

/** What was written, and how far a change of a series went. */
const applied = {
  create: { en: 'Created', fr: 'Création effectuée' },
  change: { en: 'Updated', fr: 'Modification effectuée' },
  remove: { en: 'Removed', fr: 'Suppression effectuée' },
} satisfies Record<string, Sentence>

const reach = {
  this: { en: 'this date of the series alone', fr: 'cette seule date de la série' },
  following: { en: 'this date and those after it', fr: 'cette date et les suivantes' },
  all: { en: 'all dates of the series', fr: 'toutes les dates de la série' },
  detach: {
    en: 'this date, which is now an event of its own',
    fr: 'cette date, devenue un évènement à part',
  },
} satisfies Record<string, Sentence>

type ScopeName = keyof typeof reach
const isScope = (name: unknown): name is ScopeName =>
  typeof name === 'string' && Object.hasOwn(reach, name)

/** Where a page stands, and the argument that gives the next one, if there is one. */
type Turn = { page?: number; next_page?: number; next_cursor?: unknown }

/** A page of a list: a line for each record, and how it goes on. */
function listText(
  lines: readonly string[],
  { total, pages }: { total: number; pages: number },
  { page, next_page, next_cursor }: Turn,
  language: Language,
): string {
  if (lines.length === 0) return textIn(sentences.none, language)
  const shown = lines.length
  const head =
    page === undefined
      ? formatMessage(sentences.some, language, { shown, total })
      : formatMessage(sentences.page, language, { shown, total, page, pages })
  const argument = next_cursor ? `cursor=${next_cursor}` : next_page ? `page=${next_page}` : ''
  const next = argument && formatMessage(sentences.next, language, { next: argument })
  return [head, ...lines, ...(next ? [next] : [])].join('\n')
}

/** A record of a list on one line. */
const lineOf = (record: unknown): string => `- ${pairs(record, maxValue.list).join('; ')}`

/** A record as lines, one for each field. */
const recordText = (record: unknown): string => pairs(record, maxValue.record).join('\n')

/** What a write did. */
function appliedText(
  action: keyof typeof applied,
  scope: ScopeName | undefined,
  language: Language,
): string {
  const done = textIn(applied[action], language)
  return scope ? `${withColon(done, language)} ${textIn(reach[scope], language)}.` : `${done}.`
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

const pairs = (record: unknown, max: number): string[] =>
  Object.entries(isObject(record) ? record : { value: record }).flatMap(([name, value]) =>
    isEmpty(value) ? [] : [`${name}: ${shortened(inWords(value), max)}`],
  )

const shortened = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text

/** A value on one line: of objects the values, with the name of their ID. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  if (typeof value === 'string') return value.replace(/\s+/g, ' ')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .filter(([, inner]) => !isEmpty(inner))
    .map(([name, inner]) => (name === 'id' ? `id ${inWords(inner)}` : inWords(inner)))
    .join(' ')
}

/** Answers a request of this process: the door of the API. */
export type Respond = (
  service: Service,
  request: Request,
) =>
  | Promise<{ status: number; parts: readonly Buffer[]; record?: string | undefined }>
  | { status: number; parts: readonly Buffer[]; record?: string | undefined }

type Calling = {
  /** It has counted the request already. */
  service: Service
  request: Request
  prefix: Prefix
  language: Language
  respond: Respond
}

type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Values
  isError?: true
}

/**
 * Calls an operation of the API as its caller would, and answers with the few fields that matter. A refusal is a result too, so that the assistant
 * reads what to do otherwise.
 */
export async function callTool(
  calling: Calling,
  tool: Tool,
  sent: Values,
): Promise<{ result: ToolResult; record?: string | undefined }> {
  const { service, language } = calling
  try {
    const { fields, ...values } = sent
    const named = fieldsIn(tool, fields)
    refuseSteering(tool, values)
    const { status, parts, record } = await calling.respond(
      { ...service, rate: undefined },
      requestOf(calling, tool, values),
    )
    if (status < 400 && tool.form === 'list')
      return { result: listResult(calling, tool, parts, { ...values, named }) }
    const body = bodyOf(parts)
    const result =
      status < 400 ? recordResult(calling, tool, values, { body, named }) : refusal(body)
    return { result, record }
  } catch (error) {
    if (error instanceof Problem) return { result: refusal(problemBody(error, language)) }
    throw error
  }
}

function bodyOf(parts: readonly Buffer[]): Values {
  const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
  return isObject(body) ? body : {}
}

/** The fields that the caller names instead of the usual ones. */
function fieldsIn(tool: Tool, fields: unknown): readonly string[] | undefined {
  if (fields === undefined || fields === null) return undefined
  const names = members(fields) ?? []
  const { kind } = tool.endpoint
  const known = kind ? Object.keys(resources[kind].presented) : []
  const isKnown = (name: unknown): name is string =>
    typeof name === 'string' && known.includes(name.split('.', 1)[0] ?? '')
  if (names.length > 0 && names.every(isKnown)) return names
  throw fieldProblem('fields', notAmong(known))
}

/**
 * Refuses names that steer a request of the API, such as `_method`, by which a tool that reads would write, and those that a query reads as
 * another name. The API itself names all others that it does not know.
 */
function refuseSteering({ endpoint: { params } }: Tool, sent: Values) {
  const steering = Object.entries(sent).filter(
    ([name]) => !Object.hasOwn(params, name) && (isCustomary(name) || !/^\w+$/.test(name)),
  )
  if (steering.length === 0) return
  throw withErrors(unknownErrors(unknownIn(params, Object.fromEntries(steering))))
}

/** Characters of a URL: what a request over HTTP may have in its headers. */
const maxUrl = 16_384

const forwarded = [
  'authorization',
  'host',
  'idempotency-key',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** The request of the API that a call stands for. Unknown arguments are refused, since an assistant reads no headers. */
function requestOf({ service, request, prefix, language }: Calling, tool: Tool, sent: Values) {
  const { basePath, namespace } = service.address
  const { params } = tool.endpoint
  const inPath = namesInPath(tool.path)
  const named = checkedInPath(service, params, inPath, sent)
  const rest = Object.entries(sent).filter(
    ([name, value]) => !inPath.includes(name) && value !== undefined,
  )
  const path = tool.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(named[name])))
  const own = languageOfPath(prefix) ?? service.site.language
  const hasBody = tool.method !== 'GET' && tool.method !== 'DELETE'
  const query = new URLSearchParams([
    ['strict', 'true'],
    ...(hasBody ? [] : rest.flatMap(inQuery)),
    ...('ml_language' in sent || language === own ? [] : [['ml_language', language]]),
  ])
  const headers: IncomingHttpHeaders = Object.fromEntries(
    forwarded.flatMap(name => (name in request.headers ? [[name, request.headers[name]]] : [])),
  )
  if (hasBody) headers['content-type'] = 'application/json'
  const body = hasBody ? JSON.stringify(Object.fromEntries(rest)) : ''
  const url = `${prefix}${basePath}/${namespace}${path}?${query}`
  if (url.length > maxUrl) throw tooLarge(maxUrl)
  const { peer, ip, address, signal, id } = request
  return {
    ...localRequest(tool.method, url, headers, Buffer.from(body)),
    peer,
    ip,
    address,
    signal,
    id,
  }
}

/** The values of the path, which would otherwise lead to another route or to none. */
function checkedInPath(service: Service, params: Params, names: readonly string[], sent: Values) {
  const own = Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)))
  const context = { now: service.now(), zone: service.site.zone }
  const { values, fieldErrors, missing } = check(own, sent, context)
  if (missing.length > 0) throw new Problem('rest_missing_callback_param', { missing })
  if (Object.keys(fieldErrors).length > 0) throw withErrors(fieldErrors)
  return values
}

/** An argument as a query has it. Objects are parameters of no list: their check says so. */
function inQuery([name, value]: [string, unknown]): [string, string][] {
  if (value === null) return []
  if (Array.isArray(value)) return value.map(each => [`${name}[]`, inText(each)])
  return [[name, inText(value)]]
}

const inText = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** A record of a list in the usual fields, and as a line. */
const usual = derived((bytes: Buffer, shown: readonly string[]) => {
  // records of a public list begin with the comma that parts them
  const [text] = /[^,].*$/s.exec(bytes.toString('utf8')) ?? []
  return itemOf(JSON.parse(text ?? ''), shown)
})

function itemOf(record: unknown, shown: readonly string[]) {
  const picked = onlyFields(record, shown)
  return { picked, line: lineOf(picked) }
}

/**
 * The records of a list. A public one has a part for each, which is the same object while the record is unchanged: what follows from it
 * goes with it, since to read the JSON of a page again costs more than the page.
 */
function listResult(
  { language }: Calling,
  tool: Tool,
  parts: readonly Buffer[],
  asked: { page?: unknown; cursor?: unknown; named: readonly string[] | undefined },
): ToolResult {
  const { kind } = tool.endpoint
  const path = kind ? resources[kind].path : ''
  const shown = asked.named ?? shownFields(tool)
  const isInParts = parts.length > 2 && asked.named === undefined
  const body = bodyOf(isInParts ? [...parts.slice(0, 1), ...parts.slice(-1)] : parts)
  const records: unknown = body[path]
  const items = isInParts
    ? parts.slice(1, -1).map(part => usual(part, shown))
    : (Array.isArray(records) ? records : []).map(record => itemOf(record, shown))
  const { total, total_pages, facets, next_cursor } = body
  const page = Number(asked.page ?? 1)
  const pages = Number(total_pages)
  const next = page < pages ? { page, next_page: page + 1 } : { page }
  // pages by a cursor have no numbers
  const turn: Turn = asked.cursor === undefined ? next : next_cursor ? { next_cursor } : {}
  const counted = facets === undefined ? {} : { facets }
  const text = listText(
    items.map(({ line }) => line),
    { total: Number(total), pages },
    turn,
    language,
  )
  return structured(
    { [path]: items.map(({ picked }) => picked), total, total_pages, ...turn, ...counted },
    facets === undefined ? text : `${text}\n${recordText(facets)}`,
  )
}

function recordResult(
  { language }: Calling,
  tool: Tool,
  sent: Values,
  { body, named }: { body: Values; named: readonly string[] | undefined },
): ToolResult {
  const { form, isRead, endpoint } = tool
  const { kind, verb, params } = endpoint
  if (form === 'plain' || !kind) return structured(body, recordText(body))
  const { name } = resources[kind]
  // deleted for good
  const record = isObject(body.previous) ? body.previous : body
  const picked = onlyFields(record, named ?? shownFields(tool))
  if (isRead || verb === undefined || verb === 'list' || verb === 'read')
    return structured({ [name]: picked }, recordText(picked))
  const scope = scopeOf(record, sent.scope)
  const applied = {
    action: tool.action,
    id: record.id,
    fields: Object.keys(sent).filter(each => each in params && !noFields.includes(each)),
    ...(scope && { scope }),
    ...(isObject(body.previous) && { permanent: true }),
  }
  const text = [appliedText(verb, scope, language), recordText(picked)].join('\n')
  return structured({ applied, [name]: picked }, text)
}

/** Arguments that are no fields. */
const noFields = ['id', 'scope', 'force', 'occurrence', 'ml_language', 'password']

/** How far a write of a series went: of one of its dates, this date alone by default. */
function scopeOf(record: Values, sent: unknown) {
  if (isScope(sent)) return sent
  if (record.original_start !== undefined) return 'this'
  return record.series === undefined ? undefined : 'all'
}

const structured = (structuredContent: Values, text: string): ToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent,
})

/** A refusal of the API, every error of it by its name. */
function refusal(body: unknown): ToolResult {
  const { code, message, data } = isObject(body) ? body : {}
  const params = isObject(data) && isObject(data.params) ? Object.entries(data.params) : []
  const lines = params.map(([name, text]) => `- ${name}: ${text}`)
  const text = [`${message} (${code})`, ...lines].join('\n')
  return { content: [{ type: 'text', text }], isError: true }
}
