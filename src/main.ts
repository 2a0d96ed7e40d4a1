import type { Server } from 'node:http'
import { demoLogin, entryOf, type Reviewed, type Reviews } from './calendar/index.ts'
import { version } from './common/index.ts'
import { type Settings, type SiteInput, storeListening } from './config/index.ts'
import { type Database, databaseOf } from './data/database.ts'
import { newKey, openDataFolder, protectedEvents, readSite } from './data/index.ts'
import { inEachLanguage, type Language } from './define/text/language.ts'
import {
  type Base,
  type EventAddress,
  homesOf,
  isLoopback,
  openRequestCounts,
  openServer,
  prefixOf,
  rootOf,
  rootsOf,
  type Service,
  showFor,
  stopServer,
} from './http/index.ts'
import { isOpenToOthers, prepareFolder } from './outside/data-folder.ts'
import {
  inheritedSocket,
  type LogOutput,
  logProgress,
  type Message as MailMessage,
  openAccessLog,
  openLog,
  openStorage,
  ownMemoryForBuffers,
  type Progress,
  probeFolder,
  reachImages,
  sendMail,
  type Worker,
} from './outside/index.ts'
import { eventView } from './resources/index.ts'
import {
  givenFiles,
  metricsOf,
  openReadiness,
  readSentFile,
  startBackground,
  storeSettings,
  takeFiles,
} from './service/index.ts'
import { serviceOf } from './service.ts'

export {
  demoLogin,
  newKey,
  openDataFolder,
  protectedEvents,
  readSentFile,
  readSite,
  storeSettings,
  takeFiles,
}

/** Sends a mail to see that it arrives; throws what the mail server says. */
export const testMail = (settings: Settings, to: string, message: MailMessage) =>
  sendMail(settings, to, message)

/** True if there is a calendar at the place of these settings. Nothing is created. */
export const hasCalendar = (settings: Settings) => databaseOf(settings).hasCalendar()

/**
 * Starts the service; resolves when it listens. Background work reports to `progress`, else to the log. `worker`: this process
 * is one of several.
 */
export async function serve(given: Settings, serving: Serving = {}) {
  ownMemoryForBuffers()
  const database = databaseOf(given)
  prepareFolder(given.dataFolder, database.isFile)
  const lock = database.lock()
  try {
    return await serveLocked(given, lock, serving)
  } catch (error) {
    lock.release()
    throw error
  }
}

type Opened = Awaited<ReturnType<typeof openDataFolder>>

type Serving = {
  progress?: Progress
  output?: LogOutput
  site?: SiteInput
  worker?: Worker | undefined
  /** Unix seconds; else the clock of the settings. */
  now?: (() => number) | undefined
  /** True if the screens for editors are built when they are missing. */
  buildsScreens?: boolean
  /** The settings file. */
  config?: string | undefined
  /** Called once requests are answered, while the start goes on. */
  listens?: (() => void) | undefined
}

async function serveLocked(
  given: Settings,
  lock: ReturnType<Database['lock']>,
  { progress, output, site, worker, now, buildsScreens, config, listens }: Serving,
) {
  const log = openLog(given, output, worker)
  const storage = openStorage(log)
  const failed = (what: string, error: unknown) => {
    if (!storage.report(error)) log.failure(what, error)
  }
  const files = await givenFiles(given)
  const opened = await openDataFolder(given, error => failed('index', error), site, {
    setUpCode: worker?.setUpCode,
    warn: log.warn,
    info: log.info,
    now,
  })
  const { context, accounts, isNew, close } = opened
  const { settings, siteChanges } = opened
  const service = serviceOf({ ...opened, given: files }, log, storage, worker)
  const { bases } = service
  storage.watch(async () => {
    await opened.engine.write(tx => tx.setNote('storage-probe', new Date().toISOString()))
    await probeFolder(given.dataFolder)
  })
  reachImages(given).catch(error => failed('images', error))
  const readiness = openReadiness(opened, storage)
  const accessLog = openAccessLog(settings)
  service.accessLog = accessLog
  const requests = settings.metricsToken ? openRequestCounts() : undefined
  const metrics =
    requests && metricsOf({ opened, service, requests, log, storage }, settings, worker)
  const server = openServer(service, readiness, { requests, metrics })
  const listening = await listen(server, settings)
  listens?.()
  bases.listensOn(listening.port)
  const isExposed = !isLoopback(settings.host) && !settings.publicUrl
  const isTelling = !worker || worker.number === 1
  if (isTelling)
    await storeListening(opened.engine, bases.main.publicUrl, {
      address: listening.address,
      hasSocket: listening.hasSocket,
    }).catch(error => failed('url', error))
  if (isTelling) logStart(log, opened, { address: listening.address, config })
  if (isTelling) warn(log, opened, isExposed)
  const unused = ['host', 'port'].filter(name => listening.hasSocket && site?.given.has(name))
  if (isTelling && unused.length > 0)
    log.warn('a socket was given, so host and port of the settings are not used', {
      settings: unused.join(', '),
      address: listening.address,
    })
  const setUp = await setUpUrl(opened, bases.main)
  // the first start prints it
  if (setUp && !isNew && isTelling)
    log.warn('nobody can sign in yet: create an administrator', { url: setUp })
  if (isTelling)
    service.mail
      ?.check()
      .catch(({ message }: Error) =>
        log.warn('the mail server cannot be used', { reason: message }),
      )
  const background = startBackground(opened, {
    imports: service.imports,
    webhooks: service.webhooks,
    bulk: service.bulk,
    backups: service.backups,
    progress: progress ?? logProgress(log),
    failed,
    warn: log.warn,
    info: log.info,
    damaged: message => storage.report({ code: 'SQLITE_CORRUPT', message }),
    unchecked: error =>
      log.warn('the database could not be checked for damage', { error: String(error) }),
    reviews: service.proposalMails.isOn ? reviewsOf(service) : undefined,
    resumeMails: service.mail?.resume,
    prepareScreens: buildsScreens ? () => prepareScreens(given.dataFolder) : undefined,
  })

  return {
    address: listening.address,
    ...urlsOf(bases.main, settings),
    isFirstStart: isNew,
    /** True if it listens beyond this machine without a public URL. */
    isExposed,
    settings,
    siteChanges,
    entry: await entryOf(accounts),
    /** Where the first administrator is made, until someone can sign in. */
    setUp,
    store: context.store,
    accounts,
    /** Opens the access log by its name again, and takes over settings that may change while it runs. */
    async reload(next: Settings, site: SiteInput) {
      try {
        accessLog?.reopen()
      } catch (error) {
        log.failure('access log', error)
      }
      const { changed, atStart } = await opened.live.renew(next, site)
      if (!isTelling) return
      log.info('Almanac has read its settings again', {
        ...(changed.length > 0 && { changed: changed.join(', ') }),
      })
      if (atStart.length > 0)
        log.warn('some settings require a restart, or SIGUSR2 with workers', {
          settings: atStart.join(', '),
        })
    },
    /** Stops: no new requests, those in flight finish within the grace period, then the database is closed. */
    async close(signal?: string) {
      if (!worker) log.info('Almanac is stopping', { version, ...(signal && { signal }) })
      readiness.stop()
      storage.stop()
      const stopped = background.stop()
      service.followers.stop()
      await stopServer(server, settings.gracePeriod)
      await stopped
      await service.mail?.stop()
      await close()
      lock.release()
      if (!worker) log.info('Almanac has stopped', { version })
      await accessLog?.close()
      log.flush()
    },
  }
}

