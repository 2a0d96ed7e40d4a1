import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Settings } from '../config/config.ts'
import { openClock } from '../outside/clock.ts'
import { connect } from '../sdk/client.ts'
import { failure, misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler, Own } from './program.ts'
import type { Flags, Shell } from './shell.ts'

const { exports: text } = messages

type Writing = { stream: Readable; close(): Promise<void> }
type Open = (shell: Shell, flags: Flags, settings: Settings, own: Own) => Promise<Writing>

/** Writes a calendar, or part of it, into a file or to standard output. */
const exportWith =
  (open: Open): CommandHandler =>
  async (shell, flags, [file], own) => {
    const settings = shell.settings(flags)
    const { hasCalendar } = await import('../main.ts')
    const { dataFolder } = settings
    if (!(await hasCalendar(settings))) throw failure(messages.service.noCalendar, { dataFolder })
    const target = file ?? (typeof own.output === 'string' ? own.output : undefined)
    const { stream, close } = await open(shell, flags, settings, own)
    try {
      if (target === undefined || target === '-')
        await pipeline(stream, process.stdout, { end: false })
      else await intoFile(stream, target)
    } finally {
      await close()
    }
    if (target === undefined || target === '-') return
    shell.report(shell.message(text.written, { file: target }))
    shell.put({ file: target }, '')
  }

/** A file that is there is whole. */
async function intoFile(stream: Readable, file: string) {
  const part = `${file}.part`
  try {
    await pipeline(stream, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    stream.destroy()
    await rm(part, { force: true })
    throw error
  }
}

const siteOf = (shell: Shell, flags: Flags) => ({ given: shell.given(flags), replaces: false })

export const archive = exportWith(async (shell, flags, settings) => {
  const { exportArchive } = await import('../archive.ts')
  return exportArchive(settings, siteOf(shell, flags))
})

/** All events, unless a filter says which. */
const allTime = { start_date: '1000-01-01', end_date: '9999-12-31' }

function filterIn({ filter }: Own): Record<string, string> {
  if (filter === undefined) return allTime
  if (typeof filter !== 'string' || !filter.includes('='))
    throw misuse(text.badFilter, { value: String(filter) })
  return { ...allTime, ...Object.fromEntries(new URLSearchParams(filter)) }
}

/** The service in this process, as an administrator: nothing listens. */
async function within(shell: Shell, flags: Flags, given: Settings) {
  const { openService } = await import('../service.ts')
  const settings = {
    ...given,
    rateLimit: 0,
    logLevel: 'error' as const,
    maxPerPage: 200,
    maxFeedEvents: 100_000,
    private: false,
  }
  const opened = await openService(settings, siteOf(shell, flags))
  const { accounts, root, fetch } = opened
  const administrator = (await accounts.list()).find(({ role }) => role === 'administrator')
  const issued =
    administrator &&
    (await accounts.issue({
      login: administrator.login,
      form: 'bearer',
      name: 'export',
      scope: 'read',
      expires: openClock(given.clock)() + 86_400,
    }))
  return {
    root,
    fetch,
    store: opened.store,
    isEditor: issued !== undefined,
    language: opened.settings.language,
    client: connect(root, { fetch, ...(issued && { token: issued.secret }) }),
    async close() {
      if (issued) await accounts.revoke(issued.credential.id)
      await opened.close()
    },
  }
}

type Within = Awaited<ReturnType<typeof within>>

/** Events in lines, in the order of the list; of a series once. */
const inLines =
  (linesOf: (of: Within, events: AsyncIterable<object>) => AsyncIterable<string>): Open =>
  async (shell, flags, settings, own) => {
    const filter = filterIn(own)
    const of = await within(shell, flags, settings)
    const query = { per_page: 200, occurrences: 'series', context: 'edit', ...filter }
    const events = own.filter === undefined ? allEvents(of) : of.client.events.all(query as object)
    return { stream: Readable.from(linesOf(of, events), { objectMode: false }), close: of.close }
  }

async function* allEvents({ store, client, isEditor }: Within): AsyncGenerator<object> {
  const { eventsToExport } = await import('../archive.ts')
  const query = isEditor ? { context: 'edit' } : {}
  for await (const id of eventsToExport(store, isEditor))
    yield await client.events.read(id, query as object)
}

export const ndjson = exportWith(
  inLines(async function* (_, events) {
    for await (const event of events) yield `${JSON.stringify(event)}\n`
  }),
)

export const csv = exportWith(
  inLines(async function* ({ language }, events) {
    const { csvOf } = await import('../moving/csv/write-csv.ts')
    const { head, row } = csvOf(language)
    yield head()
    for await (const event of events) yield row({ ...event })
  }),
)

/** Published events, as the feed of the calendar has them. */
export const ics = exportWith(async (shell, flags, settings, own) => {
  const query = new URLSearchParams(filterIn(own))
  const of = await within(shell, flags, settings)
  const address = new URL(`/events.ics?${query}`, of.root)
  const response = await of.fetch(address.href)
  if (!response.ok || !response.body) {
    await of.close()
    throw failure(text.notRead, { status: response.status })
  }
  return { stream: Readable.from([Buffer.from(await response.arrayBuffer())]), close: of.close }
})
