import { readChanges, writing } from './calendar/index.ts'
import { openAddressQueue, openQueues } from './common/index.ts'
import {
  definitionOf,
  labelOf,
  type SettingName,
  type Settings,
  type SiteInput,
  signInSettings,
} from './config/index.ts'
import { openDataFolder } from './data/index.ts'
import { namesIn } from './define/base/objects.ts'
import { correctPath, stopPath } from './define/stop-path.ts'
import { type Language, pathIn } from './define/text/language.ts'
import { plainTheme } from './define/theme.ts'
import {
  attemptLimit,
  type Base,
  enterFeed,
  fetchFrom,
  guessesFrom,
  homesOf,
  isTrusted,
  openBases,
  openFollowers,
  openLoad,
  openPlaces,
  openRecordCache,
  openResponseCache,
  presentChanges,
  proposalLimit,
  queryOf,
  rateLimit,
  recordPaths,
  rootOf,
  type Service,
  shareOf,
  showFor,
  signInLimits,
} from './http/index.ts'
import { routesOf } from './operations/index.ts'
import {
  guardedRequests,
  mapFileIn,
  openLog,
  openMail,
  openProvider,
  openRecords,
  openStorage,
  PrivateAddress,
  paintIcon,
  serveMapFile,
  serveUploads,
  type Worker,
} from './outside/index.ts'
import { secrets } from './outside/secrets.ts'
import { resources } from './resources/index.ts'
import {
  givenFiles,
  openBackups,
  openBulk,
  openDisabledMails,
  openGeocoder,
  openImports,
  openOutbox,
  openProposalMails,
  openSiteFiles,
  openWebhooks,
  settingsFor,
  upkeep,
} from './service/index.ts'

import type { World } from './web/shell/page.ts'

type OpenLog = ReturnType<typeof openLog>
type Opened = Awaited<ReturnType<typeof openDataFolder>> & {
  /** The files of the site that are given as paths. */
  given: Awaited<ReturnType<typeof givenFiles>>
}

/** Everything that answering requests needs, over an open data folder. */
export function serviceOf(
  opened: Opened,
  log: OpenLog,
  storage: ReturnType<typeof openStorage>,
  worker?: Worker,
): Service {
  const { context, authenticator, calendar, changes, settings, live } = opened
  const { signIn, accountsAs, credentialsOf, turns } = opened
  const bases = basesOf(settings)
  const attempts = attemptsOf(opened)
  const mails = mailsOf(opened, bases, log)
  const following = followingOf(opened, bases, log)
  const records = openRecordCache(
    { calendar, changes },
    { bytes: settings.recordCache, now: context.now },
  )
  const worldOf = worldsOf(opened, bases, { attempts, cache: records.cache, ...mails })
  let world = worldOf(live.current)
  const pages = pagesOf(world)
  // replaced, never changed: work in progress keeps what it began with
  log.useLevel(live.current.logLevel)
  live.subscribe(changed => {
    log.useLevel(changed.logLevel)
    Object.assign(service, following(changed))
    world = worldOf(changed)
    pages.renew(world)
  })
  const service: Service = {
    changes,
    turns,
    keysInWork: new Set(),
    followers: openFollowers(changes.subscribe),
    records,
    responses: openResponseCache(changes, context.now, { bytes: settings.responseCache }),
    calendar,
    authenticator,
    signIn,
    accountsAs,
    credentialsOf,
    ...mails,
    activityAs: async (actor, of) => (await writing()).activity(context.store, actor, of, labelOf),
    settingsAs: actor => settingsFor(deskOf(opened), actor),
    statusAs: async actor =>
      (await upkeep()).statusFor({ opened, service, log, storage, worker }, actor),
    noteOpen: openRecords(opened.engine.broadcast, context.now),
    geocode: openGeocoder(() => live.current),
    ...worksOf(opened, log, () => service, disabledMailsOf(opened, bases, log, mails)),
    ...following(live.current),
    address: bases.main,
    bases,
    log,
    faults: storage.problemOf,
    now: context.now,
    ...limitsOf(settings, opened),
    attempts,
    isPrivate: settings.private,
    trustedProxies: settings.trustedProxies,
    openApi: async of =>
      (await documents()).openApi(service.routes, { ...of, settings: live.current }),
    uploads: serveUploads(settings),
    mapFile: serveMapOf(opened),
    pages,
    caches: () => cachesOf(service, opened),
  }
  return service
}

/** What goes on in the background. */
const worksOf = (
  opened: Opened,
  log: OpenLog,
  service: () => Service,
  disabledMails: ReturnType<typeof openDisabledMails>,
): Pick<Service, 'imports' | 'bulk' | 'backups' | 'webhooks'> => ({
  imports: openImports(opened, log, disabledMails.feed),
  bulk: openBulk(opened, log),
  backups: openBackups(opened, log),
  webhooks: webhooksOf(opened, service, log, disabledMails.webhook),
})

const deskOf = ({ live, context: { store, now } }: Opened) => ({ live, store, now })