/** The e-mails about reviews, with the page of the event in the language of the reader. */
function reviewsOf(service: Service): Reviews {
  const { submitted, daily, reviewed, changed } = service.proposalMails
  const addressOf =
    (view: Reviewed['view']) =>
    (language: Language): EventAddress => {
      const { site, bases } = service
      const prefix = prefixOf(language === site.language ? undefined : language)
      const show = showFor(service, bases.main, prefix, language)
      const { title, url } = eventView(view, show)
      const edit = `${show.homeIn[language]}/admin/events/${view.record.id}`
      return { title: title.text, url, edit }
    }
  return {
    submitted,
    daily,
    reviewed: of => reviewed(of, addressOf(of.view)),
    changed: of => changed(of, addressOf(of.view)),
  }
}

async function prepareScreens(dataFolder: string) {
  const { prepareApp } = await import('./web/editors/app.ts')
  await prepareApp(dataFolder)
}

/** Logs the version, the address and the place of the data. */
function logStart(
  log: ReturnType<typeof openLog>,
  { database, settings }: Opened,
  { address, config }: { address: string; config: string | undefined },
) {
  log.info('Almanac has started', {
    version,
    node: process.version,
    address,
    folder: settings.dataFolder,
    database: database.isFile ? 'SQLite' : 'PostgreSQL',
    config: config ?? '',
    ...(settings.workers > 1 && { workers: settings.workers }),
    language: settings.language,
    timezone: settings.timezone,
  })
}

/** Warnings for the operator. */
function warn(
  log: ReturnType<typeof openLog>,
  { settings, siteChanges }: Opened,
  isExposed: boolean,
) {
  const { dataFolder, host } = settings
  if (isOpenToOthers(dataFolder))
    log.warn('other users of this machine can list the data folder: close it (chmod 750)', {
      folder: dataFolder,
    })
  for (const { name, from, to } of siteChanges)
    log.warn(`${name} is now ${to}, stored with the data; it was ${from}`, { setting: name })
  if (isExposed)
    log.warn('publicUrl is not set: URLs in responses name the host of each request', { host })
}

/** Resolves when it listens: where, as people on this machine reach it. */
async function listen(server: Server, { port, host }: Settings) {
  const given = inheritedSocket()
  const hasSocket = given !== undefined
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if (given === undefined) server.listen(port, host, () => resolve())
    else server.listen({ fd: given }, () => resolve())
  })
  const bound = server.address()
  // what a supervisor gave may be a socket of the file system
  if (bound === null || typeof bound === 'string')
    return { port, address: `http://${host}:${port}`, hasSocket }
  const named = host.includes(':') ? `[${host}]` : host
  const reached = named === '0.0.0.0' || named === '[::]' ? 'localhost' : named
  return { port: bound.port, address: `http://${reached}:${bound.port}`, hasSocket }
}

/** Where visitors begin (the site's main language has no prefix, as in the `url` of records), and the roots of the API. */
const urlsOf = (main: Base, { language }: Settings) => ({
  home: inEachLanguage(of => `${homesOf(main.publicUrl, language)[of]}/`),
  root: { plain: rootOf(main, ''), ...rootsOf(main) },
})

/** Where the first administrator is made, until someone can sign in. */
async function setUpUrl({ signIn: { firstRun } }: Opened, main: Base): Promise<string | undefined> {
  return (await firstRun.isOpen()) ? `${main.publicUrl}/admin/#setup=${firstRun.code}` : undefined
}
