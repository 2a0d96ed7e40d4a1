import { getHeapStatistics } from 'node:v8'
import { type Schedule, writing } from '../calendar/index.ts'
import type { DamageCheck, openDataFolder } from '../data/index.ts'
import type { Backups, BulkChanges, Imports, Webhooks } from '../http/index.ts'
import type { Progress } from '../outside/index.ts'

/** The first responses come from the database; the indexes are built once they are out of the way. */
const buildAfter = 500
/** Milliseconds before the first check for due work: it writes, and loads some fifty files, which would delay the first list. */
const scheduleAfter = 250
/** Milliseconds between two looks at how many events there are. */
const countEvery = 24 * 3_600_000
/** The list index is compared with the database every `compareEvery` seconds of the clock, checked every `checkDueEvery` milliseconds. */
const compareEvery = 10
const checkDueEvery = 1000
/** Milliseconds until the database is checked for damage: a start, and a command that is soon over, have the disk for themselves. */
const checkAfter = 10_000
/** Milliseconds until a database that could not be checked for damage is checked again. */
const checkAgainAfter = 60_000

type Opened = Awaited<ReturnType<typeof openDataFolder>>

type Background = {
  imports: Pick<Imports, 'look' | 'stop'>
  bulk: Pick<BulkChanges, 'look' | 'stop'>
  backups: Pick<Backups, 'look' | 'stop'>
  webhooks: Pick<Webhooks, 'begin' | 'look' | 'stop'>
  progress: Progress
  failed(what: string, error: unknown): void
  /** Called for damage that no request has met. */
  damaged(message: string): void
  warn(message: string, fields: Record<string, unknown>): void
  info(message: string, fields: Record<string, unknown>): void
  /** The database could not be checked for damage. */
  unchecked(error: unknown): void
  reviews?: Schedule['reviews']
  resumeMails?: Schedule['resumeMails']
  /** Builds the screens for editors where they are not built yet. */
  prepareScreens?: (() => Promise<void>) | undefined
}

/** Compares the list index with the database, time and again. */
function compareLists({ context, current }: Opened, failed: (error: unknown) => void) {
  let compared = context.now()
  return setInterval(() => {
    if (context.now() - compared < compareEvery) return
    compared = context.now()
    current.repairs.look().catch(failed)
  }, checkDueEvery).unref()
}

/** The work by the clock of the calendar, once its files are loaded. */
async function scheduleOf(
  {
    context,
    current,
    engine,
    settings,
  }: Pick<Opened, 'context' | 'current' | 'engine' | 'settings'>,
  isStopped: () => boolean,
  { failed, reviews, resumeMails }: Pick<Background, 'failed' | 'reviews' | 'resumeMails'>,
) {
  const { openSchedule } = await writing()
  if (isStopped()) return
  return openSchedule(context, {
    zoneData: process.versions.tz ?? '',
    journalRetention: settings.journalRetention,
    retention: { trash: settings.trashRetention, submitters: settings.submitterRetention },
    isLeader: engine.isLeader,
    isBuilding: () => !current.wasBuilt,
    failed: error => failed('schedule', error),
    reviews,
    resumeMails,
  })
}

/** Milliseconds between two looks for imports and erasures that were interrupted, and for a backup that is due. */
const dueEvery = 20_000

