import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import type Qs from 'qs'
import { isObject, once } from '../../define/base/objects.ts'
import type { Params, Values } from '../../define/param.ts'
import { Problem } from '../../problem/index.ts'
import { type Allowance, tooLarge } from './body.ts'
import type { Request } from './request.ts'

export type Pair = [name: string, value: string]

/** A query or form as PHP reads it, and what was sent in the order sent. */
type Form = { values: Values; sent: Pair[] }

/** `a[]=1&a[]=2`, `a[0]=1`, `a[b]=1`; names like __proto__ are dropped. */
export function parseForm(text: string): Form {
  if (text === '') return { values: {}, sent: [] }
  const sent = pairsOf(text)
  const isNested = text.includes('[') || text.includes('%5') || sent.length > maxPlain
  return { values: (isNested ? undefined : plainValues(sent)) ?? parseNested(text), sent }
}
const maxPlain = 100

function pairsOf(text: string): Pair[] {
  const pairs: Pair[] = []
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('&', at)
    const end = next < 0 ? text.length : next
    if (end > at) {
      // looked for in its own part: each of thousands of names without one would read the rest of the body
      const part = text.slice(at, end)
      const equals = part.indexOf('=')
      pairs.push(
        equals < 0
          ? [decodeForm(part), '']
          : [decodeForm(part.slice(0, equals)), decodeForm(part.slice(equals + 1))],
      )
    }
    at = end + 1
  }
  return pairs
}

/** Most queries have plain names, each once: they need no grammar. */
function plainValues(pairs: readonly Pair[]): Values | undefined {
  const values: Values = {}
  for (const [name, value] of pairs) {
    if (name in values) return undefined
    values[name] = value
  }
  return values
}

/** Those of the API itself are passed on in no link; but the fields that a page has, the next one has too (P1). */
export const forLinks = (sent: readonly Pair[]): Pair[] =>
  sent.filter(
    ([name]) => !name.startsWith('_') || name === fieldsName || name === `${fieldsName}[]`,
  )
const fieldsName = '_fields'

/**
 * A list may be sent as several parameters of one name, with or without brackets, as generated clients do (P10); of any other the
 * last one counts.
 */
export function withRepeated(values: Values, sent: readonly Pair[], params: Params): Values {
  if (!hasRepeated(sent)) return values
  const lists = new Map<string, string[]>()
  for (const [name, value] of sent) {
    const plain = withoutBrackets(name)
    if (!Object.hasOwn(params, plain) || !params[plain]?.type.takesMany) continue
    const list = lists.get(plain)
    if (list) list.push(value)
    else lists.set(plain, [value])
  }
  const repeated = [...lists].filter(([, list]) => list.length > 1)
  return repeated.length > 0 ? { ...values, ...Object.fromEntries(repeated) } : values
}

const withoutBrackets = (name: string) => (name.endsWith('[]') ? name.slice(0, -2) : name)

function hasRepeated(sent: readonly Pair[]): boolean {
  if (sent.length < 2) return false
  const names = new Set<string>()
  for (const [name] of sent) names.add(withoutBrackets(name))
  return names.size < sent.length
}

/** A query, with its question mark, as a route with these parameters reads it. */
export function queryOf(search: string, params: Params): Values {
  const { values, sent } = parseForm(search.slice(1))
  return withRepeated(values, sent, params)
}

/** Loaded when first needed: few queries have brackets, and it brings thirty files along. */
const nested = once((): typeof Qs => createRequire(import.meta.url)('qs'))

function parseNested(text: string): Values {
  return nested().parse(text, {
    depth: 4,
    arrayLimit: 500,
    parameterLimit: 1000,
    duplicates: 'last',
    plainObjects: false,
    allowPrototypes: false,
    decoder: (part, _default, _charset) => decodeForm(part),
  })
}

