import { constants, createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page, PageKey, SourcePages } from '../calendar/index.ts'
import type { Settings } from '../config/index.ts'
import { codeOf } from '../define/base/objects.ts'
import { isUrl, urlOf } from '../define/source-url.ts'
import { type FetchPage, ReadError, type Source } from '../moving/index.ts'
import { guardedFetch } from '../outside/index.ts'

/** webcal: says neither https: nor http:; the safe one comes first. */
const plainOf = (from: string) => from.replace(/^webcal:/i, 'http:')

/** The same settings, which let the hosts of this URL be reached. */
export const reaching = (settings: Settings, from: string): Settings =>
  isUrl(from) ? { ...settings, fetchAllow: [...settings.fetchAllow, ...originsOf(from)] } : settings
const originsOf = (from: string) => [urlOf(from), plainOf(from)].map(url => new URL(url).origin)

const mebibyte = 1024 ** 2

/** Limits for one URL: size in bytes, time in milliseconds. */
const max = { bytes: 32 * mebibyte, milliseconds: 120_000 }

/** The largest archive that is fetched, in bytes. */
export const largestArchive = 256 * mebibyte

/** Bytes that a reader gets at once: what it makes of them is checked before it gets more. */
const partSize = 64 * 1024

/** Attempts to fetch what is there but busy, and milliseconds between the first two. */
const retries = { max: 3, pause: 1000 }

type Reaching = Pick<Settings, 'fetchAllow'>
type Reading = {
  signal: AbortSignal
  /** The largest response to the URL, in bytes. */
  maxBytes?: number
  pages?: SourcePages | undefined
  bytes?: (() => AsyncIterable<Uint8Array>) | undefined
}

/** A URL, or the content of `bytes`: by default the file of this path. `pages`: the pages fetched from it before. */
export function sourceAt(
  from: string,
  settings: Reaching,
  { signal, maxBytes = max.bytes, pages, bytes = () => fileAt(from) }: Reading,
): Source {
  const fetch = pages
    ? fetchChanged(fetchPage(settings, signal), pages)
    : fetchPage(settings, signal)
  // readers look at the whole before they read it: it is fetched once
  let fetched: ReturnType<typeof fetchFrom> | undefined
  return {
    name: from,
    signal,
    fetch,
    async *bytes() {
      if (!isUrl(from)) return yield* bytes()
      fetched ??= fetchFrom(from, fetch, maxBytes)
      yield* inParts(await fetched)
    },
  }
}

const fetchFrom = async (from: string, fetch: FetchPage, maxBytes: number): Promise<Uint8Array> =>
  (await fetchedFrom(from, fetch, { maxBytes })).bytes

/** Bytes in parts as a file has them. */
export function* inParts(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += partSize) yield bytes.subarray(at, at + partSize)
}

/** The response to a GET of a URL that a person has written. Throws `ReadError` where there is none. */
export async function fetchedFrom(
  from: string,
  fetch: FetchPage,
  how?: Parameters<FetchPage>[1],
): Promise<Exclude<Awaited<ReturnType<FetchPage>>, { refused: string }>> {
  let fetched = await fetch(urlOf(from), how)
  if ('refused' in fetched && /^webcal:/i.test(from)) fetched = await fetch(plainOf(from), how)
  if ('refused' in fetched)
    throw new ReadError({ sentence: notFetched, params: { from, why: fetched.refused } })
  return fetched
}

const notFetched = {
  en: 'Nothing could be fetched from {from}: {why}.',
  fr: 'Rien n’a pu être téléchargé depuis {from} : {why}.',
}

async function* fileAt(path: string) {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Throws where a file cannot be read. */
export const refuseUnreadable = (path: string): Promise<void> =>
  access(path, constants.R_OK).catch(error => {
    throw unreadable(path, error)
  })

function unreadable(path: string, error: unknown): unknown {
  const code = codeOf(error)
  if (!['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(code)) return error
  return new ReadError({ sentence: notRead, params: { file: basename(path), code } })
}

const notRead = {
  en: 'The file {file} cannot be read ({code}).',
  fr: 'Le fichier {file} est illisible ({code}).',
}

/** GETs through the guarded fetcher. A busy server gets the request again after the time that it names. */
export const fetchPage =
  (settings: Reaching, signal: AbortSignal): FetchPage =>
  async (url, { accept = ['*/*'], headers = {}, maxBytes = max.bytes } = {}) => {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      const fetched = await guardedFetch(urlOf(url), {
        bytes: maxBytes,
        milliseconds: max.milliseconds,
        signal,
        accept,
        allow: settings.fetchAllow,
        headers,
      })
      if (!('refused' in fetched)) return fetched
      const { refused, status = 0, headers: responseHeaders = {} } = fetched
      if (status === 304) return { url, status, headers: responseHeaders, bytes: new Uint8Array() }
      const isBusy = refused === 'network' || refused === 'time' || status === 429 || status >= 500
      if (!isBusy || attempt === retries.max)
        return { refused: status ? `${refused} ${status}` : refused }
      const retryAfter = Math.min(Number(responseHeaders['retry-after'] ?? 0) * 1000 || 0, 60_000)
      await wait(Math.max(retryAfter, retries.pause * 2 ** (attempt - 1)), undefined, { signal })
    }
  }

/** Asks for a page that was read before only if it has changed. */
const fetchChanged =
  (fetch: FetchPage, pages: SourcePages): FetchPage =>
  async (url, how = {}) => {
    const { accept = ['*/*'], headers = {} } = how
    const key: PageKey = { url, authorization: headers.authorization ?? '', accept }
    const before = await pages.read(key)
    const fetched = await fetch(url, {
      ...how,
      headers: { ...headers, ...(before && conditionsOf(before)) },
    })
    if ('refused' in fetched) return fetched
    if (fetched.status === 304 && before) return before
    if (mayStore(urlOf(url), fetched)) await pages.store(key, withoutCookies(fetched))
    return fetched
  }

const conditionsOf = ({ headers: { etag, 'last-modified': modified } }: Page) => ({
  ...(etag && { 'if-none-match': etag }),
  ...(modified && { 'if-modified-since': modified }),
})

function withoutCookies({ headers, ...page }: Page): Page {
  const { 'set-cookie': _, ...others } = headers
  return { ...page, headers: others }
}

/** Only what a later request can ask about, of the server that it goes to. */
const mayStore = (requested: string, { url, headers }: Page) =>
  (headers.etag || headers['last-modified']) &&
  !/\bno-store\b/i.test(headers['cache-control'] ?? '') &&
  new URL(requested).origin === new URL(url).origin
