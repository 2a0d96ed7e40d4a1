import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openAccounts } from './calendar/accounts.ts'
import { openCalendar } from './calendar/calendar.ts'
import type { House, Site } from './calendar/house.ts'
import { keepRecords } from './calendar/kept-records.ts'
import { openSchedule } from './calendar/schedule.ts'
import { shapes } from './calendar/shapes.ts'
import { openClock } from './clock.ts'
import type { Settings } from './config.ts'
import { hasCalendar, prepareFolder } from './data-folder.ts'
import { isLoopback, openBases } from './http/bases.ts'
import { openCache } from './http/cache.ts'
import { followJournal } from './http/changes.ts'
import { routesOf } from './http/endpoints.ts'
import { attemptLimit, rateLimit } from './http/limits.ts'
import { openLoad } from './http/load.ts'
import { openReady } from './http/ready.ts'
import { isTrusted, openServer } from './http/server.ts'
import { rootOf, type Service } from './http/service.ts'
import { stopServer } from './http/stop.ts'
import { openTurns } from './http/turns.ts'
import { type LogOutput, openLog } from './log.ts'
import { openPictures, serveUploads } from './pictures.ts'
import { logProgress, type Progress } from './progress.ts'
import { sealer, secrets } from './secrets.ts'
import { type SiteGiven, settle, storedSite, storeSite } from './site.ts'
import { openListIndex } from './store/memory/memory.ts'
import { keepRuns } from './store/runs.ts'
import { sqlite } from './store/sqlite.ts'
import type { Store } from './store/store.ts'

const siteOf = (settings: Settings): Site => ({
  zone: settings.timezone,
  language: settings.language,
  currency: {
    symbol: settings.currencySymbol,
    position: settings.currencyPosition,
    code: settings.currencyCode,
  },
  perPage: settings.perPage,
  mostPerPage: settings.mostPerPage,
  geolocation: settings.geolocation,
  fallback: settings.fallback,
})

/** A key that is made once and kept beside the database. */
function keyIn(folder: string): Buffer {
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return readFileSync(file)
}

/**
 * Opens the data folder, makes what is missing, and wires the calendar; nothing listens yet. Without `site`, the settings of
 * the site are used as they are.
 */
export async function openHouse(
  given: Settings,
  failed = (error: unknown) => console.error(error),
  site?: SiteGiven,
) {
  const { dataFolder } = given
  prepareFolder(dataFolder)
  const file = join(dataFolder, 'almanac.db')
  const isNew = !hasCalendar(dataFolder)
  const turns = openTurns()
  const engine = sqlite(file, () => turns.areWaiting)
  await engine.prepare(shapes)
  const { settings, changes: siteChanges } = site
    ? await settle(engine, given, site, isNew)
    : { settings: given, changes: [] }
  const changes = followJournal(engine)
  await changes.begin()
  // Whoever is answered after a write finds every cache of this process knowing of it.
  const index = openListIndex(engine)
  // A write that is durable is answered as such: an index that cannot follow is given up, and the database answers instead.
  changes.listen(entries =>
    index.follow(entries).catch(error => {
      failed(error)
      return index.stop()
    }),
  )
  /** Writes that became durable together share one reading of the journal. */
  let followed = { group: 0, done: Promise.resolve() }
  const store: Store = {
    ...engine,
    ...keepRecords(engine, changes),
    listEvents: async query => (await index.listEvents(query)) ?? engine.listEvents(query),
    listPosts: async query => (await index.listPosts(query)) ?? engine.listPosts(query),
    async write(work) {
      const result = await engine.write(work)
      const group = engine.durable()
      if (followed.group !== group) followed = { group, done: changes.pull() }
      await followed.done
      return result
    },
  }
  /** For the first lists after the next start. */
  async function keepLists() {
    if (!index.isReady) return
    await changes.pull()
    await engine.write(tx => keepRuns(tx, changes.seq, index.runs()))
  }
  const now = openClock(settings.clock)
  const house: House = {
    store,
    now,
    site: siteOf(settings),
    pictures: openPictures(settings),
    ...sealer(keyIn(dataFolder)),
  }
  const accounts = openAccounts(store, secrets, now, changes)
  await firstAdministrator(settings, accounts)
  return {
    house,
    accounts,
    changes,
    turns,
    index,
    engine,
    calendar: openCalendar(house),
    isNew,
    settings,
    siteChanges,
    keepLists,
    async close() {
      await keepLists().catch(failed)
      await index.stop()
      await store.close()
    },
  }
}

/** What is stored of the site in a data folder, without creating anything. */
export async function readSite({ dataFolder }: Settings) {
  if (!hasCalendar(dataFolder)) return undefined
  const engine = sqlite(join(dataFolder, 'almanac.db'), () => false)
  try {
    return await storedSite(engine)
  } finally {
    await engine.close()
  }
}

export { hasCalendar, storeSite }