const cachesOf = (
  { responses, records }: Pick<Service, 'responses' | 'records'>,
  { current }: Opened,
) => ({
  responses: responses.figures(),
  records: records.cache.figures(),
  linked: current.figures(),
})

const attemptsOf = ({ live, share }: Opened) =>
  attemptLimit({
    max: () => live.current.attemptLimit,
    window: () => live.current.attemptWindow,
    name: 'attempts',
    share,
  })

/** The services that are replaced when settings change. */
function followingOf(opened: Opened, bases: Service['bases'], log: OpenLog) {
  const providerOf = providersOf(opened, log)
  const rateOf = sameWhile(['rateLimit'], about => rateLimit(about.rateLimit))
  return (about: Settings) => ({
    about,
    site: opened.context.site,
    provider: providerOf(about),
    rate: rateOf(about),
    origins: about.corsOrigins,
    limits: { body: about.bodyLimit, upload: about.uploadLimit },
    ...routing(about, bases.main),
  })
}

/** The world of pages, by the settings of the moment; counts and queues go on when these change. */
function worldsOf(
  { context, authenticator, calendar, changes, live, given, share }: Opened,
  bases: Service['bases'],
  {
    attempts,
    proposalMails,
    cache,
  }: Pick<Service, 'attempts' | 'proposalMails'> & Pick<World, 'cache'>,
): (settings: Settings) => World {
  const proposals = {
    ...proposalLimit(() => live.current.submissions, share),
    ...proposalMails,
    newToken: secrets.newToken,
  }
  const queues = openQueues()
  const files = openSiteFiles(given, context.store)
  return settings => ({
    calendar,
    changes,
    now: context.now,
    site: context.site,
    settings,
    settingsWith: sent => ({ ...settings, ...themeValues(sent) }),
    siteFile: name => files.of(settings[name]),
    readSiteFile: name => files.read(name, settings[name]),
    mapFile: () => mapFileIn(settings.dataFolder),
    paintIcon,
    host: () => new URL(bases.main.publicUrl).host,
    listQuery: search => queryOf(search, resources.event.filters),
    enterFeed: (token, address) => enterFeed(token, address, authenticator, attempts),
    queues,
    cache,
    proposals,
    guesses: address => guessesFrom(address, attempts),
    seals: context,
  })
}

/** Opens something by the settings of the moment, and again once one of those that it depends on changes. */
function sameWhile<T>(names: readonly SettingName[], open: (settings: Settings) => T) {
  let last: { key: string; opened: T } | undefined
  return (settings: Settings): T => {
    const key = JSON.stringify(names.map(name => settings[name]))
    if (last?.key !== key) last = { key, opened: open(settings) }
    return last.opened
  }
}

/** The services that send e-mails, if there is a mail server. */
function mailsOf(opened: Opened, bases: Service['bases'], log: OpenLog) {
  const { settings, context, share } = opened
  const failed = (error: unknown) => log.failure('mail', error)
  const transport = settings.smtpUrl ? openMail(settings, mailEvents(log)) : undefined
  const { store, now } = context
  const outbox = { store, now, sealing: context.mailSealing, failed }
  const mail = transport && openOutbox({ ...outbox, mail: transport })
  const proposalMails = openProposalMails({
    mail,
    context,
    site: () => siteOf(opened, bases),
    share,
    failed,
  })
  return { mail, proposalMails }
}

const disabledMailsOf = (
  opened: Opened,
  bases: Service['bases'],
  log: OpenLog,
  { mail }: Pick<Service, 'mail'>,
) =>
  openDisabledMails({
    mail,
    store: opened.context.store,
    site: () => siteOf(opened, bases),
    failed: error => log.failure('mail', error),
  })

/** Webhooks, whose messages have what a read of their owner returns. */
const webhooksOf = (
  { context, engine, changes, calendar, settings }: Opened,
  service: () => Service,
  log: OpenLog,
  mail: ReturnType<typeof openDisabledMails>['webhook'],
) =>
  openWebhooks({
    context,
    isLeader: engine.isLeader,
    subscribe: changes.subscribe,
    async read({ actor, language }, of) {
      const caller = { actor, language, fallback: true }
      const page = await calendar.perform(
        readChanges,
        caller,
        { ...of, kinds: [...of.kinds] },
        changes.seq,
      )
      const { about, bases, site } = service()
      const prefix = language === site.language ? '' : (`/${language}` as const)
      return presentChanges(
        showFor(service(), bases.main, prefix, language),
        page,
        about.journalRetention,
      )
    },
    post: guardedRequests(settings.fetchAllow, webhookLimits),
    isPrivate: error => error instanceof PrivateAddress,
    failed: error => log.failure('webhook', error),
    disabled({ id, user, url, error }) {
      log.warn('a webhook was disabled', { webhook: id, host: new URL(url).host, error })
      mail({ user, url: new URL(url).host })
    },
  })
/** The status of a receiver counts alone: a body without an end would make of a message that arrived one that did not. */
const webhookLimits = { bytes: 0, milliseconds: 15_000 }