function decodeForm(part: string): string {
  if (!part.includes('%') && !part.includes('+')) return part
  const spaced = part.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

type Upload = { bytes: Buffer; name: string }
export type Body = {
  values: Values
  upload?: Upload
  isJson: boolean
  /** Something was sent, in a type that is not read. */
  isUnread?: true
  /** Fields of a form in the order sent. */
  sent?: Pair[]
}

export type BodyLimits = { body: number; upload: number }

export const noBody: Body = { values: {}, isJson: false }

/** The sender of a body: `forbidden` is the refusal for senders who may not write there. */
type Sender = { takesFile: boolean } & Omit<Allowance, 'limit'>

/** Reads the body of a write by its type; of another type it says only that there is one (U7). */
export async function readBody(
  request: Request,
  limits: BodyLimits,
  sender: Sender,
): Promise<Body> {
  const { takesFile } = sender
  const type = String(request.headers['content-type'] ?? '').toLowerCase()
  const [mime = ''] = type.split(';')
  if (mime.startsWith('multipart/')) return readMultipart(request, limits, sender)
  const isImageFile =
    takesFile && (mime.startsWith('image/') || mime === 'application/octet-stream')
  const limit = isImageFile ? limits.upload : limits.body
  const bytes = await request.readBody({ ...sender, limit })
  if (isImageFile) return { ...noBody, upload: { bytes, name: nameOf(request) } }
  if (bytes.length === 0) return noBody
  if (/^application\/(?:[\w.-]+\+)?json$/.test(mime.trim()))
    return { values: parseJson(bytes), isJson: true }
  if (mime.trim() === 'application/x-www-form-urlencoded') return { ...noBody, ...formOf(bytes) }
  return { ...noBody, isUnread: true }
}

/** A form in UTF-8: what is in another encoding would be stored with letters that nobody wrote. */
function formOf(bytes: Buffer): Form {
  const form = isUtf8(bytes) ? bytes.toString('utf8') : undefined
  if (form === undefined || !isDecodable(form)) throw notUtf8()
  return parseForm(form)
}

function isDecodable(form: string): boolean {
  try {
    decodeURIComponent(form.replace(/%(?![\da-f]{2})/gi, ''))
    return true
  } catch {
    return false
  }
}

const notUtf8 = () => new Problem('rest_invalid_body', { sentence: notInUtf8 })
const notInUtf8 = {
  en: 'The body of the request could not be read: it is not in UTF-8.',
  fr: 'Le corps de la requête est illisible : il n’est pas en UTF-8.',
}

/** A byte order mark states the encoding and is not part of the text. */
const mark = Buffer.from('\ufeff')
const textOf = (bytes: Buffer) =>
  bytes.toString('utf8', bytes.subarray(0, mark.length).equals(mark) ? mark.length : 0)

function parseJson(bytes: Buffer): Values {
  try {
    if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8')
    const parsed: unknown = JSON.parse(textOf(bytes))
    return isObject(parsed) ? parsed : {}
  } catch {
    throw new Problem('rest_invalid_json', {
      data: { json_error_code: 4, json_error_message: 'Syntax error' },
    })
  }
}

/** The name of a raw upload, from `Content-Disposition: attachment; filename="…"`. */
const nameOf = ({ headers }: Request) =>
  /filename="?([^";]+)"?/i.exec(String(headers['content-disposition'] ?? ''))?.[1] ?? 'image'

/**
 * Fields and the first file of a form. It is read whole first, so that its size is bounded as that of any other body; a broken part is a bad request,
 * wherever the parser detects it.
 */
async function readMultipart(request: Request, limits: BodyLimits, sender: Sender): Promise<Body> {
  const limit = sender.takesFile ? limits.upload + limits.body : limits.body
  const bytes = await request.readBody({ ...sender, limit })
  const { fields, upload } = await partsOf(bytes, String(request.headers['content-type']), limits)
  if (!isUtf8(bytes) && fields.some(([name, text]) => `${name}${text}`.includes('\ufffd')))
    throw notUtf8()
  const form = fields.map(
    ([name, text]) => `${encoded(name).replace(/%5B/g, '[').replace(/%5D/g, ']')}=${encoded(text)}`,
  )
  return {
    values: parseForm(form.join('&')).values,
    isJson: false,
    sent: fields,
    ...(upload && { upload }),
  }
}

// parts in UTF-16 may hold halves of characters, which cannot be encoded
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

type Parts = { fields: [name: string, text: string][]; upload?: Upload }

async function partsOf(bytes: Buffer, type: string, limits: BodyLimits): Promise<Parts> {
  const { Busboy } = await import('@fastify/busboy')
  return new Promise((resolve, reject) => {
    const parts: Parts = { fields: [] }
    const fail = () => reject(new Problem('rest_invalid_body'))
    try {
      const parser = new Busboy({
        headers: { 'content-type': type },
        limits: {
          fileSize: limits.upload,
          files: 1,
          fields: 200,
          fieldSize: limits.body,
          parts: 250,
        },
      })
      parser.on('field', (name, text) => parts.fields.push([name ?? '', text]))
      parser.on('file', (_field, stream, name) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('limit', () => reject(tooLarge(limits.upload)))
        stream.on('error', fail)
        stream.on('end', () => {
          parts.upload ??= { bytes: Buffer.concat(chunks), name: name || 'image' }
        })
      })
      parser.on('error', fail)
      parser.on('finish', () => resolve(parts))
      parser.end(bytes)
    } catch {
      fail()
    }
  })
}
