import type { AddressInfo } from 'node:net'
import { startBackground } from './background.ts'
import { demoLogin } from './calendar/account-types.ts'
import { entryOf } from './calendar/first-administrator.ts'
import type { Settings } from './config/config.ts'
import { type SiteGiven, storeSite } from './config/stored-site.ts'
import { isLoopback, rootOf } from './http/bases.ts'
import { openServer } from './http/server.ts'
import { stopServer } from './http/stop.ts'
import { newKey, openDataFolder, readSite } from './open.ts'
import { hasCalendar, isOpenToOthers, prepareFolder } from './outside/data-folder.ts'
import { type LogOutput, openLog } from './outside/log.ts'
import { logProgress, type Progress } from './outside/progress.ts'
import { openStorage, probeFolder } from './outside/storage-health.ts'
import { serviceOf } from './service.ts'
import { lockFolder } from './store/sqlite/folder-lock.ts'

export { demoLogin, hasCalendar, newKey, openDataFolder, readSite, storeSite }

/** Starts the service; resolves when it listens. What takes long beside it is told in `progress`, else in the log. */
export async function serve(given: Settings, told: Serving = {}) {
  prepareFolder(given.dataFolder)
  const lock = lockFolder(given.dataFolder)
  try {
    return await serveLocked(given, lock, told)
  } catch (error) {
    lock.release()
    throw error
  }
}

type Serving = {
  progress?: Progress
  output?: LogOutput
  site?: SiteGiven
}

async function serveLocked(
  given: Settings,
  lock: ReturnType<typeof lockFolder>,
  { progress, output, site }: Serving,
) {
  const log = openLog(given, output)
  const storage = openStorage(log)
  const failed = (what: string, error: unknown) => {
    if (!storage.report(error)) log.failure(what, error)
  }
  if (isOpenToOthers(given.dataFolder))
    log.warn('other users of this machine can list the data folder: close it (chmod 750)', {
      folder: given.dataFolder,
    })
  const opened = await openDataFolder(given, error => failed('index', error), site)
  const { context, accounts, isNew, close } = opened
  const { settings, siteChanges } = opened
  for (const { name, from, to } of siteChanges)
    log.warn(`${name} is now ${to}, stored with the data; it was ${from}`, { setting: name })
  const service = serviceOf(opened, log, storage.problemOf)
  const { bases } = service
  storage.watch(async () => {
    await opened.engine.write(tx => tx.setNote('storage-probe', new Date().toISOString()))
    await probeFolder(given.dataFolder)
  })
  let isStopping = false
  const server = openServer(service, {
    async trouble() {
      if (isStopping) return 'stopping'
      await context.store.lastSeq().catch(storage.report)
      return storage.trouble
    },
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
  const { firstRun } = opened.signIn
  const setUp = (await firstRun.isOpen())
    ? `${bases.main.publicUrl}/admin/#setup=${firstRun.code}`
    : undefined
  // the first start prints it
  if (setUp && !isNew) log.warn('there is no administrator yet: create one', { url: setUp })
  const background = startBackground(opened, {
    progress: progress ?? logProgress(log),
    failed,
    damaged: message => storage.report({ code: 'SQLITE_CORRUPT', message }),
  })

  return {
    address: listening,
    /** Where visitors begin: the site's main language has no prefix, as in the `url` of records. */
    home: {
      en: `${bases.main.publicUrl}/${settings.language === 'en' ? '' : 'en/'}`,
      fr: `${bases.main.publicUrl}/${settings.language === 'fr' ? '' : 'fr/'}`,
    },
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
    /** Where the first administrator is made, while there is none. */
    setUp,
    store: context.store,
    accounts,
    /** Stops: no new requests, those in flight finish within the grace period, then the database is closed. */
    async close() {
      isStopping = true
      storage.stop()
      const stopped = background.stop()
      await stopServer(server, settings.gracePeriod)
      await stopped
      await close()
      lock.release()
      log.flush()
    },
  }
}
