import { demoCalendar } from '../../demo/calendar.ts'
import { demoIds, storeDemoIds, tracesIn } from '../../demo/manifest.ts'
import { type DemoIds, type Removal, removable, removeDemo } from '../../demo/remove.ts'
import { countEvents, type DemoKind, type Written, writeDemo } from '../../demo/write.ts'
import type { Settings } from '../config/index.ts'
import { isNameIn, namesIn } from '../define/base/objects.ts'
import { themePresets } from '../define/theme.ts'
import { formatWall } from '../define/time/clock.ts'
import { wallOf } from '../define/time/zone.ts'
import { hasCalendar, openDataFolder, storeSettings } from '../main.ts'
import { openClock } from '../outside/clock.ts'
import { type Client, connect } from '../sdk/index.ts'
import { openService } from '../service.ts'
import { failure, misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, type Own, trial } from './program.ts'
import { commandLine } from './program-name.ts'
import { openProgress } from './progress.ts'
import type { Shell } from './shell.ts'
import { type Accounts, withDataFolder } from './with-calendar.ts'

const { demo: text } = messages

type Site = { given: ReadonlySet<string>; replaces: boolean }
type Store = Awaited<ReturnType<typeof openService>>['store']

/** Fills a calendar with the example, that of the data folder or one that runs elsewhere; or removes it again. */
export const demo: CommandHandler = async (shell, flags, _args, own) => {
  const count = countOf(own)
  const settings = shell.settings(flags)
  const site = { given: shell.given(flags), replaces: false }
  if (own.dryRun && !own.remove) throw misuse(text.onlyRemoval)
  if (own.remove && own.url !== undefined) throw misuse(text.onlyHere)
  if (own.remove && own.dryRun)
    return withDataFolder(shell, flags, async ({ context: { store } }) => {
      put(shell, true, await removable(await createdIds(store), tracesIn(store)))
    })
  if (own.remove) return takeOut(shell, settings, site)
  const theme = themeIn(own)
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  const job = { count, own, signal: stop.signal }
  if (own.url !== undefined) return write(shell, elsewhere(shell, own), settings, job)
  const author = await within(shell, settings, site, (client, of, store) =>
    recorded(store, created => write(shell, client, of, { ...job, created })),
  )
  if (theme) await putTheme(settings, site, theme)
  shell.report(
    shell.message(text.toRemove, { command: commandLine('demo --remove', flags, settings) }),
  )
  if (!author.isOurs) return
  const command = commandLine(
    'users add admin --role administrator --token laptop',
    flags,
    settings,
  )
  shell.report(shell.message(text.demoAccount, { login: author.login, command }))
}

type Preset = (typeof themePresets)[keyof typeof themePresets]

/** The theme that the site is to have. */
function themeIn({ theme, url }: Own): Preset | undefined {
  if (theme === undefined) return undefined
  if (url !== undefined) throw misuse(text.themeHere)
  if (typeof theme === 'string' && isNameIn(themePresets, theme)) return themePresets[theme]
  throw misuse(text.badTheme, {
    value: String(theme),
    names: namesIn(themePresets).join(', '),
  })
}

/** As a change of the settings that no account made. */
async function putTheme(settings: Settings, site: Site, values: Preset) {
  const { context, live, close } = await openDataFolder(settings, undefined, site)
  try {
    const { store, now } = context
    await storeSettings({ store, now, live }, 0, { values, fieldErrors: {}, files: {} })
  } finally {
    await close()
  }
}

/** Stores what was created, also when the work ends early, so that it can be removed again. */
async function recorded(store: Store, work: (created: Created) => Promise<void>) {
  const ids = await demoIds(store)
  const versions = new Map<number, number>()
  try {
    await work((kind, id, version = 1) => {
      ids[kind].push(id)
      if (version > 1) versions.set(id, version)
    })
  } finally {
    await storeDemoIds(store, ids, versions)
  }
}

type Created = (kind: DemoKind, id: number, version?: number) => void

