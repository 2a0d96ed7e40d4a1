import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { ArchiveImport } from './archive.ts'
import { service } from './calendar/access/access.ts'
import type { Caller } from './calendar/context.ts'
import { gonePolicies } from './calendar/imports/gone.ts'
import { type ImportOptions, policies, runImport } from './calendar/imports/import.ts'
import type { ImportReport } from './calendar/imports/report.ts'
import type { Settings } from './config/config.ts'
import type { SiteGiven } from './config/stored-site.ts'
import { codeOf } from './define/objects.ts'
import type { Language } from './define/text/language.ts'
import { type FetchPage, ReadError, type ReaderOptions, type Source } from './moving/item.ts'
import { type Format, readers } from './moving/readers.ts'
import { openDataFolder } from './open.ts'

export type { Format, ImportReport }
export { gonePolicies, policies, ReadError }

/** Puts an archive, by its path or URL, into the empty calendar of a data folder. */
export async function importArchive(
  settings: Settings,
  site: SiteGiven,
  { from, ...how }: Omit<ArchiveImport, 'from'> & { from: string },
): Promise<ImportReport> {
  const { importArchive: put } = await import('./archive.ts')
  if (!isUrl(from)) return put(settings, site, { ...how, from })
  const source = sourceAt(from, reaching(settings, from), how.signal)
  return put(settings, site, { ...how, from: await buffer(source.bytes()) })
}

export type Import = Omit<ImportOptions, 'source'> & {
  format: Format
  /** A path or a URL. */
  from: string
  /** What the source is called; without it, it follows from `from`. */
  source?: string | undefined
  options: ReaderOptions
}

/** Imports a file or URL into the calendar of a data folder; a service may run there. */
export async function importInto(
  given: Settings,
  site: SiteGiven,
  { format, from, source = sourceOf(format, from), options, ...how }: Import,
): Promise<ImportReport> {
  const settings = reaching(given, from)
  const opened = await openDataFolder(settings, undefined, site)
  try {
    const { context, accounts } = opened
    const read = await readers[format]()
    const caller = await callerOf(accounts, context.site.language)
    const known = { zone: context.site.zone, language: context.site.language, now: context.now() }
    const signal = how.signal ?? new AbortController().signal
    const items = read(sourceAt(from, settings, signal), known, options)
    return await runImport(context, caller, items, { ...how, source, isFeed: isUrl(from) })
  } finally {
    await opened.close()
  }
}

type Accounts = Awaited<ReturnType<typeof openDataFolder>>['accounts']

/** The service, which writes in the name of the first administrator. */
async function callerOf(accounts: Accounts, language: Language): Promise<Caller> {
  const users = await accounts.list()
  const id = users.find(({ role }) => role === 'administrator')?.id ?? service.id
  return { actor: { ...service, id }, language, fallback: true }
}

/** Who types a URL on this machine may reach its host. */
const reaching = (settings: Settings, from: string): Settings =>
  isUrl(from) ? { ...settings, fetchAllow: [...settings.fetchAllow, ...originsOf(from)] } : settings

const isUrl = (from: string) => /^(https?|webcals?):\/\//i.test(from) && URL.canParse(from)
const urlOf = (from: string) => from.replace(/^webcals?:/i, 'https:')

/** webcal: says neither https: nor http:; the safe one comes first. */
const plainOf = (from: string) => from.replace(/^webcal:/i, 'http:')
const originsOf = (from: string) => [urlOf(from), plainOf(from)].map(url => new URL(url).origin)

/** IDs in files are those of their format, whatever the file is called; those of a URL are those of its host. */
const sourceOf = (format: Format, from: string) =>
  isUrl(from) ? new URL(urlOf(from)).host : format

/** So much of one URL is read, in bytes, and so long it may take, in milliseconds. */
const most = { bytes: 256 * 1024 * 1024, milliseconds: 120_000 }

/** Attempts to fetch what is there but busy, and milliseconds between the first two. */
const retries = { most: 3, pause: 1000 }

function sourceAt(from: string, settings: Settings, signal: AbortSignal): Source {
  const fetch = fetchPage(settings, signal)
  return {
    name: from,
    signal,
    fetch,
    async *bytes() {
      if (!isUrl(from)) return yield* fileAt(from)
      let fetched = await fetch(urlOf(from))
      if ('refused' in fetched && /^webcal:/i.test(from)) fetched = await fetch(plainOf(from))
      if ('refused' in fetched)
        throw new ReadError({ sentence: notFetched, params: { from, why: fetched.refused } })
      yield fetched.bytes
    },
  }
}

const notFetched = {
  en: 'Nothing could be fetched from {from}: {why}.',
  fr: 'Rien n’a pu être téléchargé depuis {from} : {why}.',
}

async function* fileAt(path: string) {
  try {
    yield* createReadStream(path)
  } catch (error) {
    const code = codeOf(error)
    if (!['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(code)) throw error
    throw new ReadError({ sentence: notRead, params: { file: basename(path), code } })
  }
}

const notRead = {
  en: 'The file {file} cannot be read ({code}).',
  fr: 'Le fichier {file} est illisible ({code}).',
}

/** GETs through the guard. What is busy is asked again, after the time that it names. */
const fetchPage =
  (settings: Settings, signal: AbortSignal): FetchPage =>
  async (url, { accept = ['*/*'], headers = {}, mostBytes = most.bytes } = {}) => {
    const { guardedFetch } = await import('./outside/fetch/guarded-fetch.ts')
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      const fetched = await guardedFetch(urlOf(url), {
        bytes: mostBytes,
        milliseconds: most.milliseconds,
        gone: signal,
        accept,
        allow: settings.fetchAllow,
        headers,
      })
      if (!('refused' in fetched)) return fetched
      const { refused, status = 0, headers: told = {} } = fetched
      if (status === 304) return { url, status, headers: told, bytes: new Uint8Array() }
      const isBusy = refused === 'network' || refused === 'time' || status === 429 || status >= 500
      if (!isBusy || attempt === retries.most)
        return { refused: status ? `${refused} ${status}` : refused }
      const asked = Math.min(Number(told['retry-after'] ?? 0) * 1000 || 0, 60_000)
      await wait(Math.max(asked, retries.pause * 2 ** (attempt - 1)), undefined, { signal })
    }
  }
