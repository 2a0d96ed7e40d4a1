import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { isDamaged, listBackups, placeOf } from '../backups/index.ts'
import { type BackupState, readBackupState } from '../backups/state.ts'
import { demoLogin } from '../calendar/index.ts'
import { bucketName, type Settings } from '../config/index.ts'
import { databaseOf } from '../data/database.ts'
import { openDataFolder } from '../data/index.ts'
import { codeOf, isObject } from '../define/base/objects.ts'
import { databaseIn, isOpenToOthers, ownerOf } from '../outside/data-folder.ts'
import { mapFileIn, mapFileName, openMail, reachImages } from '../outside/index.ts'
import { resourceList, resources } from '../resources/index.ts'
import { disk, type Store } from '../store/index.ts'
import { listeningOf } from './listening.ts'

/** `fine`: nothing to do. `warning`: it works, and could be better or safer. `error`: it does not work, or data are in danger. */
type Level = 'fine' | 'warning' | 'error'

/** One check and what it found. Its sentences are in the words of the command line. */
export type Finding = {
  check: Check
  level: Level
  /** The key of one sentence of the check. */
  what: string
  params: Record<string, string | number>
  /** The error that was thrown; it has a sentence of its own. */
  error?: unknown
}

const checks = [
  'folder',
  'owner',
  'disk',
  'database',
  'records',
  'administrator',
  'clock',
  'zones',
  'url',
  'certificate',
  'mail',
  'index',
  'images',
  'map',
  'backups',
] as const
type Check = (typeof checks)[number]

type Given = {
  settings: Settings
  /** A folder of backups in place of that of the settings. */
  backups: string | undefined
  now: number
}
type Part = Omit<Finding, 'check'>
type Params = Finding['params']

const fine = (what: string, params: Params = {}): Part => ({ level: 'fine', what, params })
const warning = (what: string, params: Params = {}): Part => ({ level: 'warning', what, params })
const problem = (what: string, params: Params = {}): Part => ({ level: 'error', what, params })

const megabyte = 1_000_000
const day = 86_400
/** Milliseconds to wait for a server. */
const patience = 5000