/** Looks for work of the leader, time and again. */
function lookTimeAndAgain(
  opened: Pick<Opened, 'context' | 'accounts' | 'engine'>,
  {
    imports,
    bulk,
    backups,
    webhooks,
    failed,
    info,
  }: Pick<Background, 'imports' | 'bulk' | 'backups' | 'webhooks' | 'failed' | 'info'>,
) {
  const end = new AbortController()
  const look = async () => {
    if (!(await opened.engine.isLeader())) return
    const completed = await completeErasures(opened, end.signal).catch(error => {
      if (!end.signal.aborted) failed('erasure', error)
    })
    if (completed) info('an interrupted erasure was completed', { erasures: completed })
    await imports.look().catch(error => failed('import', error))
    await bulk.look().catch(error => failed('bulk change', error))
    await backups.look().catch(error => failed('backup', error))
    await webhooks.look().catch(error => failed('webhook', error))
  }
  webhooks.begin()
  let looking: Promise<void> | undefined
  const begin = () => {
    looking ??= look()
      .catch(error => failed('leader', error))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(begin, dueEvery).unref()
  return {
    async stop() {
      clearInterval(timer)
      end.abort()
      await looking
    },
  }
}

async function completeErasures(
  { context, accounts }: Pick<Opened, 'context' | 'accounts'>,
  signal: AbortSignal,
) {
  if ((await context.store.idsAfter('erasure', 0, 1)).length === 0) return 0
  const { completeUnfinished } = await writing()
  return completeUnfinished(context, accounts, signal)
}

/** Before the list index is built, and each day: the process would end without a word of why. */
async function lookAtHeap(engine: Opened['engine'], warn: Background['warn']) {
  const limit = getHeapStatistics().heap_size_limit
  // most calendars need not be counted
  if (!heapWarning(await engine.lastId('event'), limit)) return
  const warning = heapWarning(await engine.count('event'), limit)
  if (warning) warn(warning.message, warning.fields)
}

/** The background work of the service while it answers requests. */
export function startBackground(
  opened: Opened,
  {
    progress,
    failed,
    damaged,
    warn,
    info,
    unchecked,
    prepareScreens,
    reviews,
    resumeMails,
    ...works
  }: Background,
) {
  const { current, database, engine } = opened
  let isStopped = false
  let check: DamageCheck | undefined

  async function lookForDamage() {
    if (isStopped || !(await engine.isLeader())) return
    check = database.checkForDamage?.()
    try {
      const message = await check?.damage
      if (message && !isStopped) damaged(message)
    } catch (error) {
      if (isStopped) return
      unchecked(error)
      checking = setTimeout(checkForDamage, checkAgainAfter).unref()
    }
  }
  const checkForDamage = () => lookForDamage().catch(error => failed('damage', error))
  let checking = setTimeout(checkForDamage, checkAfter).unref()
  async function screens() {
    if (!isStopped && prepareScreens && (await engine.isLeader())) await prepareScreens()
  }
  const checkHeap = () =>
    lookAtHeap(engine, (message, fields) => {
      if (!isStopped) warn(message, fields)
    }).catch(error => failed('heap', error))
  const counting = setInterval(checkHeap, countEvery).unref()
  async function build() {
    await checkHeap()
    await current.buildIndexes(progress).catch(error => failed('index', error))
    await screens().catch(error => failed('screens', error))
  }
  const building = setTimeout(build, buildAfter).unref()
  const comparing = compareLists(opened, error => failed('index', error))
  const looking = lookTimeAndAgain(opened, { ...works, failed, info })
  let scheduled: ReturnType<typeof scheduleOf> | undefined
  const scheduling = setTimeout(() => {
    scheduled = scheduleOf(opened, () => isStopped, { failed, reviews, resumeMails })
    scheduled.catch(error => failed('schedule', error))
  }, scheduleAfter).unref()
  return {
    async stop() {
      isStopped = true
      clearTimeout(building)
      clearInterval(counting)
      clearInterval(comparing)
      clearTimeout(scheduling)
      clearTimeout(checking)
      check?.stop()
      await Promise.all([...Object.values(works), looking].map(each => each.stop()))
      await (await scheduled?.catch(() => undefined))?.stop()
    },
  }
}

/**
 * Bytes of the V8 heap that the list index takes for an event, with venue, organizer, category and two tags (measured with 500,000
 * events over 3,000 venues).
 */
const bytesPerEvent = 456
/** The rest of the heap: the program, caches and work in progress. */
const bytesBeside = 300 * 1024 * 1024
/** From this share of the heap on an operator should act; collecting garbage needs the rest. */
const maxShare = 0.75

/** Maximum number of events in the list index of a process, by the limit of its heap in bytes. */
export const roomFor = (heapLimit: number): number =>
  Math.max(0, Math.floor((heapLimit * maxShare - bytesBeside) / bytesPerEvent))

/** The warning to the operator before the list index fills the heap, and the process ends of it; undefined: there is room. */
export function heapWarning(events: number, heapLimit: number) {
  const room = roomFor(heapLimit)
  if (events <= room) return undefined
  const megabytes = Math.ceil((events * 2 * bytesPerEvent + bytesBeside) / maxShare / 1024 / 1024)
  return {
    message: 'the list index nears the limit of the heap: raise it, or divide the calendar',
    fields: { events, room, set: `NODE_OPTIONS=--max-old-space-size=${megabytes}` },
  }
}