/** Removes what the example created, and lists what it leaves. */
async function takeOut(shell: Shell, settings: Settings, site: Site) {
  const { dataFolder } = settings
  if (!(await hasCalendar(settings))) throw failure(messages.service.noCalendar, { dataFolder })
  const progress = openProgress(shell, messages.progress.removal)
  await within(shell, settings, site, async (client, _, store) => {
    const ids = await createdIds(store)
    const removal = await removeDemo(client, ids, tracesIn(store), progress.show)
    progress.end()
    await storeDemoIds(store, removal.left)
    put(shell, false, removal)
  })
}

/** The records that the example created, or a sentence that there are none. */
async function createdIds(store: Store): Promise<DemoIds> {
  const ids = await demoIds(store)
  if (Object.values(ids).every(({ length }) => length === 0)) throw failure(text.nothingToRemove)
  return ids
}

function put(shell: Shell, isTrial: boolean, { removed, left }: Removal) {
  shell.report(shell.message(isTrial ? text.wouldRemove : text.removed, removed))
  const remaining = Object.entries(left).filter(([, list]) => list.length > 0)
  const count = remaining.reduce((sum, [, list]) => sum + list.length, 0)
  if (count > 0) shell.report(shell.message(text.left, { count }))
  for (const [kind, list] of remaining) shell.report(`  ${kind}: ${list.join(', ')}`)
  shell.put(trial(isTrial, { removed, left }), '')
}

function countOf({ count }: Own): number {
  if (count === undefined) return 300
  if (typeof count === 'string' && /^\d{1,7}$/.test(count) && Number(count) <= 1_000_000)
    return Number(count)
  throw misuse(text.badCount, { value: String(count) })
}

function elsewhere({ language }: Shell, { url }: Own): Client {
  const given = process.env.ALMANAC_TOKEN
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw misuse(text.badUrl, { value: String(url) })
  if (!given) throw misuse(text.needsToken)
  return connect(url, { token: given, language })
}

/** Opens the service in this process for the time of the work, with a token that lasts as long; nothing listens. */
async function within(
  shell: Shell,
  given: Settings,
  site: Site,
  work: (client: Client, settings: Settings, store: Store) => Promise<void>,
) {
  const { accounts, root, fetch, settings, store, close } = await openService(
    { ...given, rateLimit: 0, logLevel: 'error' },
    site,
  )
  try {
    const author = await findAuthor(accounts)
    const { credential, secret } = await accounts.issue({
      login: author.login,
      form: 'bearer',
      name: shell.message(text.tokenName),
      scope: 'admin',
      expires: openClock(settings.clock)() + 86_400,
    })
    try {
      const client = connect(root, { fetch, token: secret, language: shell.language })
      await work(client, settings, store)
    } finally {
      await accounts.revoke(credential.id)
    }
    return author
  } finally {
    await close()
  }
}

/** The administrator who writes: an existing one, else one of our own without credentials. */
async function findAuthor(accounts: Accounts): Promise<{ login: string; isOurs: boolean }> {
  const administrators = (await accounts.list()).filter(({ role }) => role === 'administrator')
  const other = administrators.find(({ login }) => login !== ours)
  if (other) return { login: other.login, isOurs: false }
  if (administrators.length === 0) await accounts.add({ login: ours, role: 'administrator' })
  return { login: ours, isOurs: true }
}
const ours = 'demo'

type Job = { count: number; own: Own; signal: AbortSignal; created?: Created }

async function write(
  shell: Shell,
  client: Client,
  settings: Settings,
  { count, own: { again }, signal, created }: Job,
) {
  const existing = await countEvents(client)
  if (existing > 0 && !again) throw failure(text.hasEvents, { count: existing })
  const today = formatWall(wallOf(openClock(settings.clock)(), settings.timezone)).slice(0, 10)
  const progress = openProgress(shell, messages.progress.example)
  try {
    const written = await writeDemo(client, demoCalendar(today, count), {
      progress: progress.show,
      signal,
      ...(created && { created }),
    })
    progress.end()
    reportWritten(shell, written, signal.aborted)
  } finally {
    progress.end()
  }
}

function reportWritten(shell: Shell, written: Written, isStopped: boolean) {
  shell.report(shell.message(text.written, written))
  if (written.skipped > 0) shell.report(shell.message(text.skipped, { count: written.skipped }))
  shell.put(written, '')
  if (isStopped) throw failure(text.stopped)
}