const looks: Record<Check, (given: Given) => Part | Promise<Part | undefined> | undefined> = {
  // that a calendar and its folder are missing is what the check of the database says
  folder: ({ settings: { dataFolder: folder } }) => {
    if (!existsSync(folder)) return undefined
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return isOpenToOthers(folder) ? warning('open', { folder }) : fine('closed', { folder })
  },
  async owner({ settings: { dataFolder: folder } }) {
    const owner = ownerOf(folder)
    if (!owner) return undefined
    const found: string[] = []
    for await (const path of othersIn(folder, owner.uid)) found.push(path)
    const [file] = found
    const { uid, gid } = owner
    return file ? problem('others', { count: found.length, file, folder, uid, gid }) : undefined
  },
  disk: ({ settings: { dataFolder: folder } }) => {
    if (!existsSync(folder)) return undefined
    const database = statSync(databaseIn(folder), { throwIfNoEntry: false })?.size ?? 0
    const free = disk.free(folder, statfsSync(folder))
    const params = { folder, free: rounded(free), needed: rounded(2 * database) }
    if (free < 100 * megabyte) return problem('full', params)
    return free < 2 * database ? warning('tight', params) : fine('free', params)
  },
  async database({ settings }) {
    const database = databaseOf(settings)
    if (!(await database.hasCalendar())) return problem('none', { dataFolder: settings.dataFolder })
    // opening it compares its version and the key
    const { close } = await openDataFolder(settings)
    await close()
    if (!database.isFile) return fine('answers')
    return (await isDamaged(databaseIn(settings.dataFolder))) ? problem('damaged') : fine('intact')
  },
  records: ({ settings }) =>
    opened(settings, async ({ engine }) => {
      const unshown = await unshownIn(engine)
      if (unshown.length === 0) return fine('whole')
      const [count, names] = [unshown.length, unshown.slice(0, namedAtMost).join(', ')]
      const params = { count, names, first: unshown[0] ?? '', url: settings.publicUrl }
      return problem(count > namedAtMost ? 'many' : 'unshown', params)
    }),
  administrator: ({ settings }) =>
    opened(settings, async ({ accounts, signIn }) => {
      const all = (await accounts.list()).filter(({ role }) => role === 'administrator')
      const count = all.filter(signIn.isOpenTo).length
      if (count > 0) return fine('there', { count })
      const locked = all.find(({ login, disabled }) => login !== demoLogin && disabled === null)
      return locked ? warning('locked', { login: locked.login }) : warning('none')
    }),
  clock: ({ settings, now }) =>
    opened(settings, async ({ context }) => {
      const [last] = await context.store.journal((await context.store.lastSeq()) - 1, 1)
      const behind = Math.round((last?.instant ?? 0) - now)
      return behind > 60 ? problem('behind', { seconds: behind }) : fine('right')
    }),
  zones: ({ now }) => {
    const data = process.versions.tz ?? '?'
    const years = new Date(now * 1000).getUTCFullYear() - Number.parseInt(data, 10)
    return years > 1 ? warning('old', { data }) : fine('recent', { data })
  },
  url: ({ settings: { publicUrl: url } }) => {
    if (!url) return warning('none')
    return url.startsWith('https:') ? reached(url) : warning('plain', { url })
  },
  async certificate({ settings: { publicUrl }, now }) {
    if (!publicUrl.startsWith('https:')) return undefined
    const until = await certificateUntil(new URL(publicUrl)).catch(() => undefined)
    // the check of the URL says why
    if (until === undefined) return undefined
    const days = Math.floor((until - now) / day)
    if (days < 0) return problem('over', { days: -days })
    return days < 14 ? warning('soon', { days }) : fine('valid', { days })
  },
  async mail({ settings }) {
    if (!settings.smtpUrl) return warning('none')
    const ignore = () => {}
    const mail = openMail(settings, { sent: ignore, delayed: ignore, failed: ignore })
    const failure = await mail
      .check()
      .then(
        () => undefined,
        (error: Error) => error.message,
      )
      .finally(mail.stop)
    return failure === undefined ? fine('answers') : warning('unusable', { reason: failure })
  },
  async index({ settings }) {
    const listening = await listeningOf(settings)
    if (!listening) return fine('idle')
    const response = await fetch(`${listening.address}/health/ready?index`, {
      signal: AbortSignal.timeout(patience),
    }).catch(() => undefined)
    const state: unknown = await response?.json().catch(() => undefined)
    // one that serves a database on a server may have ended
    if (!isObject(state) || state.index === undefined) return fine('idle')
    if (state.index !== 'ready') return warning('building')
    const repaired = Number(state.repaired ?? 0)
    return repaired > 0 ? warning('repaired', { count: repaired }) : fine('ready')
  },
  async images({ settings }) {
    await reachImages(settings)
    return settings.imageStore
      ? fine('bucket', { bucket: bucketName(settings.imageStore) })
      : fine('folder', { folder: join(settings.dataFolder, 'uploads') })
  },
  async map({ settings: { mapSource, dataFolder } }) {
    if (mapSource !== 'file') return undefined
    const file = join(dataFolder, mapFileName)
    if (!statSync(file, { throwIfNoEntry: false })) return warning('none', { file })
    const map = await mapFileIn(dataFolder)
    return map ? fine('there', { file, zoom: map.maxZoom }) : warning('broken', { file })
  },
  async backups({ settings, backups: folder, now }) {
    const place = await placeOf(settings, folder)
    const { failure } = await stateOf(settings)
    if (failure) return problem('failing', { count: failure.count, reason: failure.reason })
    const [newest] = await listBackups(place)
    if (!newest) return warning('none', { folder: place.title })
    const { name } = newest
    const age = now - Date.parse(newest.created) / 1000
    const days = Math.floor(age / day)
    const { backupEvery: every } = settings
    if (every > 0 && age > 2 * every * 3600) return warning('late', { days, name, every })
    if (every === 0 && days > 7) return warning('old', { days, name })
    if (settings.backupStore && folder === undefined && !newest.packed?.isEncrypted)
      return warning('readable', { name, bucket: place.title })
    return fine('recent', { name })
  },
}

