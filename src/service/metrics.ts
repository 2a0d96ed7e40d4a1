import { stat, statfs } from 'node:fs/promises'
import { backupFolderOf, folderPlace, listBackups } from '../backups/index.ts'
import { readBackupState } from '../backups/state.ts'
import { type HistogramFigures, version } from '../common/index.ts'
import type { Settings } from '../config/index.ts'
import type { openDataFolder } from '../data/index.ts'
import { type RequestCounts, type Service, waiting } from '../http/index.ts'
import { databaseIn } from '../outside/data-folder.ts'
import type { Family, openLog, openStorage, Sample, Supervision } from '../outside/index.ts'

// The measurements that metrics and the status screen share.

type Opened = Awaited<ReturnType<typeof openDataFolder>>
type Stored = { database: Pick<Opened['database'], 'isFile'>; settings: Settings }

/** Bytes of the disk of the data folder. */
export async function diskOf({ dataFolder }: Settings) {
  const { bavail, blocks, bsize } = await statfs(dataFolder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Bytes of the SQLite database with its log; undefined: another machine has it, or it cannot be read. */
export async function databaseBytes({ database, settings }: Stored): Promise<number | undefined> {
  if (!database.isFile) return undefined
  const file = databaseIn(settings.dataFolder)
  const [bytes, logBytes] = await Promise.all(
    ['', '-wal'].map(async end => (await stat(`${file}${end}`).catch(() => undefined))?.size),
  )
  return bytes === undefined ? undefined : bytes + (logBytes ?? 0)
}

/** Unix seconds at which the newest backup was created, in the folder of backups or by the service; undefined: there is none. */
export async function newestBackup({
  engine,
  settings,
}: Pick<Opened, 'engine' | 'settings'>): Promise<number | undefined> {
  const { last } = await readBackupState(engine)
  const [newest] = settings.backupStore
    ? []
    : await listBackups(folderPlace(backupFolderOf(settings))).catch(() => [])
  const times = [last?.at ?? 0, newest ? Date.parse(newest.created) / 1000 : 0]
  return Math.max(...times) || undefined
}

/** The line of the change log up to which this process is current, and its lag in lines; undefined while it is not notified of writes. */
export async function journalOf({ changes, engine }: Pick<Opened, 'changes' | 'engine'>) {
  if (changes.isDisconnected) return undefined
  const position = Math.floor(changes.seq)
  return { position, behind: Math.max(0, (await engine.lastSeq()) - position) }
}

/** The sources of the figures of a process. */
export type Measured = {
  opened: Pick<
    Awaited<ReturnType<typeof openDataFolder>>,
    'changes' | 'current' | 'engine' | 'imageFigures' | 'settings' | 'database'
  >
  service: Pick<Service, 'load' | 'mail' | 'caches'>
  requests: RequestCounts
  log: Pick<ReturnType<typeof openLog>, 'figures'>
  storage: Pick<ReturnType<typeof openStorage>, 'trouble'>
  /** With several processes: the figures of the parent. */
  supervision?: Supervision | undefined
}

/** Undefined: there is nothing to say. */
type Value = number | Sample[] | undefined
type Metric = Pick<Family, 'type' | 'help'> & { of(from: Measured): Value | Promise<Value> }

const counter = (help: string, of: Metric['of']): Metric => ({ type: 'counter', help, of })
const gauge = (help: string, of: Metric['of']): Metric => ({ type: 'gauge', help, of })
const histogram = (help: string, of: Metric['of']): Metric => ({ type: 'histogram', help, of })

/** The samples of a histogram, whose counts add up. */
function samplesOf({ bounds, counts, sum }: HistogramFigures, labels = {}): Sample[] {
  let total = 0
  const buckets = counts.map((count, at): Sample => {
    total += count
    return { suffix: '_bucket', labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: total },
  ]
}

const byCache = ({ service }: Measured, figure: 'bytes' | 'limit' | 'hits' | 'misses'): Sample[] =>
  Object.entries(service.caches()).map(([cache, figures]) => ({
    labels: { cache },
    value: figures[figure],
  }))

/** The metrics of each process. */
const ofProcess: Record<string, Metric> = {
  almanac_http_responses_total: counter(
    'Responses, by class of request and status.',
    ({ requests }) =>
      requests.figures().responses.map(({ class: of, status, count }) => ({
        labels: { class: of, status },
        value: count,
      })),
  ),
  almanac_http_duration_seconds: histogram(
    'Seconds from a request to its response being handed to the connection, by class of request.',
    ({ requests }) =>
      requests
        .figures()
        .durations.flatMap(({ class: of, durations }) => samplesOf(durations, { class: of })),
  ),
  almanac_http_requests_in_progress: gauge(
    'Requests to the API, pages and screens in progress that no cache answers.',
    ({ service }) => service.load.now.requests,
  ),
  almanac_http_body_bytes: gauge(
    'Bytes of request bodies in memory.',
    ({ service }) => service.load.now.bytes,
  ),
  almanac_http_unsent_bytes: gauge(
    'Bytes of large responses that are not sent yet.',
    () => waiting.bytes,
  ),
  almanac_cache_bytes: gauge('Bytes that a cache holds.', from => byCache(from, 'bytes')),
  almanac_cache_limit_bytes: gauge('Bytes that a cache may hold.', from => byCache(from, 'limit')),
  almanac_cache_hits_total: counter('Values found in a cache.', from => byCache(from, 'hits')),
  almanac_cache_misses_total: counter('Values not found in a cache, or found stale.', from =>
    byCache(from, 'misses'),
  ),
  almanac_list_index_ready: gauge(
    '1 while lists come from memory; 0 while the database answers them.',
    ({ opened }) => (opened.current.index?.isReady ? 1 : 0),
  ),
  almanac_list_index_dates: gauge(
    'Dates of events in the list index.',
    ({ opened }) => opened.current.index?.size ?? 0,
  ),
  almanac_list_index_repairs_total: counter(
    'Records in which the list index differed from the database.',
    ({ opened }) => opened.current.repairs.count,
  ),
  almanac_writes_waiting: gauge(
    'Writes that wait for the commit before theirs.',
    ({ opened }) => opened.engine.writeFigures().waiting,
  ),
  almanac_write_group_size: histogram('Writes that shared a commit.', ({ opened }) =>
    samplesOf(opened.engine.writeFigures().groups),
  ),
  almanac_journal_position: gauge(
    'Position in the change log up to which caches and lists are current.',
    ({ opened }) => (opened.changes.isDisconnected ? undefined : Math.floor(opened.changes.seq)),
  ),
  almanac_journal_behind: gauge(
    'Lines of the change log that caches and lists have not read yet.',
    async ({ opened }) => (await journalOf(opened))?.behind,
  ),
  almanac_journal_connected: gauge(
    '0 while writes of other processes go unheard, so that no cache is used.',
    ({ opened }) => (opened.changes.isDisconnected ? 0 : 1),
  ),
  almanac_mails_total: counter('Mails that were sent, delayed or given up.', ({ service }) => {
    const figures = service.mail?.figures()
    return (['sent', 'delayed', 'failed'] as const).map(result => ({
      labels: { result },
      value: figures?.[result] ?? 0,
    }))
  }),
  almanac_mails_waiting: gauge(
    'Mails that wait to be sent.',
    ({ service }) => service.mail?.figures().waiting ?? 0,
  ),
  almanac_images: gauge('Images that are decoded, and that wait for it.', ({ opened }) => {
    const { working, waiting } = opened.imageFigures()
    return [
      { labels: { state: 'working' }, value: working },
      { labels: { state: 'waiting' }, value: waiting },
    ]
  }),
  almanac_log_lines_total: counter('Warnings and errors of the log.', ({ log }) =>
    Object.entries(log.figures()).map(([level, value]) => ({ labels: { level }, value })),
  ),
}

/** Figures that are the same in all processes: only the process that answers reports them. */
const ofAll: Record<string, Metric> = {
  almanac_build_info: gauge('1, with the versions of Almanac and Node.', ({ opened }) => [
    {
      labels: {
        version,
        node: process.versions.node,
        database: opened.database.isFile ? 'sqlite' : 'postgresql',
      },
      value: 1,
    },
  ]),
  almanac_ready: gauge('1 while the service can write; else the reason.', ({ storage }) => [
    { labels: { reason: storage.trouble ?? '' }, value: storage.trouble ? 0 : 1 },
  ]),
  almanac_disk_free_bytes: gauge(
    'Free bytes on the disk of the data folder.',
    async ({ opened }) => (await diskOf(opened.settings)).free,
  ),
  almanac_disk_size_bytes: gauge(
    'Size of the disk of the data folder.',
    async ({ opened }) => (await diskOf(opened.settings)).size,
  ),
  almanac_database_bytes: gauge('Size of the SQLite database with its log.', ({ opened }) =>
    databaseBytes(opened),
  ),
  almanac_backup_timestamp_seconds: gauge(
    'When the newest backup was created, in the folder of backups or by the service.',
    ({ opened }) => newestBackup(opened),
  ),
  almanac_backup_bytes: gauge(
    'Size of the last backup that the service has made.',
    async ({ opened: { engine } }) => (await readBackupState(engine)).last?.bytes,
  ),
  almanac_backup_duration_seconds: gauge(
    'Seconds that the last backup of the service took, with its verification.',
    async ({ opened: { engine } }) => (await readBackupState(engine)).last?.seconds,
  ),
  almanac_backup_failures: gauge(
    'Backups of the service that have failed since the last one that was made.',
    async ({ opened: { engine, settings } }) =>
      settings.backupEvery > 0 ? ((await readBackupState(engine)).failure?.count ?? 0) : undefined,
  ),
  almanac_workers: gauge(
    'Processes that serve the calendar.',
    ({ supervision }) => supervision?.workers ?? 1,
  ),
  almanac_worker_restarts_total: counter(
    'Processes that were started again because they had ended.',
    ({ supervision }) => supervision?.restarts ?? 0,
  ),
}

/** Every metric, for the documentation. */
export const metricNames: readonly string[] = [...Object.keys(ofProcess), ...Object.keys(ofAll)]

async function familiesOf(metrics: Record<string, Metric>, from: Measured): Promise<Family[]> {
  const families = await Promise.all(
    Object.entries(metrics).map(async ([name, { type, help, of }]): Promise<Family[]> => {
      // one figure that cannot be read must not hide the others
      const value = await Promise.try(of, from).catch(() => undefined)
      if (value === undefined) return []
      const samples = typeof value === 'number' ? [{ labels: {}, value }] : value
      return [{ name, type, help, samples }]
    }),
  )
  return families.flat()
}

/** The figures of this process. */
export const processFigures = (from: Measured) => familiesOf(ofProcess, from)

/** The figures of the whole service. */
export const commonFigures = (from: Measured) => familiesOf(ofAll, from)
