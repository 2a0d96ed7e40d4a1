import { readBackupState } from '../backups/state.ts'
import { AccountProblem, type Actor, mayAdminister } from '../calendar/index.ts'
import { commit, version } from '../common/index.ts'
import { entriesOf } from '../define/base/objects.ts'
import type { Service, ServiceStatus, StatusFigures } from '../http/index.ts'
import type { Worker } from '../outside/index.ts'
import { databaseBytes, diskOf, journalOf, newestBackup } from './measures.ts'
import type { Measured } from './metrics.ts'
import { findingsOf } from './status-findings.ts'

type Watched = Omit<Measured, 'requests' | 'supervision' | 'service'> & {
  service: Pick<Service, 'mail' | 'caches' | 'now'>
  worker: Worker | undefined
}

/** The state of the service, for administrators only. */
export async function statusFor(from: Watched, actor: Actor): Promise<ServiceStatus> {
  if (!mayAdminister(actor)) throw new AccountProblem('forbidden')
  const status = await read(from)
  return { ...status, findings: findingsOf(status, from.service.now()) }
}

async function read({ opened, service, log, storage, worker }: Watched): Promise<StatusFigures> {
  const { current, engine, settings, database } = opened
  // what cannot be read while the database or the disk is away must not hide the rest
  const [journal, disk, backup, supervision] = await Promise.all([
    journalOf(opened).catch(() => undefined),
    diskOf(settings).catch(() => null),
    newestBackup(opened).catch(() => undefined),
    worker?.reports.all().then(all => all.supervision),
  ])
  const { warn, error } = log.figures()
  return {
    version,
    commit: commit() ?? null,
    node: process.versions.node,
    database: database.isFile ? 'sqlite' : 'postgresql',
    started: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    trouble: storage.trouble ?? null,
    workers: {
      count: supervision?.workers ?? 1,
      restarts: supervision?.restarts ?? 0,
      number: worker?.number ?? null,
      memory: process.memoryUsage.rss(),
    },
    lists: {
      ready: current.index?.isReady === true,
      dates: current.index?.size ?? 0,
      repairs: current.repairs.count,
    },
    caches: entriesOf(service.caches()).map(([name, figures]) => ({ name, ...figures })),
    writes: {
      waiting: engine.writeFigures().waiting,
      position: journal?.position ?? null,
      behind: journal?.behind ?? null,
    },
    images: opened.imageFigures(),
    disk,
    database_bytes: (await databaseBytes(opened)) ?? null,
    last_backup: backup === undefined ? null : new Date(backup * 1000).toISOString(),
    backup_failures: (await readBackupState(engine).catch(() => undefined))?.failure?.count ?? 0,
    mail: service.mail?.figures() ?? null,
    log: { warnings: warn, errors: error },
  }
}
