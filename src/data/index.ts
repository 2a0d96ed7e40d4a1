import {
  type Actor,
  accountsFor,
  type Context,
  firstAdministrator,
  openAuthenticator,
  openCalendar,
  openSignIn,
  ownCredentials,
  type Site,
  service,
} from '../calendar/index.ts'
import { shapes } from '../calendar/schema/shapes.ts'
import { openLive, type Settings, type SiteInput, settle, storedSettings } from '../config/index.ts'
import { customFieldsOf } from '../define/custom-fields.ts'
import { localesOf, weekStartsOf } from '../define/text/locales.ts'
import { currencyIn } from '../define/text/number-formats.ts'
import { openTurns } from '../http/index.ts'
import { openCurrentStore } from '../journal/index.ts'
import { openClock } from '../outside/clock.ts'
import { prepareFolder } from '../outside/data-folder.ts'
import {
  keyIn,
  oneTimeCodes,
  openImageStore,
  openSourcePages,
  providerFlows,
  renewKey,
  sealingFor,
  shareCounts,
  sourcePagesIn,
  type Worker,
} from '../outside/index.ts'
import { sealer, secrets } from '../outside/secrets.ts'
import type { Store } from '../store/index.ts'
import { databaseOf, type LogFn } from './database.ts'

const siteOf = (settings: Settings): Site => ({
  zone: settings.timezone,
  language: settings.language,
  locales: localesOf(settings),
  weekStarts: weekStartsOf(settings.weekStart, localesOf(settings)),
  currency: currencyIn(localesOf(settings)[settings.language], settings.currencyCode),
  customFields: customFieldsOf(settings.customFields) ?? [],
  perPage: settings.perPage,
  maxPerPage: settings.maxPerPage,
  recurrenceHorizon: settings.recurrenceHorizon,
  maxOccurrences: settings.maxOccurrences,
  geolocation: settings.geolocation,
  fallback: settings.fallback,
  versions: settings.recordVersions,
})

type Around = {
  setUpCode?: Worker['setUpCode'] | undefined
  warn?: LogFn
  /** Called before a migration. */
  info?: LogFn
  /** Unix seconds; else the clock of the settings. */
  now?: (() => number) | undefined
  /** The process reads each record once and ends. */
  readsOnce?: boolean
}

/** The sealers of secrets that the calendar itself stores. */
const sealersOf = (key: Buffer) => ({
  ...sealer(key),
  erasureSealing: sealingFor(key, 'almanac erasures'),
  mailSealing: sealingFor(key, 'almanac waiting mails'),
  webhookSealing: sealingFor(key, 'almanac webhooks'),
})

/**
 * Opens the data folder, creates what is missing and wires the calendar; nothing listens yet. Without `site`, the settings of the site are
 * used as they are. `setUpCode`: that of all processes on this machine. `warn` receives messages for the operator.
 */
export async function openDataFolder(
  given: Settings,
  failed = (error: unknown) => console.error(error),
  site?: SiteInput,
  around: Around = {},
) {
  const { setUpCode, warn, info, now = openClock(given.clock) } = around
  const database = databaseOf(given, around)
  prepareFolder(given.dataFolder, database.isFile)
  const isNew = !(await database.hasCalendar())
  const turns = openTurns()
  const engine = await database.open(() => turns.areWaiting, warn)
  const key = await prepared(engine, given, info)
  const { settings, changes: siteChanges } = site
    ? await settle(engine, given, site, isNew)
    : { settings: given, changes: [] }
  const live = openLive(engine, settings, site, sealingFor(key, 'almanac settings'))
  const current = await openCurrentStore(engine, failed, live.reload, warn)
  // what another process has stored meanwhile
  await live.reload()
  const { store, changes } = current
  const images = openImageStore(settings, () => live.current)
  const context: Context = {
    store,
    now,
    site: siteOf(live.current),
    imageStore: images,
    sourcePages: openSourcePages(sourcePagesIn(given.dataFolder)),
    ...sealersOf(key),
    doubt: current.repairs.doubt,
  }
  live.subscribe(changed => {
    context.site = siteOf(changed)
  })
  // A caller that opens the data folder acts as the service; every request has its own actor.
  const accountsAs = (actor: Actor) => accountsFor({ store, secrets, now, actor })
  const credentialsOf = (actor: Actor) => ownCredentials({ store, secrets, now, actor })
  const accounts = accountsAs(service)
  await firstAdministrator(settings, accounts)
  const signIn = openSignIn({
    store,
    secrets,
    now,
    codes: oneTimeCodes(key),
    setUpCode,
    ...signInSettings(live),
  })
  return {
    context,
    accounts,
    accountsAs,
    credentialsOf,
    signIn,
    authenticator: openAuthenticator(store, secrets, now, changes),
    changes,
    turns,
    engine,
    current,
    database,
    flows: providerFlows(key),
    share: engine.broadcast && shareCounts(engine.broadcast),
    calendar: openCalendar(context),
    settings: live.current,
    live,
    imageFigures: images.figures,
    isNew,
    siteChanges,
    close: current.close,
  }
}

/** Read at each use: they change while the service runs. */
const signInSettings = (live: ReturnType<typeof openLive>) => ({
  spans: {
    get idle() {
      return live.current.sessionIdleTimeout
    },
    get longest() {
      return live.current.sessionMaxAge
    },
  },
  provider: {
    get isOn() {
      return live.current.oidcIssuer !== '' && live.current.oidcClientId !== ''
    },
    get match() {
      return live.current.oidcMatch
    },
    get newUsers() {
      return live.current.oidcNewUsers
    },
  },
})

/** The stored settings of the site in a data folder, without creating anything. */
export async function readSite(settings: Settings) {
  const database = databaseOf(settings)
  if (!(await database.hasCalendar())) return undefined
  const engine = await database.open()
  try {
    return await storedSettings(engine)
  } finally {
    await engine.close()
  }
}

/** Gives up the key of the data folder, and with it the passwords of protected events; says how many these are. */
export async function newKey(settings: Settings): Promise<number> {
  const database = databaseOf(settings)
  const lock = database.lock()
  const engine = await database.open()
  try {
    await engine.prepare(shapes)
    return await renewKey(settings, engine)
  } finally {
    await engine.close()
    lock.release()
  }
}

/** The number of events with a password, which a new key would remove. */
export async function protectedEvents(settings: Settings): Promise<number> {
  const engine = await databaseOf(settings).open()
  try {
    await engine.prepare(shapes)
    return await engine.countWith('event', 'password')
  } finally {
    await engine.close()
  }
}

/** The database as this version needs it, and the key that belongs to it. */
async function prepared(engine: Store, place: Settings, info?: LogFn): Promise<Buffer> {
  try {
    await engine.prepare(shapes, info)
    return await keyIn(place, engine)
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** The data folder, opened. */

export type { DamageCheck } from './database.ts'