/** Whether anyone can write through the API: the first administrator, and whether any account has a token. */
async function entryOf(accounts: ReturnType<typeof openAccounts>) {
  const users = (await accounts.count()) > fewAccounts ? [] : await accounts.list()
  const administrators = users.filter(({ role }) => role === 'administrator')
  const login = administrators.find(({ login }) => login !== demoLogin)?.login
  if (users.length === 0 && (await accounts.count()) > 0) return { login: '', hasToken: true }
  const credentials = login === undefined ? [] : await accounts.credentials()
  return { login, hasToken: credentials.some(({ revoked }) => revoked === null) }
}
// with more than that, the calendar is in use
const fewAccounts = 20
/** The account that the example is written as, where there is no administrator; nobody can log in with it. */
export const demoLogin = 'demo'

/** Set-up without questions: an administrator from the environment, made once (never with a default password). */
async function firstAdministrator(
  { adminLogin, adminEmail, adminPassword, adminToken }: Settings,
  accounts: ReturnType<typeof openAccounts>,
) {
  if (!adminLogin || (await accounts.find(adminLogin))) return
  await accounts.add({
    login: adminLogin,
    email: adminEmail,
    role: 'administrator',
    ...(adminPassword && { password: adminPassword }),
  })
  if (adminToken)
    await accounts.issue({
      login: adminLogin,
      form: 'bearer',
      name: 'set-up',
      scope: 'admin',
      secret: adminToken,
    })
}

/** Starts the service; resolves when it listens. What takes long beside it is told in `progress`, else in the log. */
export async function serve(
  given: Settings,
  { progress, output, site }: { progress?: Progress; output?: LogOutput; site?: SiteGiven } = {},
) {
  const log = openLog(given, output)
  const opened = await openHouse(given, error => log.failure('index', error), site)
  const { house, accounts, calendar, changes, turns, index, isNew, keepLists, close } = opened
  const { settings, siteChanges } = opened
  for (const { name, from, to } of siteChanges)
    log.warn(`${name} is now ${to}, stored with the data; it was ${from}`, { setting: name })
  const { trustedProxies } = settings
  const bases = openBases({
    ...settings,
    isProxy: trustedProxies.length > 0 ? of => isTrusted(of, trustedProxies) : undefined,
  })
  const routes = routesOf(settings)
  const service: Service = {
    changes,
    turns,
    ready: openReady(calendar, changes, { bytes: settings.recordCache }),
    cache: openCache(changes, house.now, { bytes: settings.answerCache }),
    calendar,
    accounts,
    routes,
    address: bases.main,
    bases,
    log,
    site: house.site,
    now: house.now,
    currency: house.site.currency,
    origins: settings.corsOrigins,
    limits: { body: settings.bodyLimit, upload: settings.uploadLimit },
    load: openLoad({
      requests: settings.mostRequests,
      // never so little that the largest picture could not come
      bytes: Math.max(settings.bodyMemory, settings.uploadLimit + settings.bodyLimit),
    }),
    attempts: attemptLimit({ most: settings.attemptLimit, window: settings.attemptWindow }),
    isPrivate: settings.private,
    rate: rateLimit(settings.rateLimit),
    trustedProxies,
    // Loaded when it is first asked for: most processes never are.
    openApi: async of => (await import('./http/openapi.ts')).openApi(routes, { ...of, settings }),
    uploads: serveUploads(settings),
  }
  let isStopping = false
  const server = openServer(service, {
    isReady: async () => !isStopping && (await house.store.lastSeq()) >= 0,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  const listening = `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`
  bases.listensOn(port)
  const isExposed = !isLoopback(settings.host) && !settings.publicUrl
  if (isExposed)
    log.warn('publicUrl is not set: URLs in responses name the host of each request', {
      host: settings.host,
    })
  // The first answers come from the database; the index is built once they are out of the way.
  const told = progress ?? logProgress(log)
  async function build() {
    const events = await house.store.count('event')
    const lists = (done: number) => events > 0 && told('lists', done, events)
    lists(0)
    await index.build(done => lists(Math.min(done, events - 1)))
    if (!index.isReady) return
    lists(events)
    await keepLists()
    house.store.search.begin(index.size, {
      progress: (done, total) => told('search', done, total),
      failed: error => log.failure('search', error),
    })
  }
  const building = setTimeout(
    () => void build().catch(error => log.failure('index', error)),
    500,
  ).unref()
  // Other processes write too: the command line, say.
  const following = setInterval(
    () => void changes.refresh()?.catch(error => log.failure('journal', error)),
    20,
  ).unref()
  const schedule = openSchedule(house, process.versions.tz ?? '', error =>
    log.failure('schedule', error),
  )

  return {
    address: listening,
    root: {
      plain: rootOf(bases.main, ''),
      en: rootOf(bases.main, '/en'),
      fr: rootOf(bases.main, '/fr'),
    },
    isFirstStart: isNew,
    /** Does it listen beyond this machine without knowing its public URL? */
    isExposed,
    settings,
    siteChanges,
    entry: await entryOf(accounts),
    store: house.store,
    accounts,
    /** Stops: no new requests, those in flight finish within the grace period, then the database is closed. */
    async close() {
      isStopping = true
      schedule.stop()
      clearInterval(following)
      clearTimeout(building)
      await stopServer(server, settings.gracePeriod)
      await close()
      log.flush()
    },
  }
}
