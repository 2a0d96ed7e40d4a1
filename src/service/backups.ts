import type { Readable } from 'node:stream'
import { AccountProblem, type Actor, mayAdminister } from '../calendar/index.ts'
import type { openDataFolder } from '../data/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import { doctor as sentences } from '../define/doctor-messages.ts'
import type { Sentence } from '../define/field-type.ts'
import { formatMessage, type Language } from '../define/text/language.ts'
import type { Backups, BackupsService, Download, Examined, ListedBackup } from '../http/index.ts'
import type { openLog } from '../outside/index.ts'
import { Problem } from '../problem/index.ts'
import { openSchedule } from './backup-schedule.ts'
import type { Finding } from './doctor.ts'

type Opened = Pick<Awaited<ReturnType<typeof openDataFolder>>, 'context' | 'settings'>
type Log = Pick<ReturnType<typeof openLog>, 'info' | 'warn' | 'failure'>

// Loaded at first use: few processes list, load or examine.
const copies = () => import('../backups/index.ts')
const loads = () => import('./downloads.ts')

/** Backups, exports and examinations of this process. */
export function openBackups({ context, settings }: Opened, log: Log): Backups {
  const schedule = openSchedule({ store: context.store, settings, now: context.now, log })
  const refuseOthers = (actor: Actor) => {
    if (!mayAdminister(actor)) throw new AccountProblem('forbidden')
  }
  const started = async (hasStarted: Promise<boolean>) => {
    if (!(await hasStarted)) throw new Problem('backup_busy')
  }
  return {
    look: schedule.look,
    stop: schedule.stop,
    as: (actor): BackupsService => {
      refuseOthers(actor)
      return {
        async status() {
          const { last, failure, verified, isWorking } = await schedule.state()
          return {
            ...(await listed(settings)),
            every: settings.backupEvery,
            keep: settings.backupKeep,
            encrypted: settings.backupKey !== '',
            working: isWorking,
            last: last?.at,
            failure: failure?.reason,
            verified: verified && { ...verified, problem: verified.problem },
          }
        },
        begin: () => started(schedule.begin()),
        async verify(name) {
          await backupNamed(settings, name)
          await started(schedule.begin({ verify: name }))
        },
        async download(of) {
          const wanted = await checked(settings, of)
          const { fileNameFor, pathFor } = await loads()
          return {
            path: pathFor(context, actor.id, wanted),
            file: fileNameFor(wanted, context.now()),
          }
        },
        examine: language => examined(settings, context.now(), language),
      }
    },
    async open(actor, path) {
      refuseOthers(actor)
      const { passIn, counted, exportStream, fileNameFor } = await loads()
      const pass = passIn(context, actor.id, path)
      if (!pass) throw new Problem('rest_no_route')
      if (pass.what === 'backup') return backupFile(settings, pass.name ?? '')
      const failed = (error: unknown) => log.failure('export', error)
      return {
        stream: await counted(() => exportStream(settings, pass, failed)),
        file: fileNameFor(pass, context.now()),
      }
    },
  }
}

type Settings = Opened['settings']

/** The backups of the settings; a bucket that cannot be reached hides nothing else. */
async function listed(
  settings: Settings,
): Promise<{ place: string; problem: string | undefined; backups: ListedBackup[] }> {
  const { listBackups, placeOf } = await copies()
  const place = await placeOf(settings)
  try {
    const backups = await listBackups(place)
    return { place: place.title, problem: undefined, backups: backups.map(bodyOf) }
  } catch (error) {
    return { place: place.title, problem: reasonIn(error), backups: [] }
  }
}

function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const params = 'params' in error ? Object.values(error.params ?? {}) : []
  return [error.message, ...params].join(' ')
}

type BackupMatch = Awaited<ReturnType<typeof backupNamed>>

const bodyOf = ({ name, created, events, bytes, packed, hasKey }: BackupMatch['backup']) => ({
  name,
  created,
  events,
  bytes: packed?.size ?? bytes,
  encrypted: packed?.isEncrypted ?? false,
  has_key: hasKey,
})

/** A name only: a path leads elsewhere. */
async function backupNamed(settings: Settings, name: string) {
  const { listBackups, placeOf } = await copies()
  const place = await placeOf(settings)
  const backup = (await listBackups(place)).find(one => one.name === name)
  if (!backup) throw new Problem('backup_not_found')
  return { backup, place }
}

async function checked(settings: Settings, of: Download): Promise<Download> {
  if (of.what === 'backup') await backupNamed(settings, of.name ?? '')
  return of
}

/** A folder of an earlier version is packed on its way; an encrypted file stays so. */
async function backupFile(
  settings: Settings,
  name: string,
): Promise<{ stream: Readable; file: string }> {
  const { backup, place } = await backupNamed(settings, name)
  const { counted } = await loads()
  const { zipOf } = await copies()
  const { packed } = backup
  if (!packed)
    return { stream: await counted(() => zipOf(backup.path)), file: `${backup.name}.zip` }
  const stream = await counted(async () => {
    const read = await place.read(packed.file)
    if (!read) throw new Problem('backup_not_found')
    return read
  })
  return { stream, file: packed.file }
}

async function examined(settings: Settings, now: number, language: Language): Promise<Examined[]> {
  const { examine } = await import('./doctor.ts')
  const findings: Examined[] = []
  for await (const finding of examine({ settings, backups: undefined, now }))
    findings.push(worded(finding, language))
  return findings
}

function worded({ check, level, what, params, error }: Finding, language: Language): Examined {
  const of: Readonly<Record<string, { state: Sentence; advice?: Sentence }>> = sentences[check]
  const sentence = isNameIn(of, what) ? of[what] : undefined
  const phrase = (of: Sentence) => formatMessage(of, language, { program: 'almanac', ...params })
  return {
    check,
    level,
    message: sentence ? phrase(sentence.state) : reasonIn(error),
    advice: sentence?.advice && phrase(sentence.advice),
  }
}
