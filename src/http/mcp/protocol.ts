import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '../../define/base/objects.ts'
import type { Sentence } from '../../define/text/language.ts'

/** The revision in which each request describes itself, and those before it, the newest first. */
export const modernVersion = '2026-07-28'
export const legacyVersions: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
]

/** The codes of JSON-RPC, and of the protocol. */
const rpcCodes = {
  refused: -32_000,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  parse: -32_700,
} as const

type Fault = {
  code: keyof typeof rpcCodes
  sentence: Sentence
  params?: Record<string, string>
  data?: object
  /** That of the HTTP response, unless the message is one of a batch; 400 by default. */
  status?: number
}

/** An error of the protocol. */
export class RpcError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.code)
    this.fault = fault
  }
}

export const codeOf = ({ code }: Fault) => rpcCodes[code]

export type RpcId = string | number
type Values = Record<string, unknown>
/** A message of a client: one without an ID is a notification. */
export type Message = { method: string; id: RpcId | undefined; params: Values }

/** The ID of a message for its response, as far as there is one. */
export const idIn = (sent: unknown): RpcId | null =>
  isObject(sent) && typeof sent.method === 'string' && isId(sent.id) ? sent.id : null

const isId = (id: unknown): id is RpcId => typeof id === 'string' || Number.isInteger(id)

/** A message as it was sent; undefined: a response, of which a server without requests expects none. */
export function messageOf(sent: unknown): Message | undefined {
  if (!isObject(sent) || sent.jsonrpc !== '2.0') throw invalid()
  const { method, id, params = {} } = sent
  if (method === undefined && ('result' in sent || 'error' in sent)) return undefined
  if (typeof method !== 'string' || (id !== undefined && !isId(id))) throw invalid()
  if (!isObject(params)) throw new RpcError({ code: 'invalidParams', sentence: sentences.message })
  return { method, id, params }
}

const invalid = () => new RpcError({ code: 'invalidRequest', sentence: sentences.message })

const metaKey = (name: string) => `io.modelcontextprotocol/${name}`
const versionKey = metaKey('protocolVersion')
const needed = [versionKey, metaKey('clientCapabilities')]
export const serverInfoKey = metaKey('serverInfo')

/** What a message says about itself, in the revision of 2026. */
function metaIn(sent: unknown): Values {
  const params = isObject(sent) ? sent.params : undefined
  return isObject(params) && isObject(params._meta) ? params._meta : {}
}

/** True if a message names the version that it is written in, as those before 2026 do not. */
export const namesVersion = (sent: unknown) => metaIn(sent)[versionKey] !== undefined

/** True if a request is of the revision of 2026: it says so itself, and in headers that must agree. */
export function isModern(headers: IncomingHttpHeaders, message: Message): boolean {
  const { method, params } = message
  const meta = metaIn(message)
  const version = meta[versionKey]
  const header = textOf(headers['mcp-protocol-version'])
  // versions are dates
  const isNamed = header !== undefined && header >= modernVersion
  if (version === undefined && !isNamed) {
    if (header !== undefined && method !== 'initialize' && !legacyVersions.includes(header))
      throw unsupported(header)
    return false
  }
  const missing = needed.filter(name => meta[name] === undefined)
  if (missing.length > 0 || typeof version !== 'string')
    throw new RpcError({
      code: 'invalidParams',
      sentence: sentences.envelope,
      params: { names: (missing.length > 0 ? missing : needed).join(', ') },
      data: { envelope: { missing } },
    })
  if (version !== modernVersion) throw unsupported(version)
  agree('MCP-Protocol-Version', header, version)
  agree('Mcp-Method', textOf(headers['mcp-method']), method)
  if (method === 'tools/call' && typeof params.name === 'string')
    agree('Mcp-Name', textOf(headers['mcp-name']), params.name)
  return true
}

const textOf = (header: unknown) => (typeof header === 'string' ? header.trim() : undefined)

function agree(name: string, header: string | undefined, body: string) {
  if (header !== body)
    throw new RpcError({
      code: 'headerMismatch',
      sentence: sentences.header,
      params: { name, body },
      data: { mismatch: { header: header ?? '(missing)', body } },
    })
}

const unsupported = (requested: string) =>
  new RpcError({
    code: 'unsupportedVersion',
    sentence: sentences.version,
    params: { requested, versions: [modernVersion, ...legacyVersions].join(', ') },
    data: { supported: [modernVersion, ...legacyVersions], requested },
  })

export const sentences = {
  origin: {
    en: 'Pages of {origin} may not call this server. Administrators allow them by the setting corsOrigins.',
    fr: 'Les pages de {origin} ne peuvent pas appeler ce serveur. Le réglage corsOrigins les autorise.',
  },
  method: {
    en: 'The server is stateless and takes POST alone: there is no stream to open and no session to end.',
    fr: 'Le serveur est sans état et n’accepte que POST : il n’y a ni flux à ouvrir ni session à terminer.',
  },
  type: {
    en: 'The body must be JSON: send Content-Type: application/json.',
    fr: 'Le corps doit être en JSON : envoyez application/json dans Content-Type.',
  },
  json: { en: 'The body is not valid JSON.', fr: 'Le corps n’est pas du JSON valide.' },
  message: {
    en: 'The body is no message of JSON-RPC 2.0: jsonrpc, method, params as an object and, for a request, a text or a whole number as id are expected.',
    fr: 'Le corps n’est pas un message JSON-RPC 2.0 : jsonrpc, method, un objet comme params et, pour une requête, un texte ou un nombre entier comme id sont attendus.',
  },
  batch: {
    en: 'A batch has 1 to {max} messages, none of them of the revision {version}.',
    fr: 'Un lot contient de 1 à {max} messages, dont aucun de la révision {version}.',
  },
  envelope: {
    en: 'params._meta lacks what every request of this revision states, as a text and an object: {names}.',
    fr: 'Il manque dans params._meta ce que chaque requête de cette révision indique, en texte et en objet : {names}.',
  },
  header: {
    en: 'The header {name} must be there and say the same as the message: {body}.',
    fr: 'L’en-tête {name} doit être présent et dire la même chose que le message : {body}.',
  },
  version: {
    en: 'The version {requested} of the protocol is not supported. Supported: {versions}.',
    fr: 'La version {requested} du protocole n’est pas prise en charge. Versions acceptées : {versions}.',
  },
  unknownMethod: {
    en: 'There is no method {method}. This server has tools/list and tools/call.',
    fr: 'La méthode {method} n’existe pas. Ce serveur propose tools/list et tools/call.',
  },
  unknownTool: {
    en: 'tools/call expects name, a tool of tools/list, and arguments, an object. Name: {name}.',
    fr: 'tools/call attend name, un outil de tools/list, et arguments, un objet. Nom : {name}.',
  },
} satisfies Record<string, Sentence>
