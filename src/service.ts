import { randomBytes } from 'node:crypto'
import { activity } from './calendar/activity.ts'
import { authorsOf } from './calendar/names.ts'
import { returnToAuthor } from './calendar/review.ts'
import { openVersions } from './calendar/version-verbs.ts'
import type { Settings } from './config/config.ts'
import type { SiteGiven } from './config/stored-site.ts'
import { enterFeed } from './http/authenticate.ts'
import { openBases, rootOf } from './http/bases.ts'
import { openRecordCache } from './http/cache/records.ts'
import { openResponseCache } from './http/cache/responses.ts'
import { fetchFrom } from './http/in-process.ts'
import { attemptLimit, proposalLimit, rateLimit, signInLimits } from './http/limits.ts'
import { openLoad } from './http/load.ts'
import { openPlaces } from './http/match.ts'
import { queryOf } from './http/parse.ts'
import { recordPaths } from './http/record-path.ts'
import { isTrusted } from './http/request.ts'
import { routesOf } from './http/routes.ts'
import type { Log, Service } from './http/service.ts'
import { openDataFolder } from './open.ts'
import { serveUploads } from './outside/images.ts'
import { openLog } from './outside/log.ts'
import { type Logo, readLogo } from './outside/logo.ts'
import { openMail } from './outside/mail.ts'
import { openProvider } from './outside/provider.ts'
import { sealing } from './outside/sealing.ts'
import { openStorage } from './outside/storage-health.ts'
import { resources } from './resources/index.ts'
import type { World } from './web/page.ts'

type Opened = Awaited<ReturnType<typeof openDataFolder>> & { logo: Logo | undefined }

/** Everything that answering requests needs, over an open data folder. */
export function serviceOf(
  {
    context,
    authenticator,
    signIn,
    accountsAs,
    credentialsOf,
    calendar,
    changes,
    turns,
    settings,
    logo,
  }: Opened,
  log: Log,
  faults: Service['faults'],
): Service {
  const { trustedProxies } = settings
  const bases = openBases({
    ...settings,
    isProxy: trustedProxies.length > 0 ? of => isTrusted(of, trustedProxies) : undefined,
  })
  const routes = routesOf(settings)
  const attempts = attemptLimit({ most: settings.attemptLimit, window: settings.attemptWindow })
  return {
    changes,
    turns,
    records: openRecordCache({ calendar, changes }, { bytes: settings.recordCache }),
    responses: openResponseCache(changes, context.now, { bytes: settings.answerCache }),
    calendar,
    ...{ authenticator, signIn, accountsAs, credentialsOf },
    mail: settings.smtpUrl ? openMail(settings, error => log.failure('mail', error)) : undefined,
    provider: settings.oidcIssuer ? providerOf(settings, log) : undefined,
    ...historyOf(context),
    about: settings,
    routes,
    places: openPlaces(routes, bases.main),
    recordPaths: recordPaths(routes, bases.main),
    address: bases.main,
    bases,
    log,
    faults,
    ...{ site: context.site, now: context.now, currency: context.site.currency },
    origins: settings.corsOrigins,
    ...limitsOf(settings),
    attempts,
    isPrivate: settings.private,
    trustedProxies,
    // Loaded when it is first asked for: most processes never are.
    openApi: async of => (await import('./http/openapi.ts')).openApi(routes, { ...of, settings }),
    uploads: serveUploads(settings),
    pages: pagesOf({
      ...{ calendar, changes, now: context.now, site: context.site, settings, logo },
      host: () => new URL(bases.main.publicUrl).host,
      listQuery: search => queryOf(search, resources.event.filters),
      enterFeed: (token, ip) => enterFeed(token, ip, authenticator, attempts),
      proposals: proposalLimit(settings.submissions),
    }),
  }
}

const providerOf = (settings: Settings, log: Log): Service['provider'] => ({
  ...openProvider(settings, error => log.failure('provider', error)),
  // a sign-in that has begun does not outlive the process
  ...sealing(randomBytes(32)),
})

/** Who wrote what, and the way back. */
const historyOf = (
  context: Opened['context'],
): Pick<Service, 'versions' | 'returnToAuthor' | 'authorsAs' | 'activityAs'> => ({
  versions: openVersions(context),
  returnToAuthor: (caller, id, note) => returnToAuthor(context, caller, id, note),
  authorsAs: (actor, kind, ids) => authorsOf(context.store, actor, kind, ids),
  activityAs: (actor, of) => activity(context.store, actor, of),
})

const limitsOf = (settings: Settings) => ({
  limits: { body: settings.bodyLimit, upload: settings.uploadLimit },
  load: openLoad({
    requests: settings.mostRequests,
    // never so little that the largest image could not come
    bytes: Math.max(settings.bodyMemory, settings.uploadLimit + settings.bodyLimit),
  }),
  signInAttempts: signInLimits(settings),
  rate: rateLimit(settings.rateLimit),
})

/** Pages are loaded when one is first asked for: a process that only serves the API never does. */
function pagesOf(world: World): Service['pages'] {
  let opened: Promise<Service['pages']> | undefined
  async function load(): Promise<Service['pages']> {
    const { openWeb } = await import('./web/web.ts')
    return openWeb(world)
  }
  function open() {
    opened ??= load()
    return opened
  }
  return {
    takesForm: async url => (await open()).takesForm(url),
    respond: async request => (await open()).respond(request),
    refuse: async (request, problem) => (await open()).refuse(request, problem),
  }
}

/**
 * The service in this process, which listens nowhere: `fetch` goes to the TypeScript client, with `root`. Another process may
 * serve the same data folder.
 */
export async function openService(given: Settings, site?: SiteGiven) {
  const log = openLog(given)
  const storage = openStorage(log)
  const logo = await readLogo(given.logo)
  const opened = await openDataFolder(
    given,
    error => {
      if (!storage.report(error)) log.failure('index', error)
    },
    site,
  )
  const service = serviceOf({ ...opened, logo }, log, storage.problemOf)
  service.bases.listensOn(opened.settings.port)
  return {
    fetch: fetchFrom(service),
    root: rootOf(service.bases.main, ''),
    accounts: opened.accounts,
    settings: opened.settings,
    store: opened.context.store,
    service,
    async close() {
      await service.mail?.stop()
      await opened.close()
      log.flush()
    },
  }
}
