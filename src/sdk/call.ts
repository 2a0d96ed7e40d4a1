import { type AlmanacError, isObject, notOurs, notReached, problemOf } from './problem.ts'
import type { Language } from './types.ts'

export type Options = {
  /** A bearer token. */
  token?: string
  /** A login and an application password, where there is no token. */
  login?: string
  password?: string
  /** The language of every request; without it, that of the URL or of the site. */
  language?: Language
  /** Maximum retries of a request that came too soon (429), and of one with a key that got no response; 2 by default. */
  retries?: number
  /** The maximum wait before that, in seconds; 20 by default. If the service asks for more, the error is returned. */
  maxWait?: number
  fetch?: typeof fetch
}

/** The last argument of every function: `signal` ends a request, and the waits between its attempts. */
export type Sending = { signal?: AbortSignal | undefined }

/** Write only while the record is as it was read: `ifMatch: tagOf(event)`. Else the error has status 412. */
export type Condition = { ifMatch?: string | undefined }

/** A value of your own for a write, such as a UUID: the same write with the same key happens once, and gets the first response. */
export type Keyed = { idempotencyKey?: string | undefined }

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]
type Content = {
  query?: Query | undefined
  json?: object
  form?: FormData
  /** A list as lines, which are read as they come (`Lines`). */
  lines?: true
} & Condition &
  Keyed &
  Sending

export type Lines = { lines: AsyncGenerator<unknown, void> }

const tags = new WeakMap<object, string>()
const allowed = new WeakMap<object, readonly string[]>()

/** The tag of a record as it came from `read`, `create` or `change`. */
export const tagOf = (record: object): string | undefined => tags.get(record)

/** The methods that this caller may use on a record as it came from `read`: PATCH to change it, DELETE to remove it. */
export const allowedOn = (record: object): readonly string[] => allowed.get(record) ?? []

/** Sends one request and gives back its JSON. */
export type Call = <T>(method: Method, path: string, content?: Content) => Promise<T>

/** Sends requests to one service; each throws an `AlmanacError` when it is refused. */
export function caller(root: string, options: Options): Call {
  const language = options.language ?? 'en'
  return async <T>(method: Method, path: string, content: Content = {}) => {
    const request = requestOf(options, method, content)
    const url = root + path + inSearch({ ml_language: options.language, ...content.query })
    const send = async () => {
      const answer = await (options.fetch ?? globalThis.fetch)(url, request)
      if (!content.lines || !answer.ok || !answer.body)
        return { answer, body: parsed(await answer.text()) }
      const cut = (cause: unknown) => {
        content.signal?.throwIfAborted()
        return notReached(root, language, cause)
      }
      return { answer, body: { lines: linesIn(answer.body, cut, content.signal) } }
    }
    for (let left = options.retries ?? 2; ; left -= 1) {
      const exchanged = await send().catch(cause => {
        content.signal?.throwIfAborted()
        // with a key it is known to happen once
        if (content.idempotencyKey === undefined || left <= 0)
          throw notReached(root, language, cause)
      })
      if (!exchanged) {
        await pause(1, content.signal)
        continue
      }
      const { answer, body } = exchanged
      if (answer.ok && isObject(body)) {
        const tag = answer.headers.get('etag')
        if (tag) tags.set(body, tag)
        allowed.set(body, answer.headers.get('allow')?.split(', ') ?? [])
        return body as T
      }
      const error =
        (answer.ok ? undefined : problemOf(body, answer)) ?? notOurs(root, language, answer.status)
      const wait = left > 0 ? waitAfter(error, options) : undefined
      if (wait === undefined) throw error
      await pause(wait, content.signal)
    }
  }
}

function requestOf(options: Options, method: Method, content: Content): RequestInit {
  const { json, form, lines, ifMatch, idempotencyKey, signal } = content
  const authorization = authorizationOf(options)
  return {
    method,
    headers: {
      Accept: lines ? 'application/x-ndjson' : 'application/json',
      ...(authorization && { Authorization: authorization }),
      ...(json && { 'Content-Type': 'application/json' }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(json && { body: JSON.stringify(json) }),
    ...(form && { body: form }),
    ...(signal && { signal }),
  }
}

function authorizationOf({ token, login, password }: Options): string | undefined {
  if (token) return `Bearer ${token}`
  if (!login) return undefined
  // btoa takes bytes; logins and passwords are UTF-8
  const bytes = new TextEncoder().encode(`${login}:${password ?? ''}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** The JSON of each line. `cut`: the error of a response that ends too soon. */
async function* linesIn(
  body: ReadableStream<Uint8Array>,
  cut: (cause: unknown) => Error,
  signal: AbortSignal | undefined,
): Lines['lines'] {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { value, done } = await reader.read().catch(cause => {
        throw cut(cause)
      })
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line)
      if (!done) continue
      if (rest !== '') throw cut(undefined)
      return
    }
  } finally {
    // of a list that is not read to its end; nothing waits for the service
    reader.cancel().catch(() => {})
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds until another attempt; undefined where another would not help, as after wrong passwords. */
function waitAfter({ status, code, retryAfter = 1 }: AlmanacError, options: Options) {
  const isWorthwhile =
    (status === 429 && code !== 'too_many_attempts') || code === 'idempotency_key_in_use'
  return isWorthwhile && retryAfter <= (options.maxWait ?? 20) ? retryAfter : undefined
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Parameters of a query by name; lists are sent as lists, objects by their members, and what is undefined is not sent. */
export type Query = Readonly<Record<string, QueryPart | undefined>>
type QueryValue = string | number | boolean
type QueryPart = QueryValue | readonly QueryValue[] | QueryObject
type QueryObject = { readonly [name: string]: QueryPart | undefined }

/** `?page=2&include[]=1&include[]=2&custom_fields[level]=expert` */
export function inSearch(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) append(search, name, value)
  const written = search.toString()
  return written && `?${written}`
}

function append(search: URLSearchParams, name: string, value: QueryPart | undefined) {
  if (value === undefined) return
  if (isList(value)) for (const member of value) search.append(`${name}[]`, String(member))
  else if (typeof value === 'object')
    for (const [member, of] of Object.entries(value)) append(search, `${name}[${member}]`, of)
  else search.append(name, String(value))
}

const isList = (value: QueryPart): value is readonly QueryValue[] => Array.isArray(value)

/** The parameters of a URL. */
export function queryOf(search: URLSearchParams): Query {
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name)
    if (name.endsWith('[]')) query[name.slice(0, -2)] = values
    else query[name] = values.at(-1) ?? ''
  }
  return query
}
