import { Readable } from 'node:stream'
import type { User } from '../calendar/people/account-types.ts'
import type { Settings } from '../config/config.ts'
import type { SiteGiven } from '../config/stored-site.ts'
import type { Service } from '../http/service.ts'
import { secrets } from '../outside/secrets.ts'
import { connect } from '../sdk/client.ts'
import { openService } from '../service.ts'

/** What a calendar is exported to. */
export const exportFormats = ['archive', 'ics', 'csv', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

export type ExportStream = { stream: Readable; close(): Promise<void> }

/** All events, unless a filter says which. */
const allTime = { start_date: '1000-01-01', end_date: '9999-12-31' }

/**
 * A calendar, or the events of a filter (parameters of the list of events), as a stream that holds a few records at a time. A service
 * may run in the data folder.
 */
export async function openExport(
  settings: Settings,
  site: SiteGiven,
  { format, filter }: { format: ExportFormat; filter?: string | undefined },
): Promise<ExportStream> {
  if (format === 'archive') return (await import('./archive.ts')).exportArchive(settings, site)
  const of = await within(settings, site)
  const written = parts[format](of, filter)
  return {
    stream: Readable.from(written, { objectMode: false }),
    async close() {
      // what is being read is read to its end: the calendar closes after it
      await written.return(undefined)
      await of.close()
    },
  }
}

/** The service in this process, as an administrator: nothing listens. */
async function within(given: Settings, site: SiteGiven) {
  const settings = {
    ...given,
    rateLimit: 0,
    logLevel: 'error' as const,
    maxPerPage: chunk,
    // nothing is read twice
    responseCache: 0,
    recordCache: 1_000_000,
    private: false,
  }
  const opened = await openService(settings, site)
  const { accounts, root, fetch, service } = opened
  const administrator = (await accounts.list()).find(({ role }) => role === 'administrator')
  const token = administrator && letIn(service, administrator)
  return {
    root,
    fetch,
    store: opened.store,
    isEditor: token !== undefined,
    language: opened.settings.language,
    client: connect(root, { fetch, ...(token && { token }) }),
    close: opened.close,
  }
}

/**
 * A token by which this process alone lets a user read. It is never stored: an export that is killed leaves nothing that opens the
 * calendar.
 */
function letIn(service: Service, { id, login, role }: User): string {
  const token = secrets.newToken()
  const { authenticator } = service
  const entry = {
    actor: { id, login, role, scope: 'read' },
    // no stored credential has this ID
    credential: -1,
    language: '',
  } as const
  service.authenticator = {
    ...authenticator,
    bearer: async given => (secrets.isSame(given, token) ? entry : authenticator.bearer(given)),
  }
  return token
}

type Within = Awaited<ReturnType<typeof within>>

/** Events that are read at once. */
const chunk = 200

/** Events as those see them who may edit them; of a series once. */
async function* eventsOf(of: Within, filter: string | undefined): AsyncGenerator<object> {
  if (filter !== undefined) {
    const query = { per_page: chunk, occurrences: 'series', context: 'edit', ...wanted(filter) }
    yield* of.client.events.all(query as object)
    return
  }
  const { eventsToExport } = await import('./archive.ts')
  const query = of.isEditor ? { context: 'edit' } : {}
  for await (const id of eventsToExport(of.store, of.isEditor))
    yield await of.client.events.read(id, query as object)
}

const wanted = (filter: string | undefined): Record<string, string> => ({
  ...allTime,
  ...Object.fromEntries(new URLSearchParams(filter)),
})

const parts: Record<
  Exclude<ExportFormat, 'archive'>,
  (of: Within, filter: string | undefined) => AsyncGenerator<string>
> = {
  async *ndjson(of, filter) {
    for await (const event of eventsOf(of, filter)) yield `${JSON.stringify(event)}\n`
  },
  async *csv(of, filter) {
    const { csvOf } = await import('../moving/csv/write-csv.ts')
    const { head, row } = csvOf(of.language)
    yield head()
    for await (const event of eventsOf(of, filter)) yield row({ ...event })
  },
  ics,
}

/** The feed of the calendar cannot be read, as for a filter that is wrong. */
export class ExportError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The events could not be read (status ${status}).`)
    this.status = status
  }
}

/**
 * Published events, as the feed of the calendar has them, some at a time. The zones stand at the end (RFC 5545, 3.6, allows any
 * order): which years of them are needed is only known then.
 */
async function* ics(of: Within, filter: string | undefined): AsyncGenerator<string> {
  const { openJoinedIcs } = await import('../web/feeds/joined-ics.ts')
  const joined = openJoinedIcs()
  const query = wanted(filter)
  // an empty feed has the head of all
  const head = await feedOf(of, { ...query, start_date: '9999-12-30', end_date: '9999-12-31' })
  yield joined.head(head)
  let ids: number[] = []
  const write = async () => {
    const text = await feedOf(of, { ...query, include: ids.join(',') })
    ids = []
    return joined.events(text)
  }
  for await (const id of publicIds(of, filter)) {
    ids.push(id)
    if (ids.length === chunk) yield await write()
  }
  if (ids.length > 0) yield await write()
  yield joined.end()
}

async function* publicIds(of: Within, filter: string | undefined): AsyncGenerator<number> {
  if (filter === undefined) {
    const { eventsToExport } = await import('./archive.ts')
    yield* eventsToExport(of.store, false)
    return
  }
  const query = { per_page: chunk, occurrences: 'series', ...wanted(filter) }
  for await (const { id } of of.client.events.all(query as object)) yield id
}

async function feedOf({ root, fetch }: Within, query: Record<string, string>): Promise<string> {
  const url = new URL(`/events.ics?${new URLSearchParams(query)}`, root)
  const response = await fetch(url.href)
  if (!response.ok) throw new ExportError(response.status)
  return response.text()
}
