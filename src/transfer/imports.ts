import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type ImportOptions, runImport } from '../calendar/imports/import.ts'
import { undoImport } from '../calendar/imports/undo.ts'
import { undoRun } from '../calendar/imports/undo-run.ts'
import {
  beginRun,
  type Caller,
  type Context,
  carriedOut,
  type ImportReport,
  type ImportRun,
  isInterrupted,
  listRuns,
  listSubscriptions,
  readContextOf,
  readRun,
  readSubscription,
  refuseUnknownMatches,
  type Subscription,
  service,
  storeListed,
  subscribe,
  type Undoing,
  type UndoReport,
  unsubscribe,
  withSavedMappings,
} from '../calendar/index.ts'
import { growSlowly } from '../common/index.ts'
import type { Settings, SiteInput } from '../config/index.ts'
import { openDataFolder } from '../data/index.ts'
import {
  type ImportFormat,
  type Interval,
  importFormats,
  intervals,
  runStateNames,
} from '../define/import-messages.ts'
import { howOf, type ImportHow } from '../define/import-options.ts'
import { feedSourceFor, isUrl, urlOf } from '../define/source-url.ts'
import type { Language } from '../define/text/language.ts'
import { atMost, ReadError, readerOptions, readers } from '../moving/index.ts'
import { largestArchive, reaching, refuseUnreadable, sourceAt } from '../service/index.ts'
import type { ArchiveImport } from './archive.ts'

export type { ImportReport }
export { importFormats, intervals, isInterrupted, isUrl, ReadError, runStateNames }

/** Puts an archive, by its path or URL, into the empty calendar of a data folder. */
export async function importArchive(
  settings: Settings,
  site: SiteInput,
  { from, ...how }: Omit<ArchiveImport, 'from'> & { from: string },
): Promise<ImportReport> {
  growSlowly()
  const { importArchive: put } = await import('./archive.ts')
  if (!isUrl(from)) {
    await refuseUnreadable(from)
    return put(settings, site, { ...how, from })
  }
  const source = sourceAt(from, reaching(settings, from), {
    signal: how.signal,
    maxBytes: largestArchive,
  })
  return put(settings, site, { ...how, from: await buffer(source.bytes()) })
}

export type Import = Partial<ImportHow> &
  Omit<ImportOptions, 'source' | keyof ImportHow> & {
    format: ImportFormat
    /** A path or a URL. */
    from: string
    /** The name of the source; without it, it follows from `from`. */
    source?: string | undefined
    /** The header that lets in at a site. */
    authorization?: string | undefined
  }

/** Imports a file or URL into the calendar of a data folder; a service may run there. */
export async function importInto(
  before: Settings,
  site: SiteInput,
  { format, from, source = sourceOf(format, from), authorization, ...given }: Import,
): Promise<ImportReport> {
  growSlowly()
  const how = howOf(given)
  const settings = reaching(before, from)
  const opened = await openDataFolder(settings, undefined, site)
  try {
    const { context, accounts } = opened
    await refuseUnknownMatches(context.store, how.matches)
    const read = await readers[format]()
    const caller = await callerOf(accounts, context.site.language)
    const defaults = readContextOf(context, how)
    const options = { ...readerOptions(how), ...(authorization && { authorization }) }
    const reading = await withSavedMappings(context, options, given.isDry)
    const isFeed = isUrl(from)
    const sourceFor = (signal: AbortSignal) =>
      sourceAt(from, settings, { signal, pages: context.sourcePages })
    const { maxImportRecords } = opened.settings
    const importing = (signal: AbortSignal, more: Partial<ImportOptions>) =>
      runImport(
        context,
        caller,
        atMost(read(sourceFor(signal), defaults, reading), maxImportRecords),
        {
          ...given,
          ...how,
          ...more,
          source,
          isFeed,
        },
      )
    if (given.isDry) return await importing(given.signal ?? new AbortController().signal, {})
    const origin = isFeed ? from : basename(from)
    const { id: user } = caller.actor
    const begun = { user, format, origin, source, language: given.language, options: { ...how } }
    return await asRun(context, begun, given, importing)
  } finally {
    await opened.close()
  }
}

/** An import as a run, which the history has and which can be undone. */
async function asRun(
  context: Context,
  begun: Parameters<typeof beginRun>[1],
  { signal, progress }: Pick<ImportOptions, 'signal' | 'progress'>,
  importing: (signal: AbortSignal, more: Partial<ImportOptions>) => Promise<ImportReport>,
): Promise<ImportReport> {
  const run = await beginRun(context, begun, 'running')
  const { report } = await carriedOut(context, run.id, { to: 'done', signal }, async working => {
    const report = await importing(working.signal, {
      signal: working.signal,
      run: run.id,
      progress(done, total) {
        working.progress(done, total)
        progress?.(done, total)
      },
    })
    return { report: await storeListed(context, run.id, report) }
  })
  return report
}

type Accounts = Awaited<ReturnType<typeof openDataFolder>>['accounts']

/** The service, which writes in the name of the first administrator. */
async function callerOf(accounts: Accounts, language: Language): Promise<Caller> {
  const users = await accounts.list()
  const id = users.find(({ role }) => role === 'administrator')?.id ?? service.id
  return { actor: { ...service, id }, language, fallback: true }
}

/** IDs in files are those of their format, whatever the file is called; those of a URL are those of its host. */
const sourceOf = (format: ImportFormat, from: string) =>
  isUrl(from) ? new URL(urlOf(from)).host : format

type Opened = Pick<Awaited<ReturnType<typeof openDataFolder>>, 'context' | 'accounts'>

/** The latest imports. */
export const pastImports = async ({ context }: Opened): Promise<ImportRun[]> =>
  (await listRuns(context.store, { before: undefined, max: 1000 })).runs

/** Undoes an import. */
export const undoPastImport = async (
  { context, accounts }: Opened,
  id: number,
  how: Undoing,
): Promise<UndoReport> => {
  const caller = await callerOf(accounts, context.site.language)
  await readRun(context.store, id)
  if (!how.isTrial) return undoRun(context, caller, id, how)
  return undoImport(context, caller, id, how)
}

/** Subscribes to a feed in the name of the first administrator, who may always import. */
export async function subscribeTo(
  { context, accounts }: Opened,
  { every, source, url, ...given }: FeedGiven,
): Promise<Subscription> {
  const { actor } = await callerOf(accounts, context.site.language)
  await refuseUnknownMatches(context.store, given.options.matches)
  const own = { url, source: source ?? feedSourceFor(url), every: intervals[every] }
  return subscribe(context, { ...given, ...own, user: actor.id })
}

type FeedGiven = Pick<Subscription, 'format' | 'url'> & {
  options: ImportHow
  every: Interval
  source: string | undefined
}

export const feedsOf = ({ context }: Opened): Promise<Subscription[]> =>
  listSubscriptions(context.store)

/** A subscription; throws if there is none with this number. */
export const feedNamed = ({ context }: Opened, id: number): Promise<Subscription> =>
  readSubscription(context.store, id)

export const endFeed = ({ context }: Opened, id: number): Promise<void> => unsubscribe(context, id)
