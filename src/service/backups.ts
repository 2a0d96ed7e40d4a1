import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { BackupResult, BackupSettings, BackupTask } from '../backups/index.ts'
import {
  type BackupState,
  changeBackupState,
  isBackupDue,
  readBackupState,
} from '../backups/state.ts'
import { AccountProblem, type Actor, mayAdminister } from '../calendar/index.ts'
import type { Settings } from '../config/index.ts'
import type { openDataFolder } from '../data/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import { doctor as sentences } from '../define/doctor-messages.ts'
import type { Sentence } from '../define/field-type.ts'
import { formatMessage, type Language } from '../define/text/language.ts'
import type { Backups, BackupsService, Download, Examined, ListedBackup } from '../http/index.ts'
import type { openLog } from '../outside/index.ts'
import { Problem } from '../problem/index.ts'
import type { Store } from '../store/index.ts'
import type { Finding } from './doctor.ts'

/** Milliseconds for which a process has a backup to itself unless it says again that it still makes it, and between two such notes. */
const claimFor = 60_000
const renewEvery = 20_000

type Given = {
  store: Pick<Store, 'note' | 'write'>
  settings: BackupSettings & Pick<Settings, 'backupEvery'>
  /** Unix seconds. */
  now(): number
  log: Pick<ReturnType<typeof openLog>, 'info' | 'warn'>
  /** Makes the backup in a process of its own. */
  make?(settings: BackupSettings, task: BackupTask): { result: Promise<BackupResult>; stop(): void }
}

// Loaded at first use: many services make no backups.
const separately = async (settings: BackupSettings, task: BackupTask) =>
  (await upkeep()).backupSeparately(settings, task)

/** The backups that the service makes. Only one process of a calendar makes one at a time. */
export function openSchedule(given: Given) {
  const { store, settings, now } = given
  const claim = claimsOf(store)
  let working: Promise<BackupResult | undefined> | undefined
  const end = new AbortController()

  async function begin(
    isWanted: (state: BackupState) => boolean,
    task: BackupTask = {},
  ): Promise<boolean> {
    const isFree = () => !working && !end.signal.aborted
    if (!isFree() || !(await claim(isWanted)) || !isFree()) return false
    working = carryOut(given, task, claim, end.signal)
      .catch((error: Error) => {
        given.log.warn('the result of a backup cannot be stored', { reason: error.message })
        return undefined
      })
      .finally(() => {
        working = undefined
      })
    return true
  }

  const isDue = (state: BackupState) => isBackupDue(state, settings.backupEvery, now())
  return {
    /** Begins a backup if one is due; in the leader. It goes on after this has resolved. */
    async look() {
      if (working || settings.backupEvery === 0 || !isDue(await readBackupState(store))) return
      await begin(isDue)
    },
    /** Begins a backup now, or the verification of one. False: another is in progress. */
    begin: (task: BackupTask = {}) => begin(() => true, task),
    /** The noted state, and whether any process is making a backup. */
    async state(): Promise<BackupState & { isWorking: boolean }> {
      const state = await readBackupState(store)
      return { ...state, isWorking: (state.claim?.until ?? 0) > Date.now() }
    },
    /** The backup in progress. */
    working: () => working,
    /** Ends it; the next start of any process begins again. */
    async stop() {
      end.abort()
      await working
    },
  }
}

type Claim = (isWanted: (state: BackupState) => boolean) => Promise<boolean>

/** Takes the backup for this process, or keeps it, unless another process has it. */
function claimsOf(store: Given['store']): Claim {
  const own = randomUUID()
  return isWanted =>
    changeBackupState(store, state => {
      const isTaken = state.claim && state.claim.by !== own && state.claim.until > Date.now()
      if (isTaken || !isWanted(state)) return undefined
      return { ...state, claim: { by: own, until: Date.now() + claimFor } }
    })
}

async function carryOut(
  given: Given,
  task: BackupTask,
  claim: Claim,
  signal: AbortSignal,
): Promise<BackupResult> {
  const { settings, store, now, make } = given
  const renewal = setInterval(() => {
    claim(() => true).catch(() => {})
  }, renewEvery).unref()
  const began = performance.now()
  try {
    const dated = { at: now(), ...task }
    const process = make ? make(settings, dated) : await separately(settings, dated)
    if (signal.aborted) process.stop()
    signal.addEventListener('abort', process.stop, { once: true })
    const result = await process.result.catch(
      (error: Error): BackupResult => ({ code: '', reason: error.message, params: {} }),
    )
    if (signal.aborted) await changeBackupState(store, ({ claim: _, ...state }) => state)
    else if (task.verify !== undefined) await notedVerification(given, task.verify, result)
    else await noted(given, result, (performance.now() - began) / 1000)
    return result
  } finally {
    clearInterval(renewal)
  }
}

async function notedVerification({ store, now }: Given, name: string, result: BackupResult) {
  const problem = 'name' in result ? result.problem : reasonOf(result)
  await changeBackupState(store, ({ claim: _, ...state }) => ({
    ...state,
    verified: { at: now(), name, ...(problem && { problem }) },
  }))
}

async function noted({ store, now, log }: Given, result: BackupResult, seconds: number) {
  const at = now()
  if ('name' in result) {
    const { name, bytes, removed } = result
    const last = { at, name, bytes, seconds: Math.round(seconds * 10) / 10 }
    await changeBackupState(store, ({ verified }) => ({ last, ...(verified && { verified }) }))
    log.info('a backup was made and verified', {
      name,
      bytes,
      seconds: last.seconds,
      ...(removed.length > 0 && { removed: removed.join(', ') }),
    })
    return
  }
  const reason = reasonOf(result)
  await changeBackupState(store, ({ claim: _, ...state }) => ({
    ...state,
    failure: { at, reason, count: (state.failure?.count ?? 0) + 1 },
  }))
  log.warn('the backup has failed; it is tried again', { reason })
}

/** The reason why no backup was made, for the log and for administrators. */
const reasonOf = ({ code, reason, params }: Extract<BackupResult, { code: string }>) =>
  [code, ...(reason === code ? [] : [reason]), ...Object.values(params)]
    .filter(each => each !== '')
    .join(' ')
    .slice(0, 500)

type Opened = Pick<Awaited<ReturnType<typeof openDataFolder>>, 'context' | 'settings'>
type Log = Pick<ReturnType<typeof openLog>, 'info' | 'warn' | 'failure'>

/** Loaded at its first use: few processes list, load or examine. */
export const upkeep = () => import('./upkeep.ts')

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
          const { fileNameFor, pathFor } = await upkeep()
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
      const { passIn, counted, exportStream, fileNameFor } = await upkeep()
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

/** The backups of the settings; a bucket that cannot be reached hides nothing else. */
async function listed(
  settings: Settings,
): Promise<{ place: string; problem: string | undefined; backups: ListedBackup[] }> {
  const { listBackups, placeOf } = await upkeep()
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
  const { listBackups, placeOf } = await upkeep()
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
  const { counted, zipOf } = await upkeep()
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
  const { examine } = await upkeep()
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
