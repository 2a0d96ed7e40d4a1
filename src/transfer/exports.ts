import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import type { Actor } from '../calendar/access/access.ts'
import { fallsBack } from '../calendar/access/fallback.ts'
import type { User } from '../calendar/people/account-types.ts'
import { everyEvent, everyEventView } from '../calendar/read/every-event.ts'
import type { Settings } from '../config/config.ts'
import type { SiteInput } from '../config/stored-site.ts'
import { present } from '../http/present/record.ts'
import { type Service, showFor } from '../http/service.ts'
import { secrets } from '../outside/secrets.ts'
import { connect } from '../sdk/client.ts'
import { openService } from '../service.ts'

/** What a calendar is exported to. */
const exportFormats = ['archive', 'ics', 'csv', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

type ExportStream = { stream: Readable; close(): Promise<void> }

/** All events, unless a filter says which. */
const allTime = { start_date: '1000-01-01', end_date: '9999-12-31' }

/**
 * A calendar, or the events of a filter (parameters of the list of events), as a stream that holds a few records at a time. A service
 * may run in the data folder.
 */
export async function openExport(
  settings: Settings,
  site: SiteInput,
  { format, filter }: { format: ExportFormat; filter?: string | undefined },
): Promise<ExportStream> {
  // the process does nothing else: a heap that grows in small steps stays as small as what is read at once
  setFlagsFromString('--heap-growing-percent=20')
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
async function within(given: Settings, site: SiteInput) {
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
    service,
    administrator,
    language: opened.settings.language,
    client: connect(root, { fetch, ...(token && { token }) }),
    close: opened.close,
  }
}

/**
 * A token by which this process alone lets a user read. It is never stored: an export that is killed leaves nothing that opens the
 * calendar.
 */
function letIn(service: Service, administrator: User): string {
  const token = secrets.newToken()
  const { authenticator } = service
  const entry = {
    actor: actorOf(administrator),
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

const actorOf = ({ id, login, role }: User): Actor => ({ id, login, role, scope: 'read' })

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
  const { administrator, language, service } = of
  if (!administrator) {
    for await (const events of everyEvent(of.store, false))
      for (const { id } of events) yield await of.client.events.read(id)
    return
  }
  const actor = actorOf(administrator)
  const caller = { actor, language, fallback: fallsBack(undefined, service.site) }
  // as a read of each would answer, without the request
  const show = showFor(service, service.bases.main, '', language)
  for await (const view of service.calendar.perform(everyEventView, caller))
    yield present(show, view, true)
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
  // a feed of no event has the head of all, and no list is read for it
  const head = await feedOf(of, { ...query, include: String(noId) })
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

/** An ID that no event has (R9). */
const noId = 2 ** 31 - 1

async function* publicIds(of: Within, filter: string | undefined): AsyncGenerator<number> {
  if (filter === undefined) {
    for await (const events of everyEvent(of.store, false)) for (const { id } of events) yield id
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