/** The name and URL of the site in e-mails. */
function siteOf({ live, context }: Opened, { main }: Service['bases']) {
  const { siteName, language } = live.current
  const { mailReceived, mailWaiting, mailReturned, mailPublished } = live.current
  const { publicUrl } = main
  const homeIn = homesOf(publicUrl, language)
  return {
    siteName,
    language,
    mailReceived,
    mailWaiting,
    mailReturned,
    mailPublished,
    locales: context.site.locales,
    publicUrl,
    homeIn,
    stopUrl: (of: Language, token: string) =>
      `${homeIn[of]}/${pathIn(stopPath, of)}/?token=${encodeURIComponent(token)}`,
    correctUrl: (of: Language, token: string) =>
      `${homeIn[of]}/${pathIn(correctPath, of)}/?token=${encodeURIComponent(token)}`,
  }
}

/** The valid values of a theme in a request. */
const themeValues = (sent: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    namesIn(plainTheme).flatMap(name => {
      const value = sent[name]
      const parsed = typeof value === 'string' ? definitionOf(name).type.parse(value) : undefined
      return parsed === undefined ? [] : [[name, parsed]]
    }),
  )

/** An issuer that was set in the browser is no more trusted than any other URL that a user sends. */
const providersOf = (
  { flows, live }: Opened,
  log: OpenLog,
): ((settings: Settings) => Service['provider']) =>
  sameWhile(namesIn(signInSettings), settings => {
    if (!settings.oidcIssuer || !settings.oidcClientId) return undefined
    const allow = live.isGiven('oidcIssuer') ? undefined : settings.fetchAllow
    const provider = openProvider(settings, allow, error => log.failure('provider', error))
    return { ...provider, ...flows }
  })

/** The map in the data folder, while pages draw maps of it. */
const serveMapOf =
  ({ live, settings }: Opened): Service['mapFile'] =>
  async (request, version) =>
    live.current.mapSource === 'file'
      ? serveMapFile(settings.dataFolder, request, version)
      : undefined

const basesOf = ({ trustedProxies, ...settings }: Settings) =>
  openBases({
    ...settings,
    isProxy: trustedProxies.length > 0 ? of => isTrusted(of, trustedProxies) : undefined,
  })

// Loaded at first use: most processes never need it.
const documents = () => import('./http/openapi/openapi.ts')

function routing(about: Settings, main: Base) {
  const routes = routesOf(about)
  return {
    routes,
    places: openPlaces(routes, main),
    recordPaths: recordPaths(routes, main),
  }
}

const limitsOf = (settings: Settings, { live, share }: Opened) => ({
  load: openLoad({
    requests: shareOf(settings).requests,
    // the largest image may be larger now
    get bytes() {
      return shareOf(live.current).bytes
    },
  }),
  // each may go on for minutes, as fast as its client reads
  streams: openAddressQueue({ running: { all: 16, each: 4 }, waiting: { all: 16, each: 4 } }),
  signInAttempts: signInLimits(() => live.current, share),
})

/** Pages are loaded at first use: a process that only serves the API never does. */
function pagesOf(first: World): Service['pages'] & { renew(world: World): void } {
  let world = first
  let openWeb: ((world: World) => Service['pages']) | undefined
  /** That of the world as it is. */
  let web: Service['pages'] | undefined
  async function open(): Promise<Service['pages']> {
    openWeb ??= (await import('./web/site/web.ts')).openWeb
    web ??= openWeb(world)
    return web
  }
  return {
    formAt: async url => (await open()).formAt(url),
    async respond(request) {
      const used = await open()
      const page = await used.respond(request)
      // what was begun before the settings changed is sent, and not cached
      return page && used !== web ? { ...page, basis: undefined } : page
    },
    refuse: async (request, problem) => (await open()).refuse(request, problem),
    renew(next) {
      world = next
      web = undefined
    },
  }
}

/**
 * The service in this process, which listens nowhere: `fetch` goes to the TypeScript client, with `root`. Another process may
 * serve the same data folder.
 */
export async function openService(
  given: Settings,
  site?: SiteInput,
  around: { readsOnce?: boolean } = {},
) {
  const log = openLog(given)
  const storage = openStorage(log)
  const files = await givenFiles(given)
  const opened = await openDataFolder(
    given,
    error => {
      if (!storage.report(error)) log.failure('index', error)
    },
    site,
    around,
  )
  const service = serviceOf({ ...opened, given: files }, log, storage)
  service.bases.listensOn(opened.settings.port)
  return {
    fetch: fetchFrom(service),
    root: rootOf(service.bases.main, ''),
    accounts: opened.accounts,
    settings: opened.settings,
    store: opened.context.store,
    service,
    async close() {
      service.followers.stop()
      await service.mail?.stop()
      await service.imports.stop()
      await service.bulk.stop()
      await service.backups.stop()
      await service.webhooks.stop()
      await opened.close()
      log.flush()
    },
  }
}

/** The log lines about mails; never with their recipients. */
const mailEvents = (log: OpenLog) => ({
  sent: () => log.info('a mail was sent'),
  delayed: ({ message }: Error) => log.warn(message, { next: 'it is tried again' }),
  failed: (error: Error) => log.failure('mail', error),
})