const namedAtMost = 20
const slice = 500

/** The paths of records that are in the database and left out of all that is read, and of series that lack a date for that reason. */
async function unshownIn(engine: Pick<Store, 'idsAfter' | 'getMany' | 'seriesWithUnshown'>) {
  const unshown: string[] = []
  for (const { name, path } of resourceList)
    for (let after = 0; ; ) {
      const ids = await engine.idsAfter(name, after, slice)
      const shown = new Set((await engine.getMany(name, ids)).map(({ id }) => id))
      unshown.push(...ids.filter(id => !shown.has(id)).map(id => `${path}/${id}`))
      if (ids.length < slice) break
      after = ids.at(-1) ?? after
    }
  const series = await engine.seriesWithUnshown(slice)
  const dated = series.map(id => `${resources.event.path}/${id}`)
  return [...new Set(unshown.concat(dated))]
}

const stateOf = async (settings: Settings): Promise<BackupState> => {
  let state: BackupState = {}
  await opened(settings, async ({ context }) => {
    state = await readBackupState(context.store)
    return fine('')
  })
  return state
}

/** The files of other users in a folder; of a folder of theirs, itself alone. */
async function* othersIn(folder: string, uid: number): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const found = await lstat(path).catch(() => undefined)
    if (found && found.uid !== uid) yield path
    else if (entry.isDirectory()) yield* othersIn(path, uid)
  }
}

const rounded = (bytes: number) => Math.round(Math.min(bytes, 1e15) / megabyte)

/** Undefined: there is no calendar, which another check says. */
async function opened(
  settings: Settings,
  look: (context: Awaited<ReturnType<typeof openDataFolder>>) => Promise<Part>,
): Promise<Part | undefined> {
  if (!(await databaseOf(settings).hasCalendar())) return undefined
  const context = await openDataFolder(settings).catch(() => undefined)
  return context && look(context).finally(context.close)
}

/** The address is the operator's own, so it may lead anywhere. */
async function reached(url: string): Promise<Part> {
  const options = { signal: AbortSignal.timeout(patience), redirect: 'manual' } as const
  const response = await fetch(url, options).catch(error => reasonOf(error))
  if (typeof response === 'string') return warning('unreachable', { url, reason: response })
  await response.body?.cancel()
  return response.status < 500
    ? fine('answers', { url })
    : warning('failing', { url, status: response.status })
}

/** Such as ECONNREFUSED, ENOTFOUND or CERT_HAS_EXPIRED. */
const reasonOf = (error: Error): string =>
  codeOf(error.cause) || (error.name === 'TimeoutError' ? 'ETIMEDOUT' : error.message)

/** Unix seconds until which the certificate of a server is valid. */
function certificateUntil({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      // one that is over is what is looked for
      rejectUnauthorized: false,
      timeout: patience,
    })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('timeout')))
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to) / 1000)
      socket.end()
    })
  })
}

/** Checks whose errors are not those of the calendar itself, but of something that it uses. */
const outside: readonly Check[] = ['url', 'certificate', 'mail', 'backups']

/** Looks at everything a calendar needs, one thing after the other, and changes nothing but what every start does. */
export async function* examine(given: Given): AsyncGenerator<Finding> {
  for (const check of checks) {
    try {
      const part = await looks[check](given)
      if (part) yield { check, ...part }
    } catch (error) {
      const level = outside.includes(check) ? 'warning' : 'error'
      yield { check, level, what: 'failed', params: {}, error }
    }
  }
}
