import type { Language } from '../define/field-type.ts'
import { notOurs, notReached, problemOf } from './problem.ts'
import type { Query } from './types.ts'

export type Options = {
  /** A bearer token. */
  token?: string
  /** A login and an application password, where there is no token. */
  login?: string
  password?: string
  /** The language of every request; without it, that of the address or of the site. */
  language?: Language
  fetch?: typeof fetch
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Sending = { query?: Query | undefined; json?: object; form?: FormData } & Condition

/** Write only while the record is as it was read: `ifMatch: tagOf(event)`. Else the error has status 412. */
export type Condition = { ifMatch?: string | undefined }

const tags = new WeakMap<object, string>()

/** The tag of a record as it came from `read`, `create` or `change`. */
export const tagOf = (record: object): string | undefined => tags.get(record)

/** Sends one request and gives back its JSON. */
export type Call = <T>(method: Method, path: string, sending?: Sending) => Promise<T>

/** How requests to one service are sent; each throws an `AlmanacError` when it is refused. */
export function caller(root: string, options: Options): Call {
  const send = options.fetch ?? globalThis.fetch
  const language = options.language ?? 'en'
  const authorization = authorizationOf(options)
  return async <T>(method: Method, path: string, { query, json, form, ifMatch }: Sending = {}) => {
    const search = searchOf({
      ...(options.language && { ml_language: options.language }),
      ...query,
    })
    const answer = await send(`${root}${path}${search}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(authorization && { Authorization: authorization }),
        ...(json && { 'Content-Type': 'application/json' }),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(form && { body: form }),
    }).catch(cause => {
      throw notReached(root, language, cause)
    })
    const body = await answer.json().catch(() => undefined)
    if (answer.ok && typeof body === 'object' && body !== null) {
      const tag = answer.headers.get('etag')
      if (tag) tags.set(body, tag)
      return body as T
    }
    const problem = answer.ok
      ? undefined
      : problemOf(body, answer.status, answer.headers.get('retry-after'))
    throw problem ?? notOurs(root, language, answer.status)
  }
}

function authorizationOf({ token, login, password }: Options): string | undefined {
  if (token) return `Bearer ${token}`
  if (!login) return undefined
  // btoa takes bytes; logins and passwords are UTF-8
  const bytes = new TextEncoder().encode(`${login}:${password ?? ''}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** `?page=2&include[]=1&include[]=2`; what is undefined is not sent. */
function searchOf(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (typeof value === 'object')
      for (const member of value) search.append(`${name}[]`, String(member))
    else search.append(name, String(value))
  }
  const written = search.toString()
  return written && `?${written}`
}
